import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest

from core import command_line
from core.corpus.formats import Format

COMMANDS = [
    ["generate", "a[b]"],
    ["read-back", "a"],
    ["tune-rerank", "--model", "x", "--corpus", "e2e", "--beam", "3"],
    ["train", "--corpus", "demo", "--out", "x"],
    ["evaluate", "--outputs", "x.txt", "--corpus", "e2e"],
    ["models"],
    ["runs"],
    ["runs", "show", "x"],
    ["corpora"],
    ["corpora", "describe", "demo"],
]


def parsed(*arguments):
    return command_line.parser(("generate", "train")).parse_args(arguments)


@pytest.mark.parametrize("arguments", COMMANDS)
def test_every_command_names_a_module_that_does_its_work(arguments):
    options = parsed(*arguments)
    assert options.command == arguments[0]
    assert callable(import_module(options.work).run)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("main.py", ("python", "main.py")),
        ("/bin/charcopy", ("charcopy",)),
        ("charcopy.exe", ("charcopy",)),
    ],
)
def test_it_is_called_by_its_name_where_it_was_installed(monkeypatch, first, words):
    monkeypatch.setattr("sys.argv", [first])
    assert command_line.called() == words
    assert command_line.parser(()).format_usage().startswith(f"usage: {words[-1]} ")


@pytest.mark.parametrize("arguments", [[], ["screenshot", "a.png"]])
def test_the_window_does_its_own_work(arguments):
    assert parsed(*arguments).work is None


def test_a_file_in_a_commands_place_is_opened():
    for name in ("a b.charcopy", "folder/m.SAFETENSORS"):
        options = parsed(*command_line.with_command([name]))
        assert (options.command, str(options.file), options.work) == ("open", str(Path(name)), None)
    for others in ([], ["models"], ["generate", "x.charcopy"], ["--help"]):
        assert command_line.with_command(others) == others


def test_sizes_have_the_names_of_the_model_configuration():
    options = parsed("train", "--corpus", "demo", "--out", "x", "--hidden", "8", "--layers", "2")
    assert (options.hidden_size, options.layers, options.attention_size) == (8, 2, None)


def test_wrong_usage_is_one_line(capsys):
    with pytest.raises(SystemExit) as end:
        parsed("screenshot", "a.png", "--page", "nowhere")
    assert end.value.code == command_line.BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


def test_lists_of_numbers(capsys):
    command = ["tune-rerank", "--model", "x", "--corpus", "e2e", "--beam", "3", "--lambdas"]
    assert parsed(*command, "0,0.5, 2").lambdas == [0, 0.5, 2]
    with pytest.raises(SystemExit):
        parsed(*command, "a")
    assert "'a' is not a list of numbers such as 0,0.5,1" in capsys.readouterr().err


def test_formats_are_named_as_the_readers_name_them():
    for form in Format:
        assert parsed("corpora", "describe", "x", "--format", form.value).format == form.value


def parsers(parser):
    """A parser and those of its commands and actions."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from parsers(inner)


def test_every_argument_of_every_command_has_a_sentence():
    silent = [
        (parser.prog, action.dest)
        for parser in parsers(command_line.parser(("generate", "data")))
        for action in parser._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]
    assert silent == []


def test_help_says_beside_each_argument_what_it_is(capsys):
    for words in (
        [], ["generate"], ["read-back"], ["evaluate"], ["tune-rerank"], ["screenshot"], ["open"],
        ["models"], ["models", "average"], ["corpora"], ["corpora", "build-plus"],
        ["corpora", "build-e2e-plus"], ["corpora", "clean"], ["corpora", "describe"],
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            command_line.parser(("generate", "data")).parse_args([*words, "--help"])
        _, _, listed = capsys.readouterr().out.partition("\n\n")
        arguments = [line for line in listed.splitlines() if re.match(r" {2}(  )?\S", line)]
        alone = [line.strip() for line in arguments if not re.search(r"\S {2,}\S", line)]
        assert alone in ([], ["COMMAND"], ["ACTION"]), words
