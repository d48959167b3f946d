#!/usr/bin/env python3
"""Writes the library's interface as JSON, for programs that generate bindings.

    api.py HEADER --cc COMPILER [--flag=OPTION] [--out FILE]

Reads the public header by its own grammar: whatever it does not know is an error with its line, never skipped. Sizes, offsets and
values come from the compiler, which is asked for assembler only, so one for another machine will do. docs/bindings.md describes the
result."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

PREFIX = "WEIR"
BASES = ("void", "bool", "char", "int", "float", "double", "size_t", "ptrdiff_t", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t",
         "uint32_t", "int64_t", "uint64_t")
INCLUDES = ("stdbool.h", "stddef.h", "stdint.h")
CONDITIONS = {"ifdef __cplusplus": False, "if defined(__GNUC__)": True}
TOKEN = re.compile(r"""(?P<space>[ \t\n]+)
  |(?P<comment>/\*.*?\*/|//[^\n]*)
  |(?P<directive>(?<![^\n])[ \t]*\#(?:\\\n|(?!/[*/])[^\n])*)
  |(?P<word>[A-Za-z_]\w*)
  |(?P<string>"[^"\n]*")
  |(?P<number>\d[\w.]*)
  |(?P<mark>[-{}()\[\];,*=+<>|&~:])""", re.S | re.X)


class Unknown(Exception):
    """Syntax that the reader does not know."""


class Token:
    """A token with its lines: `blank` if an empty line stands before it, `trails` if something else begins its line."""

    def __init__(self, kind, text, line, blank, trails):
        self.kind, self.text, self.line, self.blank, self.trails = kind, text, line, blank, trails

    def fail(self, why):
        raise Unknown(f"line {self.line}: {why}: {self.text.strip()[:60]}")


def tokenise(text):
    tokens, at, line, blank, trails = [], 0, 1, False, False
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Unknown(f"line {line}: {text[at:].splitlines()[0][:60]}")
        kind, piece = match.lastgroup, match.group()
        if kind == "space":
            blank, trails = blank or piece.count("\n") > 1, trails and "\n" not in piece
        else:
            tokens.append(Token(kind, piece, line, blank, trails))
            blank, trails = False, True
        line += piece.count("\n")
        at = match.end()
    return tokens


def active(tokens):
    """Drops what conditions leave out, and the conditions; the include guard is the first one."""
    kept, stack, guard = [], [], None
    for token in tokens:
        if token.kind == "directive":
            words = " ".join(token.text.strip().lstrip("#").split())
            kind = words.split()[0]
            if kind == "ifndef" and guard is None:
                guard = words.split()[1]
                stack.append(True)
            elif kind in ("ifdef", "ifndef", "if"):
                if words not in CONDITIONS:
                    token.fail("a condition that is not known")
                stack.append(CONDITIONS[words])
            elif kind == "else":
                stack[-1] = not stack[-1]
            elif kind == "endif":
                stack.pop()
            elif kind == "include":
                if not any(words == f"include <{name}>" for name in INCLUDES):
                    token.fail("an include that is not known")
            elif kind != "define":
                token.fail("a directive that is not known")
            elif all(stack) and words != f"define {guard}":
                kept.append(token)
        elif all(stack):
            kept.append(token)
    return kept


def plain(comment):
    """The text of a comment, one line a paragraph: an indented line (a formula) stays one of its own."""
    body = comment[2:-2] if comment.startswith("/*") else comment[2:]
    out = []
    for line in body.split("\n"):
        line = re.sub(r"^\s*\* ?", "", line) if line.lstrip().startswith("*") else line.strip()
        if not line.strip():
            out.append("")
        elif out and out[-1] and not line.startswith("  ") and not out[-1].startswith("  "):
            out[-1] += " " + line.strip()
        else:
            out.append(line.rstrip() if line.startswith("  ") else line.strip())
    return "\n".join(out).strip()


class Reader:
    """Reads the header's declarations from its tokens; one per header."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0
        self.section, self.group, self.pending = "", "", ""
        self.types = set(BASES)
        self.api = {"comment": "", "constants": [], "macros": [], "handles": [], "enums": [], "structs": [], "callbacks": [], "functions": [],
                    "notes": []}

    # --- tokens ---------------------------------------------------------------------------------------------------------

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else Token("end", "the end", 0, True, False)

    def take(self, text=None, kind=None):
        token = self.peek()
        if (text and token.text != text) or (kind and token.kind != kind) or (not text and not kind and token.kind == "end"):
            token.fail(f"expected {text or kind or 'more'}")
        self.at += 1
        return token

    def maybe(self, text):
        if self.peek().text == text:
            self.at += 1
            return True
        return False

    def trailing(self):
        """Takes the comments behind a declaration, on its last line."""
        found = []
        while self.peek().kind == "comment" and self.peek().trails:
            found.append(plain(self.take().text))
        return "\n".join(found)

    # --- types ----------------------------------------------------------------------------------------------------------

    def specifier(self):
        const = self.maybe("const")
        base = self.take(kind="word")
        if base.text not in self.types:
            base.fail("a type that is not known")
        return base.text, const or self.maybe("const")

    def declarator(self, base, const):
        """Reads stars, name and count; returns the name and what is said of the type."""
        stars = 0
        while self.maybe("*"):
            stars += 1
            self.maybe("const")
        spelt = ("const " if const else "") + base + (" " + "*" * stars if stars else "")
        said = {"type": spelt, "base": base, "const": const, "pointer": stars}
        if self.maybe("("):
            self.take("*")
            name = self.take(kind="word").text
            self.take(")")
            parameters = self.parameters()
            inside = ", ".join(declared(p["name"], p) for p in parameters) or "void"
            gap = "" if stars else " "
            return name, {"type": f"{spelt}{gap}(*)({inside})", "base": "function", "const": False, "pointer": 1, "returns": said,
                          "parameters": parameters}
        name = self.take(kind="word").text
        if self.maybe("["):
            count = self.take()
            if count.kind not in ("word", "number"):
                count.fail("a count that is neither a name nor a number")
            said["count"] = said["count_text"] = count.text
            self.take("]")
        return name, said

    def parameters(self):
        self.take("(")
        if self.peek().text == "void" and self.tokens[self.at + 1].text == ")":
            self.at += 2
            return []
        found = []
        while True:
            name, said = self.declarator(*self.specifier())
            if "count" in said:
                self.peek().fail("an array as a parameter")
            found.append({"name": name, **said})
            if self.maybe(")"):
                return found
            self.take(",")

    # --- declarations ---------------------------------------------------------------------------------------------------

    def add(self, kind, item):
        """Adds a declaration with its comment: of its own, before or behind it; else `group` has that of its group."""
        behind = self.trailing()
        own = behind if kind in ("constants", "macros") else "\n".join(text for text in (self.pending, behind) if text)
        item["comment"] = own
        item["group"] = self.group if self.group != own and not own else ""
        item["section"] = self.section
        self.api[kind].append(item)
        if kind not in ("constants", "macros"):
            self.pending = ""

    def define(self, token):
        match = re.fullmatch(r"\s*#\s*define\s+(\w+)(\([\w, ]*\))?(.*)", token.text.replace("\\\n", " "), re.S)
        name, parameters, body = match.group(1), match.group(2), " ".join(match.group(3).split())
        if not name.startswith(PREFIX + "_"):
            token.fail(f"a macro that does not begin with {PREFIX}_")
        if parameters or name == PREFIX + "_API":
            self.add("macros", {"name": name, "parameters": parameters or "", "body": body})
        else:
            self.add("constants", {"name": name, "value": None, "text": body})

    def enum(self, name):
        values, pending = [], ""
        while not self.maybe("}"):
            if self.peek().kind == "comment":
                pending = plain(self.take().text)
                continue
            value = self.take(kind="word").text
            while self.peek().text not in (",", "}") and self.peek().kind != "comment":  # the compiler gives the value
                if self.peek().kind in ("directive", "end", "string"):
                    self.peek().fail("not an enumerator")
                self.at += 1
            self.maybe(",")
            values.append({"name": value, "value": None, "comment": "\n".join(t for t in (pending, self.trailing()) if t)})
            pending = ""
        self.take(name)
        self.take(";")
        self.types.add(name)
        self.add("enums", {"name": name, "values": values})

    def members(self):
        found, pending = [], ""
        while not self.maybe("}"):
            if self.peek().kind == "comment":
                pending = plain(self.take().text)
                continue
            base, const = self.specifier()
            line = [self.declarator(base, const)]
            while self.maybe(","):
                line.append(self.declarator(base, const))
            self.take(";")
            comment = "\n".join(text for text in (pending, self.trailing()) if text)
            found += [{"name": name, **said, "comment": comment} for name, said in line]
            pending = ""
        return found

    def typedef(self):
        kind = self.peek().text
        if kind in ("struct", "enum"):
            self.at += 1
            name = self.take(kind="word").text
            if kind == "struct" and self.maybe(name):
                self.take(";")
                self.types.add(name)
                return self.add("handles", {"name": name})
            self.take("{")
            if kind == "enum":
                return self.enum(name)
            members = self.members()
            self.take(name)
            self.take(";")
            self.types.add(name)
            return self.add("structs", {"name": name, "members": members})
        name, returns = self.declarator(*self.specifier())
        parameters = self.parameters()
        self.take(";")
        self.types.add(name)
        return self.add("callbacks", {"name": name, "returns": returns, "parameters": parameters})

    def function(self):
        name, returns = self.declarator(*self.specifier())
        parameters = self.parameters()
        self.take(";")
        self.add("functions", {"name": name, "returns": returns, "parameters": parameters})

    def comment(self, text):
        if self.pending:  # it stood by itself
            self.api["notes"].append({"comment": self.pending, "section": self.section})
        heading = re.fullmatch(r"--- (.*?) -+", text)
        if heading:
            self.section, self.group, self.pending = heading.group(1), "", ""
        elif not self.api["comment"]:
            self.api["comment"] = text
        else:
            self.group = self.pending = text

    def read(self):
        while self.at < len(self.tokens):
            token = self.take()
            if token.blank:
                if self.pending:
                    self.api["notes"].append({"comment": self.pending, "section": self.section})
                self.group = self.pending = ""
            if token.kind == "comment":
                self.comment(plain(token.text))
            elif token.kind == "directive":
                self.define(token)
            elif token.text == "typedef":
                self.typedef()
            elif token.text == PREFIX + "_API":
                self.function()
            else:
                token.fail("a declaration that is not known")
        return self.api


def declared(name, said):
    """C's declaration of a name of that type."""
    if said["base"] == "function":
        return said["type"].replace("(*)", f"(*{name})", 1)
    gap = "" if said["pointer"] else " "
    return said["type"] + gap + name + (f"[{said['count_text']}]" if "count" in said else "")


# --- what the compiler knows ------------------------------------------------------------------------------------------------


def compile_text(cc, header, text, *options):
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "ask.c"), os.path.join(folder, "answer")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'#include "{os.path.abspath(header)}"\n{text}')
        done = subprocess.run([*cc, "-std=c17", *options, "-o", out, source], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unknown(f"{' '.join(cc)}: {done.stderr}")
        with open(out, encoding="utf-8") as file:
            return file.read()


def ask(cc, header, expressions):
    """Values of integer constant expressions: each goes into the assembler as a string."""
    lines = [f'  __asm__ volatile(".ascii \\"fact {n} %0\\"" : : "i"((long long)({text})));' for n, text in enumerate(expressions)]
    answer = compile_text(cc, header, "void ask(void);\nvoid ask(void) {\n" + "\n".join(lines) + "\n}\n", "-S", "-O0")
    found = {int(n): int(value) for n, value in re.findall(r"fact (\d+) [$#]?(-?\d+)", answer)}
    if len(found) != len(expressions):
        raise Unknown(f"{' '.join(cc)} has answered {len(found)} of {len(expressions)} questions")
    return [found[n] for n in range(len(expressions))]


def expand_constants(cc, header, constants):
    """Gives each constant its value: a string, a float, or None where the compiler will be asked for an integer."""
    text = compile_text(cc, header, "".join(f"@{n}@ {c['name']}\n" for n, c in enumerate(constants)), "-E", "-P")
    expanded = dict(re.findall(r"^@(\d+)@ (.*)$", text, re.M))
    for n, constant in enumerate(constants):
        body = expanded[str(n)].strip()
        if re.fullmatch(r'("[^"\\]*"\s*)+', body):
            constant["value"] = "".join(re.findall(r'"([^"\\]*)"', body))
        elif re.fullmatch(r"-?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?[fF]?", body):
            constant["value"] = float(body.rstrip("fF"))


def measure(cc, header, api):
    """Fills in what only the compiler knows: values, sizes, offsets and counts."""
    expand_constants(cc, header, api["constants"])
    wanted = [(c, "value", c["name"]) for c in api["constants"] if c["value"] is None]
    wanted += [(v, "value", v["name"]) for e in api["enums"] for v in e["values"]]
    wanted += [(e, "size", f"sizeof({e['name']})") for e in api["enums"]]
    for struct in api["structs"]:
        name = struct["name"]
        wanted += [(struct, "size", f"sizeof({name})"), (struct, "alignment", f"_Alignof({name})")]
        for member in struct["members"]:
            place = f"(({name} *)0)->{member['name']}"
            wanted += [(member, "offset", f"offsetof({name}, {member['name']})"), (member, "size", f"sizeof({place})")]
            if "count" in member:
                wanted.append((member, "count", f"sizeof({place}) / sizeof({place}[0])"))
    api["sizes"] = {}
    wanted += [(api["sizes"], base, f"sizeof({base})") for base in BASES if base != "void"] + [(api["sizes"], "pointer", "sizeof(void *)")]
    for (place, key, _), value in zip(wanted, ask(cc, header, [text for _, _, text in wanted])):
        place[key] = value


def read_header(header, cc):
    with open(header, encoding="utf-8") as file:
        api = Reader(active(tokenise(file.read()))).read()
    measure(cc, header, api)
    version = next((c["value"] for c in api["constants"] if c["name"] == PREFIX + "_VERSION"), "")
    return {"format": 1, "library": "weir", "version": version, "header": "weir/weir.h", **api}


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("header")
    words.add_argument("--cc", required=True, help="the compiler")
    words.add_argument("--flag", action="append", default=[], help="an option of the compiler's that changes layouts: --flag=-m32")
    words.add_argument("--out", help="the file to write; standard output if none is given")
    said = words.parse_args()
    try:
        text = json.dumps(read_header(said.header, [said.cc, *said.flag]), indent=1) + "\n"
    except Unknown as fault:
        sys.exit(f"api.py: {said.header}: {fault}")
    if said.out:
        with open(said.out, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
