#!/usr/bin/env python3
"""No private word names a type, function, field, enumerator or file in src.

    words_test.py ROOT [--list]

The words are those that this project once used for itself where the field has a term of its own; docs/glossary.md keeps some of them in a
table under "Words that are kept", each with its reason. The parser is a set of regular expressions for this code's own layout: it sees
declarations, not every use. --list prints every name that it has looked at."""
import os
import re
import sys

# A word of a name, in lower case -> what the field says.
PRIVATE = {
    "record": "cut cell", "records": "cut cells", "shaded": "covered", "slab": "cover interval", "slabs": "cover intervals",
    "piece": "cover interval", "pieces": "cover intervals", "stack": "list of cover intervals", "mix": "blended geometry",
    "pores": "slot fraction", "less": "1 - slot fraction", "lid": "dry-top flag", "chords": "vertical spans",
    "still": "dead band", "creep": "velocity dead band", "pace": "dt_over_dx", "drive": "gravity_dt_over_dx", "keep": "friction_factor",
    "most": "cap", "tally": "reduction", "stir": "changed", "works": "active", "quiet": "asleep", "edges": "boundary", "sides": "boundaries",
    "shut": "closed", "rate": "vertical velocity", "offset": "displacement eta", "rest": "rest level, sleeping", "move": "body motion",
    "moves": "body motions", "way": "path", "ways": "paths", "window": "cell bounds", "guard": "rollback", "guarded": "repeated",
    "before": "previous state", "kept": "saved", "sharp": "blocking factor", "share": "coupling weight", "account": "volume budget",
    "owed": "residual", "booked": "added", "rim": "exterior ring", "pending": "undistributed", "lifted": "displaced", "tent": "hat kernel",
    "hand": "mouse joint", "calm": "reference surface", "wish": "request, settings", "turn": "begin_tick", "lay": "write", "laid": "written",
    "give": "add", "take": "remove", "bath": "ambient state", "pull": "force parameters", "touch": "dirty mask", "touched": "dirty",
    "rastered": "body mask", "below": "submerged volume", "edit": "edits", "velocity": "point queries", "validate": "stats", "disc": "brush",
    "push": "forces", "shade": "covered", "nobody": "no thread, no cell",
}


def kept_words(root):
    text = open(os.path.join(root, "docs", "glossary.md"), encoding="utf-8").read()
    table = re.search(r"^## Words that are kept\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    rows = re.findall(r"^\| (\w+) \| (.+?) \|$", table.group(1), re.M) if table else []
    return {word: reason for word, reason in rows if word != "word" and not word.startswith("-")}


def parts(name):
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def bare(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"^[ \t]*#[ \t]*include[^\n]*", " ", text, flags=re.M)


def declarators(body):
    """Names of the members of a struct's body, of nested ones too."""
    for declaration in re.split(r"[;{}]", body):
        declaration = re.sub(r"\[[^\]]*\]", "", declaration)
        pointer = re.findall(r"\(\s*\*\s*(?:const\s+)?(\w+)\s*\)\s*\(", declaration)
        if pointer:
            yield from pointer
            continue
        declaration = declaration.split(":")[0] if "?" not in declaration else declaration
        for piece in declaration.split(","):
            words = re.findall(r"[A-Za-z_]\w*", piece)
            if words:
                yield words[-1]


def names(path, text):
    yield "file", os.path.splitext(os.path.basename(path))[0]
    for keyword, name, body in re.findall(r"\b(struct|union|enum)\s*(\w*)\s*\{((?:[^{}]|\{[^{}]*\})*)\}", text):
        if name:
            yield "type", name
        if keyword == "enum":
            for item in body.split(","):
                word = re.match(r"\s*([A-Za-z_]\w*)", item)
                if word:
                    yield "enumerator", word.group(1)
        else:
            for name in declarators(body):
                yield "field", name
    for name in re.findall(r"^\}\s*(\w+)\s*;", text, re.M):
        yield "type", name
    for name in re.findall(r"^(?!return|else|case)[A-Za-z_][\w \t\*]*?[ \*](\w+)\(", text, re.M):
        yield "function", name
    for name in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M):
        yield "macro", name


def main():
    root = sys.argv[1]
    kept = kept_words(root)
    seen, faults = 0, []
    for folder, _, files in os.walk(os.path.join(root, "src")):
        for file in sorted(files):
            if not file.endswith((".c", ".h", ".cpp")):
                continue
            path = os.path.relpath(os.path.join(folder, file), root)
            text = bare(open(os.path.join(folder, file), encoding="utf-8").read())
            for kind, name in sorted(set(names(path, text))):
                seen += 1
                if "--list" in sys.argv:
                    print(path, kind, name)
                for part in parts(name):
                    if part in PRIVATE and part not in kept:
                        faults.append(f"{path}: {kind} {name}: instead of '{part}' say {PRIVATE[part]}")
    faults += [f"docs/glossary.md keeps '{word}', which is no private word" for word in kept if word not in PRIVATE]
    if seen < 1000:
        faults.append(f"only {seen} names were seen: the parser is broken")
    print("\n".join(faults) if faults else f"words_test: {seen} names, no private word; {len(kept)} words are kept (docs/glossary.md)")
    return 1 if faults else 0


sys.exit(main())
