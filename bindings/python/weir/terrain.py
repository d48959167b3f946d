"""The helpers that prepare ground, on arrays."""
import numpy as np

from ._api import Error, binds, help_of, API
from ._weir import ffi, lib


def _heights(array):
    array = np.ascontiguousarray(array, np.float32)
    if array.ndim != 2:
        raise ValueError(f"an array of shape (nz, nx) is wanted, not {array.shape}")
    return array


def _place(array):
    return ffi.from_buffer("float[]", array, require_writable=array.flags.writeable)


def _done(ok, name):
    if not ok:
        raise Error(f"{name}: a value is out of range, or memory has run out")


def _help(name):
    return help_of(next(f for f in API["functions"] if f["name"] == name))


@binds("weir_terrain_resample")
def terrain_resample(source, nx, nz):
    source, heights = _heights(source), np.empty((nz, nx), np.float32)
    _done(lib.weir_terrain_resample(_place(source), source.shape[1], source.shape[0], _place(heights), nx, nz), "terrain_resample")
    return heights


@binds("weir_terrain_dequantise")
def terrain_dequantise(heights, quantum):
    heights = _heights(heights).copy()
    _done(lib.weir_terrain_dequantise(_place(heights), heights.shape[1], heights.shape[0], quantum), "terrain_dequantise")
    return heights


@binds("weir_terrain_fill_pits")
def terrain_fill_pits(terrain, share=1.0, depth_min=0.0, walled=True):
    terrain = _heights(terrain)
    depth = np.empty_like(terrain)
    nz, nx = terrain.shape
    _done(lib.weir_terrain_fill_pits(_place(terrain), nx, nz, share, depth_min, bool(walled), _place(depth)), "terrain_fill_pits")
    return depth


terrain_resample.__doc__ = _help("weir_terrain_resample")
terrain_dequantise.__doc__ = _help("weir_terrain_dequantise")
terrain_fill_pits.__doc__ = _help("weir_terrain_fill_pits")
