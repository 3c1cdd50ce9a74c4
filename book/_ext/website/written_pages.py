"""Which pages are written again, after an edit those that it can have changed; and by how many.

Sphinx writes the pages that it reads again, and those whose numbers changed.  A page shows more of
other pages than that: their theorems, checks, titles and labels.  So all of this is digested, and
where it changed, every page is written again, and every warning given again.

Pages are written by processes that Sphinx forks, while it goes on to prepare the next ones: the
chapters first, so that at the end no process is left alone with the longest pages.
Notebooks are run by threads of this process while pages are read: so they are read in one process,
and what Sphinx is told of processes is told when all are read.
"""

import dataclasses
import hashlib
import os

from docutils import nodes
from sphinx import builders

DOMAINS = ("std", "math", "prf", "py")
CITED = ("citations", "citation_refs")  # in the order in which pages were read
KEPT_BY_SPHINX = ("titles", "longtitles", "toc_secnumbers", "toc_fignumbers", "toctree_includes")
KEPT_BY_US = ("perclib_cells", "perclib_statements")


def comparable(x):
    """Write data so that equal ones are written equally; of a node, what references show of it."""
    if isinstance(x, dict):
        return sorted((repr(key), comparable(value)) for key, value in x.items())
    if isinstance(x, set | frozenset):
        return sorted(map(repr, x))
    if isinstance(x, list | tuple):
        return list(map(comparable, x))
    if isinstance(x, nodes.title | nodes.caption):
        return x.pformat()
    if isinstance(x, nodes.Element):
        return type(x).__name__, comparable({k: x.get(k) for k in ("label", "title", "ids")})
    if dataclasses.is_dataclass(x) and not isinstance(x, type):
        return comparable({each.name: getattr(x, each.name) for each in dataclasses.fields(x)})
    if x is None or isinstance(x, str | int | float):
        return repr(x)
    return type(x).__name__  # as an entry of the bibliography, made from files that are digested


def digest_seen_elsewhere(env):
    """Digest what other pages can show of a page."""
    domains = {name: env.domaindata.get(name) for name in DOMAINS}
    content = [domains, *(getattr(env, name, None) for name in (*KEPT_BY_SPHINX, *KEPT_BY_US))]
    content.append(getattr(env, "sphinx_exercise_registry", None))
    content += [set(map(repr, comparable(env.domaindata["cite"][kind]))) for kind in CITED]
    return hashlib.sha256(repr(comparable(content)).encode()).hexdigest()


def pages_to_write(app, env):
    before, now = getattr(env, "perclib_seen", None), digest_seen_elsewhere(env)
    env.perclib_seen = now
    return sorted(env.found_docs) if before not in (None, now) else []


def chapters_first(pages, _processes):
    """Part the sorted names of pages among processes, a few to each, the last names first."""
    names = pages[::-1]
    return [names[n : n + 3] for n in range(0, len(names), 3)]


def write_in_parallel(app, env):
    """Let pages be written by as many processes as there are cores."""
    app.parallel = os.cpu_count() + 1  # this one is counted as well
    builders.make_chunks = chapters_first


def setup(app):
    app.connect("env-updated", write_in_parallel)
    app.connect("env-get-updated", pages_to_write, priority=900)  # when all numbers are given
