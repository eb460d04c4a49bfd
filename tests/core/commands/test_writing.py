import json
import math

import pytest

from core import command_line
from core.commands import writing
from core.commands.errors import UsageError
from core.config import ConfigError, DecodingConfig, Strategy
from core.decoding import beam
from core.meaning_representation import ParseError
from core.model_card import ModelCardError
from core.trace_files import TraceFileError


def generate(text, model, config=None, **options):
    config = config or DecodingConfig(max_length=options.pop("max_length", 12))
    options = {"device_name": "cpu", "as_json": False, **options}
    writing.generate(text, model=model, config=config, **options)


def test_generate_prints_one_line(model, capsys):
    generate("name[Café 東京], eatType[pub]", model)
    printed = capsys.readouterr()
    generate("name[Café 東京], eatType[pub]", model, as_json=True)
    trace = json.loads(capsys.readouterr().out)
    assert printed.out == trace["text"] + "\n"
    assert len(trace["text"]) >= 1
    ended = trace["steps"][-1]["character"] == "⟨end⟩"
    said = "" if ended else "Cut off after 12 characters: the model found no end.\n"
    assert printed.err == said


def test_the_trace_adds_up(model, capsys):
    generate(" name[Café 東京],eatType[pub] ", model, as_json=True)
    trace = json.loads(capsys.readouterr().out)
    assert list(trace) == ["text", "model", "source", "steps"]
    assert trace["source"] == "name[Café 東京], eatType[pub]"
    assert trace["model"] == "small"
    written = "".join(step["character"] for step in trace["steps"])
    assert written.removesuffix("⟨end⟩") == trace["text"]
    for step in trace["steps"]:
        assert len(step["alignment"]) == len(trace["source"]) + 2
        assert math.isclose(sum(step["alignment"]), 1, abs_tol=1e-5)
        assert math.isclose(sum(step["copy_alignment"]), 1, abs_tol=1e-5)
        for candidate in step["candidates"]:
            total = candidate["generated"] + candidate["copied"]
            assert math.isclose(candidate["probability"], total, abs_tol=1e-6)
    # The last E is the first of the candidates, being greedy, and its probability is the step's.
    first = trace["steps"][0]
    assert first["candidates"][0]["character"] == first["character"]
    probability = first["candidates"][0]["probability"]
    assert math.isclose(math.exp(first["log_probability"]), probability, rel_tol=1e-4)


def test_an_unknown_character_is_reachable_by_copying(model, capsys):
    generate("name[東京]", model, as_json=True)
    trace = json.loads(capsys.readouterr().out)
    source = ["⟨start⟩", *trace["source"], "⟨end⟩"]
    copied = trace["steps"][0]["copy_alignment"]
    assert trace["steps"][0]["p_gen"] < 1
    assert copied[source.index("東")] > 0
    assert copied[source.index("京")] > 0


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_table_is_refused(model, text):
    with pytest.raises(UsageError, match="empty"):
        generate(text, model)


def test_bad_input_is_named(model):
    with pytest.raises(ParseError, match="at character 5"):
        generate("name[Zizzi", model)
    with pytest.raises(ConfigError, match="'tpu' is not a device"):
        generate("name[Zizzi]", model, device_name="tpu")
    with pytest.raises(ModelCardError, match="There is no model 'absent'"):
        generate("name[Zizzi]", "absent")


def test_a_device_that_is_absent_is_replaced_and_said(model, capsys, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    generate("name[Zizzi]", model, device_name="cuda")
    assert "so the CPU is used" in capsys.readouterr().err


def test_beam_search_lists_its_hypotheses(model, capsys):
    config = DecodingConfig(Strategy.BEAM, max_length=12, beam_width=3, length_penalty=0.6)
    generate("name[Café 東京]", model, config)
    printed = capsys.readouterr()
    generate("name[Café 東京]", model, config, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert printed.out == said["text"] + "\n"
    assert list(said) == ["text", "model", "source", "steps", "hypotheses"]
    best, *others = said["hypotheses"]
    assert len(others) == 2
    assert (best["text"], best["steps"]) == (said["text"], said["steps"])
    for hypothesis in said["hypotheses"]:
        written = "".join(step["character"] for step in hypothesis["steps"])
        assert written.removesuffix("⟨end⟩") == hypothesis["text"]
        assert hypothesis["ending"] == ("end" if written.endswith("⟨end⟩") else "length")
        total = sum(step["log_probability"] for step in hypothesis["steps"])
        assert math.isclose(hypothesis["log_probability"], total, abs_tol=1e-4)
        length = len(hypothesis["steps"])
        assert math.isclose(hypothesis["score"], total / ((5 + length) / 6) ** 0.6, abs_tol=1e-4)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], DecodingConfig()),
        (["--sample", "--seed", "3", "--top-p", "0.5"],
         DecodingConfig(Strategy.SAMPLED, top_p=0.5, seed=3)),
        (["--beam", "7"], DecodingConfig(Strategy.BEAM, beam_width=7)),
        (["--beam", "7", "--length-penalty", "0"],
         DecodingConfig(Strategy.BEAM, beam_width=7, length_penalty=0.0)),
        (["--beam", "7", "--rerank"], DecodingConfig(Strategy.BEAM, beam_width=7, rerank=True)),
        (["--beam", "7", "--rerank", "--lambda", "0", "--slot-weight", "2", "--samples", "5",
          "--temperature", "0.7"],
         DecodingConfig(Strategy.BEAM, temperature=0.7, beam_width=7, rerank=True,
                        reconstruction_weight=0.0, slot_weight=2.0, samples=5)),
    ],
)  # fmt: skip
def test_options_become_the_configuration(monkeypatch, arguments, expected):
    asked = []
    monkeypatch.setattr(writing, "generate", lambda _, **options: asked.append(options["config"]))
    writing.run(command_line.parser(()).parse_args(["generate", "a[b]", *arguments]))
    assert asked == [expected]


def test_a_beam_of_nothing_is_refused():
    options = command_line.parser(()).parse_args(["generate", "a[b]", "--beam", "0"])
    with pytest.raises(UsageError, match=r"^--beam must be a whole number of at least 1, not 0"):
        writing.run(options)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rerank"], r"^--rerank chooses among the texts of --beam N; say how many"),
        (["--sample", "--rerank"], r"^--rerank chooses among the texts of --beam N"),
        (["--beam", "3", "--lambda", "0"], r"^--lambda is for --rerank, "),
        (["--beam", "3", "--slot-weight", "0"], r"^--slot-weight is for --rerank, "),
        (["--samples", "3"], r"^--samples is for --rerank, "),
        (["--seed", "0"], r"^--seed is for texts that are sampled, and none is; --sample has it"),
        (["--beam", "3", "--top-p", "1"], r"^--top-p is for texts that are sampled"),
        (["--temperature", "1"], r"^--temperature is for texts that are sampled"),
        (["--sample", "--length-penalty", "1"], r"^--length-penalty compares the texts of --beam"),
        (["--sample", "--temperature", "0"], r"^--temperature must be a number above 0"),
        (["--beam", "2", "--rerank", "--lambda", "-1"], r"^--lambda must be a number at least 0"),
    ],
)
def test_options_that_need_others(arguments, sentence):
    options = command_line.parser(()).parse_args(["generate", "a[b]", *arguments])
    with pytest.raises(UsageError, match=sentence):
        writing.run(options)


def test_reranking_shows_both_scores(model, capsys):
    config = DecodingConfig(Strategy.BEAM, max_length=12, beam_width=3, rerank=True, samples=3)
    generate("name[Café 東京]", model, config)
    printed = capsys.readouterr().out
    generate("name[Café 東京]", model, config, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert printed == said["text"] + "\n"
    assert said["text"] == said["hypotheses"][0]["text"]
    assert len(said["hypotheses"]) > 3
    for hypothesis in said["hypotheses"]:
        assert hypothesis["reconstruction_log_probability"] < 0
        assert hypothesis["slot_coverage"] in (0, 1)
        assert len(hypothesis["steps"]) >= len(hypothesis["text"])


@pytest.mark.parametrize("config", [
    DecodingConfig(max_length=12),
    DecodingConfig(Strategy.BEAM, max_length=12, beam_width=3),
])  # fmt: skip
def test_the_trace_is_kept_in_a_file(model, capsys, tmp_path, config):
    path = tmp_path / "trace.json"
    generate("name[Café 東京]", model, config, trace_file=path)
    printed = capsys.readouterr().out
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept["branches"][0]["text"] + "\n" == printed
    assert len(kept["branches"]) == len(kept["hypotheses"]) or not kept["hypotheses"]
    assert len(kept["model"]["sha256"]) == 64
    generate("name[Café 東京]", model, config, trace_file=tmp_path / "trace.csv")
    assert (tmp_path / "trace.csv").read_bytes().startswith(b"\xef\xbb\xbfbranch,index,")


def test_a_trace_that_cannot_be_kept_is_refused_before_anything_is_written(model, capsys, tmp_path):
    with pytest.raises(TraceFileError, match=r"must end in \.json or \.csv"):
        generate("name[Zizzi]", model, trace_file=tmp_path / "trace.txt")
    with pytest.raises(UsageError, match=r"There is no folder .*nowhere"):
        generate("name[Zizzi]", model, trace_file=tmp_path / "nowhere" / "trace.csv")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("as_json", [True, False])
def test_a_text_is_searched_for_once(model, tmp_path, monkeypatch, as_json):
    searches = []

    def counted(*arguments, real=beam.racing, **options):
        searches.append(arguments)
        return real(*arguments, **options)

    monkeypatch.setattr(beam, "racing", counted)
    config = DecodingConfig(Strategy.BEAM, max_length=12, beam_width=3)
    generate("name[Zizzi]", model, config, trace_file=tmp_path / "trace.json", as_json=as_json)
    assert len(searches) == 1
