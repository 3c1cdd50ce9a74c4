"""The helper library of the book: streams, losses, learners, bounds and figures.

Everything flows one way.  A learner runs over a stream of examples; a theorem bounds the mistakes
of the run; and a table or a figure shows the mistakes and their bound side by side.

The names below are the ones to begin with; each module has more.

>>> from perclib import Perceptron, Stream, block_novikoff, largest_margin, run
>>> stream = Stream([[2, 1], [1, -1], [-1, 1], [-2, -1]], [1, 1, -1, -1])
>>> done = run(Perceptron.zero(stream.dimension), stream)
>>> bound = block_novikoff(stream, largest_margin(stream))
>>> f"{done.mistake_count} mistake, and never more than {bound.value:.2f}"
'1 mistake, and never more than 2.78'
"""

from importlib.metadata import version

from perclib.bounds import (
    audit,
    best_comparator,
    block_novikoff,
    freund_schapire,
    hinge_family,
    largest_margin,
)
from perclib.data import Chunks, Stream, bundled, noisy, separable
from perclib.learners import (
    AveragedPerceptron,
    BudgetPerceptron,
    KernelPerceptron,
    MarginPerceptron,
    MulticlassPerceptron,
    PassiveAggressive,
    Perceptron,
    Romma,
    SecondOrderPerceptron,
    Winnow,
    losses,
    run,
    run_chunks,
    run_passes,
)
from perclib.scale import run_mixed

__version__ = version("perclib")
__all__ = [
    "AveragedPerceptron",
    "BudgetPerceptron",
    "Chunks",
    "KernelPerceptron",
    "MarginPerceptron",
    "MulticlassPerceptron",
    "PassiveAggressive",
    "Perceptron",
    "Romma",
    "SecondOrderPerceptron",
    "Stream",
    "Winnow",
    "audit",
    "best_comparator",
    "block_novikoff",
    "bundled",
    "freund_schapire",
    "hinge_family",
    "largest_margin",
    "losses",
    "noisy",
    "run",
    "run_chunks",
    "run_mixed",
    "run_passes",
    "separable",
]
