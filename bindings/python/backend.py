"""The build of the package by pip, with the setuptools and the cffi that are there.

pip builds in an environment that sees nothing but what `requires` names, which it fetches. A machine without network has both from its
distribution: then setuptools runs in a process of its own, which sees what the interpreter sees."""
import importlib.util
import os
import subprocess
import sys

ASK = "import cffi, setuptools, wheel"
CALL = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"


def _outside(*words):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([sys.executable, "-c", *words], env=environment, stdout=subprocess.PIPE, text=True, check=False)


def _here():
    return all(importlib.util.find_spec(name) for name in ("cffi", "setuptools", "wheel"))


def _call(hook, folder):
    if _here():
        from setuptools import build_meta
        return getattr(build_meta, hook)(folder)
    done = _outside(CALL, hook, folder)
    sys.stdout.write(done.stdout)
    if done.returncode:
        raise SystemExit(f"{hook} has failed: its words stand above")
    return done.stdout.split()[-1]


def get_requires_for_build_wheel(config_settings=None):
    return [] if _here() or _outside(ASK).returncode == 0 else ["setuptools >= 61", "wheel", "cffi >= 1.15"]


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return _call("prepare_metadata_for_build_wheel", metadata_directory)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _call("build_wheel", wheel_directory)
