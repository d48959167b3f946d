#!/usr/bin/env python3
"""Which files of src call each other in a ring.

    calls_test.py ROOT [--print]

A file calls another where it names a function that the other defines and that is not static. Two files may call each other, as a file and
one that was split off from it do; more are a knot that has to be read whole. --print lists each ring with the calls in it."""
import collections
import os
import re
import sys

FILES_MAX = 2
DEFINITION = re.compile(r"^(?!static\b|typedef\b|enum\b|struct \w+ \{|extern\b|#|return\b|else\b|\})[A-Za-z_][\w \*]*?\b(\w+)\((?:[^;{}]*)\)\s*\{", re.M)
STATIC = re.compile(r"^static [\w \*]*?\b(\w+)\(", re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


def sources(root):
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in sorted(names):
            if name.endswith((".c", ".cpp")):
                path = os.path.join(folder, name)
                yield os.path.relpath(path, os.path.join(root, "src")), COMMENT.sub(" ", open(path, encoding="utf-8").read())


def calls(files):
    home = {}
    for path, text in files.items():
        for name in DEFINITION.findall(text):
            home.setdefault(name, set()).add(path)
    edges = collections.defaultdict(lambda: collections.defaultdict(set))
    for path, text in files.items():
        own = set(STATIC.findall(text))
        for name in set(re.findall(r"(?<![.>\w])[A-Za-z_]\w+\b", text)) - own:
            for other in home.get(name, ()):
                if other != path and len(home[name]) == 1:
                    edges[path][other].add(name)
    return edges


def rings(edges):
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for node in sorted(edges):
        if node not in index:
            visit(node)
    return [ring for ring in sorted(found, key=len, reverse=True) if len(ring) > 1]


def main():
    files = dict(sources(sys.argv[1]))
    edges = calls(files)
    found = rings(edges)
    for ring in found if "--print" in sys.argv else []:
        print(f"{len(ring)} files: {', '.join(ring)}")
        for path in ring:
            for other in sorted(set(edges[path]) & set(ring)):
                print(f"    {path} calls {other}: {', '.join(sorted(edges[path][other]))}")
    faults = [f"a ring of calls between {len(ring)} files: {', '.join(ring)}" for ring in found if len(ring) > FILES_MAX]
    if sum(len(others) for others in edges.values()) < len(files):  # the test must be able to fail
        faults.append("fewer calls than files: definitions are not recognised")
    print("\n".join(faults) if faults else f"calls_test: no ring of more than {FILES_MAX} files")
    return 1 if faults else 0


sys.exit(main())
