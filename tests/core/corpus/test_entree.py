import pytest

from core.corpus.entree import names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Palm Court, The          ", "The Palm Court"),
        ("Chao Chow*     ", "Chao Chow"),
        ("``21'' CLUB", "21 CLUB"),
        ("Fourteen (fka Quatorze)", "Fourteen"),
        ("DANIEL (aka Restaurant Daniel)", "DANIEL"),
        ("RIVER CAFE %10>)", "RIVER CAFE"),
        ("El Pote Espa$ol", "El Pote Espanol"),
        ("PATSY'S  PIZZA (Bklyn)", "PATSY'S PIZZA (Bklyn)"),
    ],
)
def test_names_are_cleaned(raw, name):
    assert names(f"0000001\t{raw}\t075 205\n") == (name,)


def test_names_come_once_and_none_that_would_end_a_slot():
    text = "1\tSolera\t1\n2\tSOLERA\t1\n3\tONE, TWO\t1\nno tab\n4\t\t1\n5\tDue\t1\n"
    assert names(text) == ("Solera", "Due")
