#!/usr/bin/env python3
"""amalgamate.py DIR: the library as two files, DIR/weir.c and DIR/weir.h, which any build takes as they are:

    cc -O2 game.c weir.c -lm

One file has one name space, and the library's files have many names of their own. So everything is static but weir_*, a name that two
files define gets the file's name behind it, and macros end with their file. The row kernels stand there once for each vector width, their
names with the width behind them, under the compiler's pragmas for it; pragmas also say what the library's own build says by options: no
fused a*b + c, no errno, vectors. Files are read as this tree formats them: what belongs to no function begins at the first column.
"""
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
ROOMS = ("base", "weir")
# Compiled once for each width, as src/CMakeLists.txt has them; those of bodies fill their lanes one by one, for which 256 bits are better.
KERNELS = ("weir/displace/column_rows.c", "weir/displace/raster_rows.c", "weir/displace/ring_rows.c", "weir/flow/front_rows.c",
           "weir/flow/update_rows.c", "weir/membrane/membrane_rows.c", "weir/bodies/cut_rows.c", "weir/bodies/face_rows.c",
           "weir/waves/wave_rows.c")
NARROW = ("weir/bodies/cut_rows.c", "weir/bodies/face_rows.c")
V3 = "avx2,fma,bmi,bmi2,f16c,lzcnt,movbe,popcnt"
V4 = V3 + ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
SYSTEMS_OWN = {"WORD", "INT", "INT64", "FLOAT", "DOUBLE"} # names of windows.h
STANDARD = {"errno.h", "float.h", "limits.h", "math.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
            "string.h", "time.h"}
WIDTHS = (("avx2", 256, V3), ("avx512", 512, V4))

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<member>(?:\.|->)\s*[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<other>.)
""", re.VERBOSE | re.DOTALL)
WORDS = set("""auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
    return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas _Atomic _Bool _Static_assert
    _Thread_local bool""".split())


def fail(text):
    sys.exit("amalgamate.py: " + text)


def without_comments(text):
    """The text with each comment made a space, or as many newlines as it had."""
    def blank(match):
        if not match.group("comment"):
            return match.group()
        return "\n" * match.group().count("\n") or " "
    return TOKEN.sub(blank, text)


def renamed(text, names):
    """The text with names replaced, but for members, strings and comments."""
    return TOKEN.sub(lambda match: names.get(match.group(), match.group()) if match.group("name") else match.group(), text)


class Chunk:
    """What stands between two ends of a declaration, outside of functions: lines, with the comments before it."""

    def __init__(self, text):
        self.text = text
        self.bare = re.sub(r"\s+", " ", without_comments(text)).strip()
        self.is_directive = self.bare.startswith("#")

    def head(self):
        """A declaration up to its body, its value or its end."""
        return re.split(r"[{=;]", self.bare, maxsplit=1)[0].strip()

    def is_function(self):
        return bool(re.search(r"\w\)? ?\(", self.head())) and not re.match(r"(typedef|struct|enum|union|_Static_assert)\b", self.bare)

    def is_data(self):
        head = self.head()
        if self.is_directive or self.is_function() or re.match(r"(typedef|enum|_Static_assert)\b", self.bare):
            return False
        return not (re.match(r"(struct|union)\b", self.bare) and re.fullmatch(r"(struct|union) \w+", head))

    def is_shared(self):
        """True where other files can know what the chunk defines: a function or data that is not static."""
        if self.is_directive or not (self.is_function() or self.is_data()):
            return False
        return not {"static", "INLINE", "FORMULA"} & set(self.head().split())

    def names(self):
        """The names that the chunk gives to the file."""
        bare = self.bare
        if self.is_directive:
            match = re.match(r"# ?define (\w+)", bare)
            return [match.group(1)] if match else []
        if not bare or bare.startswith("_Static_assert"):
            return []
        found = []
        for body in re.findall(r"\benum\b[^{};]*\{([^}]*)\}", bare):
            found += re.findall(r"(?:^|,) ?(\w+)", body)
        found += re.findall(r"^(?:typedef |static |const )*(?:struct|enum|union) (\w+)", bare)
        if bare.startswith("typedef"):
            match = re.search(r"\(\*?(\w+)\)\([^()]*\);$", bare) or re.search(r"(\w+)(?:\[[^\]]*\])? ?(?:__attribute__.*)?;$", bare) or \
                re.search(r"(\w+)\([^()]*\);$", bare)
            found.append(match.group(1))
        elif self.is_function():
            head = re.sub(r"__attribute__ ?\(\(.*?\)\)\)?", "", self.head())
            match = re.search(r"(\w+) ?\(", head)
            if match.group(1) != "WIDTH":
                found.append(match.group(1))
        elif self.is_data():
            found += self.data_names()
        return [name for name in found if name not in WORDS]

    def data_names(self):
        text = re.sub(r"\{.*\}", "", self.bare)
        if "WIDTH(" in text.split("=")[0]:
            return []
        names = []
        for part in text.rstrip(";").split(","):
            match = re.search(r"(\w+)(?: ?\[[^\]]*\])* ?(?:=.*)?$", part.split("=")[0].strip())
            if match:
                names.append(match.group(1))
        return names


def chunks_of(text):
    """Cuts a file into chunks: directives, and declarations with their bodies."""
    chunks, start, depth, parens, at = [], 0, 0, 0, 0
    while at < len(text):
        match = TOKEN.match(text, at)
        token, end = match.group(), match.end()
        if token == "#" and depth == 0 and parens == 0:
            end = at
            while True:
                stop = text.find("\n", end)
                comment = text.find("/*", end)
                if comment != -1 and comment < stop and text.find("*/", comment) > stop:
                    end = text.find("*/", comment)
                    continue
                end = stop
                if text[stop - 1] != "\\":
                    break
                end += 1
            end += 1
            chunks.append(Chunk(text[start:end]))
            start = end
        elif token in "({[":
            depth += token == "{"
            parens += token in "(["
        elif token in ")}]":
            depth -= token == "}"
            parens -= token in ")]"
            if token == "}" and depth == 0 and parens == 0 and Chunk(text[start:end]).is_function() and "=" not in Chunk(text[start:end]).bare.split("{")[0]:
                chunks.append(Chunk(text[start:end]))
                start = end
        elif token == ";" and depth == 0 and parens == 0:
            behind = re.compile(r"[ ]*/\*[^\n]*?\*/(?=\n)").match(text, end)
            end = behind.end() if behind else end
            chunks.append(Chunk(text[start:end]))
            start = end
        at = end
    if text[start:].strip():
        chunks.append(Chunk(text[start:]))
    return chunks


class File:
    """A file of the library by its path below src."""

    def __init__(self, path):
        self.path = path
        self.text = (SOURCE / path).read_text()
        self.chunks = chunks_of(self.text)
        self.includes = [m.group(1) for c in self.chunks for m in [re.match(r'# ?include "([^"]+)"', c.bare)] if m]
        self.macros = [name for chunk in self.chunks if chunk.is_directive for name in chunk.names()]
        self.guard = ""
        first = [chunk.bare for chunk in self.chunks[:2]]
        if path.endswith(".h") and len(first) == 2 and first[0].startswith("#ifndef") and first[1] == first[0].replace("ifndef", "define"):
            self.guard = first[0].split()[1]

    def names(self):
        """Names that only this file should have: all that it defines, less what it takes back and what all files see."""
        found = set()
        for chunk in self.chunks:
            if not chunk.is_directive and re.match(r"(extern\b|_Static_assert)", chunk.bare):
                continue
            found.update(chunk.names())
        return found - set(re.findall(r"^#undef (\w+)", self.text, re.MULTILINE)) - {self.guard}

    def own_names(self):
        """Names of a .c file that other files cannot know."""
        found = set()
        for chunk in self.chunks:
            if not chunk.is_shared():
                found.update(chunk.names())
        return found - {"_GNU_SOURCE", "_DEFAULT_SOURCE", "_POSIX_C_SOURCE"}


class Library:
    """All files that the library consists of."""

    def __init__(self):
        self.files = {}
        for room in ROOMS:
            for path in sorted((SOURCE / room).rglob("*.[ch]")):
                self.add(path.relative_to(SOURCE).as_posix())
        self.public = set(re.findall(r"\b(weir_\w+)\(", self.files["weir/weir.h"].text))
        self.sources = [path for path in sorted(self.files) if path.startswith("weir/") and path.endswith(".c")]
        self.headers = []
        while self.headers != self.closure(self.sources): # of base, what the library includes, and what that includes
            self.headers = self.closure(self.sources)
            self.sources = [path for path in sorted(self.files) if path in self.sources or path.endswith(".c") and
                            (path[:-1] + "h" in self.headers or path.split("_")[0] + ".h" in self.headers)] # thread_windows.c, of thread.h
        self.of_lanes = [h for h in self.headers if h == "base/lanes.h" or "base/lanes.h" in self.closure([h])]
        self.seen_by = {}
        for path in self.sources + self.headers:
            for name in self.files[path].own_names() if path.endswith(".c") else self.files[path].names():
                self.seen_by.setdefault(name, set()).add(path)

    def add(self, path):
        self.files[path] = File(path)

    def closure(self, paths):
        """All headers that files include, each behind those that it includes."""
        order = []

        def visit(path):
            for header in self.files[path].includes:
                if header not in order:
                    visit(header)
                    if header not in order:
                        order.append(header)
        for path in paths:
            visit(path)
        return order

    def clashing(self, path):
        """New names for what a .c file has in common with another."""
        stem = re.sub(r"\W", "_", Path(path).with_suffix("").name)
        known = set(self.closure([path])) # a struct that a header only names is the header's
        return {name: name + "_" + stem for name in self.files[path].own_names()
                if name in SYSTEMS_OWN or len(self.seen_by[name]) > 1 and not self.seen_by[name] & known}

    def body(self, path, bodies):
        """A file's text as a part of the one: without what all have, everything static; `bodies` has the headers that are put in where they are
        included."""
        file, out = self.files[path], []
        chunks = file.chunks
        if file.guard:
            chunks = chunks[2:-1]
        for chunk in chunks:
            include = re.match(r'# ?include "([^"]+)"', chunk.bare)
            if include:
                if not self.files[include.group(1)].guard and include.group(1) != "weir/weir.h":
                    out.append(self.body(include.group(1), bodies))
                elif include.group(1) in bodies:
                    bodies.remove(include.group(1))
                    out.append(self.body(include.group(1), bodies))
                continue
            if re.match(r"# ?define _(GNU|DEFAULT|POSIX_C)_SOURCE", chunk.bare):
                continue
            out.append(self.made_static(chunk))
        return "".join(out)

    def made_static(self, chunk):
        text = chunk.text
        words = chunk.head().split()
        if not chunk.bare or not chunk.is_shared() or set(chunk.names()) & self.public:
            return text
        if words[0] == "struct" and len(words) == 2:
            return text
        first = re.search(r"(?m)^(?=\w)", re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL))
        at = first.start()
        rest = text[at:]
        return text[:at] + "static " + (rest[len("extern "):] if rest.startswith("extern ") else rest)

    def undefined(self, path):
        """The end of a .c file's macros."""
        gone = [name for name in self.files[path].macros if not name.startswith("_")]
        return "\n" + "".join("#undef %s\n" % name for name in dict.fromkeys(gone))


def for_pragmas(text):
    """Loops' pragmas as all compilers take them without an option."""
    text = re.sub(r"#pragma omp simd[^\n]*", "WEIR_SIMD_LOOP", text)
    return re.sub(r"#pragma GCC unroll (\d+)([^\n]*)", r"WEIR_UNROLL(\1)\2", text)


def kernels(library, width, bits):
    """The row kernels for one width, all their names with the width behind them."""
    out = ["\n#undef WEIR_WIDTH\n#define WEIR_WIDTH %s\n#undef LANES_BITS\n#define LANES_BITS %s\n" % (width, bits)]
    bodies = list(library.of_lanes)
    names = {}
    for header in library.of_lanes:
        names.update({name: name + "_" + width for name in library.files[header].names() - {"LANES_BITS", "WEIR_WIDTH"}})
        for inner in library.files[header].includes: # formulas by template: name_lanes
            if not library.files[inner].guard and inner != "weir/weir.h":
                formulas = re.findall(r"NAMED\((\w+)\)\(", library.files[inner].text)
                names.update({name + "_lanes": "%s_lanes_%s" % (name, width) for name in formulas})
    text = []
    for path in KERNELS:
        own = dict(names)
        clashing = library.clashing(path)
        own.update({name: clashing.get(name, name) + "_" + width for name in library.files[path].own_names()})
        part = renamed(library.body(path, bodies), own) + renamed(library.undefined(path), own)
        if path in NARROW and bits == 512:
            part = "WEIR_NARROW_BEGIN\n" + part + "WEIR_NARROW_END\n"
        text.append(title(path, "for " + width) + part)
    macros = [name for header in library.of_lanes for name in library.files[header].macros]
    text.append("".join("#undef %s\n" % names[name] for name in dict.fromkeys(macros) if name in names))
    return "".join(out + text)


def template_names(text, width):
    """NAMED(formula) is formula##_lanes: the width goes behind it."""
    return text.replace("##_lanes\n", "##_lanes_%s\n" % width).replace("lanes_##function\n", "lanes_##function##_%s\n" % width)


def title(path, more=""):
    return "\n/* ---- src/%s%s ---- */\n" % (path, " " + more if more else "")


HEAD = """/* libweir %s as one file, made by `weir.sh amalgamate` from the files that its sections name: change those.
 *
 *     cc -O2 game.c weir.c -lm          (-pthread where the C library wants it)
 *
 * For gcc from 12 and clang from 14, as C17. The row kernels of all vector widths are in it, and the best that the processor has is chosen
 * when the program runs; -march is not needed. Do not compile it with -ffast-math: all widths, threads and machines have the same bits,
 * and a*b + c that is fused is another number. WEIR_CHECKS defined: a caller's bugs are found and told; NDEBUG is not looked at. */
%s
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity, madvise, pthread_condattr_setclock */
#endif
#include "weir.h"

%s
#if defined(__FAST_MATH__)
#error "weir.c must not be compiled with -ffast-math: its bits would depend on the compiler"
#endif
#if defined(__x86_64__)
#define WEIR_WIDTHS_X86
#include <immintrin.h>
#endif
#if defined(WEIR_CHECKS)
#undef NDEBUG
#elif !defined(NDEBUG)
#define NDEBUG
#endif

/* Pragmas in place of options. Much of what one width or one system needs is not used by the others. */
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wunused-const-variable"
#pragma clang diagnostic ignored "-Wpass-failed" /* below -O2, loops are not made vectors */
#pragma STDC FP_CONTRACT OFF
#define WEIR_PRAGMA(text) _Pragma(#text)
#define WEIR_SIMD_LOOP WEIR_PRAGMA(clang loop vectorize(assume_safety))
#define WEIR_UNROLL(count) WEIR_PRAGMA(clang loop unroll_count(count))
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math")
#ifdef __OPTIMIZE__
#pragma GCC optimize("O3")
#endif
#define WEIR_PRAGMA(text) _Pragma(#text)
#define WEIR_SIMD_LOOP WEIR_PRAGMA(GCC ivdep)
#define WEIR_UNROLL(count) WEIR_PRAGMA(GCC unroll count)
#endif
#define WEIR_NARROW_BEGIN
#define WEIR_NARROW_END
"""

BEGIN_WIDTH = """
/* ==== row kernels for %(width)s ==== */
#if defined(WEIR_WIDTHS_X86)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("%(features)s"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("%(features)s%(prefer)s")
#endif
"""

END_WIDTH = """
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
"""

TAIL = """
#if defined(__clang__)
#pragma clang diagnostic pop
#else
#pragma GCC pop_options
#pragma GCC diagnostic pop
#endif
"""


def main():
    if len(sys.argv) != 2:
        fail("one word is needed: the folder for weir.c and weir.h")
    folder = Path(sys.argv[1])
    library = Library()
    header = library.files["weir/weir.h"].text
    version = ".".join(re.findall(r"#define WEIR_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    licence = "\n/* " + (SOURCE.parent / "LICENSE").read_text().strip().replace("\n", "\n * ").replace(" * \n", " *\n") + " */\n"
    found = {m.group(1) for p in library.sources + library.headers for m in re.finditer(r"#\s*include <(\w+\.h)>", library.files[p].text)}
    systems = ["#include <%s>" % name for name in sorted(found & STANDARD)] # others stand where they are, for the systems that have them
    out = [HEAD % (version, licence, "\n".join(systems))]
    for path in library.headers:
        if path in library.of_lanes or path == "weir/weir.h" or not library.files[path].guard:
            continue
        out.append(title(path) + library.body(path, []))
    plain = "#if defined(WEIR_WIDTHS_X86)\n#define WEIR_PLAIN_BITS 128\n#else\n#define WEIR_PLAIN_BITS 0\n#endif\n"
    out.append("\n/* ==== row kernels for the vectors that every processor has ==== */\n" + plain)
    out.append(template_names(kernels(library, "plain", "WEIR_PLAIN_BITS"), "plain"))
    for width, bits, features in WIDTHS:
        prefer = ",prefer-vector-width=512" if bits == 512 else ""
        out.append(BEGIN_WIDTH % {"width": width, "features": features, "prefer": prefer})
        out.append(without_comments(template_names(kernels(library, width, bits), width)))
        out.append(END_WIDTH)
    # base last: the systems' headers, which its files include, define words that others use (near, far, small).
    for path in sorted(library.sources, key=lambda path: (path.startswith("base/"), path)):
        if path not in KERNELS:
            out.append(title(path) + renamed(library.body(path, []), library.clashing(path)) + renamed(library.undefined(path), library.clashing(path)))
    out.append(TAIL)
    text = for_pragmas("".join(out))
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weir.c").write_text(text)
    (folder / "weir.h").write_text(licence.lstrip() + header)


main()
