#!/usr/bin/env python3
"""Writes the interface as C#, a static class with P/Invoke and structs laid out by offsets: csharp.py weir.json >Weir.cs

All structs are blittable, so nothing is marshalled: a bool is a byte, a string or an array a pointer, a function an IntPtr (of a delegate:
Marshal.GetFunctionPointerForDelegate)."""
import json
import sys
from xml.sax.saxutils import escape

TYPES = {"void": "void", "char": "byte", "int": "int", "float": "float", "double": "double", "size_t": "UIntPtr", "ptrdiff_t": "IntPtr", "bool": "byte",
         "int8_t": "sbyte", "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort", "int32_t": "int", "uint32_t": "uint", "int64_t": "long",
         "uint64_t": "ulong"}
KEYWORDS = ("base", "fixed", "in", "is", "object", "out", "params", "ref", "string", "this")
HEAD = """// The interface of libweir, written by csharp.py from weir.json. Do not change it here.
using System;
using System.Runtime.InteropServices;
"""


def safe(name):
    return "@" + name if name in KEYWORDS else name


def help_lines(item, indent):
    text = escape(item["comment"] or item.get("group", ""))
    return f"{indent}/// <summary>{' '.join(text.split())}</summary>\n" if text else ""


def cs_type(said, api):
    if said["base"] == "function" or said["base"] in {back["name"] for back in api["callbacks"]}:
        return "IntPtr"
    return TYPES.get(said["base"], said["base"]) + "*" * said["pointer"]


def fields(member, api):
    """A field for a member; for an array of structs, which C# cannot hold, one for each: boundary_0, boundary_1."""
    kind, name, offset, count = cs_type(member, api), safe(member["name"]), member["offset"], member.get("count")
    if count and kind in TYPES.values():
        return f"    [FieldOffset({offset})] public fixed {kind} {name}[{count}];\n"
    if count:
        size = member["size"] // count
        return "".join(f"    [FieldOffset({offset + n * size})] public {kind} {name}_{n};\n" for n in range(count))
    return f"    [FieldOffset({offset})] public {kind} {name};\n"


def classes(api):
    out = [HEAD]
    for enum in api["enums"]:
        values = "".join(help_lines(v, "    ") + f"    {v['name']} = {v['value']},\n" for v in enum["values"])
        out.append(help_lines(enum, "") + f"public enum {enum['name']} : uint {{\n{values}}}\n")
    out += [help_lines(handle, "") + f"public struct {handle['name']} {{ }}\n" for handle in api["handles"]]
    for struct in api["structs"]:
        body = "".join(help_lines(m, "    ") + fields(m, api) for m in struct["members"])
        layout = f"[StructLayout(LayoutKind.Explicit, Size = {struct['size']})]\n"
        out.append(help_lines(struct, "") + layout + f"public unsafe struct {struct['name']} {{\n{body}}}\n")
    body = ""
    for constant in api["constants"]:
        kind = {str: "string", float: "double", int: "int"}[type(constant["value"])]
        body += help_lines(constant, "    ") + f"    public const {kind} {constant['name']} = {json.dumps(constant['value'])};\n"
    for call in api["functions"]:
        words = ", ".join(f"{cs_type(p, api)} {safe(p['name'])}" for p in call["parameters"])
        body += help_lines(call, "    ") + "    [DllImport(\"weir\", CallingConvention = CallingConvention.Cdecl)]\n"
        body += f"    public static extern {cs_type(call['returns'], api)} {call['name']}({words});\n"
    out.append(f"public static unsafe class Weir {{\n{body}}}\n")
    return "\n".join(out)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as text:
        sys.stdout.write(classes(json.load(text)))
