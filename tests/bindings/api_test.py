#!/usr/bin/env python3
"""The interface as JSON is whole, and says what the compiler and the shared library say.

    api_test.py ROOT CC LIBRARY JSON

Each check is a function that lists its faults; it must find none in what the build wrote, and at least one once a fault was put in.
Layouts come here from a C program that runs, where api.py asks the assembler; comments are found here by a search of their own."""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT, CC, LIBRARY, JSON = sys.argv[1:5]
HEADER = os.path.join(ROOT, "src/weir/weir.h")
sys.path.insert(0, os.path.join(ROOT, "bindings"))
import api as reader  # noqa: E402


def flat(text):
    return " ".join(re.sub(r"^\s*\* ?", "", text, flags=re.M).split())


def exported():
    table = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in table.splitlines() if line.split()[-1].startswith("weir_")}


def symbol_faults(api, symbols):
    names = {function["name"] for function in api["functions"]}
    return sorted(f"{name}: exported, not in the JSON" for name in symbols - names) + sorted(
        f"{name}: in the JSON, not exported" for name in names - symbols)


def comment_faults(api, header):
    """Functions without a comment, and comments of the header that have got lost."""
    faults = [f"{f['name']}: no comment" for f in api["functions"] if not f["comment"] and not f["group"]]
    told = flat(json.dumps(api, ensure_ascii=False).replace("\\n", " ").replace('\\"', '"'))
    comments = re.findall(r"/\*(.*?)\*/", re.sub(r'"(C|[^"\n/]*)" \{', "", header), re.S)
    for comment in comments:
        text = flat(comment)
        if text.startswith("--- "):
            text = text.strip("- ")
        if text not in told:
            faults.append(f"a comment is not in the JSON: {text[:60]}")
    return faults


def member_comment_faults(api, header):
    """Members whose line of the header ends in a comment that they do not have."""
    faults = []
    for struct in api["structs"]:
        body = re.search(rf"typedef struct {struct['name']} \{{\n(.*?)\n\}}", header, re.S).group(1)
        for member in struct["members"]:
            line = re.search(rf"^[^/\n]*\b{member['name']}\b[^/\n]*;[ \t]*/\*(.*?)\*/", body, re.M | re.S)
            if line and flat(line.group(1)) not in flat(member["comment"]):
                faults.append(f"{struct['name']}.{member['name']}: {flat(line.group(1))} is not its comment")
    return faults


def run_c(text, folder, *options):
    """Compiles and runs a program, or with -c compiles it; returns its output, or None and what the compiler says."""
    source, program = os.path.join(folder, "facts.c"), os.path.join(folder, "facts")
    with open(source, "w", encoding="utf-8") as file:
        file.write(f'#include <stdio.h>\n#include "{HEADER}"\n{text}')
    done = subprocess.run([CC, "-std=c17", "-Wall", "-Wextra", "-Werror", *options, source, "-o", program], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return None, done.stderr[:2000]
    if "-c" in options:
        return "", ""
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout, ""


def layout_faults(api):
    facts = []  # C's expression, what the JSON says
    for struct in api["structs"]:
        name = struct["name"]
        facts += [(f"sizeof({name})", struct["size"]), (f"_Alignof({name})", struct["alignment"])]
        for member in struct["members"]:
            facts += [(f"offsetof({name}, {member['name']})", member["offset"]), (f"sizeof((({name} *)0)->{member['name']})", member["size"])]
            if "count" in member:
                facts.append((f"sizeof((({name} *)0)->{member['name']}) / sizeof((({name} *)0)->{member['name']}[0])", member["count"]))
    for enum in api["enums"]:
        facts += [(value["name"], value["value"]) for value in enum["values"]] + [(f"sizeof({enum['name']})", enum["size"])]
    facts += [(f"sizeof({base})", size) for base, size in api["sizes"].items() if base != "pointer"] + [("sizeof(void *)", api["sizes"]["pointer"])]
    strings = [c for c in api["constants"] if isinstance(c["value"], str)]
    numbers = [c for c in api["constants"] if not isinstance(c["value"], str)]
    lines = [f'  printf("%lld\\n", (long long)({text}));' for text, _ in facts]
    lines += [f'  printf("%.17g\\n", (double)({c["name"]}));' for c in numbers] + [f'  printf("%s\\n", {c["name"]});' for c in strings]
    with tempfile.TemporaryDirectory() as folder:
        out, fault = run_c("int main(void) {\n" + "\n".join(lines) + "\n  return 0;\n}\n", folder)
    if out is None:
        return [fault]
    said = [float(value) for _, value in facts] + [float(c["value"]) for c in numbers] + [c["value"] for c in strings]
    names = [text for text, _ in facts] + [c["name"] for c in numbers + strings]
    answers = out.splitlines()
    return [f"{name}: the compiler says {answer}, the JSON {value}" for name, value, answer in zip(names, said, answers)
            if (answer != value if isinstance(value, str) else float(answer) != value)]


def declaration_faults(api):
    """Types as the compiler knows them: an initialiser that names no member must fit the struct exactly, an assignment each function."""
    lines = []
    for struct in api["structs"]:
        name = struct["name"]
        values = ", ".join(f"{{old.{m['name']}[0]}}" if "count" in m else f"old.{m['name']}" for m in struct["members"])
        lines.append(f"void take_{name}({name} old);\nvoid take_{name}({name} old) {{\n  {name} all = {{{values}}};\n  (void)all;")
        for member in struct["members"]:
            kind = reader.declared("*member" if member["base"] != "function" else "member", {k: v for k, v in member.items() if k not in ("count", "count_text")})
            lines.append(f"  {{ {kind} = {member_place(member)}; (void)member; }}")
        lines.append("}")
    for n, function in enumerate(api["functions"]):
        returns = function["returns"]["type"]
        parameters = ", ".join(reader.declared(p["name"], p) for p in function["parameters"]) or "void"
        lines.append(f"{returns} (*const call_{n})({parameters}) = {function['name']};")
    for n, callback in enumerate(api["callbacks"]):
        parameters = ", ".join(reader.declared(p["name"], p) for p in callback["parameters"]) or "void"
        lines.append(f"{callback['name']} *const back_{n} = ({callback['returns']['type']} (*)({parameters}))0;")
    with tempfile.TemporaryDirectory() as folder:
        out, fault = run_c("\n".join(lines) + "\n", folder, "-c", "-Wno-unused-variable")
    return [fault] if out is None else []


def member_place(member):
    if member["base"] == "function":
        return f"all.{member['name']}"
    return f"all.{member['name']}" if "count" in member else f"&all.{member['name']}"


class Whole(unittest.TestCase):
    """What the build wrote, and what each check says once it is false."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        with open(HEADER, encoding="utf-8") as file:
            cls.header = file.read()
        with open(JSON, encoding="utf-8") as file:
            cls.api = json.load(file)

    def broken(self, change):
        api = copy.deepcopy(self.api)
        change(api)
        return api

    def named(self, api, kind, name):
        return next(item for item in api[kind] if item["name"] == name)

    def struct(self, api, name):
        return self.named(api, "structs", name)

    def function(self, api, name):
        return self.named(api, "functions", name)

    def test_what_the_build_wrote_is_what_the_header_says_now(self):
        self.assertEqual(reader.read_header(HEADER, [CC]), self.api)
        self.assertGreater(len(self.api["functions"]), 60)
        self.assertGreater(len(self.api["structs"]), 10)

    def test_symbols(self):
        symbols = exported()
        self.assertEqual(symbol_faults(self.api, symbols), [])
        self.assertTrue(symbol_faults(self.broken(lambda api: api["functions"].pop()), symbols))
        self.assertTrue(symbol_faults(self.api, symbols - {"weir_water_step"}))

    def test_layouts_and_values(self):
        self.assertEqual(layout_faults(self.api), [])
        faults = [lambda api: self.struct(api, "WeirBody")["members"][3].update(offset=40),
                  lambda api: self.struct(api, "WeirStats").update(size=8),
                  lambda api: self.struct(api, "WeirBody")["members"][2].update(count=3),
                  lambda api: self.named(api, "enums", "WeirEdge")["values"][2].update(value=7),
                  lambda api: self.named(api, "constants", "WEIR_BODIES_MAX").update(value=1),
                  lambda api: self.named(api, "constants", "WEIR_VERSION").update(value="0.0.0")]
        for fault in faults:
            self.assertTrue(layout_faults(self.broken(fault)))

    def test_declarations(self):
        self.assertEqual(declaration_faults(self.api), [])
        faults = [lambda api: self.struct(api, "WeirStats")["members"].pop(), lambda api: self.struct(api, "WeirSource")["members"].pop(0),
                  lambda api: self.function(api, "weir_water_step")["parameters"][1].update(type="double"),
                  lambda api: self.function(api, "weir_version")["returns"].update(type="int"),
                  lambda api: self.struct(api, "WeirView")["members"][0].update(type="const double *"),
                  lambda api: api["callbacks"][0]["parameters"].pop()]
        for fault in faults:
            self.assertTrue(declaration_faults(self.broken(fault)))

    def test_comments(self):
        self.assertEqual(comment_faults(self.api, self.header), [])
        self.assertEqual(member_comment_faults(self.api, self.header), [])
        self.assertTrue(comment_faults(self.broken(lambda api: self.function(api, "weir_water_step").update(comment="", group="")), self.header))
        self.assertTrue(comment_faults(self.broken(lambda api: api["notes"].clear()), self.header))
        self.assertTrue(comment_faults(self.api, self.header + "/* said nowhere else */"))
        self.assertTrue(member_comment_faults(self.broken(lambda api: self.struct(api, "WeirTuning")["members"][4].update(comment="")), self.header))

    def test_unknown_syntax_is_an_error(self):
        end = "\n#ifdef __cplusplus\n}\n#endif"  # the header's own last lines
        self.assertEqual(self.header.count(end), 1)
        for unknown in ("WEIR_API void weir_new(Unknown *x);", "WEIR_API void weir_new(unsigned x);", "WEIR_API void weir_new(int x[3]);",
                        "WEIR_API void weir_new(int);", "WEIR_API void weir_new(int x, ...);", "WEIR_API int weir_new;", "void weir_new(void);",
                        "static inline int weir_new(void) { return 1; }", "typedef struct WeirNew { int x : 3; } WeirNew;",
                        "typedef union WeirNew { int x; } WeirNew;", "typedef struct WeirNew { struct { int x; } y; } WeirNew;",
                        "typedef struct WeirNew { int x[2][2]; } WeirNew;", "typedef struct { int x; } WeirNew;", "struct WeirNew { int x; };",
                        "typedef struct WeirNew { int x; } WeirOther;", "enum { WEIR_NEW };", "extern int weir_new;", "#define NEW 3",
                        "#define WEIR_NEW unknown_name", "#if WEIR_NEW\n#endif", "#include <math.h>", "#pragma once", "WEIR_API void weir_new(void)",
                        "typedef int WeirNew;", "$", "/* no end"):
            with self.subTest(unknown=unknown), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "weir.h")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(self.header.replace(end, "\n" + unknown + "\n" + end))
                self.assertRaises(reader.Unknown, reader.read_header, path, [CC])

    def test_new_syntax_is_read(self):
        """What a next version may have, in the header's own manner."""
        new = """
/* A new thing. */
typedef struct WeirNew {
  const float *values[3], gain; /* m */
  /* Before it. */
  WeirSide side;
} WeirNew;
#define WEIR_NEW_MAX (WEIR_GRID_MAX * 2) /* cells */
WEIR_API const WeirNew *weir_new(const WeirWater *water, WeirTask *task, const char *const name); /* behind it */
"""
        end = "\n#ifdef __cplusplus\n}\n#endif"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "weir.h")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.header.replace(end, new + end))
            api = reader.read_header(path, [CC])
        struct, function = api["structs"][-1], api["functions"][-1]
        self.assertEqual([(m["name"], m["offset"], m.get("count"), m["comment"]) for m in struct["members"]],
                         [("values", 0, 3, "m"), ("gain", 24, None, "m"), ("side", 28, None, "Before it.")])
        self.assertEqual((function["comment"], function["group"], struct["comment"]), ("behind it", "", "A new thing."))
        self.assertEqual(next(c["value"] for c in api["constants"] if c["name"] == "WEIR_NEW_MAX"), 16384)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
