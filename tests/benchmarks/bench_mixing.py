"""The terms of a pass over parts, on this machine and two worker processes: bench_mixing.py

Three numbers are printed, the medians of some turns: the seconds of an entry in a pass of one
part, the seconds in which a pass is handed out and waited for, and the bytes of weights that are
sent and received in a second.  Chapter 12 puts them into its formula for the best number of
machines, which is printed for two sizes.  On one machine the processes share its memory, and
nothing goes through a network: with the address of a scheduler as argument its cluster is measured.
"""

import sys
import time
from math import sqrt
from statistics import median

import numpy as np
from distributed import Client, LocalCluster

from perclib import Perceptron, Stream, run_mixed, separable
from perclib.scale import dask_map, run_part

TURNS = 7
WIDE = 1_000_000  # weights that are sent
SIZES = [("a table of 10^8 x 100", 1e10, 100), ("10^8 texts of 100 words", 1e10, 1e6)]


def seconds(way):
    """Median time of some turns, the first of which does not count."""
    times = []
    for _ in range(TURNS + 1):
        begin = time.perf_counter()
        way()
        times.append(time.perf_counter() - begin)
    return median(times[1:])


def a_pass(client, dimension):
    """One pass over a part of one round on each worker, which is a mistake."""
    workers = list(client.scheduler_info(n_workers=-1)["workers"])
    row = np.zeros((1, dimension))
    row[0, 0] = 1
    parts = [client.submit(Stream, row, [1], workers=[one], pure=False) for one in workers]
    zero, engine = Perceptron.zero(dimension), dask_map(client)
    return len(parts), lambda: run_mixed(zero, parts, limit=1, engine=engine)


def main(client):
    """Print the terms, and what they make of two sizes."""
    stream = separable(200_000, 100, 0.05, seed=1).stream
    entry = seconds(lambda: run_part(Perceptron.zero(100), stream)) / stream.X.size
    wait = seconds(a_pass(client, 1)[1])
    parts, wide = a_pass(client, WIDE)
    rate = 16 * WIDE * parts / max(seconds(wide) - wait, 1e-9)
    print(f"an entry: {entry:.2g} s; a pass handed out: {wait:.2g} s; sent: {rate:.2g} bytes/s")
    for name, entries, dimension in SIZES:
        best = sqrt(entry * entries * rate / (16 * dimension))
        print(f"{name}: {entry * entries:.2g} s on one machine; best number {best:.3g}, "
              f"{2 * entry * entries / best + wait:.2g} s")  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with Client(sys.argv[1]) as client:
            main(client)
    else:
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0")
        with cluster, Client(cluster) as client:
            main(client)
