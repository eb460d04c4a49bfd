# make run     set up and open the window
# make test    set up and run every test, without a display; make -j2 test takes half the time
# make check   set up and run the linters, the type checker and the layer rules
# make pictures  set up and remake the pictures of README and guide; takes minutes
# make bench   set up and measure speeds, a JSON object each; takes minutes
#
# PYTHON chooses the interpreter that .venv is made with: make run PYTHON=python3.13

PYTHON ?= python3

venv := .venv
python := $(venv)/bin/python
installed := $(venv)/installed

.PHONY: run test test-window test-core check pictures bench

run: $(installed)
	$(python) main.py

# Two parts of about the same length; each keeps one core busy.
window := tests/charcopy_gui tests/bad_days

test: test-window test-core

test-window: $(installed)
	QT_QPA_PLATFORM=offscreen $(python) -m pytest $(window)

test-core: $(installed)
	QT_QPA_PLATFORM=offscreen $(python) -m pytest $(addprefix --ignore=,$(window))

check: $(installed)
	$(venv)/bin/ruff check .
	$(venv)/bin/ruff format --check .
	$(venv)/bin/mypy
	$(venv)/bin/lint-imports

pictures: $(installed)
	QT_QPA_PLATFORM=offscreen $(python) -m tests.pictures

bench: export OMP_WAIT_POLICY = passive
bench: $(installed)
	OMP_NUM_THREADS=1 $(python) -m tests.bench.train_throughput
	$(python) -m tests.bench.generate_speed
	QT_QPA_PLATFORM=offscreen $(python) -m tests.bench.start_time
	QT_QPA_PLATFORM=offscreen $(python) -m tests.bench.frame_delay
	QT_QPA_PLATFORM=offscreen $(python) -m tests.bench.trace_view
	OMP_NUM_THREADS=1 $(python) -m tests.bench.scaling

$(python):
	@command -v $(PYTHON) >/dev/null || \
	  { echo "CharCopy needs Python 3.11 to 3.14, and $(PYTHON) was not found; name one with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || \
	  { echo "CharCopy needs Python 3.11 to 3.14, and $(PYTHON) is another; name one with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make virtual environments; on Debian and Ubuntu, install python3-venv." >&2; exit 2; }
	$(PYTHON) -m venv $(venv)

# A torch that is in .venv already stays (sympy follows it): it may be a build chosen for this
# machine's GPU, or the small one for the CPU. pyproject.toml still decides which versions will do.
$(installed): pyproject.toml constraints.txt | $(python)
	@if $(python) -c 'import importlib.metadata as m; m.version("torch")' 2>/dev/null; \
	  then grep -Ev '^(torch|sympy)==' constraints.txt; else cat constraints.txt; \
	  fi > $(venv)/constraints.txt
	$(python) -m pip install --disable-pip-version-check -c $(venv)/constraints.txt -e '.[dev]'
	@touch $@
