import dataclasses
import json

import pytest

from core import command_line, kernels
from core.commands import runs as runs_command
from core.commands import training
from core.commands.errors import UsageError
from core.runs import RunError, RunFolder, provenance

SMALL = ["--hidden", "8", "--attention", "4", "--embedding", "4", "--threads", "1",
         "--epochs", "1"]  # fmt: skip


@pytest.fixture(autouse=True)
def _plain_torch(monkeypatch):
    monkeypatch.setattr(kernels, "_chosen", [None])


def command(*arguments):
    options = command_line.parser(()).parse_args(["runs", *map(str, arguments)])
    runs_command.run(options)


@pytest.fixture
def folder(tmp_path):
    """Two runs, which differ in their batches."""
    rows = "mr,ref\n" + "".join(f'"name[{n}]",{n} is a pub.\n' for n in "ABCDEF")
    (tmp_path / "a.csv").write_text(rows)
    corpus = ["--corpus", str(tmp_path / "a.csv"), "--dev", str(tmp_path / "a.csv")]
    for name, size in (("one", "3"), ("two", "2")):
        out = ["--out", str(tmp_path / "runs" / name), "--batch-size", size]
        training.run(command_line.parser(()).parse_args(["train", *corpus, *out, *SMALL]))
    return tmp_path / "runs"


def test_the_list(folder, capsys):
    capsys.readouterr()
    command("--folder", folder)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in lines) == ["one", "two"]
    for line in lines:
        assert "finished  EDA_CS on a, " in line
        assert "dev BLEU 0." in line


def test_one_of_them(folder, capsys):
    capsys.readouterr()
    command("show", folder / "one")
    assert "dev at step 2" in capsys.readouterr().out
    command("show", folder / "one", "--json")
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["step"], found["corpus"]) == ("finished", 2, "a")
    assert found["config"]["model"]["hidden_size"] == 8
    assert [scores["step"] for scores in found["evaluations"]] == [2]


def test_what_two_differ_in(folder, capsys):
    capsys.readouterr()
    command("diff", folder / "one", folder / "two")
    assert capsys.readouterr().out == "batch_size: 3 | 2\n"
    command("diff", folder / "one", folder / "one")
    assert capsys.readouterr().out == ""
    two = RunFolder(folder / "two")
    provenance.write(two, dataclasses.replace(provenance.read(two), fine_tuned_from="b"))
    command("diff", folder / "one", folder / "two")
    assert capsys.readouterr().out == "started_from: scratch | b\nbatch_size: 3 | 2\n"


def test_a_run_is_named_as_the_list_names_it(folder, capsys):
    capsys.readouterr()
    command("--folder", folder, "show", "one")
    assert "MB of memory" in capsys.readouterr().out
    command("--folder", folder, "diff", "one", folder / "two")
    assert capsys.readouterr().out == "batch_size: 3 | 2\n"


def test_before_the_first_run_there_are_none(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("platformdirs.PlatformDirs.user_data_path", tmp_path / "CharCopy")
    where = tmp_path / "CharCopy" / "runs"
    said = f"There are no runs in {where}; --folder DIR looks elsewhere.\n"
    command()
    assert capsys.readouterr().out == said
    where.mkdir(parents=True)
    command()
    assert capsys.readouterr().out == said, "an empty folder is no other case"


def test_no_runs(tmp_path):
    with pytest.raises(UsageError, match="There is no folder"):
        command("--folder", tmp_path / "nowhere")
    for nothing in (tmp_path, tmp_path / "nope"):
        with pytest.raises(RunError) as refused:
            command("show", nothing)
        assert str(refused.value) == f"{nothing} holds no run."
