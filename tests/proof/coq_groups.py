"""Which files for Coq are judged together: it loads the reals once for each group.

What is here decides about no file, so that a change of it does not void what was accepted.
"""

import coq

MOST = 120_000  # letters of a derivation; they take about four seconds, and the reals two
BY_HAND = 6  # so many of them take as long as one letter of a proof by hand


def parts(sizes, most=MOST):
    """Put names together, by the size of what each stands for, so that no group takes long.

    A group has at most so many letters, or one name; the largest are put into groups first.
    """
    groups = []
    for name in sorted(sizes, key=lambda name: (-sizes[name], name)):
        fits = (g for g in groups if sizes[name] + sum(sizes[x] for x in g) <= most)
        group = next(fits, None)
        groups.append([name]) if group is None else group.append(name)
    return [sorted(group) for group in groups]


def derived(texts):
    """Group files that the exporter wrote, by name."""
    return parts({name: len(text) for name, text in texts.items()})


def by_hand(texts, others):
    """Group files by hand, by name, with what each rests on: these, and others that are derived."""
    every = {**others, **texts}
    sizes = {x: len(text) * (BY_HAND if x in texts else 1) for x, text in every.items()}
    return parts({name: sum(sizes[x] for x in coq.rest([name], texts, others)) for name in texts})
