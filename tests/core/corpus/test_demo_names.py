import random

import pytest

from core.corpus import demo_names


@pytest.mark.parametrize(
    ("draw", "least"),
    [(demo_names.name, 700), (demo_names.town, 400), (demo_names.landmark, 600)],
)
def test_there_are_very_many_and_a_seed_fixes_them(draw, least):
    one, two = (random.Random(3) for _ in range(2))
    drawn = [draw(one) for _ in range(1000)]
    assert drawn == [draw(two) for _ in range(1000)]
    assert len(set(drawn)) > least
    assert all(text[0].isupper() and text == text.strip() for text in drawn)
    assert not set("[],") & set("".join(drawn))


def test_some_have_letters_that_ascii_lacks():
    chance = random.Random(3)
    assert any(not demo_names.name(chance).isascii() for _ in range(100))
