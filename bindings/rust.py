#!/usr/bin/env python3
"""Writes the interface as a Rust module of extern "C" declarations, with its comments: rust.py weir.json >weir.rs

The layout of each struct is an assertion there, so that a difference stops the compiler."""
import json
import sys

TYPES = {"void": "c_void", "char": "c_char", "int": "c_int", "float": "f32", "double": "f64", "size_t": "usize", "ptrdiff_t": "isize", "bool": "bool",
         "int8_t": "i8", "uint8_t": "u8", "int16_t": "i16", "uint16_t": "u16", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64"}
CALLBACKS = set()  # names of types that are pointers to functions already
KEYWORDS = ("as", "fn", "in", "impl", "let", "loop", "match", "mod", "move", "mut", "ref", "type", "use", "where", "yield")
HEAD = """// The interface of libweir, written by rust.py from weir.json. Do not change it here.
#![allow(dead_code, non_camel_case_types, non_snake_case)]
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::mem::{offset_of, size_of};
"""


def safe(name):
    return "r#" + name if name in KEYWORDS else name


def help_lines(item, indent=""):
    text = item["comment"] or item.get("group", "")
    return "".join(f"{indent}/// {line}".rstrip() + "\n" for line in text.split("\n")) if text else ""


def call_type(call):
    returns = "" if call["returns"]["type"] == "void" else " -> " + rust_type(call["returns"])
    return f"({', '.join(safe(p['name']) + ': ' + rust_type(p) for p in call['parameters'])}){returns}"


def rust_type(said):
    if said["base"] == "function":
        return f"Option<unsafe extern \"C\" fn{call_type(said)}>"
    base, pointer = TYPES.get(said["base"], said["base"]), said["pointer"]
    if base in CALLBACKS and pointer:
        pointer -= 1
    for n in range(pointer):
        base = ("*const " if said["const"] and n == 0 else "*mut ") + base
    return f"[{base}; {said['count']}]" if "count" in said else base


def module(api):
    CALLBACKS.update(back["name"] for back in api["callbacks"])
    out = [HEAD]
    for constant in api["constants"]:
        kind = {str: "&str", float: "f32", int: "c_int"}[type(constant["value"])]
        out.append(help_lines(constant) + f"pub const {constant['name']}: {kind} = {json.dumps(constant['value'])};\n")
    for enum in api["enums"]:
        out.append(help_lines(enum) + f"pub type {enum['name']} = c_uint;\n")
        out += [help_lines(v) + f"pub const {v['name']}: {enum['name']} = {v['value']};\n" for v in enum["values"]]
    for handle in api["handles"]:
        out.append(help_lines(handle) + f"#[repr(C)]\npub struct {handle['name']} {{\n    _private: [u8; 0],\n}}\n")
    for back in api["callbacks"]:
        out.append(help_lines(back) + f"pub type {back['name']} = Option<unsafe extern \"C\" fn{call_type(back)}>;\n")
    for struct in api["structs"]:
        name, members = struct["name"], struct["members"]
        body = "".join(help_lines(m, "    ") + f"    pub {safe(m['name'])}: {rust_type(m)},\n" for m in members)
        out.append(help_lines(struct) + f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {name} {{\n{body}}}\n")
        checks = "".join(f"    assert!(offset_of!({name}, {safe(m['name'])}) == {m['offset']} && size_of::<{rust_type(m)}>() == {m['size']});\n"
                         for m in members)
        out.append(f"const _: () = {{\n    assert!(size_of::<{name}>() == {struct['size']});\n{checks}}};\n")
    calls = "".join(help_lines(call, "    ") + f"    pub fn {call['name']}{call_type(call)};\n" for call in api["functions"])
    out.append(f"extern \"C\" {{\n{calls}}}\n")
    return "\n".join(out)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as text:
        sys.stdout.write(module(json.load(text)))
