from pathlib import Path

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from core.corpus.formats import Choices, Format
from core.corpus.own import OwnFile

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)
CHOICES = st.builds(
    Choices,
    format=st.sampled_from(Format),
    encoding=st.sampled_from(["utf-8", "utf-16-le", "latin-1"]),
    delimiter=st.sampled_from([",", ";", "\t"]),
    quote=st.sampled_from(['"', "'", ""]),
    header=st.booleans(),
    mr=st.lists(NAMES, min_size=1, max_size=3).map(tuple),
    reference=st.none() | NAMES,
    mr_file=st.none() | st.just(Path("Café 東京") / "mrs.txt"),
)


@given(CHOICES, st.sampled_from(["", "e2e"]))
def test_what_is_written_is_read_back(choices, part_of):
    import tomllib

    own = OwnFile(Path("folder") / "a;b.csv", choices, part_of)
    written = tomli_w.dumps({"file": own.to_mapping()})
    assert OwnFile.from_mapping(tomllib.loads(written)["file"]) == own


@pytest.mark.parametrize(
    "change", [{"format": "papyrus"}, {"mr": 3}, {"delimiter": "and"}, {"mr": []}]
)
def test_anything_else_is_refused(change):
    values = OwnFile(Path("a.csv")).to_mapping() | change
    with pytest.raises(ValueError, match=r"\w"):
        OwnFile.from_mapping(values)


def test_what_lacks_something_is_refused():
    with pytest.raises(ValueError, match="does not say how a file is read"):
        OwnFile.from_mapping({"path": "a.csv"})


def test_what_earlier_versions_wrote_is_read():
    values = OwnFile(Path("a.csv")).to_mapping()
    del values["part_of"]
    assert OwnFile.from_mapping(values) == OwnFile(Path("a.csv"))
