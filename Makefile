# make demo   sets everything up and runs a sample event
# make test   sets everything up and runs the tests (not those that only Windows can run)
# make check  the tests that need nothing but Python, and little time
# make lint types docs bench soak dist   for developers: docs/dev/testing.md
# The Python for .venv: the first that is new enough, or the one that is named, as in: make demo PYTHON=python3.12
new-enough = $(shell for each in $(1); do $$each -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
PYTHON ?= $(call new-enough,python3 python3.14 python3.13 python3.12 python3.11)
BIN := .venv/bin
# Without byte code, each process that tests, and each that is tested, would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: demo check test lint types docs bench dist soak

demo: .venv/run.stamp
	mkdir -p demo
	rm -rf "demo/Summer Turnabout"*
	cp sample_events/in-progress.xlsx "demo/Summer Turnabout.xlsx"
	$(BIN)/turnabout run "demo/Summer Turnabout.xlsx"
	@echo
	@echo "The workbook:  demo/Summer Turnabout.xlsx  (look at Round 3 and Standings)"
	@echo "The pages:     demo/Summer Turnabout prints/index.html  (open it first, in a browser)"
	@echo "Your own:      $(BIN)/turnabout start"

check: .venv/dev.stamp
	$(PYTEST) -n logical -m "not (browser or office or postgresql or software or processes or slow or soak or hypothesis)"

test: .venv/dev.stamp
	$(PYTEST)

soak: .venv/dev.stamp
	TURNABOUT_SOAK=1 $(PYTEST) -m "soak or hypothesis or nightly"

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/dev.stamp
	$(BIN)/mypy

docs: .venv/dev.stamp
	$(BIN)/python -m tools.reference docs

bench: .venv/dev.stamp
	for each in run pairing archive; do $(BIN)/python -m benchmarks.$$each || exit; done

# The folder, zip and setup for Windows and the zip for macOS; RUNTIME is a folder with a Windows Python.
dist: .venv/dev.stamp
	$(BIN)/python -m tools.make_dist $(RUNTIME)

# It is set up again where the folder has been moved, or the Python that .venv was made with is another one.
STAMPS := .venv/run.stamp .venv/dev.stamp
ifneq ($(shell cat .venv/run.stamp 2>/dev/null),$(CURDIR) $(realpath $(BIN)/python))
.PHONY: $(STAMPS)
endif

NO_PYTHON = Python 3.11 or newer is needed, and $(if $(PYTHON),$(PYTHON) is not,there is none): install it \
	(https://www.python.org/downloads), or say where it is, as in: make $(MAKECMDGOALS) PYTHON=/opt/bin/python3.12

$(STAMPS): pyproject.toml constraints.txt
	@$(or $(call new-enough,$(PYTHON)),$(error $(NO_PYTHON))) tools/set_up.py $@
