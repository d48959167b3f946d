"""Real-time heightfield water over a terrain, with bodies that float in it: libweir for Python.

Structs, enums, constants and most calls are made from the library's own description (weir.API, a dict), with its comments as their help.
SI units; arrays of a grid have the shape (nz, nx). See docs/bindings.md of the source."""
from ._api import API, CONSTANTS, ENUMS, UNBOUND, Error
from ._structs import STRUCTS, dtype
from .deltas import bytes_hash, delta_apply, delta_make
from .terrain import terrain_dequantise, terrain_fill_pits, terrain_resample
from .water import FUNCTIONS, Water

globals().update(CONSTANTS)
globals().update(ENUMS)
globals().update(STRUCTS)
globals().update(FUNCTIONS)
__version__ = API["version"]
__all__ = ["API", "UNBOUND", "Error", "Water", "bytes_hash", "delta_apply", "delta_make", "dtype", "terrain_dequantise", "terrain_fill_pits", "terrain_resample", *CONSTANTS, *ENUMS,
           *STRUCTS, *FUNCTIONS]
