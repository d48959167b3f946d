#!/usr/bin/env python3
"""Who may know whom: each room's includes against what it may include (docs/architecture.md).

    rooms_test.py ROOT [--print]

Fails on an include that leads up or into a private part of another room, on a cycle of includes between modules (a .c with its header
is one), on a folder of more than 24 modules and on a struct of more than 24 members, App of more than 6. --print shows the figures."""
import collections
import os
import re
import sys

MODULES_MAX = 24  # of a folder: what a reader can hold in mind
MEMBERS_MAX = 24  # of a struct
APP_MEMBERS = 6  # by how long they last
# Structs that have more: how many at most, and why they are not cut.
MANY_MEMBERS = {
    "Params": (58, "one member a parameter; the table in params.c has a row for each"),
    "WorldView": (53, "all that a picture may show of a world, a plain copy"),
    "FrameView": (48, "all that a picture is drawn from, a plain value"),
    "Scene": (57, "all that a scene file may say, a plain value; its rules are two"),
    "World": (39, "what others read of a world, how far its rules have come among it; its inside is WorldPrivate"),
    "WorldPrivate": (28, "the inside of World: engine, pairs of its shapes, queue, script"),
    "Session": (35, "eight groups: world with the file of its ground, thread, recorders, past, second world, saves, ground that follows, listener; the recorders are to become one"),
    "Options": (25, "one member an option of the command line"),
    "SessionDef": (28, "one member an option of the command line"),
    "PanelView": (35, "all that the panel shows, a plain value"),
    "Input": (29, "one frame's input from all devices, a plain value"),
    "BenchRow": (38, "one member a column of the table"),
    "Subgrid": (50, "the state of the sub-grid bodies, in groups with a comment each (house.md)"),
    "Band": (25, "what a thread's rows of one substep read and write"),
    "WeirWater": (25, "one member for each part of the library"),
    "FlowStep": (28, "what the rows of one substep read"),
    "Ring": (25, "what the sweeps of the exterior ring share"),
    "Renderer": (50, "one member a pass"),
    "Ground": (30, "textures, programs and edits of the ground"),
    "Wet": (26, "textures and programs of wetness and foam"),
}

# Room: the rooms of src whose headers its files may include. "weir.h" is the library's public header.
ROOMS = {
    "base": ["base"],
    "format": ["base", "format"],
    "weir/shapes": ["base", "weir.h", "weir/shapes"],
    "weir/grid": ["base", "weir.h", "weir/grid"],
    "weir/boundary": ["base", "weir.h", "weir/grid", "weir/boundary"],
    "weir/waves": ["base", "weir.h", "weir/grid", "weir/boundary", "weir/waves"],
    "weir/flow": ["base", "weir.h", "weir/grid", "weir/boundary", "weir/waves", "weir/flow"],
    "weir/membrane": ["base", "weir.h", "weir/grid", "weir/boundary", "weir/membrane"],
    "weir/bodies": ["base", "weir.h", "weir/grid", "weir/boundary", "weir/shapes", "weir/bodies"],
    "weir/displace": ["base", "weir.h", "weir/grid", "weir/shapes", "weir/displace"],
    "weir/layers": ["base", "weir.h", "weir/grid", "weir/boundary", "weir/shapes", "weir/layers"],
    "weir/readers": ["base", "weir.h", "weir/grid", "weir/shapes", "weir/readers"],
    "weir": ["base", "weir.h", "weir", "weir/readers", "weir/grid", "weir/shapes", "weir/boundary", "weir/flow", "weir/membrane", "weir/bodies",
             "weir/displace", "weir/layers", "weir/waves"],
    "check": ["base", "weir.h", "check"],
    "geo": ["base", "geo"],
    "scene/image": ["base", "geo", "scene/image"],
    "scene": ["base", "weir.h", "geo", "scene", "scene/image"],
    "world": ["base", "weir.h", "scene", "world"],
    "world/tick": ["base", "weir.h", "scene", "world", "world/air", "world/machines", "world/story", "world/tick"],
    "world/story": ["base", "weir.h", "scene", "world", "world/story"],
    "world/machines": ["base", "format", "weir.h", "scene", "world", "world/machines"],
    "world/air": ["base", "weir.h", "scene", "world", "world/air"],
    "world/state": ["base", "format", "weir.h", "scene", "world", "world/machines", "world/story", "world/state"],
    "record": ["base", "format", "weir.h", "scene", "world", "world/state", "record"],
    "view": ["base", "weir.h", "scene", "world", "world/story", "view"],
    "results": ["base", "weir.h", "geo", "scene", "world", "view", "results"],
    "sandbox": ["base", "sandbox"],
    "render": ["base", "render", "render/land", "render/plan", "render/props"],
    "cli": ["base", "cli"],
    "film": ["base", "film"],
    "bench": ["base", "weir.h", "scene", "world", "render", "cli", "bench", "bench/rivals"],
    "bench/coupling": ["base", "weir.h", "scene", "world", "render", "cli", "bench", "bench/coupling", "bench/rivals"],
    "bench/rivals": ["base", "bench/rivals"],
    "session": ["base", "format", "weir.h", "scene", "world", "view", "world/state", "record", "cli", "session"],
    "sound": ["base", "weir.h", "world", "view", "sound"],
    "input": ["base", "weir.h", "scene", "world", "view", "input"],
    "files": ["base", "scene", "files"],
    "picture": ["base", "weir.h", "scene", "world", "view", "render", "session", "input", "picture"],
    "offscreen": ["base", "weir.h", "scene", "world", "view", "render", "bench", "input", "files", "picture", "offscreen"],
    "panel": ["base", "weir.h", "scene", "world", "view", "results", "render", "session", "input", "files", "picture", "panel"],
    "app": ["base", "weir.h", "scene", "world", "view", "results", "sandbox", "record", "render", "cli", "film", "session", "sound", "input", "files",
            "picture", "offscreen", "panel", "app"],
    "page": ["base", "cli", "app", "page"],
    "windows": ["windows"],
    "commands": ["base", "weir.h", "scene", "world", "check", "record", "session", "cli", "film", "bench", "input", "files", "render", "offscreen", "app", "commands"],
}
# Libraries from outside, by a part of the include: the rooms that may include them.
LIBRARIES = {
    r"^SDL": ["app", "commands", "input", "panel", "sound", "page", "windows"],
    r"^glad/|^GL/": ["render", "input", "panel", "page"],
    r"^ode/": ["world", "world/tick", "world/machines", "view"],
    r"imgui": ["panel"],
    r"^cglm/": ["render", "input", "bench"],
    r"^stb": ["render", "results", "scene/image", "bench", "app", "input", "panel", "commands", "session", "film"],
    r"^ini\.h": ["scene", "files"],
    r"^tiff": ["geo"],
    r"^zstd": ["format", "film"],
    r"^libav": ["film"],
    r"^tiff": ["geo"],
    r"^cjson/|^cJSON": ["cli", "panel", "bench"],
}
WINDOW_FILES = ("window", "gui")  # the files of input and panel that may include OpenGL


def sources(root):
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".cpp")):
                path = os.path.join(folder, name)
                yield os.path.relpath(path, os.path.join(root, "src")), open(path, encoding="utf-8").read()


def includes(text):
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', text, re.M)


def room_of(path):
    folder = os.path.dirname(path)
    while folder and folder not in ROOMS:
        folder = os.path.dirname(folder)
    return folder


def target_room(include, rooms):
    return "weir.h" if include == "weir/weir.h" else os.path.dirname(include)


def module_of(path):
    return os.path.splitext(path)[0]


def arrow_faults(files):
    for path, text in files:
        room = room_of(path)
        if not room:
            if path not in ("main.c", "CMakeLists.txt"):
                yield f"src/{path}: lies in no room"
            continue
        for kind, include in includes(text):
            for pattern, rooms in LIBRARIES.items():
                if re.search(pattern, include) and kind == "<" and room not in rooms:
                    yield f"src/{path}: includes <{include}>, which is for {', '.join(rooms)} alone"
            if re.search(r"^glad/|^GL/", include) and room in ("input", "panel") and not os.path.basename(path).startswith(WINDOW_FILES):
                yield f"src/{path}: of {room}, OpenGL is for window and gui alone"
            if kind == '"' and "/" in include and target_room(include, ROOMS) not in ROOMS[room]:
                yield f"src/{path}: includes \"{include}\"; {room} knows {', '.join(ROOMS[room])}"
    panels = [path for path, text in files if any("imgui" in include for _, include in includes(text))]
    if len(panels) > 1:
        yield f"Dear ImGui is included by {', '.join(panels)}; one file is allowed"


def cycles(files):
    """Tarjan's strongly connected components of the modules' includes, those of more than one module."""
    edges = collections.defaultdict(set)
    for path, text in files:
        edges[module_of(path)] |= {module_of(include) for kind, include in includes(text) if kind == '"' and "/" in include}
    for module in edges:
        edges[module].discard(module)
    index, low, stack, found = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(edges.get(module, ())):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            at = stack.index(module)
            found.append(stack[at:])
            del stack[at:]

    sys.setrecursionlimit(10000)
    for module in sorted(edges):
        if module not in index:
            visit(module)
    return sorted(found, key=len, reverse=True)


def folders(files):
    modules = collections.defaultdict(set)
    for path, _ in files:
        modules[os.path.dirname(path)].add(module_of(path))
    return {folder: len(names) for folder, names in modules.items()}


def structs(text):
    """The structs of a file, by name, with the number of their members."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    found = {}
    for match in re.finditer(r"^(?:typedef )?struct (\w+) \{\n(.*?)^\}", text, re.M | re.S):
        name, body = match.groups()
        body = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", body))  # structs within count as one member
        body = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", body))  # commas of a function's parameters
        found[name] = sum(declaration.count(",") + 1 for declaration in body.split(";") if declaration.strip())
    return found


def main():
    root = sys.argv[1]
    files = list(sources(root))
    faults = list(arrow_faults(files))
    circle = cycles(files)[0]
    if len(circle) > 1:
        faults.append("a cycle of includes: " + ", ".join(circle))
    crowd = folders(files)
    faults += [f"src/{folder}: {count} modules; {MODULES_MAX} at most" for folder, count in crowd.items() if count > MODULES_MAX]
    counts = {f"{name} of src/{path}": count for path, text in files for name, count in structs(text).items()}
    for name, count in counts.items():
        most, _ = MANY_MEMBERS.get(name.split()[0], (MEMBERS_MAX, ""))
        most = APP_MEMBERS if name == "App of src/app/app_state.h" else most
        if count > most:
            faults.append(f"{name}: {count} members; {most} at most, or a reason in MANY_MEMBERS")
    for name, size in (("WeirWater of src/weir/grid/water.h", 1), ("App of src/app/app_state.h", APP_MEMBERS)):
        if counts.get(name, 0) < size:
            faults.append(f"{name}: {counts.get(name, 0)} members; they are not counted as they should be")
    for room in ROOMS:  # the test must be able to fail: there are rooms to look at
        if not any(room_of(path) == room for path, _ in files) and os.path.isdir(os.path.join(root, "src", room)):
            faults.append(f"src/{room}: no sources")
    if not any(path.startswith("weir/bodies/") for path, _ in files):
        faults.append("src/weir/bodies: no sources")
    pairs = [(a, b) for a in ROOMS for b in ROOMS[a] if a < b and a in ROOMS.get(b, ())]
    faults += [f"{a} and {b} may include each other: one of them lies below" for a, b in pairs]
    if "--print" in sys.argv:
        folder, most = max(crowd.items(), key=lambda item: item[1])
        print(f"largest cycle of includes {len(circle)}; largest folder src/{folder} with {most} modules")
        for name, count in sorted(counts.items(), key=lambda item: -item[1])[:12]:
            print(f"{count:4} {name}")
    print("\n".join(faults) if faults else "rooms_test: every arrow leads down")
    return 1 if faults else 0


sys.exit(main())
