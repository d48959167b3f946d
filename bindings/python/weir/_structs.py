"""A class for each of the library's structs: plain values, whose members are attributes."""
import numpy as np

from ._api import API, ENUMS, HANDLES, NUMBERS, STRUCT_ITEMS, UNBOUND, enum_of, help_of, plain_name
from ._weir import ffi, lib

STRUCTS = {}  # by their name here
BY_C = {}     # by the library's name
SPECIAL = {"WeirView": "comes as an array", "WeirError": "comes as weir.Error"}


class Struct:
    """A plain value of the library's. Made with the library's defaults where it has any, else with zeros; members as keywords."""

    __slots__ = ("_c", "_owner", "_arrays", "_changed")

    def __init__(self, **members):
        self._take(_default(self._item["name"]))
        for name, value in members.items():
            setattr(self, name, value)

    def _take(self, value):
        """Takes a value of C's; the arrays that it points to are not taken."""
        set_ = object.__setattr__
        set_(self, "_c", ffi.new(self._item["name"] + " *"))
        if value is not None:
            self._c[0] = value
        set_(self, "_owner", self._c)
        set_(self, "_arrays", {})
        set_(self, "_changed", None)

    @classmethod
    def _from(cls, value, changed=None):
        """A copy of a value of C's; `changed` is called with it after a member was set."""
        made = cls.__new__(cls)
        made._take(value)
        object.__setattr__(made, "_changed", changed)
        return made

    @classmethod
    def _inside(cls, place, owner, changed):
        """The struct at a place within another, which it keeps."""
        made = cls.__new__(cls)
        for name, value in (("_c", place), ("_owner", owner), ("_arrays", {}), ("_changed", changed)):
            object.__setattr__(made, name, value)
        return made

    def copy(self):
        made = type(self)._from(self._c[0])
        made._arrays.update(self._arrays)
        return made

    __copy__ = copy

    def __setattr__(self, name, value):
        if not isinstance(getattr(type(self), name, None), property):
            raise AttributeError(f"{type(self).__name__} has no member {name}")
        object.__setattr__(self, name, value)
        if self._changed:
            self._changed(self)

    def __dir__(self):
        return [m["name"] for m in self._item["members"]] + ["copy"]

    def __repr__(self):
        values = ((m["name"], getattr(self, m["name"], None)) for m in self._item["members"])
        return f"{type(self).__name__}({', '.join(f'{name}={_shown(value)}' for name, value in values)})"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(getattr(self, m["name"]), getattr(other, m["name"])) for m in self._item["members"])

    __hash__ = None


def _shown(value):
    return repr(value.tolist() if isinstance(value, np.ndarray) else value)


def _default(name):
    call = "weir_" + snake(name) + "_default"
    return getattr(lib, call)() if any(f["name"] == call for f in API["functions"]) else None


def snake(name):
    """WeirWaterDef: water_def."""
    plain = plain_name(name)
    return "".join(("_" if n and c.isupper() else "") + c.lower() for n, c in enumerate(plain))


def number(base):
    """numpy's name of a C type that is a number; None if it is none."""
    return NUMBERS.get(base) or ("u4" if enum_of(base) else None)


# --- members ------------------------------------------------------------------------------------------------------------------


def _scalar(member):
    name, kind, flag = member["name"], enum_of(member["base"]), member["base"] == "bool"

    def get(self):
        value = getattr(self._c, name)
        return kind(value) if kind else value

    def set_(self, value):
        setattr(self._c, name, int(kind(value)) if kind else bool(value) if flag else value)
    return get, set_


def _array(member):
    """An array of numbers: numpy's, in the struct's own memory."""
    name, count, kind = member["name"], member["count"], np.dtype(number(member["base"]))

    def get(self):
        place = ffi.addressof(self._c, name)
        return np.asarray(Memory(ffi.cast("char *", place), kind.str, (count,), None, (self._owner, self._c), False))

    def set_(self, value):
        get(self)[:] = value
    return get, set_


def _struct(member):
    name = member["name"]

    def get(self):
        kind = BY_C[member["base"]]
        return kind._inside(ffi.addressof(self._c, name), self._owner, lambda _: self._changed and self._changed(self))

    def set_(self, value):
        setattr(self._c, name, as_struct(member["base"], value)[0])
    return get, set_


def _struct_array(member):
    """An array of structs; where its length is the count of an enum's values, a dict by these sets some of them."""
    name = member["name"]
    by = next((ENUMS[plain_name(e["name"])] for e in API["enums"] for v in e["values"] if v["name"] == member["count_text"]), int)

    def get(self):
        kind, array = BY_C[member["base"]], getattr(self._c, name)
        return tuple(kind._inside(ffi.addressof(array, n), self._owner, lambda _: self._changed and self._changed(self))
                     for n in range(member["count"]))

    def set_(self, value):
        for n, item in value.items() if isinstance(value, dict) else enumerate(value):
            getattr(self._c, name)[int(by(n))] = as_struct(member["base"], item)[0]
    return get, set_


def _text(member):
    name, array = member["name"], "count" in member

    def get(self):
        value = getattr(self._c, name)
        return ffi.string(value).decode() if array or value != ffi.NULL else None
    return get, None


def _borrowed(member, counter):
    """An array that the library reads during a call: kept here, with its count where the next member has it (three numbers each)."""
    name, kind = member["name"], np.dtype(NUMBERS[member["base"]])

    def get(self):
        return self._arrays.get(name)

    def set_(self, value):
        array = None if value is None else np.ascontiguousarray(value, kind)
        if array is not None and counter and (array.ndim != 2 or array.shape[1] != 3):
            raise ValueError(f"{name}: an array of shape (n, 3) is wanted, not {array.shape}")
        self._arrays[name] = array
        setattr(self._c, name, ffi.NULL if array is None else ffi.cast(member["type"], array.ctypes.data))
        if counter:
            setattr(self._c, counter, 0 if array is None else len(array))
    return get, set_


def _member(members, n):
    """The getter and the setter of a member; None if there is no rule for it."""
    member, after = members[n], members[n + 1] if n + 1 < len(members) else {}
    base = member["base"]
    if member["pointer"] == 0 and base == "char" and "count" in member:
        return _text(member)
    if member["pointer"] == 0 and number(base):
        counts = n > 0 and members[n - 1]["pointer"] == 1 and member["name"].endswith("_count")
        made = _array(member) if "count" in member else _scalar(member)
        return (made[0], None) if counts else made
    if member["pointer"] == 0 and base in STRUCT_ITEMS:
        return _struct_array(member) if "count" in member else _struct(member)
    if member["type"] == "const char *" and "count" not in member:
        return _text(member)
    if member["pointer"] == 1 and member["const"] and base in NUMBERS and "count" not in member:
        if after.get("name", "").endswith("_count"):
            return _borrowed(member, after["name"])
        if member["comment"].startswith("nx*nz"):
            return _borrowed(member, None)
    return None


def _make(item):
    space = {"__slots__": (), "__doc__": help_of(item), "_item": item, "__module__": "weir"}
    for n, member in enumerate(item["members"]):
        made = _member(item["members"], n)
        if made:
            space[member["name"]] = property(*made, doc=member["comment"])
        else:
            UNBOUND[f"{item['name']}.{member['name']}"] = "no rule for " + member["type"]
    return type(plain_name(item["name"]), (Struct,), space)


for _item in API["structs"]:
    if _item["name"] in SPECIAL:
        continue
    if any(m["base"] in ("function", "void") for m in _item["members"]):
        UNBOUND[_item["name"]] = "holds functions of C's"
        continue
    BY_C[_item["name"]] = STRUCTS[plain_name(_item["name"])] = _make(_item)


def as_struct(base, value):
    """C's pointer to a struct: of that class, or of a dict of its members."""
    kind = BY_C[base]
    if isinstance(value, dict):
        value = kind(**value)
    if not isinstance(value, kind):
        raise TypeError(f"a weir.{kind.__name__} is wanted, not {value!r}")
    return value._c


# --- arrays -------------------------------------------------------------------------------------------------------------------


class Memory:
    """A place of C's that numpy makes an array of, without a copy; keeps what owns it."""

    __slots__ = ("__array_interface__", "_owner", "__weakref__")

    def __init__(self, place, kind, shape, strides, owner, read_only):
        self.__array_interface__ = {"data": (int(ffi.cast("uintptr_t", place)), read_only), "typestr": kind, "shape": shape, "strides": strides,
                                    "version": 3}
        self._owner = owner


class Pinned(Memory):
    """A place in the library's memory, which is not freed before the last array of it."""

    __slots__ = ("_place",)

    def __init__(self, place, *rest):
        super().__init__(place, *rest)
        self._place = None
        if not lib.weir_pin(place):
            raise MemoryError("weir: a view")
        self._place = place

    def __del__(self, unpin=lib.weir_unpin):
        if self._place is not None:
            unpin(self._place)


def view_array(view, owner):
    """A view as an array of shape (nz, nx), read-only; None if it has no data."""
    if view.data == ffi.NULL:
        return None
    return np.asarray(Pinned(view.data, np.dtype(np.float32).str, (view.nz, view.nx), (view.stride * 4, 4), owner, True))


def dtype(name):
    """numpy's type of a struct, for arrays of it: dtype("Sample")."""
    item = STRUCT_ITEMS["Weir" + name]
    kinds = []
    for member in item["members"]:
        kind = number(member["base"])
        if member["pointer"] or not kind:
            raise TypeError(f"{name}.{member['name']}: numpy has no {member['type']}")
        kinds.append((kind, (member["count"],)) if "count" in member else kind)
    return np.dtype({"names": [m["name"] for m in item["members"]], "formats": kinds, "offsets": [m["offset"] for m in item["members"]],
                     "itemsize": item["size"]})


assert not HANDLES - {"WeirWater"}, "a new kind of handle: it needs a class"
