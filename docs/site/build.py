#!/usr/bin/env python3
"""Makes one page of README.md, docs/*.md and the program itself: build.py OUT, a folder that any host can serve, or that opens from disk.

`./weir.sh site` calls this, after it has built the page and the archive for Windows, which go there, too. cmark-gfm, of the distribution's package,
turns each chapter into HTML; here its headings get the anchors that GitHub gives them, and its links lead to chapters, pictures or, where they name a
source, nowhere but to its name. Fails on a link that has no target."""
import html
import os
import re
import shutil
import struct
import subprocess
import sys

CHAPTERS = [  # file, name in the list at the side; in the order of README.md's "to learn"
    ("README.md", "Weir"),
    ("docs/keys.md", "Keys"),
    ("docs/scenes.md", "Scenes and parameters"),
    ("docs/time.md", "Saving and rewinding"),
    ("docs/results.md", "Results"),
    ("docs/projector.md", "A box of sand"),
    ("docs/page.md", "In a browser"),
    ("docs/windows.md", "On Windows"),
    ("docs/library.md", "The library"),
    ("docs/bindings.md", "Other languages"),
    ("docs/physics.md", "The water's equations"),
    ("docs/coupling.md", "Bodies and water"),
    ("docs/validation.md", "How right it is"),
    ("docs/performance.md", "How fast it is"),
    ("docs/architecture.md", "How it is built"),
    ("docs/glossary.md", "Terms"),
    ("docs/contributing.md", "Adding to it"),
]
PICTURES = (".png", ".jpg", ".webp", ".gif")


def chapter_of(path):
    return os.path.splitext(os.path.basename(path))[0].lower()


def anchor_of(heading):
    """Returns the anchor that GitHub gives to a heading, from its HTML."""
    text = html.unescape(re.sub(r"<[^>]*>", "", heading)).lower()
    return re.sub(r"[^a-z0-9 _-]", "", text).replace(" ", "-")


def size_of(path):
    """Returns a picture's width and height, which keep its place on the page until it is loaded."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"RIFF":  # WebP with frames or transparency
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[1:4] == b"PNG":
        return struct.unpack(">II", data[16:24])
    at = 2  # JPEG: segments, one of which has the frame's size
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
    height, width = struct.unpack(">HH", data[at + 5:at + 9])
    return width, height


class Site:
    def __init__(self, root, out):
        self.root, self.out = root, out
        self.anchors, self.wanted = set(), []  # ids that there are; (chapter, id) that links want

    def convert(self, path):
        """Returns the chapter as HTML."""
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            text = re.sub(r"<!-- (begin|end)[^>]*-->\n", "", file.read())
        made = subprocess.run(["cmark-gfm", "-e", "table", "-e", "autolink"], input=text, capture_output=True, text=True, check=True).stdout
        chapter = chapter_of(path)
        self.anchors.add(chapter)
        made = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda m: self.heading(chapter, m[1], m[2]), made, flags=re.S)
        made = re.sub(r'<a href="([^"]*)">(.*?)</a>', lambda m: self.link(path, html.unescape(m[1]), m[2]), made, flags=re.S)
        made = re.sub(r'<img src="([^"]*)"', lambda m: self.shown(path, m[1]), made)
        made = made.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
        return f'<section id="{chapter}">\n{made}</section>\n'

    def heading(self, chapter, level, text):
        name = f"{chapter}-{anchor_of(text)}"
        self.anchors.add(name)
        return f'<h{level} id="{name}">{text}</h{level}>'

    def link(self, path, target, text):
        if re.match(r"https?:", target):
            return f'<a href="{html.escape(target)}">{text}</a>'
        file, _, anchor = target.partition("#")
        whole = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if whole not in (name for name, _ in CHAPTERS):
            return f'<a href="{self.picture(path, file)}">{text}</a>' if file.endswith(PICTURES) else f'<span title="{html.escape(whole)}">{text}</span>'
        name = chapter_of(whole) + (f"-{anchor}" if anchor else "")
        self.wanted.append((path, name))
        return f'<a href="#{name}">{text}</a>'

    def shown(self, path, target):
        name = self.picture(path, target)
        return '<img loading="lazy" width="%d" height="%d" src="%s"' % (*size_of(os.path.join(self.out, name)), name)

    def picture(self, path, target):
        """Returns where the picture lies in the site, to which it is copied."""
        whole = os.path.normpath(os.path.join(self.root, os.path.dirname(path), target))
        name = os.path.basename(whole)
        os.makedirs(os.path.join(self.out, "pictures"), exist_ok=True)
        shutil.copyfile(whole, os.path.join(self.out, "pictures", name))
        return f"pictures/{name}"


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    site = Site(root, sys.argv[1])
    os.makedirs(site.out, exist_ok=True)
    chapters = "".join(site.convert(path) for path, _ in CHAPTERS)
    lost = sorted({f"{path}: #{name}" for path, name in site.wanted if name not in site.anchors})
    names = "".join(f'<a href="#{chapter_of(path)}">{html.escape(name)}</a>\n' for path, name in CHAPTERS)
    files = [name for name in ("page/weir.html", "windows/weir.zip") if os.path.exists(os.path.join(root, "build", name))]
    for name in files:
        shutil.copy(os.path.join(root, "build", name), site.out)
    size = os.path.getsize(os.path.join(root, "build", "windows/weir.zip")) / 1e6 if "windows/weir.zip" in files else 0
    windows = f'<a class="button" href="weir.zip" download>for Windows, {size:.1f} MB</a>' if size else ""
    scenes = sorted(name[:-6] for name in os.listdir(os.path.join(root, "assets/scenes")) if name.endswith(".scene"))
    buttons = "".join(f'<button type="button" data-scene="{name}">{name}</button>\n' for name in scenes)
    with open(os.path.join(root, "docs/site/site.html"), encoding="utf-8") as file:
        page = file.read()
    shutil.copy(os.path.join(root, "assets/pictures/ford.jpg"), os.path.join(site.out, "cover.jpg"))
    shutil.copy(os.path.join(root, "assets/icon.png"), site.out)
    for mark, text in (("@NAMES@", names), ("@CHAPTERS@", chapters), ("@SCENES@", buttons), ("@WINDOWS@", windows)):
        page = page.replace(mark, text)
    with open(os.path.join(site.out, "index.html"), "w", encoding="utf-8") as file:
        file.write(page)
    for line in lost:
        print(f"site: {line} leads nowhere", file=sys.stderr)
    size = sum(os.path.getsize(os.path.join(folder, name)) for folder, _, files in os.walk(site.out) for name in files)
    print(f"site: {os.path.join(site.out, 'index.html')}: {len(CHAPTERS)} chapters, {len(site.wanted)} links, {size / 1e6:.1f} MB", file=sys.stderr)
    return 1 if lost or "page/weir.html" not in files else 0


sys.exit(main())
