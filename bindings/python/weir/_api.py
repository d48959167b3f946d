"""The library's description: constants, enums, errors, and what has not been bound."""
import enum
import json
import os

from ._weir import ffi, lib

with open(os.path.join(os.path.dirname(__file__), "weir.json"), encoding="utf-8") as _text:
    API = json.load(_text)

if not lib.weir_pins_begin():
    raise ImportError("weir: the library's memory is in use already")

UNBOUND = {}  # names of the library that Python does not have, with the reason; weir.lib of _weir has them all
HANDMADE = {}  # functions of the library that are bound by hand, with their name here


def binds(*names):
    """Marks a function or method that binds functions of the library by hand."""
    def mark(made):
        HANDMADE.update({name: made.__name__ for name in names})
        return made
    return mark


class Error(ValueError):
    """The library's refusal: one line saying what is wrong and what is allowed."""


def raise_error(error):
    raise Error(ffi.string(error.text).decode())


class Enum(enum.IntEnum):
    """A choice of the library's. A name stands for it, too: Solver("swe")."""

    @classmethod
    def _missing_(cls, value):
        return cls.__members__.get(value.upper()) if isinstance(value, str) else None


def help_of(item):
    return item["comment"] or item.get("group", "")


def plain_name(name):
    return name[len("Weir"):]


def _enum(item):
    values = [(v["name"][len("WEIR_"):], v["value"]) for v in item["values"] if not v["name"].endswith("_COUNT")]
    made = Enum(plain_name(item["name"]), values, module="weir")
    lines = [f"{v['name'][len('WEIR_'):]}: {v['comment']}" for v in item["values"] if v["comment"]]
    made.__doc__ = "\n".join([help_of(item), *lines]).strip()
    return made


ENUMS = {plain_name(item["name"]): _enum(item) for item in API["enums"]}
CONSTANTS = {item["name"][len("WEIR_"):]: item["value"] for item in API["constants"]}
NUMBERS = {"bool": "?", "int": "i", "float": "f", "double": "d", "int8_t": "i1", "uint8_t": "u1", "int16_t": "i2", "uint16_t": "u2",
           "int32_t": "i4", "uint32_t": "u4", "int64_t": "i8", "uint64_t": "u8", "size_t": "uintp", "ptrdiff_t": "intp"}
STRUCT_ITEMS = {item["name"]: item for item in API["structs"]}
HANDLES = {item["name"] for item in API["handles"]}


def enum_of(base):
    """The enum of a C type; None if it is not one."""
    return ENUMS.get(plain_name(base)) if base.startswith("Weir") else None
