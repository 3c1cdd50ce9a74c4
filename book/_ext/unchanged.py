"""Which pages have to be written again: after an edit, those that it can have changed.

Sphinx writes the pages that it reads again, and those whose numbers changed.  A page shows more of
other pages than that: their theorems, checks, titles and labels.  So all of this is digested, and
where it changed, every page is written again, and every warning given again.
"""

import hashlib

from docutils import nodes

DOMAINS = ("std", "math", "prf", "py")
CITED = ("citations", "citation_refs")  # in the order in which pages were read
KEPT_BY = ("titles", "longtitles", "toc_secnumbers", "toc_fignumbers", "toctree_includes")
OURS = ("perclib_checks", "perclib_statements", "perclib_proved", "perclib_coq_files")


def plain(x):
    """Write data so that equal ones are written equally; of a node, what references show of it."""
    if isinstance(x, dict):
        return sorted((repr(key), plain(value)) for key, value in x.items())
    if isinstance(x, set | frozenset):
        return sorted(map(repr, x))
    if isinstance(x, list | tuple):
        return list(map(plain, x))
    if isinstance(x, nodes.title | nodes.caption):
        return x.pformat()
    if isinstance(x, nodes.Element):
        return type(x).__name__, plain({k: x.get(k) for k in ("label", "title", "ids")})
    if x is None or isinstance(x, str | int | float):
        return repr(x)
    return type(x).__name__  # as an entry of the bibliography, made from files that are digested


def seen_elsewhere(env):
    """Digest what other pages can show of a page."""
    domains = {name: env.domaindata.get(name) for name in DOMAINS}
    said = [domains, *(getattr(env, name, None) for name in (*KEPT_BY, *OURS))]
    said.append(getattr(env, "sphinx_exercise_registry", None))
    said += [set(map(repr, plain(env.domaindata["cite"][kind]))) for kind in CITED]
    return hashlib.sha256(repr(plain(said)).encode()).hexdigest()


def to_write(app, env):
    before, now = getattr(env, "perclib_seen", None), seen_elsewhere(env)
    env.perclib_seen = now
    return sorted(env.found_docs) if before not in (None, now) else []


def setup(app):
    app.connect("env-get-updated", to_write, priority=900)  # when all numbers are given
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
