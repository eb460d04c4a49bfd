import csv

import pytest

from core.metrics.slots.errors import SlotErrors
from core.metrics.slots.findings import find, read_mr


def errors(mr, text):
    return SlotErrors.of(find(read_mr(mr), text), text)


def test_counts_and_rates():
    found = errors(
        "name[Aromi], food[French], area[riverside], near[Ranch]",
        "Aromi is a cheap Italian place near Rnach.",
    )
    assert found == SlotErrors(
        slots=4, added=1, missing=2, wrong=1, repeated=0, open_values=2, exact_copies=1
    )
    assert found.rate == 1
    assert found.exact_copy_rate == 0.5


def test_a_set_adds_up():
    parts = [SlotErrors(4, 1, 0, 0, 0, 2, 2), SlotErrors(6, 0, 1, 1, 1, 1, 0)]
    assert SlotErrors.total(parts) == SlotErrors(10, 1, 1, 1, 1, 3, 2)
    assert SlotErrors.total(parts).rate == 0.4
    assert SlotErrors.total([]).rate is None
    assert SlotErrors.total([]).exact_copy_rate is None


def test_slots_whose_words_are_unknown_do_not_count():
    assert errors("dogs_allowed[none]", "no dogs.").slots == 0


def test_rates_read_an_adjective_with_both_nouns_as_the_published_ones_do():
    mr = "priceRange[high], customer rating[average]"
    text = "It has a high price range and an average customer rating."
    assert find(read_mr(mr), text).errors == 0
    assert errors(mr, text).added == 1
    assert errors("priceRange[moderate], customer rating[average]",
                  "a moderate price range and an average customer rating").added == 0  # fmt: skip


def in_ascii(text):
    return text.replace("£", "L").replace("é", "e")


@pytest.mark.slow
@pytest.mark.parametrize("written", [str, in_ascii])
@pytest.mark.parametrize("system", ["tgen-std.run0", "slug"])
def test_lines_agree_with_the_cleaning_script(shared_data, system, written):
    path = shared_data / "reference" / "slot_error" / f"{system}.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    agreeing = 0
    for row in rows:
        found = errors(written(row["MR"]), written(row["output"]))
        counts = (found.added, found.missing, found.wrong, found.repeated)
        columns = ("added", "missing", "valerr", "repeated")
        agreeing += counts == tuple(int(row[column]) for column in columns)
    assert agreeing / len(rows) >= 0.99


@pytest.mark.slow
def test_systems_have_their_published_rates(shared_data):
    folder = shared_data / "reference"
    mrs = (folder / "metrics" / "ref" / "e2e_test.mrs.txt").read_text(encoding="utf-8").split("\n")
    published = {}
    for name in ("summary_challenge.csv", "summary_tgen.csv"):
        with (folder / "slot_error" / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                system = row["filename"].removesuffix(".tsv").replace("prim_", "e2e-eval.")
                published[system] = float(row["semerr"])
    checked = 0
    for path in sorted((folder / "metrics" / "hyp").glob("*.txt")):
        if path.stem in published:
            texts = path.read_text(encoding="utf-8").split("\n")
            pairs = [pair for pair in zip(mrs, texts, strict=False) if pair[0]]
            rate = SlotErrors.total(errors(*pair) for pair in pairs).rate
            assert rate == pytest.approx(published[path.stem], abs=0.001), path.stem
            checked += 1
    assert checked >= 7
