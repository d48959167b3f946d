"""Builds the package: weir_build.py has the compiled part, and the interface as JSON goes beside the modules."""
import os
import shutil
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import weir_build  # noqa: E402


class BuildPy(build_py):
    """Copies weir.json, which the build of the library wrote, into the package."""

    def run(self):
        super().run()
        shutil.copy(weir_build.JSON, os.path.join(self.build_lib, "weir", "weir.json"))


setup(version=weir_build.api["version"], packages=["weir"], cmdclass={"build_py": BuildPy}, cffi_modules=["weir_build.py:ffi"])
