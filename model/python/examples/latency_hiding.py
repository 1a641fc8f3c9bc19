#!/usr/bin/env python3
"""How deep a FIFO between tags and data hides a slow memory (Igehy, Eldridge and Proudfoot 1998): the shipped sweep latency_hiding as a figure.

  PYTHONPATH=build/release/python model/python/examples/latency_hiding.py [FIGURE] [PATH=VALUE ...]
"""
import pathlib
import sys
import tempfile

import texpipe

SWEEP = pathlib.Path(__file__).resolve().parents[3] / "configs/sweeps/latency_hiding.yaml"


def measure(parameters=None):
    """For each latency of the memory: slots of the FIFO, and the part of the rate without latency that they keep."""
    with tempfile.TemporaryDirectory() as folder:
        table = texpipe.sweep(SWEEP, parameters, out=pathlib.Path(folder) / "sweep").table
    latencies, slots, cycles = table["memory.latency"], table["latency_fifo.slots"].astype(int), table["cycles"]
    best = cycles.min()
    return {latency: (slots[latencies == latency], best / cycles[latencies == latency]) for latency in dict.fromkeys(latencies)}


def draw(curves, file=None):
    import matplotlib
    if file:
        matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    for latency, (slots, rate) in curves.items():
        axes.plot(slots, 100 * rate, marker="o", label=f"memory {latency}")
    axes.set_xscale("log", base=2)
    axes.set_ylim(0, 105)
    axes.set_xlabel("slots of the latency FIFO")
    axes.set_ylabel("rate, % of the best")
    axes.legend()
    figure.tight_layout()
    if file:
        figure.savefig(file, metadata={"Date": None} if str(file).endswith(".svg") else None)
    return figure


if __name__ == "__main__":
    words = dict(word.split("=", 1) for word in sys.argv[2:])
    curves = measure(words)
    for latency, (slots, rate) in curves.items():
        print(f"{latency:>6}: " + ", ".join(f"{n} slots {100 * part:.0f} %" for n, part in zip(slots, rate)))
    draw(curves, sys.argv[1] if len(sys.argv) > 1 else "latency_hiding.svg")
