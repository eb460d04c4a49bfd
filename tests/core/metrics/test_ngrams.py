from core.metrics.ngrams import counts


def test_counts():
    found = counts(["a", "b", "a", "b"], 3)
    assert found == {
        ("a",): 2, ("b",): 2, ("a", "b"): 2, ("b", "a"): 1, ("a", "b", "a"): 1, ("b", "a", "b"): 1,
    }  # fmt: skip


def test_a_short_text_has_no_long_ones():
    assert counts(["a"], 4) == {("a",): 1}
    assert not counts([], 4)
