"""The compiled part of the package: cffi's, with the library's own static build in it.

The checkout's CMake builds the library, with its own flags and vector widths, so the bits are the library's; or WEIR_BUILD names a build
of it. The C that cffi writes is compiled against weir.h: a declaration here that is not the header's is the compiler's error."""
import json
import os
import re
import subprocess
import sys

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))


def build_library():
    """Returns the folders of a build of the library and of its sources."""
    build = os.environ.get("WEIR_BUILD")
    if not build:
        build = os.path.join(HERE, "build", "library")
        for words in (["-S", os.path.join(HERE, "..", ".."), "-B", build, "-DWEIR_PROGRAM=OFF", "-DWEIR_PYTHON=" + sys.executable],
                      ["--build", build, "--parallel", str(os.cpu_count() or 1), "--target", "weir_static", "weir_api"]):
            try:
                subprocess.run(["cmake", *words], check=True, stdout=sys.stderr)
            except FileNotFoundError:
                sys.exit("weir: cmake builds the library, and is not here (Debian: cmake, gcc)")
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        return build, re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache.read(), re.M).group(1)


BUILD, SOURCES = build_library()
sys.path.insert(0, os.path.join(SOURCES, "bindings"))
from cdef import declarations  # noqa: E402

JSON = os.path.join(BUILD, "weir.json")
with open(JSON, encoding="utf-8") as text:
    api = json.load(text)
with open(os.path.join(HERE, "pins.c"), encoding="utf-8") as text:
    pins = text.read()

ffi = cffi.FFI()
ffi.cdef(declarations(api) + "bool weir_pins_begin(void);\nbool weir_pin(const void *place);\nvoid weir_unpin(const void *place);\n")
# Hidden: a program that embeds Python may have a libweir of its own.
hidden = ["-Wl,--exclude-libs,ALL"] if sys.platform.startswith("linux") else []
ffi.set_source("weir._weir", '#include "weir/weir.h"\n' + pins, include_dirs=[os.path.join(SOURCES, "src")],
               extra_objects=[os.path.join(BUILD, "src", "weir", "package", "libweir.a")], libraries=["m"], extra_link_args=["-pthread", *hidden])
