"""CharCopy's entry: the window by default, or one of the commands."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from charcopy_gui.page_names import PAGE_KEYS
from core import command_line
from core.commands import errors
from core.failures import failure_of

OK, FAULT, BAD_INPUT = 0, 1, command_line.BAD_INPUT


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or the window; returns the exit code."""
    # Before torch is loaded: threads that wait by spinning keep others from what little there is.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    asked = command_line.with_command(sys.argv[1:] if arguments is None else arguments)
    parser = command_line.parser(PAGE_KEYS)
    options = parser.parse_args(asked)
    if (options.reset or options.safe_mode) and options.command not in (None, "open"):
        parser.error("--reset and --safe-mode are for the window; leave the command away")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A text may hold any character, and a Windows console's own encoding few.
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = _window(options) if options.work is None else _headless(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return FAULT
    except BrokenPipeError:
        # Whoever read the output has enough; Python's own last flush is to find no pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception:
        logging.getLogger(__name__).exception("CharCopy has a fault; this is what happened:")
        return FAULT


def _headless(options: argparse.Namespace) -> int:
    try:
        import_module(options.work).run(options)
    except BrokenPipeError:
        raise
    except Exception as error:
        if errors.is_bad_input(error):
            return _refuse(str(error))
        if errors.is_nobodys_fault(error):
            _say(failure_of(error).sentence)
            return FAULT
        raise
    return OK


def _window(options: argparse.Namespace) -> int:
    if options.command == "screenshot":
        # A picture needs no display, and no window is to flash up where there is one.
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from charcopy_gui.process import preflight

    if problem := preflight.problem():
        return _refuse(problem)
    from charcopy_gui import app
    from core.model_card import ModelCardError

    start = {"reset": options.reset, "safe": options.safe_mode}
    try:
        if options.command is None:
            return app.run_window(**start)
        if options.command == "open":
            if not options.file.is_file():
                return _refuse(f"There is no file {options.file}.")
            return app.run_window(file=options.file, **start)
        if not options.out.absolute().parent.is_dir():
            return _refuse(f"There is no folder {options.out.absolute().parent}.")
        if app.take_screenshot(options.out, options.page, options.theme, options.model):
            _say(f"The picture {options.out} could not be made; the log says why.")
            return FAULT
    except ModelCardError as error:
        return _refuse(str(error))
    return OK


def _refuse(sentence: str) -> int:
    _say(sentence)
    return BAD_INPUT


def _say(sentence: str) -> None:
    print(sentence.replace("\n", " "), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
