#!/usr/bin/env python3
"""No comment begins with What, Whether, Of, The same or As.

    comments_test.py ROOT

Such a comment is a noun clause that leans on the code below it. A function's comment says what the function does, and begins with a verb
("Returns", "Writes", "Draws"); a struct's begins with its noun."""
import os
import re
import sys

FOLDERS = ("src", "tests", "shaders")
ENDINGS = (".c", ".h", ".cpp", ".glsl", ".vert", ".frag")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|(?:/\*+|//)\s*([^\n]*)')
UNWANTED = re.compile(r"(What|Whether|Of|The same|As)\b")


def comments(root):
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if not name.endswith(ENDINGS):
                    continue
                path = os.path.join(folder, name)
                text = open(path, encoding="utf-8").read()
                for match in COMMENT.finditer(text):
                    if match.group(1):
                        yield os.path.relpath(path, root), text.count("\n", 0, match.start()) + 1, match.group(1)


def main():
    found = list(comments(sys.argv[1]))
    faults = [f"{path}:{line}: {text}" for path, line, text in found if UNWANTED.match(text)]
    if len(found) < 1000:  # the test must be able to fail
        faults.append(f"{len(found)} comments: they are not recognised")
    print("\n".join(faults) if faults else f"comments_test: {len(found)} comments, each begins with what it says")
    return 1 if faults else 0


sys.exit(main())
