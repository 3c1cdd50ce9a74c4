"""Conic programs by name, for the interior-point solver Clarabel (Goulart and Chen, 2024)."""

from typing import Any

import clarabel
import numpy as np
from scipy import sparse

from perclib._checks import Floats

NARROW = 200  # columns up to which Clarabel's plain factorization is the quicker one


def kron(left: Any, right: Any) -> Any:
    """Kronecker product of arrays, as a sparse array in all versions of SciPy."""
    return sparse.kron(sparse.csc_array(left), sparse.csc_array(right))


# Rows of a program: ``limit - sum of block @ variable`` lies in the cones.
Row = tuple[dict[str, Any], Floats, list[Any]]


def above(number: int) -> list[Any]:
    """Return the cone of vectors with no entry below zero."""
    return [clarabel.NonnegativeConeT(number)]


def solve(
    program: list[Row], objective: dict[str, float], curvature: dict[str, Floats], step: float
) -> tuple[dict[str, Floats], Floats]:
    """Solve a program: its variables by name, and the multipliers of its rows."""
    names = list(dict.fromkeys(name for blocks, _, _ in program for name in blocks))
    widths = {name: block.shape[1] for blocks, _, _ in program for name, block in blocks.items()}
    table = [
        [sparse.csc_array(blocks[name]) if name in blocks else None for name in names]
        for blocks, _, _ in program
    ]
    matrix = sparse.block_array(table, format="csc")
    linear = np.concatenate([np.full(widths[name], objective.get(name, 0.0)) for name in names])
    bends = [curvature.get(name, np.zeros(widths[name])) for name in names]
    quadratic = sparse.diags_array(np.concatenate(bends), format="csc")
    limits = np.concatenate([limit for _, limit, _ in program])
    cones = [cone for _, _, each in program for cone in each]
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter = False, 300
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    settings.tol_infeas_abs = settings.tol_infeas_rel = 1e-30  # the caller looks at certificates
    settings.min_switch_step_length = 1e-3  # with 0.1 it gives up too early on power cones
    settings.max_step_fraction = step
    if widths["v"] <= NARROW:
        settings.direct_solve_method = "qdldl"
    found = clarabel.DefaultSolver(quadratic, linear, matrix, limits, cones, settings).solve()
    parts = np.split(np.array(found.x), np.cumsum([widths[name] for name in names])[:-1])
    return dict(zip(names, parts, strict=True)), np.array(found.z)
