"""The water: what is bound by hand, because it needs to know how long an array is or who owns what; the rest comes from _calls."""
import math

import numpy as np

from . import deltas, terrain  # noqa: F401  their functions are bound by hand, too
from ._api import API, CONSTANTS, ENUMS, HANDMADE, Error, binds, help_of, raise_error
from ._calls import FUNCTIONS, METHODS, bind_all
from ._structs import BY_C, STRUCTS, STRUCT_ITEMS, dtype
from ._weir import ffi, lib

__all__ = ["FUNCTIONS", "Water"]
_GRIDS = [m["name"] for m in STRUCT_ITEMS["WeirWaterDef"]["members"] if m["pointer"]]
_SAMPLE = dtype("Sample")


def _numbers(values, kind, shape, name):
    array = np.ascontiguousarray(values, kind)
    if array.shape != shape:
        raise ValueError(f"{name}: an array of shape {shape} is wanted, not {array.shape}")
    return array


def _pointer(array, kind):
    return ffi.cast(kind + " *", array.ctypes.data)


class Water:
    """A water over its terrain.

    Water(depth=array, cell=0.5, solver="swe", boundary={Side.EAST: Boundary(kind="open")}, ...) takes the members of WaterDef; nx and nz
    follow from the arrays, which have the shape (nz, nx). A water may be changed by one thread at a time; other threads of Python run
    while it steps. It frees its memory when it is no longer used, on `destroy`, or at the end of a `with`.

    depth, terrain and the like are views: read-only arrays of the water's own memory, made afresh at each access and valid until the
    water changes. An older one is safe to read, but its numbers are of no moment in particular."""

    __slots__ = ("_handle", "__weakref__")

    @binds("weir_water_create")
    def __init__(self, definition=None, **members):
        self._handle = None
        made = (definition or STRUCTS["WaterDef"]()).copy()
        for name in _GRIDS:
            array = members.get(name)
            if array is not None and np.ndim(array) == 2:
                made.nz, made.nx = np.shape(array)
        for name, value in members.items():
            setattr(made, name, value)
        for name in _GRIDS:
            array = getattr(made, name)
            if array is not None and array.shape not in ((made.nz, made.nx), (made.nz * made.nx,)):
                raise ValueError(f"{name}: an array of shape {(made.nz, made.nx)} is wanted, not {array.shape}")
        error = ffi.new("WeirError *")
        self._own(lib.weir_water_create(made._c, error), error)

    def _own(self, pointer, error):
        if pointer == ffi.NULL:
            raise_error(error)
        size = lib.weir_water_save(pointer, ffi.NULL, 0)  # about what it holds, for the collector
        self._handle = ffi.gc(pointer, lib.weir_water_destroy, size)

    @property
    def _pointer(self):
        if self._handle is None:
            raise Error("the water has been destroyed")
        return self._handle

    @binds("weir_water_destroy")
    def destroy(self):
        """Frees the water's memory now. Arrays of its views keep theirs; calls raise an Error from now on; a second time does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            ffi.release(handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()

    def __repr__(self):
        if self._handle is None:
            return "<weir.Water, destroyed>"
        return f"<weir.Water {self.nx} x {self.nz} cells of {self.cell:g} m, {self.solver.name.lower()}>"

    def run(self, seconds, dt, progress=None):
        """Steps `seconds` in equal steps of at most dt. progress(done, seconds) is called after each; if it returns False, the run ends.

        Returns the seconds that were done."""
        limit = next(c["value"] for c in API["constants"] if c["name"] == "WEIR_STEP_MAX")
        if not 0 < dt <= limit:
            raise ValueError(f"dt is {dt}; more than 0 and at most {limit} s is wanted")
        count = max(0, math.ceil(seconds / dt - 1e-9))
        for n in range(count):
            lib.weir_water_step(self._pointer, seconds / count)
            if progress and progress(seconds * (n + 1) / count, seconds) is False:
                return seconds * (n + 1) / count
        return seconds if count else 0.0

    # --- reading ------------------------------------------------------------------------------------------------------------------

    @binds("weir_water_sample_many")
    def sample_many(self, places):
        places = np.ascontiguousarray(places, np.float32)
        if places.ndim != 2 or places.shape[1] != 2:
            raise ValueError(f"places: an array of shape (n, 2) is wanted, x and z of each, not {places.shape}")
        samples = np.zeros(len(places), _SAMPLE)
        lib.weir_water_sample_many(self._pointer, _pointer(places, "float"), len(places), _pointer(samples, "WeirSample"))
        return samples

    @binds("weir_water_velocity")
    def velocity(self):
        vx, vz = np.empty((2, self.nz, self.nx), np.float32)
        lib.weir_water_velocity(self._pointer, _pointer(vx, "float"), _pointer(vz, "float"))
        return vx, vz

    @binds("weir_water_excursion")
    def excursion(self):
        x, z = np.empty((2, self.nz, self.nx), np.float32)
        lib.weir_water_excursion(self._pointer, _pointer(x, "float"), _pointer(z, "float"))
        return x, z

    @binds("weir_water_breaking")
    def breaking(self):
        share = np.empty((self.nz, self.nx), np.float32)
        lib.weir_water_breaking(self._pointer, _pointer(share, "float"))
        return share

    @binds("weir_water_surface_between")
    def surface_between(self, share):
        surface = np.empty((self.nz, self.nx), np.float32)
        lib.weir_water_surface_between(self._pointer, share, _pointer(surface, "float"))
        return surface

    @binds("weir_water_changes")
    def changes(self, since=0, most=64):
        if most < 1:
            raise ValueError(f"most is {most}; 1 or more is wanted")
        rects, count = ffi.new("WeirRect[]", most), ffi.new("int *")
        version = lib.weir_water_changes(self._pointer, since, rects, most, count)
        return version, [BY_C["WeirRect"]._from(rects[n]) for n in range(count[0])]

    @binds("weir_water_events")
    def events(self, most=CONSTANTS["EVENTS_MAX"]):
        events = ffi.new("WeirEvent[]", max(1, most))
        return [BY_C["WeirEvent"]._from(events[n]) for n in range(lib.weir_water_events(self._pointer, events, most))]

    # --- changing -----------------------------------------------------------------------------------------------------------------

    @binds("weir_water_set_series")
    def set_series(self, side, times, values):
        times = np.ascontiguousarray(times, np.float64)
        values = _numbers(values, np.float32, times.shape, "values")
        if times.ndim != 1:
            raise ValueError("times: an array of one dimension is wanted")
        error = ffi.new("WeirError *")
        if not lib.weir_water_set_series(self._pointer, int(ENUMS["Side"](side)), _pointer(times, "double"), _pointer(values, "float"), len(times),
                                         error):
            raise_error(error)

    @binds("weir_water_set_terrain")
    def set_terrain(self, i0, k0, heights):
        heights = np.ascontiguousarray(heights, np.float32)
        if heights.ndim != 2:
            raise ValueError(f"heights: an array of shape (nk, ni) is wanted, not {heights.shape}")
        nk, ni = heights.shape
        error = ffi.new("WeirError *")
        if not lib.weir_water_set_terrain(self._pointer, i0, k0, ni, nk, _pointer(heights, "float"), error):
            raise_error(error)

    @binds("weir_water_set_pressure")
    def set_pressure(self, pressure):
        error, cells = ffi.new("WeirError *"), ffi.NULL
        if pressure is not None:
            pressure = _numbers(pressure, np.float32, (self.nz, self.nx), "pressure")
            cells = _pointer(pressure, "float")
        if not lib.weir_water_set_pressure(self._pointer, cells, error):
            raise_error(error)

    # --- saving -------------------------------------------------------------------------------------------------------------------

    @binds("weir_water_save")
    def save(self):
        state = bytearray(lib.weir_water_save(self._pointer, ffi.NULL, 0))
        lib.weir_water_save(self._pointer, ffi.from_buffer(state), len(state))
        return bytes(state)

    @classmethod
    @binds("weir_water_load")
    def load(cls, state):
        water = cls.__new__(cls)
        water._handle = None
        state, error = memoryview(state).cast("B"), ffi.new("WeirError *")
        water._own(lib.weir_water_load(ffi.from_buffer(state), len(state), error), error)
        return water

    def __reduce__(self):
        return Water.load, (self.save(),)


def _finish():
    """Gives Water its other methods, and the library's comments to those that were bound by hand."""
    bind_all(HANDMADE)
    for name, made in METHODS.items():
        if name in vars(Water):
            raise ImportError(f"weir: the library's weir_water_{name} has the name of a method that is not its")
        setattr(Water, name, made)
    comments = {f["name"]: help_of(f) for f in API["functions"]}
    for name, here in HANDMADE.items():
        made = vars(Water).get(here)
        made = getattr(made, "__func__", made)
        if made is not None and not made.__doc__ and here != "__init__":
            made.__doc__ = comments[name]


_finish()
