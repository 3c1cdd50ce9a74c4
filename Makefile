# make book | make pdf | make solutions | make assignments | make live | make test | make thorough | make lab | make bench | make clean.  Another interpreter: make book PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
CONSTRAINTS := constraints.txt
BIN := $(VENV)/bin
WORKERS ?= logical# processes that run tests side by side: a number, or one for each core
PYTEST = $(BIN)/python -m pytest -p tests.no_grammar -rs --numprocesses=$(WORKERS)
MEASURE ?=# which lines the tests run: make test MEASURE=--cov=perclib; it takes half as long again

# What the shell is set to for other programs must not reach the book or its tests.
unexport MATPLOTLIBRC MPLBACKEND PYTEST_ADDOPTS PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONOPTIMIZE PYTHONPATH PYTHONSTARTUP PYTHONWARNINGS
export PYTHONUTF8 := 1

.PHONY: book pdf tex solutions assignments live test thorough lint stored oldest newest otherwise lab bench clean
.DELETE_ON_ERROR:

book: $(VENV)/installed-book
	@$(BIN)/python book/build.py

# The book on paper, by XeLaTeX, or one chapter (make pdf CHAPTER=4); make tex leaves the sources for
# LaTeX elsewhere.  With SOLUTIONS=no, as of make book, it is a handout without hints and solutions,
# which make solutions sets by themselves, with those of the problems for lecturers.
export BOOK_SOLUTIONS = $(SOLUTIONS)
pdf tex solutions: book
	@$(BIN)/python book/set_paper.py $(if $(CHAPTER),--chapter=$(CHAPTER)) $(filter-out --pdf,--$@)

# The exercises and the problems for lecturers as notebooks for nbgrader.
assignments: book
	@$(BIN)/python book/assignments.py

# Shows each edit in the browser, by itself: make live PORT=8000
PORT ?= 8000
live: $(VENV)/installed-book $(VENV)/installed-live
	@$(BIN)/python book/live.py $(PORT)

# What is laid out and typed, and what the chapters store, beside the book; then the tests, which
# read the built book, but for those that take long.
test: $(VENV)/installed-test $(VENV)/installed-book
	@$(MAKE) --no-print-directory --jobs=3 book lint stored
	$(PYTEST) --dist=loadgroup --durations=10 -m "not thorough" $(MEASURE) perclib book/proofs/prover tests

# Those: in Coq, in a browser, of whole builds, and long searches for a counterexample.
thorough: $(VENV)/installed-test book
	$(PYTEST) --dist=loadgroup --durations=10 -m thorough $(MEASURE) tests

lint: $(VENV)/installed-test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

# Each notebook is run again, and what it gives compared with what it stores.
stored: $(VENV)/installed-test
	$(PYTEST) --quiet --dist=loadfile notebooks

# The library and the notebooks with other versions than those of constraints.txt, in environments
# of their own, without Jupyter Book and the tests that need it (tests/of_the_book.py).  A picture
# that is compared point by point is left out: every matplotlib draws it in its own way.
DRAWN = tests/library/test_show.py::test_the_stored_hero_is_the_drawn_one
oldest newest:
	@$(MAKE) --no-print-directory VENV=.venv-$@ CONSTRAINTS=_build/$@.txt otherwise

_build/oldest.txt: pyproject.toml tests/oldest.py
	@mkdir -p _build
	$(PYTHON) tests/oldest.py > $@

_build/newest.txt: pyproject.toml # whatever there is
	@mkdir -p _build
	: > $@

otherwise: stored
	$(PYTEST) --dist=loadgroup --deselect=$(DRAWN) perclib book/proofs/prover tests

# The chapters; what they refer to on other pages is looked up in the built book.
lab: $(VENV)/installed-lab $(VENV)/installed-book
	@$(BIN)/python book/build.py || echo "The book was not built: links to its pages may lead nowhere."
	$(BIN)/jupyter lab --config=book/lab/jupyter_server_config.py

# Ratios of one process; on a machine with other work they mean little.
bench: $(VENV)/installed-bench
	$(BIN)/pytest -q tests/benchmarks/bench_pass.py

clean:
	rm -rf _build $(VENV) .venv-* .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage *.egg-info

# One stamp for each extra of pyproject.toml; a change of either file installs again.
$(VENV)/installed-%: pyproject.toml $(CONSTRAINTS) | $(VENV)/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(CONSTRAINTS) --editable '.[$*]'
	@touch $@

$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) was not found: install Python 3.11 or later, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11: install a newer one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module: install it (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
