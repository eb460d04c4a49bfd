import json

import pytest

from core.corpus.example import Example
from core.corpus.formats import read
from core.corpus.statistics import Overlap, SlotCount, account, describe, overlaps

EXAMPLES = [
    Example("name[A], price_range[x]", "Aé."),
    Example("name[A], price_range[x]", "Aé."),
    Example("name[Bee],pricerange[], [z]", "B, or so."),
]


def test_everything_is_counted():
    found = describe(EXAMPLES)
    assert (found.rows, found.distinct_mrs, found.duplicates) == (3, 2, 1)
    assert (found.longest_mr, found.longest_reference) == (27, 9)
    assert (found.mean_mr, found.mean_reference) == (25.0, 5.0)
    assert found.slots[0] == SlotCount("name", 2, 2, 3)
    assert {slot.name for slot in found.slots} == {"name", "price_range", "pricerange", ""}
    assert found.doublets == (("price_range", "pricerange"),)
    characters = dict(found.characters)
    assert (characters["é"], characters["A"], characters["["]) == (2, 4, 7)


def test_nothing_is_described_as_well():
    found = describe([])
    assert (found.rows, found.longest_mr, found.mean_mr, found.characters) == (0, 0, 0.0, ())


def test_a_description_is_json():
    mapping = json.loads(json.dumps(describe(EXAMPLES).to_mapping()))
    assert mapping["slots"]["name"] == {"mrs": 2, "values": 2, "longest": 3}
    assert mapping["characters"]["é"] == 2


def test_overlaps_count_tables_and_rows():
    splits = {"train": EXAMPLES, "dev": EXAMPLES[:2], "test": EXAMPLES[2:]}
    assert overlaps(splits) == (
        Overlap("dev", "train", 1, 2),
        Overlap("test", "train", 1, 1),
        Overlap("test", "dev", 0, 0),
    )


def test_an_account_says_what_reading_left_out_and_changed(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('mr,ref\na[x]," T\nU"\na[y]\n', encoding="utf-8")
    assert account(read(path)) == {
        "skipped": [{"line": 4, "reason": "The row has 1 field, the header 2."}],
        "dropped": {},
        "changed": {"line_ends": 1, "surrounding_space": 1, "byte_order_mark": False},
    }


@pytest.mark.parametrize(("name", "leaks"), [("hotel", 215), ("restaurant", 186), ("e2e", 0)])
def test_leaks_of_the_published_corpora(shared_data, name, leaks):
    stems = ("trainset", "testset_w_refs") if name == "e2e" else ("train", "test")
    files = [shared_data / "data" / name / f"{stem}.csv" for stem in stems]
    (found,) = overlaps({path.stem: read(path).examples for path in files})
    assert found.rows == leaks
