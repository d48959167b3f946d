#!/usr/bin/env python3
"""Draws icon.png, the program's icon: a crate that floats between two waves. Usage: icon.py [FILE [SIZE]]"""
import math
import struct
import sys
import zlib

SAMPLES = 4  # a side, of a pixel

# Places are shares of the picture's side, from the top left; colours are red, green, blue of 255.
SKY = (206, 238, 245), (120, 199, 224)
SUN = (255, 244, 214)
FAR = (66, 160, 196), (38, 116, 160)
NEAR = (27, 122, 168), (9, 52, 92)
FOAM = (240, 250, 252)
WOOD, FRAME, GAP = (214, 158, 92), (158, 101, 50), (120, 74, 38)


def mix(a, b, share):
    share = min(max(share, 0), 1)
    return tuple(p + (q - p) * share for p, q in zip(a, b))


def inside_plate(x, y, radius=0.22):
    """A square with round corners, a little smaller than the picture."""
    dx, dy = max(abs(x - 0.5) - (0.48 - radius), 0), max(abs(y - 0.5) - (0.48 - radius), 0)
    return math.hypot(dx, dy) < radius


def crate(x, y):
    """The crate's colour, or None beside it: a frame, boards and a brace."""
    side, turn = 0.205, math.radians(-14)
    dx, dy = x - 0.54, y - 0.555
    u, v = (dx * math.cos(turn) + dy * math.sin(turn)) / side, (dy * math.cos(turn) - dx * math.sin(turn)) / side
    if max(abs(u), abs(v)) > 1:
        return None
    if max(abs(u), abs(v)) > 0.74:
        return mix(FRAME, WOOD, 0.25 - 0.25 * v)
    if abs(u - v) < 0.24:
        return FRAME
    if min(abs(v - line) for line in (-0.37, 0, 0.37)) < 0.035:
        return GAP
    return mix(WOOD, FRAME, 0.25 + 0.25 * v)


def far_crest(x):
    return 0.56 + 0.045 * math.sin(2 * math.pi * (1.15 * x + 0.15))


def near_crest(x):
    """Sharper at the crests than in the troughs, as waves are."""
    return 0.685 + 0.065 * (2 * abs(math.sin(math.pi * (1.3 * x + 0.83))) ** 0.9 - 1)


def colour(x, y):
    if not inside_plate(x, y):
        return None
    depth = y - near_crest(x)
    if depth > 0:
        return mix(FOAM, NEAR[0], (depth - 0.022) / 0.012) if depth < 0.034 else mix(*NEAR, (y - 0.64) / 0.32)
    wood = crate(x, y)
    if wood:
        return wood
    depth = y - far_crest(x)
    if depth > 0:
        return mix(FOAM, FAR[0], (depth - 0.008) / 0.008) if depth < 0.016 else mix(*FAR, (y - 0.54) / 0.25)
    if math.hypot(x - 0.235, y - 0.245) < 0.08:
        return SUN
    return mix(*SKY, y / 0.6)


def pixel(size, column, row):
    total, covered = [0, 0, 0], 0
    for n in range(SAMPLES * SAMPLES):
        c = colour((column + (n % SAMPLES + 0.5) / SAMPLES) / size, (row + (n // SAMPLES + 0.5) / SAMPLES) / size)
        if c:
            covered += 1
            total = [t + p for t, p in zip(total, c)]
    return bytes([round(t / covered) if covered else 0 for t in total] + [round(255 * covered / SAMPLES**2)])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "icon.png"
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 128
    rows = b"".join(b"\0" + b"".join(pixel(size, column, row) for column in range(size)) for row in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


main()
