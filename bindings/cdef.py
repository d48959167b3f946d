#!/usr/bin/env python3
"""Writes the interface as plain declarations without a preprocessor, as cffi and LuaJIT read them: cdef.py weir.json >weir.cdef"""
import json
import sys


def declared(name, said):
    """C's declaration of a name of a type of the JSON."""
    if said["base"] == "function":
        return said["type"].replace("(*)", f"(*{name})", 1)
    count = f"[{said['count']}]" if "count" in said else ""
    return f"{said['type']} {name}{count}"


def arguments(call):
    return ", ".join(declared(p["name"], p) for p in call["parameters"]) or "void"


def declarations(api):
    lines = [f"typedef struct {item['name']} {item['name']};" for item in api["handles"] + api["structs"]]
    for enum in api["enums"]:
        lines.append(f"typedef enum {enum['name']} {{ {', '.join(v['name'] + ' = ' + str(v['value']) for v in enum['values'])} }} {enum['name']};")
    lines += [f"typedef {declared(back['name'], back['returns'])}({arguments(back)});" for back in api["callbacks"]]
    for struct in api["structs"]:
        lines.append(f"struct {struct['name']} {{ {' '.join(declared(m['name'], m) + ';' for m in struct['members'])} }};")
    lines += [f"{declared(call['name'], call['returns'])}({arguments(call)});" for call in api["functions"]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as text:
        sys.stdout.write(declarations(json.load(text)))
