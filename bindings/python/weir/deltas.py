"""Deltas of saved states, and a hash of bytes: any object that holds bytes goes in, bytes come out."""
from ._api import API, Error, binds, help_of, raise_error
from ._weir import ffi, lib


def _bytes(data):
    return ffi.from_buffer(memoryview(data).cast("B"))


def _help(name):
    return help_of(next(f for f in API["functions"] if f["name"] == name))


@binds("weir_delta_make")
def delta_make(baseline, state):
    baseline, state = _bytes(baseline), _bytes(state)
    delta = bytearray(lib.weir_delta_make(baseline, len(baseline), state, len(state), ffi.NULL, 0))
    lib.weir_delta_make(baseline, len(baseline), state, len(state), ffi.from_buffer(delta), len(delta))
    return bytes(delta)


@binds("weir_delta_apply")
def delta_apply(baseline, delta, most=1 << 28):
    baseline, delta, error = _bytes(baseline), _bytes(delta), ffi.new("WeirError *")
    size = lib.weir_delta_apply(baseline, len(baseline), delta, len(delta), ffi.NULL, 0, error)
    if error.text[0] != b"\0":
        raise_error(error)
    if size > most:  # what was changed on the way may ask for anything
        raise Error(f"delta: asks for a state of {size} bytes; most is {most}")
    state = bytearray(size)
    lib.weir_delta_apply(baseline, len(baseline), delta, len(delta), ffi.from_buffer(state), size, error)
    if error.text[0] != b"\0":
        raise_error(error)
    return bytes(state)


@binds("weir_bytes_hash")
def bytes_hash(data):
    data = _bytes(data)
    return lib.weir_bytes_hash(data, len(data))


delta_make.__doc__ = _help("weir_delta_make")
delta_apply.__doc__ = _help("weir_delta_apply")
bytes_hash.__doc__ = _help("weir_bytes_hash")
