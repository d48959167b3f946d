"""Draws three known answers, computed and exact, into one picture: known_answers.py FILE. Needs matplotlib; docs/validation.md has the cases."""
import sys
import matplotlib.pyplot as plt
import numpy as np
import weir
def dam(low, high=0.005, end=6, cell=0.025, g=9.81):
    """A dam is gone: Ritter 1892 (the bed below it is dry) and Stoker 1957 (there is water)."""
    x, c, r = (np.arange(400) + 0.5) * cell - 5, np.sqrt(g * high), g * low  # m from the dam; m/s, the wave speed above it
    water = weir.Water(depth=np.tile(np.where(x < 0, high, low), (16, 1)), cell=cell, solver="swe", tuning=weir.Tuning.ideal())
    water.run(end, 0.5 * cell / (2 * c))
    roots = np.roots([1, 0, -9 * r, 16 * r * c, -r**2 - 8 * r * c**2, 0, r**3])  # Stoker's equation of the state behind the bore
    m = max(root.real for root in roots if abs(root.imag) < 1e-9)  # m/s, the wave speed there
    fan, bore = (2 * c - 3 * m, 2 * m**2 * (c - m) / (m**2 - r)) if low else (np.inf, np.inf)
    exact = np.where(x / end < fan, 4 / (9 * g) * np.clip(c - x / end / 2, 0, 1.5 * c)**2, np.where(x / end < bore, m**2 / g, low))
    return x, 0 * x, 1000 * water.depth[8], 1000 * exact, 1000 * high, "mm"

def channel(q=2, n=0.0218, cell=5, g=9.81):
    """A steady river that jumps from fast to slow, on the bed that MacDonald 1996 makes for its depth h."""
    def h(x):
        rise = sum(a * np.exp(-20 * (k + 1) * (x / 1000 - 0.5)) for k, a in enumerate((-0.348427, 0.552264, -0.55558)))
        return np.cbrt(4 / g) * np.where(x <= 500, 0.9 - np.exp(-x / 250) / 6, 1 + 0.8 * np.exp(x / 1000 - 1) + rise)
    x, fine = (np.arange(200) + 0.5) * cell, (np.arange(40000) + 0.5) * cell / 200
    slope = (q**2 / (g * h(fine)**3) - 1) * (h(fine + 1e-4) - h(fine - 1e-4)) / 2e-4 - n**2 * q**2 / h(fine)**(10 / 3)
    bed = -np.cumsum(slope[::-1])[::-1][100::200] * cell / 200
    grids = {name: np.tile(row, (16, 1)) for name, row in {"terrain": bed, "depth": 1.1 * h(x), "velocity_x": q / h(x)}.items()}
    ends = {"west": weir.Boundary(kind="inflow", discharge=q * 16 * cell, speed=q / h(0)),
            "east": weir.Boundary(kind="level", level=bed[-1] + slope[-1] * cell + h(1002.5))}
    water = weir.Water(cell=cell, solver="swe", boundary=ends, tuning=weir.Tuning.ideal(), **grids)
    water.tuning.manning = n
    water.run(4000, 0.4)
    return x, bed, bed + water.depth[8], bed + h(x), h(x).mean(), "m"

cases = {"Ritter: dam break, dry bed, 6 s": dam(0), "Stoker: dam break, wet bed, 6 s": dam(0.001), "MacDonald: river with a jump": channel()}
figure, axes = plt.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
for axis, (title, (x, bed, got, exact, scale, unit)) in zip(axes, cases.items()):
    axis.fill_between(x, min(0, bed.min()), bed, color="#c9b89c"), axis.fill_between(x, bed, exact, color="#cfe6f5")
    axis.plot(x, exact, "-", color="#0b3c5d", lw=1.2, label="exact"), axis.plot(x[::6], got[::6], "o", color="#d1495b", ms=3, label="computed")
    axis.set(title=f"{title}\nmean error {np.abs(got - exact).mean() / scale:.2%} of the depth", xlabel="place, m", ylabel=f"surface, {unit}", xlim=(x[0], x[-1]))
axes[0].legend(frameon=False)
figure.savefig(sys.argv[1], dpi=100)
