# make book | make test | make lab | make bench | make clean.  Another interpreter: make book PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= logical# processes that run tests side by side: a number, or one for each core
MEASURE ?=# which lines the tests run: make test MEASURE=--cov=perclib; it takes half as long again
HTML := _build/html

# What the shell is set to for other programs must not reach the book or its tests.
unexport MATPLOTLIBRC MPLBACKEND PYTEST_ADDOPTS PYTHONHOME PYTHONOPTIMIZE PYTHONPATH PYTHONSTARTUP PYTHONWARNINGS
export PYTHONUTF8 := 1

.PHONY: book test stored lab bench clean
.DELETE_ON_ERROR:

book: $(VENV)/installed-book
	@$(BIN)/jupyter-book build --all --warningiserror --nitpick --keep-going --quiet .
	@echo "$(CURDIR)/$(HTML)/index.html"

# The book, on one core, while the other compares what the chapters store; then the tests, which
# read the built book.
test: $(VENV)/installed-test $(VENV)/installed-book
	@$(MAKE) --no-print-directory --jobs=2 book stored
	$(BIN)/pytest --numprocesses=$(WORKERS) --dist=loadgroup --durations=10 $(MEASURE) perclib tests

# What is stored in files: code that is laid out and typed, notebooks with the outputs they have.
stored: $(VENV)/installed-test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/pytest --quiet --durations=10 notebooks

lab: $(VENV)/installed-lab
	$(BIN)/jupyter lab --notebook-dir=notebooks

# Ratios of one process; on a machine with other work they mean little.
bench: $(VENV)/installed-bench
	$(BIN)/pytest -q tests/benchmarks/bench_pass.py

clean:
	rm -rf _build $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage *.egg-info

# One stamp for each extra of pyproject.toml; a change of either file installs again.
$(VENV)/installed-%: pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[$*]'
	@touch $@

$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) was not found: install Python 3.11 or later, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11: install a newer one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module: install it (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
