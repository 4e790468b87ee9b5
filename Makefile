# make run    a card room that runs       make test    set up and prove everything
# make check  format, lint, types, shape  make quick   lint and the core tests, in a minute
# make bench  speeds, as ratios           make screens a picture of every screen, in screens/
# make run-wide  two card rooms and the hub of their shared jackpot
# make proof  the long proofs: counts from scratch, fuzzing, all random examples
# make docs   the site of the documents, in site/, every link checked
# make drill  fail-over under load: kills, freezes and cuts off what a floor depends on
# Each target installs what it needs, on a Debian machine, as root or with sudo.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get

# Compiled code is kept, whatever the machine's own setting: servers and tests start faster.
export PYTHONDONTWRITEBYTECODE :=

# One more than cores: browser tests wait, and time out where too many tests count beside them.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)

.PHONY: run run-wide test whole quick check lint types shape proof bench drill docs screens format lock clean system-python \
  system-test promtool

run: $(VENV)/.ready
	@$(BIN)/pitboss demo

run-wide: $(VENV)/.ready
	@$(BIN)/pitboss demo-wide

# mypy has a core to itself for a minute: the tests begin beside it.
test: lint system-test
	@$(MAKE) --no-print-directory --jobs 2 types whole

# If at most six tests fail, each runs again, alone.
whole: $(VENV)/.ready
	$(BIN)/python tests/whole.py -n $(WORKERS) --dist worksteal -m "not proof"

# The pure packages and what they use, by written examples: no server, no random ones, no kernels.
QUICK := $(addprefix tests/,shape rules floor journal engine site) $(wildcard tests/games/*/test_rules*.py)
quick: lint
	$(BIN)/pytest -n $(WORKERS) $(QUICK) -m "not slow and not hypothesis and not proof" \
	  -k "not postgres"

lint: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/oxlint --deny-warnings

# Each has a core to itself, and reports at its end.
check: lint
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target types shape

types: $(VENV)/.ready
	$(BIN)/mypy

shape: $(VENV)/.ready
	$(BIN)/pytest tests/shape

# `make test` proves part of each of these; run all of it when you change a kernel or a schema.
proof: $(VENV)/.ready
	PITBOSS_PROOF=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "proof or hypothesis"

bench: $(VENV)/.ready
	$(BIN)/python -m proof.bench

# It needs root, PostgreSQL, etcd, Patroni, HAProxy and keepalived, and says first of all how to install
# what is missing; some of those start services of their own, so it doesn't do that on its own.
# make drill KILLS=100 PAUSES=100; make drill FAULTS=kill,freeze TIMES=3 PAUSE=10 SEED=7
DRILL := $(if $(FAULTS),--faults $(FAULTS)) $(if $(KILLS),--kills $(KILLS)) \
  $(if $(PAUSES),--pauses $(PAUSES)) $(if $(HAND_OVERS),--hand-overs $(HAND_OVERS)) \
  $(if $(TIMES),--times $(TIMES)) $(if $(PAUSE),--pause $(PAUSE)) $(if $(SEED),--seed $(SEED)) \
  $(if $(RESULT),--result $(RESULT))
drill:
	@PYTHONPATH=src $(PYTHON) -m proof.drill.tools
	@$(MAKE) --no-print-directory $(VENV)/.ready
	@$(BIN)/python -m proof.drill $(DRILL)

docs: $(VENV)/.ready
	PYTHONPATH=tests $(BIN)/python -m documents.site

screens: $(VENV)/.ready system-test
	PYTHONPATH=tests $(BIN)/python -m browser.screens

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The lock names no registry; hashes make it the same everywhere.
lock: $(VENV)/.ready
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	  --all-extras --group dev pyproject.toml -o requirements.lock
	sed -n 's/^\(uv==[^ ]*\).*/\1/p' tools.lock | $(BIN)/uv pip compile --universal \
	  --python-version 3.11 --generate-hashes --no-header --no-annotate - -o tools.lock

$(VENV)/.ready: requirements.lock tools.lock pyproject.toml | system-python
	@echo "Installing pitboss and its Python packages in $(VENV), once: about two minutes."
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r tools.lock
	$(BIN)/uv pip install --compile-bytecode --python $(VENV) --require-hashes -r requirements.lock
	$(BIN)/uv pip install -q --python $(VENV) --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q src  # commands start faster
	@touch $@

system-python:
	@$(PYTHON) -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' 2>/dev/null || \
	  { echo "Installing Python from Debian, once: about a minute."; \
	  $(APT) update -q && $(APT) install -q -y --no-install-recommends python3 python3-venv; }

# What the tests look at or speak with: PDF text, a database server, a broker, a proxy, a browser. The
# browser's driver needs a library that a bare machine has not.
SYSTEM_TEST := poppler-utils:pdftotext postgresql:initdb mosquitto:mosquitto chromium:chromium \
  openssl:openssl haproxy:haproxy
# The same browser without windows, where there is one: its tests take half the time.
HEADLESS := chromium-headless-shell
system-test:
	@missing=; for pair in $(SYSTEM_TEST); do \
	  PATH="$$PATH:/usr/sbin:$$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)" \
	  command -v $${pair#*:} >/dev/null || missing="$$missing $${pair%:*}"; done; \
	  /sbin/ldconfig -p | grep -q libatomic.so.1 || missing="$$missing libatomic1"; \
	  [ -z "$$missing" ] || { $(APT) update -q && \
	  $(APT) install -q -y --no-install-recommends $$missing; }
	@command -v $(HEADLESS) >/dev/null || \
	  $(APT) install -q -y --no-install-recommends $(HEADLESS) >/dev/null 2>&1 || \
	  echo "no $(HEADLESS) here: the browser tests use chromium, and take longer"
	@command -v promtool >/dev/null || [ -x $(BIN)/promtool ] || $(MAKE) --no-print-directory promtool

# What tries alarms. Debian's package would start a Prometheus: only this program is taken out of it.
promtool: $(VENV)/.ready
	@folder=$$(mktemp -d) && cd $$folder && $(APT) update -q && $(APT) download -q prometheus && \
	  dpkg-deb -x prometheus_*.deb . && cp usr/bin/promtool $(abspath $(BIN)) && rm -r $$folder

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests proof -name __pycache__ -type d -prune -exec rm -rf {} +
