"""What is proved, and by whom: sympy in the chapters, machine proofs on pages of their own.

``statements`` collects the theorems of the pages, and the cells that check their algebra;
``proof_files`` reads what the proof files of ``book/proofs`` prove, and whether Coq agrees;
``machine_proofs`` gives each theorem its tick and each chapter the page of its machine proofs;
``theorem_list`` makes the page of all theorems, and ``coq_files`` that about Coq.

The extensions import in one direction, each from those before it: ``runs``,
``marks``, ``ledger``, ``interactive``, ``typeset``, ``website``, ``paper``.
"""

from parts import FillPlaces, set_up

MODULES = ("statements", "proof_files", "machine_proofs", "coq_files", "theorem_list")


def setup(app):
    app.add_post_transform(FillPlaces)
    return set_up(app, __name__, MODULES)
