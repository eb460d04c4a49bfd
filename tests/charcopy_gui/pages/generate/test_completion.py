from charcopy_gui.pages.generate.completion import Completions
from charcopy_gui.pages.generate.vocabulary import Vocabulary

ONE = Vocabulary("One", {"name": (), "food": ("French", "Thai")})
TWO = Vocabulary("Two", {"food": ("Thai", "Ghanaian"), "area": ("East",)})


def test_without_a_corpus_all_that_is_known_is_offered():
    known = Completions((ONE, TWO))
    assert known.names() == ("name", "food", "area")
    assert known.values("food") == ("French", "Thai", "Ghanaian")
    assert known.values("name") == ()
    assert known.values("nowhere") == ()
    assert known.of_corpus() is None


def test_the_models_corpus_comes_first_and_its_values_alone():
    known = Completions()
    known.set_corpus("E2E and E2E+")
    assert known.of_corpus().title == "E2E"
    assert known.names()[:3] == ("name", "eatType", "food")
    assert "kind" in known.names()
    assert known.values("area") == ("riverside", "city centre")
    known.set_corpus("demo")
    assert known.names()[:2] == ("name", "kind")
    assert "bookshop" in known.values("kind")


def test_a_corpus_that_was_opened_is_offered_from_then_on():
    known = Completions((ONE,))
    known.learn("own.csv", {"dish": ["soup", "", "stew"], "": ["x"], "food": ["Ghanaian"]})
    assert known.names() == ("dish", "food", "name")
    assert known.values("dish") == ("soup", "stew")
    assert known.values("food") == ("Ghanaian", "French", "Thai")
    known.set_corpus("own.csv")
    assert known.of_corpus().values.keys() == {"dish", "food"}
    assert known.values("food") == ("Ghanaian",)


def test_what_was_read_of_a_known_corpus_comes_before_what_was_known():
    known = Completions()
    known.learn("E2E", {"food": ["Korean"], "stars": ["5"]})
    known.set_corpus("E2E")
    own = known.of_corpus()
    assert own.values["food"][0] == "Korean"
    assert "French" in own.values["food"]
    assert own.values["stars"] == ("5",)


def test_of_very_many_values_the_commonest_are_kept():
    known = Completions(())
    known.learn("big", {"name": map(str, range(5000))})
    assert known.values("name") == tuple(map(str, range(2000)))
