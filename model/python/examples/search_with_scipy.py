#!/usr/bin/env python3
"""An optimiser of somebody else's over a search's axes: SciPy's differential evolution asks, texpipe runs. All points are kept as a sweep's.

  PYTHONPATH=build/release/python model/python/examples/search_with_scipy.py [FOLDER] [PATH=VALUE ...]
"""
import pathlib
import sys

import scipy.optimize

import texpipe

FILE = pathlib.Path(__file__).resolve().parents[3] / "configs/sweeps/sampler_search.yaml"


def minimise(folder, parameters=None, generations=3, seed=1):
    """Cycles, and a price of one cycle for each 64 bytes of L1 and FIFO."""
    with texpipe.Search(FILE, parameters, out=folder) as search:
        def cost(places):
            points = search.ask([[min(part, 0.999999) for part in place] for place in places.T])
            return [point["objectives"]["cycles"] + point["objectives"]["bytes"] / 64 if point["status"] == "done" else 1e18 for point in points]

        best = scipy.optimize.differential_evolution(cost, [(0, 1)] * len(search.axes), maxiter=generations, popsize=4, seed=seed, polish=False,
                                                     vectorized=True, updating="deferred")
    return best.fun, search.sweep


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "out/search_with_scipy"
    cost, sweep = minimise(folder, dict(word.split("=", 1) for word in sys.argv[2:]))
    price = sweep.table["cycles"] + sweep.table["bytes"] / 64
    best = sweep.points[price.argmin()]
    print(f"{len(sweep.points)} points; the best costs {cost:.0f}: " + ", ".join(f"{name}={value}" for name, value in best["settings"].items()))
