from pathlib import Path

from fake_generation import step_for

from charcopy_gui.pages.compare.compared import (
    Compared,
    Entrant,
    Outcome,
    as_markdown,
    as_text,
    marked,
)
from core.meaning_representation import MeaningRepresentation
from core.metrics.slots.findings import find
from core.records import Ending, GenerationFinished

MR = "name[Otter], food[French], priceRange[cheap]"
ONE = Entrant(Path("one"), "one", "EDA_CS · E2E")
TWO = Entrant(Path("two"), "two|2", "EDA · demo")


def compared(text, mr=MR, ending=Ending.END):
    count = len(text) + 1
    steps = tuple(step_for(mr, text, index) for index in range(count))
    finished = GenerationFinished(1, 0, text, ending, -0.05 * count, 0.25)
    return Compared(steps, finished, find(MeaningRepresentation.parse(mr), text))


GOOD = Outcome(ONE, compared("Otter is a cheap French pub."))
BAD = Outcome(TWO, compared("Ottr is a cheap Thai pub."))
NONE = Outcome(TWO, problem="two is not a CharCopy checkpoint.")


def test_a_text_that_says_all_and_nothing_else_is_faultless():
    one = compared("Otter is a cheap French restaurant.")
    assert one.is_faultless
    assert one.slots() == "all 3 slots expressed"


def test_what_is_missing_wrong_or_too_much_is_told():
    words = compared("Ottar is an Italian restaurant in the city centre.").slots()
    assert words == (
        "1 of 3 slots expressed; name[Otter] copied with 1 wrong; food[French] wrong;"
        " priceRange[cheap] missing; not in the table: area[city centre]"
    )
    assert not compared("Ottar is a cheap French restaurant.").is_faultless


def test_what_is_said_again_is_in_the_table_and_not_called_otherwise():
    words = compared("Otter is a cheap French coffee shop. It is cheap.").slots()
    assert words == (
        "all 3 slots expressed; not in the table: eatType[coffee shop]; repeated: priceRange[cheap]"
    )


def test_a_table_that_nobody_can_check_is_no_fault():
    one = compared("Yes.", "dogs[none]")
    assert one.slots() == "dogs[none] not checked"
    assert one.is_faultless
    assert one.checked == 0


def test_the_numbers_are_those_of_the_text():
    assert compared("Otter.").numbers() == "0.050 nats/char · 6 characters · 0.25 s"
    assert compared("O", ending=Ending.STOPPED).numbers().endswith("1 character · 0.25 s · stopped")


def test_characters_that_the_other_text_does_not_have_are_marked():
    text = BAD.compared.text
    assert "".join(text[at] for at in sorted(marked(BAD, GOOD))).startswith("Thai")
    assert marked(BAD, BAD) == frozenset()
    assert marked(BAD, None) == marked(BAD, NONE) == marked(NONE, GOOD) == frozenset()


def test_the_comparison_as_text():
    assert as_text(MR, [GOOD, NONE, Outcome(ONE)]).split("\n\n") == [
        MR,
        "one (EDA_CS · E2E)\nOtter is a cheap French pub.\n"
        f"{GOOD.compared.numbers()}; {GOOD.compared.slots()}",
        "two|2 (EDA · demo)\ntwo is not a CharCopy checkpoint.",
        "one (EDA_CS · E2E)\nnot written\n",
    ]


def test_the_comparison_as_markdown():
    lines = as_markdown(MR, [GOOD, BAD, NONE], GOOD).splitlines()
    assert lines[0] == r"name\[Otter\], food\[French\], priceRange\[cheap\]"
    assert len(lines) == 7
    assert all(line.replace(r"\|", "").count("|") == 6 for line in lines[2:])
    assert lines[4].startswith("| one | EDA\\_CS · E2E | Otter is a cheap French pub. | 0.050 |")
    assert lines[5].startswith(r"| two\|2 | EDA · demo | Ottr is a cheap **Thai** pub. |")
    assert lines[6] == r"| two\|2 | EDA · demo | two is not a CharCopy checkpoint. |  |  |"


def test_what_a_text_holds_is_no_markup():
    odd = Outcome(ONE, compared("*a* <b>\n| `c`"))
    assert r"\*a\* \<b\> \| \`c\`" in as_markdown(MR, [odd], None)


def test_bold_begins_and_ends_with_a_character():
    longer = Outcome(TWO, compared("Otter is a cheap and nice French pub."))
    assert "a cheap **and nice** French" in as_markdown(MR, [longer], GOOD)


def test_an_entrant_is_what_its_card_says(tmp_path):
    path = tmp_path / "junk.safetensors"
    path.write_bytes(b"junk")
    assert Entrant.of(path) == Entrant(path, "junk.safetensors", "cannot be read")
