import csv
import dataclasses
import io
import json
from pathlib import Path

import jsonschema
import pytest
from trace_network import BEAM, SAMPLED, WHAT_IFS, network, written

from core import trace_files
from core.records import END_LABEL, Phase

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "resources" / "trace.schema.json").read_text(encoding="utf-8")
)


def valid(text):
    content = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(content)
    return content


@pytest.mark.parametrize("variant", ["EDA", "EDA_C", "EDA_CS"])
def test_a_trace_is_as_its_schema_says(variant):
    tree = written(network(variant), what_ifs=WHAT_IFS if "C" in variant else ())
    content = valid(trace_files.to_json(tree, "0" * 64))
    assert content["source"] == "name[Caf 東京], near[bed]"
    assert [slot["name"] for slot in content["slots"]] == ["name", "near"]
    start, end = content["slots"][0]["value_span"]
    assert "".join(content["positions"][start:end]) == "Caf 東京"
    assert [content["positions"][i] for i in content["unknown"]] == ["C", "東", "京", "r"]
    for branch in content["branches"]:
        for step in branch["steps"]:
            assert len(step["alignment"]) == len(content["positions"])
            assert sum(step["alignment"]) == pytest.approx(1, abs=1e-5)
            assert (step["copy_alignment"] is None) == (variant == "EDA")


def test_a_branch_holds_its_own_steps_and_its_whole_text():
    tree = written(what_ifs=WHAT_IFS)
    first, forced, *_ = valid(trace_files.to_json(tree))["branches"]
    assert (first["what_if"], first["start"]) == (None, 0)
    assert forced["what_if"]["character"] == "東"
    assert (forced["what_if"]["branch"], forced["start"]) == (0, 3)
    assert [step["index"] for step in forced["steps"]][:2] == [3, 4]
    own = "".join(s["character"] for s in forced["steps"]).removesuffix(END_LABEL)
    assert forced["text"] == first["text"][:3] + own
    assert forced["steps"][0]["forced"] is True


def test_the_numbers_are_the_steps():
    tree = written()
    step = tree.steps(0)[4]
    said = valid(trace_files.to_json(tree))["branches"][0]["steps"][4]
    assert said["alignment"] == pytest.approx(step.alignment.tolist(), abs=1e-9)
    assert said["log_probability"] == step.log_probability
    assert said["candidates"][0]["copied"] == step.candidates[0].copied


def test_beam_search_gives_its_hypotheses_and_a_branch_of_each():
    tree = written(config=BEAM)
    content = valid(trace_files.to_json(tree))
    texts = [hypothesis["text"] for hypothesis in content["hypotheses"]]
    assert len(texts) == 3
    assert [branch["text"] for branch in content["branches"]] == texts
    assert content["settings"]["strategy"] == "beam"


def test_a_sampled_text_is_as_its_schema_says():
    content = valid(trace_files.to_json(written(config=SAMPLED)))
    assert content["settings"]["strategy"] == "sampled"
    assert content["hypotheses"] == []


@pytest.mark.parametrize("samples", [0, 2])
def test_texts_that_were_read_back_say_how_well_their_source_came_again(samples):
    reranked = dataclasses.replace(BEAM, rerank=True, slot_weight=2.0, samples=samples)
    content = valid(trace_files.to_json(written(config=reranked)))
    assert len(content["hypotheses"]) >= 3
    for hypothesis in content["hypotheses"]:
        assert hypothesis["reconstruction_log_probability"] < 0
        assert 0 <= hypothesis["slot_coverage"] <= 1


def test_every_kind_of_what_if_is_as_the_schema_says():
    made = [
        valid(trace_files.to_json(written(what_ifs=WHAT_IFS)))["branches"][i] for i in (1, 2, 3)
    ]
    kinds = [
        {kind for kind in ("character", "p_gen", "position") if part["what_if"][kind] is not None}
        for part in made
    ]
    assert kinds == [{"character"}, {"p_gen"}, {"position"}]


def test_a_sentence_that_is_read_back_has_no_slots():
    tree = written(source="Caf 東京 bed", phase=Phase.TEXT_TO_TABLE)
    content = valid(trace_files.to_json(tree))
    assert content["phase"] == "text_to_table"
    assert (content["source"], content["slots"]) == ("Caf 東京 bed", [])


def test_a_text_that_is_still_being_written_can_be_kept():
    tree = written()
    tree[0].ending = None
    branch = valid(trace_files.to_json(tree))["branches"][0]
    assert branch["ending"] == "stopped"
    assert branch["log_probability"] == pytest.approx(sum(s.log_probability for s in tree.steps(0)))


def test_csv_has_a_row_a_character_of_every_branch():
    tree = written(what_ifs=WHAT_IFS)
    rows = list(csv.DictReader(io.StringIO(trace_files.to_csv(tree))))
    for branch in tree:
        mine = [row for row in rows if row["branch"] == str(branch.id)]
        assert "".join(r["character"] for r in mine).removesuffix(END_LABEL) == tree.text(branch.id)
        assert [int(row["index"]) for row in mine] == list(range(len(mine)))
    step, row = tree.steps(1)[3], rows[len(tree.steps(0)) + 3]
    assert (row["character"], row["forced"]) == ("東", "1")
    at = int(step.alignment.argmax())
    assert row["attended_position"] == str(at)
    assert row["attended_character"] == tree.source.characters[at]
    assert float(row["attention"]) == pytest.approx(float(step.alignment.max()), rel=1e-6)
    assert float(row["generated_2"]) == step.candidates[1].generated


def test_csv_of_a_model_without_a_switch_leaves_its_columns_empty():
    tree = written(network("EDA"))
    row = next(csv.DictReader(io.StringIO(trace_files.to_csv(tree))))
    assert (row["p_gen"], row["copied_position"]) == ("", "")


@pytest.mark.parametrize("name", ["a.json", "a.CSV"])
def test_the_name_says_the_form(tmp_path, name):
    tree = written()
    trace_files.save(tree, tmp_path / name)
    content = (tmp_path / name).read_bytes()
    assert content.startswith("\ufeff".encode() if name == "a.CSV" else b"{")
    assert "東" in content.decode("utf-8-sig")


def test_another_name_is_refused(tmp_path):
    with pytest.raises(trace_files.TraceFileError, match=r"a\.txt must end in \.json or \.csv"):
        trace_files.save(written(), tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_stops_nobody(tmp_path):
    tree = written(source="name[\ud800]")
    for suffix in trace_files.SUFFIXES:
        trace_files.save(tree, tmp_path / f"a{suffix}")
    assert json.loads((tmp_path / "a.json").read_bytes())["source"] == "name[\ud800]"
