from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.corpus.example import Example
from core.corpus.formats import read
from core.corpus.formats.writing import write_csv
from core.meaning_representation import MeaningRepresentation, Slot

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
words = texts.map(str.strip).filter(bool)
slots = st.builds(Slot, texts, texts)
mrs = st.lists(slots, min_size=1, max_size=5).map(lambda found: MeaningRepresentation(tuple(found)))


@given(st.lists(st.tuples(mrs, words), min_size=1, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much])
def test_whatever_is_written_is_read(file, pairs):
    problems = [problem.kind.value for mr, _ in pairs for problem in mr.validate()]
    assume("unwritable" not in problems)
    examples = tuple(Example(mr.linearise(), text) for mr, text in pairs)
    path = file("")
    write_csv(path, examples)
    reading = read(path)
    assert reading.examples == tuple(Example(e.mr.strip(), e.reference) for e in examples)
    assert [MeaningRepresentation.parse(e.mr) for e in reading.examples] == [mr for mr, _ in pairs]


def test_the_form_is_that_of_e2e(file):
    path = file("")
    write_csv(path, [Example('name["A"]', "A, é.")])
    assert path.read_bytes() == '"mr","ref"\n"name[""A""]","A, é."\n'.encode()
