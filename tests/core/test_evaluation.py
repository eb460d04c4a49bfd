import pytest
from counting import CountingEvent

from core import evaluation
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.config import ConfigError, DecodingConfig, ModelConfig, Strategy
from core.corpus.example import Example
from core.decoding import greedy, hypotheses, rerank
from core.metrics import meteor
from core.metrics.report import Report, Written
from core.metrics.task import Task
from core.network.model import EdaCs
from core.records import Phase, Progress

MRS = ["name[The Mill], food[French]", "name[A]", "name[Bé]"]
CONFIG = DecodingConfig(max_length=20)


@pytest.fixture(scope="module")
def model():
    config = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4)
    return EdaCs.seeded(config, Alphabet.from_texts(MRS), seed=1).eval()


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    monkeypatch.setattr(meteor, "problem", lambda: "METEOR needs Java.")
    monkeypatch.setattr(evaluation.kernels, "prepare", lambda cancel: "")


def task():
    return Task.of("places", [Example(mr, "A reference.") for mr in MRS])


def test_a_model_is_written_with_and_scored(model):
    *records, report = evaluation.evaluate(model, task(), CONFIG, "mine")
    assert isinstance(report, Report)
    assert (report.system, [one.mr for one in report.texts]) == ("mine", MRS)
    expected = greedy.decode(model, MRS, Phase.TABLE_TO_TEXT, 20)
    assert [one.text for one in report.texts] == expected
    written = [record for record in records if isinstance(record, Written)]
    assert dict(written[0].texts) == dict(zip(MRS, expected, strict=True))
    assert all(isinstance(record, Progress | Written) for record in records)


def test_a_beam_of_one_writes_greedily(model):
    beam = DecodingConfig(Strategy.BEAM, max_length=20, beam_width=1)
    *_, report = evaluation.evaluate(model, task(), beam, "mine")
    expected = greedy.decode(model, MRS, Phase.TABLE_TO_TEXT, 20)
    assert [one.text for one in report.texts] == expected


def test_a_set_is_reranked(model, monkeypatch):
    """In batches, and with the texts and their order as for each table alone."""
    monkeypatch.setattr(evaluation, "BATCH", 2)
    config = DecodingConfig(
        Strategy.BEAM, max_length=20, beam_width=3, rerank=True, slot_weight=5.0, samples=2
    )
    *_, report = evaluation.evaluate(model, task(), config, "mine")
    alone = [hypotheses.found(model, [mr], Phase.TABLE_TO_TEXT, config)[0][0] for mr in MRS]
    assert [one.text for one in report.texts] == [best.text for best in alone]
    *progress, judged = returned(evaluation.judged(model, [*MRS, MRS[0]], config, read=True))
    assert [record.done for record in progress] == [0, 2]
    ranked = [rerank.ranked(mr, judged[mr], config)[0].text for mr in MRS]
    assert ranked == [best.text for best in alone]


def returned(generator):
    """What a generator yields, and then what it returns."""
    yield (yield from generator)


def test_whole_sets_are_not_sampled(model):
    with pytest.raises(ConfigError, match="greedily or by beam search, not by sampling"):
        list(evaluation.evaluate(model, task(), DecodingConfig(Strategy.SAMPLED), "mine"))


def test_texts_are_kept_when_it_is_cancelled(model, monkeypatch):
    monkeypatch.setattr(evaluation, "BATCH", 1)
    written = {}

    def keep(records):
        for record in records:
            if isinstance(record, Written):
                written.update(record.texts)

    with pytest.raises(Cancelled):
        keep(evaluation.evaluate(model, task(), CONFIG, "mine", CountingEvent(60)))
    assert 0 < len(written) < 3
    assert task().only(written).mrs == tuple(mr for mr in MRS if mr in written)
