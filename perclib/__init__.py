"""The helper library of the book: streams, losses, learners, bounds, proofs and figures.

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

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perclib.auditing import audit
    from perclib.bounds import block_novikoff, freund_schapire, hinge_family
    from perclib.competitors import best_comparator, largest_margin
    from perclib.datasets import bundled, noisy, separable
    from perclib.geometry import SecondOrderPerceptron, Winnow
    from perclib.kernels import BudgetPerceptron, KernelPerceptron
    from perclib.margins import MarginPerceptron, PassiveAggressive, Romma
    from perclib.mixing import run_mixed
    from perclib.online import run, run_chunks, run_passes
    from perclib.perceptron import Perceptron
    from perclib.relatives import AveragedPerceptron, MulticlassPerceptron, VotedPerceptron
    from perclib.streams import Stream, chunks

__version__ = version("perclib")
__all__ = [
    "AveragedPerceptron",
    "BudgetPerceptron",
    "KernelPerceptron",
    "MarginPerceptron",
    "MulticlassPerceptron",
    "PassiveAggressive",
    "Perceptron",
    "Romma",
    "SecondOrderPerceptron",
    "Stream",
    "VotedPerceptron",
    "Winnow",
    "audit",
    "best_comparator",
    "block_novikoff",
    "bundled",
    "chunks",
    "freund_schapire",
    "hinge_family",
    "largest_margin",
    "noisy",
    "run",
    "run_chunks",
    "run_mixed",
    "run_passes",
    "separable",
]
_ROOMS = (
    "streams",
    "datasets",
    "online",
    "perceptron",
    "relatives",
    "kernels",
    "margins",
    "geometry",
    "mixing",
    "bounds",
    "competitors",
    "auditing",
)


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, so that the proof kernel is imported without them."""
    if name in __all__:
        for room in _ROOMS:
            module = import_module(f"perclib.{room}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module 'perclib' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the main names as well."""
    return sorted({*globals(), *__all__})
