"""The library as Python has it: nothing of it is missing, the bits are C's, arrays share memory and never outlive it, refusals raise.

Run by python_test.sh, with the package on the path and SCRIPT naming the program of script.c."""
import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import weir
from weir import _calls, _weir
from weir._api import HANDMADE

NX, NZ = 96, 80


def script_water(solver):
    k, i = np.mgrid[0:NZ, 0:NX]
    tuning = weir.Tuning(friction=0.125)
    return weir.Water(terrain=0.125 * ((i * 7 + k * 13) % 11), depth=np.where(i < NX // 2, 2.0, 0.0), cell=0.5, solver=solver, threads=2, tuning=tuning,
                      boundary={"east": weir.Boundary(kind="open"),
                                "north": weir.Boundary(kind=weir.Edge.LEVEL, level=1.5, tide_height=0.25, tide_period=4)})


def script_run(water):
    dt = 0.03125
    bodies = [weir.Body(position=(8, 2.5, 10), id=1), weir.Body(position=(20, 3, 20), id=2, shape="cylinder")]
    water.set_sources([weir.Source(x=30, z=30, radius=2, rate=1.5)])
    water.add_dye(10, 10, 4, 8)
    for step in range(120):
        if step == 40:
            water.disturb(12, 12, 3, 0.5)
        if step == 60:
            water.heap(24, 16, 4, 0.75)
        water.displace(bodies, dt)
        water.step(dt)
        for body, force in zip(bodies, water.push(bodies, dt)):
            body.move(force, 9.8125, dt)


def pond(n=32, **members):
    return weir.Water(depth=np.full((n, n), 2.0), **members)


def churn():
    """Takes and fills memory of the sizes that waters have, so that what was freed is used again."""
    for n in (32, 64, 300):
        for _ in range(20):
            water = weir.Water(depth=np.full((n, n), 77.0), terrain=np.full((n, n), 55.0))
            water.step(0.1)


class Whole(unittest.TestCase):
    def test_nothing_of_the_library_is_missing(self):
        names = {f["name"] for f in weir.API["functions"]}
        bound = set(HANDMADE)
        for name in names - bound:
            owner, short = weir, name[len("weir_"):]
            for prefix, kind in (("water_def_", weir.WaterDef), ("water_", weir.Water), ("body_", weir.Body), ("tuning_", weir.Tuning),
                                 ("ticker_", weir.Ticker)):
                if short.startswith(prefix):
                    owner, short = kind, short[len(prefix):]
                    break
            if hasattr(owner, short):
                bound.add(name)
        self.assertEqual(names - bound, {"weir_set_hooks"})
        self.assertEqual(set(weir.UNBOUND), {"weir_set_hooks", "WeirHooks"}, "bind it by hand, or write a rule: " + str(weir.UNBOUND))
        for item in weir.API["structs"]:
            if item["name"] not in ("WeirHooks", "WeirView", "WeirError"):
                made = getattr(weir, item["name"][4:])()
                for member in item["members"]:
                    getattr(made, member["name"])
        for item in weir.API["enums"]:
            for value in item["values"]:
                if not value["name"].endswith("_COUNT"):
                    self.assertEqual(getattr(weir, item["name"][4:])[value["name"][5:]], value["value"])
        self.assertEqual((weir.GRID_MAX, weir.STEP_MAX, weir.VERSION, weir.version()), (8192, 1.0, weir.__version__, weir.__version__))

    def test_the_librarys_comments_are_the_help(self):
        self.assertIn("Adds a horizontal velocity", weir.Water.impulse.__doc__)
        self.assertIn("m/s^2, 0.01 to 100", weir.Tuning.gravity.__doc__)
        self.assertIn("m, >= 0", weir.Water.depth.__doc__)
        for name in dir(weir.Water):
            if not name.startswith("_"):
                self.assertTrue(getattr(weir.Water, name).__doc__, name)

    def test_the_bits_are_those_of_c(self):
        lines = subprocess.run([os.environ["SCRIPT"]], capture_output=True, text=True, check=True).stdout.split("\n")
        self.assertEqual(len(lines), 4)
        for line in lines[:-1]:
            solver, wanted = line.split()
            with script_water(solver) as water:
                script_run(water)
                self.assertEqual(f"{water.hash:016x}", wanted, solver)
        self.assertEqual(len({line.split()[1] for line in lines[:-1]}), 3)


    def test_rules_refuse_what_they_cannot_know(self):
        """Functions like these, in a next header, must be named as unbound: a wrong guess would read or write past an array."""
        water = {"name": "water", "type": "const WeirWater *", "base": "WeirWater", "const": True, "pointer": 1}
        count = {"name": "count", "type": "int", "base": "int", "const": False, "pointer": 0}
        def struct(base, const):
            return {"name": "items", "type": ("const " if const else "") + base + " *", "base": base, "const": const, "pointer": 1}
        def write(*parameters):
            return _calls._write({"name": "weir_water_stats", "comment": "", "group": "", "parameters": [water, *parameters],
                                  "returns": {"type": "void", "base": "void", "const": False, "pointer": 0}}, "new")
        for known in ([struct("WeirSource", True), count], [struct("WeirStats", False)], [struct("WeirBody", True)]):
            write(*known)
        floats = {"name": "values", "type": "float *", "base": "float", "const": False, "pointer": 1}
        for unknown in ([struct("WeirSource", True), dict(count, name="n")], [struct("WeirSource", False), count], [struct("WeirBody", False)],
                        [struct("WeirStats", False), dict(count, name="n")], [floats], [dict(floats, const=True, type="const float *"), count],
                        [dict(floats, pointer=2)], [dict(water, name="other")]):
            with self.subTest(unknown=unknown), self.assertRaises(_calls.NoRule):
                write(*unknown)


class Views(unittest.TestCase):
    def test_they_share_the_waters_memory(self):
        water = pond(50)
        for name in ("depth", "terrain"):
            view, c = getattr(water, name), getattr(_weir.lib, "weir_water_" + name)(water._pointer)
            self.assertEqual(view.__array_interface__["data"][0], int(_weir.ffi.cast("uintptr_t", c.data)))
            self.assertEqual((view.shape, view.strides, view.dtype), ((50, 50), (4 * c.stride, 4), np.float32))
            self.assertTrue(np.shares_memory(view, getattr(water, name)))
            with self.assertRaises(ValueError):
                view[0, 0] = 1
        terrain = water.terrain
        water.set_terrain(10, 20, np.full((3, 4), 0.5))
        self.assertEqual(np.argwhere(terrain == 0.5).tolist(), [[k, i] for k in range(20, 23) for i in range(10, 14)])

    def test_they_keep_the_water(self):
        def depth_of_a_water():
            return pond().depth
        depth = depth_of_a_water()
        gc.collect()
        churn()
        self.assertTrue((depth == 2).all())
        water = pond()
        before = sys.getrefcount(water._handle)
        view = water.depth
        part = view[3:5]
        del view
        self.assertEqual(sys.getrefcount(water._handle), before + 1)
        del part
        self.assertEqual(sys.getrefcount(water._handle), before)

    def test_they_are_safe_when_the_memory_under_them_is_gone(self):
        water = pond(64)
        water.add_dye(8, 8, 4, 100)
        water.keep_highest(True)
        water.displace([weir.Body(position=(4, 2, 4))], 0.02)
        names = ("depth", "terrain", "dye", "highest", "occupancy")
        views = {name: getattr(water, name) for name in names}
        values = {name: view.copy() for name, view in views.items()}
        self.assertGreater(values["dye"].sum(), 1)
        water.clear_dye()
        water.keep_highest(False)
        self.assertIsNone(water.dye)
        self.assertIsNone(water.highest)
        water.destroy()
        gc.collect()
        churn()
        for name in names:
            np.testing.assert_array_equal(views[name], values[name], name)

    def test_memory_comes_back(self):
        def resident():
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        def rounds(count):
            for _ in range(count):
                water = pond(400)
                view = water.depth
                water.destroy()
                self.assertEqual(view[399, 399], 2)
        rounds(5)
        before = resident()
        rounds(60)  # a leak of the depth alone would be 38 MB, of all of it three hundred
        self.assertLess(resident() - before, 16e6)


class Life(unittest.TestCase):
    def test_destroying_twice_and_using_after(self):
        water = pond()
        water.destroy()
        water.destroy()
        self.assertIn("destroyed", repr(water))
        for use in (lambda: water.step(0.1), lambda: water.depth, lambda: water.hash, water.save, lambda: water.run(1, 0.1), water.velocity,
                    lambda: water.set_solver("swe")):
            with self.assertRaisesRegex(weir.Error, "destroyed"):
                use()
        with pond() as water:
            water.step(0.1)
        water.destroy()
        with self.assertRaises(weir.Error):
            water.__enter__().step(0.1)

    def test_a_water_that_was_never_made(self):
        with self.assertRaisesRegex(weir.Error, "cell"):
            pond(cell=-1)
        gc.collect()

    def test_saving(self):
        water = script_water("swe")
        water.run(1, 0.02)
        others = [weir.Water.load(water.save()), pickle.loads(pickle.dumps(water)), copy.copy(water), weir.Water.load(bytearray(water.save()))]
        water.run(1, 0.02)
        for other in others:
            other.run(1, 0.02)
            self.assertEqual(other.hash, water.hash)
        state = bytearray(water.save())
        for bad in (b"", b"water", state[:-1], state[:40] + b"\xff" * 40 + state[80:]):
            with self.assertRaises(weir.Error):
                weir.Water.load(bad)

    def test_run(self):
        calls = []
        water, same = pond(), pond()
        for w in (water, same):
            w.disturb(4, 4, 2, 0.5)
        self.assertEqual(water.run(1, 0.3, lambda done, seconds: calls.append((done, seconds))), 1)
        self.assertEqual(calls, [(0.25, 1), (0.5, 1), (0.75, 1), (1, 1)])
        for _ in range(4):
            same.step(0.25)
        self.assertEqual(water.hash, same.hash)
        self.assertEqual(water.run(10, 0.5, lambda done, _: done < 1.9), 2)
        self.assertEqual(water.stats.steps, 8)
        for dt in (0, -1, 1.5, float("nan")):
            with self.assertRaises(ValueError):
                water.run(1, dt)

    def test_other_threads_run_while_it_steps(self):
        water = weir.Water(depth=np.random.default_rng(1).uniform(1, 3, (700, 700)), solver="swe", cell=0.05)
        done, before, ticks = threading.Event(), threading.Event(), []
        def tick():
            before.set()
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)
        thread = threading.Thread(target=tick)
        thread.start()
        before.wait()
        start = time.monotonic()
        water.step(1.0)
        end = time.monotonic()
        done.set()
        thread.join()
        self.assertGreater(len([t for t in ticks if start < t < end]), 5, f"in {end - start:.3f} s")


class Calls(unittest.TestCase):
    def test_what_games_ask_each_tick(self):
        with pond(64, solver="swe") as water:
            water.keep_ticks(True)
            water.set_gauges([weir.Gauge(x=8, z=8, depth=2.01)])
            copy, version, before = np.zeros((64, 64), np.float32), 0, water.save()
            for _ in range(40):
                water.disturb(6, 8, 1, -0.1)
                water.displace([weir.Body(id=9, position=(4, 1.5, 4))], 0.02)
                water.step(0.02)
                version, rects = water.changes(version)
                for r in rects:
                    copy[r.k0:r.k1, r.i0:r.i1] = water.depth[r.k0:r.k1, r.i0:r.i1]
            np.testing.assert_array_equal(copy, water.depth)
            self.assertEqual([len(water.changes(version)[1]), len(water.changes(0)[1])], [0, 1])
            np.testing.assert_array_equal(water.surface_between(1), water.terrain + water.depth)
            self.assertFalse(np.array_equal(water.surface_between(0), water.surface_between(1)))
            kinds = [(e.kind, e.which) for e in water.events()]
            self.assertEqual(kinds[0], (weir.EventKind.ENTERED, 9))
            self.assertIn((weir.EventKind.ARRIVED, 0), kinds)
            self.assertEqual(water.events(), [])
            after = water.save()
            delta = weir.delta_make(before, after)
            self.assertEqual(weir.delta_apply(before, delta), after)
            self.assertEqual(weir.bytes_hash(after), weir.bytes_hash(bytearray(after)))
            for bad in (delta[:-1], b"", after, delta[:24] + b"\xff" * 8 + delta[32:]):
                with self.assertRaises(weir.Error):
                    weir.delta_apply(before, bad)
            with self.assertRaises(weir.Error):
                weir.delta_apply(before, delta, most=len(after) - 1)
            with self.assertRaises(ValueError):
                water.changes(0, 0)
        ticker = weir.Ticker(tick=0.25)
        self.assertEqual([ticker.frame(0.6), ticker.frame(0.2)], [2, 1])
        self.assertAlmostEqual(ticker.share(), 0.2, 5)

    def test_refusals_raise(self):
        water = pond()
        for refused in (lambda: weir.Water(nx=0), lambda: weir.Water(depth=np.full((4, 4), -1.0)), lambda: pond(terrain=np.full((32, 32), np.nan)),
                        lambda: water.set_boundary("east", weir.Boundary(kind="level", level=float("nan"))),
                        lambda: water.set_terrain(30, 0, np.zeros((4, 4))), lambda: water.set_series("west", [1, 0], [0, 0]),
                        lambda: weir.Body(mass=-1).check(), lambda: weir.Body(rotation=[0] * 9).check(),
                        lambda: weir.terrain_fill_pits(np.full((4, 4), np.nan)), lambda: weir.terrain_dequantise(np.zeros((4, 4)), -1)):
            with self.assertRaises(weir.Error) as raised:
                refused()
            self.assertGreater(len(str(raised.exception)), 10)
        weir.Body().check()

    def test_shapes_are_checked(self):
        water = pond()
        for wrong in (lambda: weir.Water(depth=np.zeros((4, 5)), terrain=np.zeros((5, 4))), lambda: weir.Water(depth=np.zeros(7)),
                      lambda: weir.Water(depth=np.zeros((3, 4)), nx=4000), lambda: water.sample_many(np.zeros((3, 3))),
                      lambda: water.set_terrain(0, 0, np.zeros(4)), lambda: water.set_series("west", [0, 1], [0]),
                      lambda: setattr(weir.Body(), "vertices", np.zeros(12)), lambda: setattr(weir.Body(), "position", (1, 2)),
                      lambda: weir.terrain_resample(np.zeros(4), 2, 2)):
            with self.assertRaises(ValueError):
                wrong()
        for wrong in (lambda: weir.Body(colour=1), lambda: setattr(water.tuning, "frction", 1), lambda: setattr(weir.Body(), "vertex_count", 99),
                      lambda: setattr(water, "colour", 1)):
            with self.assertRaises(AttributeError):
                wrong()
        for wrong in (lambda: water.displace([3], 0.1), lambda: water.set_boundary("east", weir.Body()), lambda: setattr(water, "tuning", 1)):
            with self.assertRaises(TypeError):
                wrong()

    def test_parameters_write_back(self):
        water = pond()
        water.tuning.friction = 0.5
        self.assertEqual(water.tuning.friction, 0.5)
        water.tuning.friction = 1e9
        self.assertEqual(water.tuning.friction, 100)
        tuning = weir.Tuning.ideal()
        self.assertEqual((tuning.friction, weir.Tuning().friction), (0, weir.Tuning.default().friction))
        tuning.set_liquid(weir.liquid(4))
        self.assertEqual((weir.liquid(4).name, weir.liquid(99), weir.liquid_count()), ("lava", None, 6))
        water.tuning = tuning
        self.assertEqual(water.tuning, tuning)
        water.solver = "swe"
        self.assertIs(water.solver, weir.Solver.SWE)
        water.coupling = weir.Coupling.DISPLACE
        self.assertEqual(water.coupling, 0)
        with self.assertRaises(ValueError):
            water.solver = "soup"

    def test_pressure(self):
        water = weir.Water(depth=np.full((NZ, NX), 2.0), solver="swe")
        pressure = np.zeros((water.nz, water.nx), np.float32)
        pressure[:, : water.nx // 2] = 500
        water.set_pressure(pressure)
        for _ in range(20):
            water.step(0.02)
        self.assertLess(water.depth[water.nz // 2, water.nx // 2 - 1], water.depth[water.nz // 2, water.nx // 2])
        water.set_pressure(None)
        self.assertRaises(ValueError, water.set_pressure, pressure[1:])
        self.assertRaises(weir.Error, water.set_pressure, pressure + np.nan)

    def test_wind(self):
        water = weir.Water(depth=np.full((NZ, NX), 2.0), solver="swe")
        water.set_dispersion(True)
        water.set_wind(10, -5)
        for _ in range(20):
            water.step(0.02)
        self.assertGreater(np.ptp(water.depth), 1e-6)
        self.assertRaises(weir.Error, water.set_wind, 61, 0)

    def test_boundaries(self):
        water = pond()
        water.set_boundary("east", weir.Boundary(kind="inflow", discharge=2))
        water.set_boundary(weir.Side.WEST, {"kind": "open"})
        self.assertEqual(water.boundary("east").discharge, 2)
        self.assertIs(water.boundary("west").kind, weir.Edge.OPEN)
        water.run(2, 0.05)
        self.assertAlmostEqual(water.side_volume("east"), -4, 4)
        water.set_series("east", [0, 10], [0, 0])
        water.step(0.1)
        self.assertAlmostEqual(water.side_flow("east"), 0, 4)
        definition = weir.WaterDef(nx=20, nz=10, boundary={"south": {"kind": "sponge"}})
        definition.boundary[weir.Side.NORTH].kind = "open"
        definition.tuning.rain = 0.001
        water = weir.Water(definition)
        self.assertEqual([water.boundary(side).kind.name for side in weir.Side], ["REFLECT", "REFLECT", "OPEN", "SPONGE"])
        self.assertEqual((water.nx, water.nz, round(water.tuning.rain, 6)), (20, 10, 0.001))

    def test_samples(self):
        water = script_water("swe")
        water.run(1, 0.05)
        places = np.random.default_rng(2).uniform(-5, 60, (200, 2))
        samples = water.sample_many(places)
        self.assertEqual(samples.shape, (200,))
        for (x, z), many in zip(places, samples):
            one = water.sample(x, z)
            self.assertEqual((one.terrain, one.depth, one.surface, one.velocity.tolist(), one.normal.tolist()),
                             (many["terrain"], many["depth"], many["surface"], many["velocity"].tolist(), many["normal"].tolist()))
        self.assertEqual(len(water.sample_many(np.zeros((0, 2)))), 0)
        vx, _ = water.velocity()
        self.assertEqual(vx.shape, (NZ, NX))
        self.assertGreater(np.abs(vx).max(), 0.1)
        why = water.why(24, 20)
        parts = sum(getattr(why, name) for name in ("slope", "pressure", "advection", "drag", "limiter", "body", "other"))
        np.testing.assert_allclose(parts, why.change, atol=1e-3)

    def test_bodies(self):
        water = pond(64, cell=0.25)
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.5
        faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
        mesh = weir.Body(shape="convex", vertices=corners, triangles=faces, position=(8, 2, 8))
        self.assertEqual((mesh.vertex_count, mesh.triangle_count), (8, 12))
        mesh.check()
        box = weir.Body(position=(8, 2, 8))
        forces = []
        for body in (mesh, mesh.copy(), box):
            body.velocity[1] = 0
            water.displace([body], 0)
            forces.append(water.push([body], 0.02)[0])
        self.assertAlmostEqual(forces[0].volume, 1, 3)
        self.assertEqual(forces[0], forces[1])
        self.assertAlmostEqual(forces[0].force[1], forces[2].force[1], -1)
        self.assertEqual(water.push([], 0.02), [])
        copied = box.copy()
        copied.position[0] = 1
        self.assertEqual(box.position[0], 8)

    def test_members_keep_their_struct(self):
        position = weir.Body(position=(1, 2, 3)).position
        boundary = weir.WaterDef(boundary={"west": {"level": 5}}).boundary[0]
        gc.collect()
        others = [weir.Body(position=(9, 9, 9)) for _ in range(1000)] + [weir.WaterDef() for _ in range(1000)]
        self.assertEqual((position.tolist(), boundary.level, len(others)), ([1, 2, 3], 5, 2000))

    def test_ground(self):
        bowl = np.array([[2, 2, 2, 2], [2, 0, 0, 2], [2, 0, 0, 2], [2, 2, 1, 2.0]])
        np.testing.assert_array_equal(weir.terrain_fill_pits(bowl, walled=False)[1:3, 1:3], np.full((2, 2), 1.0))
        self.assertEqual(weir.terrain_resample(bowl, 9, 7).shape, (7, 9))
        self.assertTrue((np.abs(weir.terrain_dequantise(bowl, 0.5) - bowl) <= 0.25).all())


if __name__ == "__main__":
    unittest.main()
