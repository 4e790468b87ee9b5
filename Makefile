# make run    start the product          make test   set up and prove everything
# make check  format, lint, types, shape make bench  speeds, as ratios in one run
# Each target sets up what it needs by itself, on a Debian machine, as root or with sudo.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get

WORKERS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: run test check bench format lock clean system-python system-test

run: $(VENV)/.ready
	@$(BIN)/pitboss play

test: check system-test
	$(BIN)/pytest -n $(WORKERS)

check: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest tests/shape

bench: $(VENV)/.ready
	$(BIN)/python -m bench

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The lock names no registry; hashes make it the same everywhere.
lock: $(VENV)/.ready
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	  --all-extras --group dev pyproject.toml -o requirements.lock

$(VENV)/.ready: requirements.lock pyproject.toml | system-python
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	$(BIN)/uv pip install -q --compile-bytecode --python $(VENV) --require-hashes -r requirements.lock
	$(BIN)/uv pip install -q --python $(VENV) --no-deps -e .
	$(BIN)/python -m compileall -q src  # commands start faster
	@touch $@

system-python:
	@$(PYTHON) -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' 2>/dev/null || \
	  { $(APT) update -q && $(APT) install -q -y --no-install-recommends python3 python3-venv; }

system-test:
	@command -v pdftotext >/dev/null || \
	  { $(APT) update -q && $(APT) install -q -y --no-install-recommends poppler-utils; }
	@ls -d /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	  { $(APT) update -q && $(APT) install -q -y --no-install-recommends postgresql; }

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
