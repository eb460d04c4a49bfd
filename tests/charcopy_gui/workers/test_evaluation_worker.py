import threading

import pytest
from fake_evaluation import MRS, REFERENCES, TEXTS, evaluator
from patience import LONG_SECONDS
from PySide6.QtCore import QCoreApplication, QThread

from charcopy_gui.storage.settings import EvaluationChoices
from charcopy_gui.workers.evaluation import (
    Evaluation,
    EvaluationRequest,
    EvaluationStarted,
    Refused,
)
from core import model_card
from core.corpus import catalog, demo
from core.corpus.formats import Choices
from core.metrics.report import Report
from core.records import Progress


@pytest.fixture
def evaluation_with(qapp):
    made = []

    def make(*arguments):
        made.append(Evaluation(*arguments))
        return made[-1]

    yield make
    for evaluation in made:
        evaluation.close()
        evaluation.wait()


def collect(evaluation):
    records, failures = [], []
    evaluation.record.connect(records.append)
    evaluation.failed.connect(failures.append)
    return records, failures


TOY = EvaluationRequest(EvaluationChoices(model="toy"))


def run(qtbot, evaluation, choices, **known):
    request = choices
    if isinstance(choices, EvaluationChoices):
        request = EvaluationRequest(choices, **known)
    # The kernels may have to be compiled first.
    with qtbot.waitSignal(evaluation.ended, timeout=1000 * LONG_SECONDS):
        evaluation.start(request)


def reports(records):
    return [record for record in records if isinstance(record, Report)]


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


@pytest.fixture
def corpus(tmp_path):
    rows = [
        f"{quoted(mr)},{quoted(text)}"
        for mr, texts in zip(MRS, REFERENCES, strict=True)
        for text in texts
    ]
    path = tmp_path / "toys.csv"
    path.write_text("mr,ref\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def outputs(tmp_path):
    path = tmp_path / "system.txt"
    path.write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    return path


def of_files(outputs, corpus, **changes):
    return EvaluationChoices(outputs=str(outputs), corpus=str(corpus), split="", **changes)


def test_a_file_of_outputs_is_scored(qtbot, evaluation_with, corpus, outputs):
    evaluation = evaluation_with()
    records, failures = collect(evaluation)
    run(qtbot, evaluation, of_files(outputs, corpus))
    assert failures == []
    assert records[0] == EvaluationStarted("system", "toys.csv", 4, "", None, ())
    (report,) = reports(records)
    assert report is records[-1]
    assert [one.text for one in report.texts] == list(TEXTS)
    errors = report.figures.slot_errors
    assert (errors.missing, errors.wrong, errors.added) == (1, 1, 1)


def test_the_papers_protocol_is_heeded(qtbot, evaluation_with, corpus, outputs):
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    run(qtbot, evaluation, of_files(outputs, corpus, protocol="paper"))
    (report,) = reports(records)
    assert report.texts[0].text == "Tin Otter is a French pub near Cafe Orrin."


def test_a_test_split_is_recognised_by_its_bytes(
    qtbot, evaluation_with, corpus, outputs, monkeypatch
):
    import dataclasses
    import hashlib

    digest = hashlib.sha256(corpus.read_bytes()).hexdigest()
    test = dataclasses.replace(catalog.E2E.file("test"), sha256=digest)
    monkeypatch.setattr(catalog, "CATALOG", (dataclasses.replace(catalog.E2E, files=(test,)),))
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    run(qtbot, evaluation, of_files(outputs, corpus))
    assert records[0].published == "e2e"


def test_the_shipped_model_writes_a_handful_of_the_demo_corpus(qtbot, evaluation_with, tmp_path):
    examples = demo.corpus().dev[:5]
    path = tmp_path / "few.csv"
    rows = [f"{quoted(e.mr)},{quoted(e.reference)}" for e in examples]
    path.write_text("mr,ref\n" + "\n".join(rows) + "\n", encoding="utf-8")
    model = model_card.find(model_card.DEFAULT)
    evaluation = evaluation_with()
    records, failures = collect(evaluation)
    choices = EvaluationChoices(model=str(model), corpus=str(path), split="", device="cpu")
    run(qtbot, evaluation, choices)
    assert failures == []
    assert records[0].system == model_card.DEFAULT
    assert records[0].device.name == "cpu"
    assert "was trained on E2E, which does not have the slots" in records[0].notices[0]
    assert any(isinstance(r, Progress) and r.message == "writing texts" for r in records)
    (report,) = reports(records)
    assert {one.mr for one in report.texts} == {e.mr for e in examples}
    assert all(one.text for one in report.texts)
    assert 0 <= report.figures.bleu <= 1


def test_a_model_without_exchange_is_not_asked_to_rerank(qtbot, evaluation_with, corpus, tmp_path):
    from core import checkpoint
    from core.alphabet import Alphabet
    from core.config import DecodingConfig, ModelConfig, Strategy
    from core.model_card import ModelCard
    from core.network.model import EdaCs

    config = ModelConfig(hidden_size=8, attention_size=4, embedding_size=4, exchange=False)
    network = EdaCs.seeded(config, Alphabet.from_texts([]), seed=1)
    path = tmp_path / "deaf.safetensors"
    checkpoint.save(ModelCard("deaf", path, config, network.alphabet), network)
    evaluation = evaluation_with()
    records, failures = collect(evaluation)
    rerank = DecodingConfig(Strategy.BEAM, rerank=True)
    choices = EvaluationChoices(
        model=str(path), corpus=str(corpus), split="", device="cpu", decoding=rerank
    )
    run(qtbot, evaluation, choices)
    assert failures == []
    (refused,) = records
    assert refused.about_system
    assert "deaf was trained without exchanging" in refused.sentence


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (TEXTS[:3], "3 texts"),
        ([*TEXTS[:2], "", *TEXTS[2:]], "Line 3 is empty"),
        (TEXTS[::-1], "another order"),
    ],
)
def test_outputs_that_do_not_fit_are_refused_by_name(
    qtbot, evaluation_with, corpus, outputs, lines, words
):
    outputs.write_text("\n".join(lines) + "\n", encoding="utf-8")
    evaluation = evaluation_with()
    records, failures = collect(evaluation)
    run(qtbot, evaluation, of_files(outputs, corpus))
    assert failures == []
    (refused,) = records
    assert refused.about_system
    assert "system.txt" in refused.sentence
    assert words in refused.sentence


def test_a_corpus_without_references_is_refused(qtbot, evaluation_with, tmp_path, outputs):
    path = tmp_path / "tables.txt"
    path.write_text("\n".join(MRS) + "\n", encoding="utf-8")
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    run(qtbot, evaluation, of_files(outputs, path))
    (refused,) = records
    assert isinstance(refused, Refused)
    assert not refused.about_system
    assert "tables.txt" in refused.sentence


def test_an_imported_file_is_read_as_it_was_said(qtbot, evaluation_with, tmp_path):
    path, outputs = tmp_path / "own.csv", tmp_path / "one.txt"
    path.write_text("was;sagt\nname[Quill];Quill öffnet.\n", encoding="cp1252")
    outputs.write_text("Quill öffnet.\n", encoding="utf-8")
    how = Choices(encoding="cp1252", delimiter=";", mr=("was",), reference="sagt")
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    run(qtbot, evaluation, of_files(outputs, path), answers={path: how})
    (report,) = reports(records)
    assert report.figures.rouge_l == 1
    run(qtbot, evaluation, of_files(outputs, path))
    assert records[-1].sentence.endswith(
        "The Data page asks: there, choose the corpus or import the file."
    )


def test_a_known_corpus_is_found_in_the_folder_that_was_chosen(
    qtbot, evaluation_with, corpus, outputs, tmp_path
):
    (tmp_path / "chosen" / "hotel").mkdir(parents=True)
    corpus.rename(tmp_path / "chosen" / "hotel" / "test.csv")
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    choices = EvaluationChoices(outputs=str(outputs), corpus="hotel", split="test")
    run(qtbot, evaluation, choices, corpora=tmp_path / "chosen")
    assert (records[0].corpus, records[0].published) == ("Hotel test", "hotel")


def test_a_corpus_that_is_not_here_is_refused_with_what_to_do(
    qtbot, evaluation_with, outputs, tmp_path, monkeypatch
):
    from core.corpus import folders

    monkeypatch.setattr(folders, "downloads", lambda: tmp_path / "nothing")
    monkeypatch.delenv(folders.VARIABLE, raising=False)
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    choices = EvaluationChoices(outputs=str(outputs), corpus="hotel", split="test")
    run(qtbot, evaluation, choices)
    sentence = "Hotel test is not on this computer; the Data page fetches it."
    assert records == [Refused(about_system=False, sentence=sentence)]


def test_a_split_that_there_is_not_is_refused(qtbot, evaluation_with, outputs):
    evaluation = evaluation_with()
    records, _ = collect(evaluation)
    run(qtbot, evaluation, EvaluationChoices(outputs=str(outputs), corpus="demo", split="test"))
    sentence = "Demo corpus has no test split; it has train and dev."
    assert records == [Refused(about_system=False, sentence=sentence)]


def test_a_file_that_is_no_model_is_refused(qtbot, evaluation_with, corpus, tmp_path):
    bad = tmp_path / "bad.safetensors"
    bad.write_bytes(b"no model at all")
    evaluation = evaluation_with()
    records, failures = collect(evaluation)
    run(qtbot, evaluation, EvaluationChoices(model=str(bad), corpus=str(corpus), split=""))
    assert failures == []
    assert records[0].about_system
    assert "bad.safetensors" in records[0].sentence


def wait_for_held(qtbot, records, at=2):
    held = Progress(at, len(MRS), "MRs", "writing texts")
    qtbot.waitUntil(lambda: held in records)


def test_stopped_it_scores_what_is_there(qtbot, evaluation_with):
    evaluation = evaluation_with(evaluator(hold=threading.Event()))
    records, failures = collect(evaluation)
    evaluation.start(TOY)
    wait_for_held(qtbot, records)
    with qtbot.waitSignal(evaluation.ended):
        evaluation.stop()
    assert failures == []
    (report,) = reports(records)
    assert [one.text for one in report.texts] == list(TEXTS[:2])
    assert report.figures.meteor is None
    assert "left out" in report.meteor_problem


def test_stopped_before_the_first_text_there_are_no_figures(qtbot, evaluation_with):
    evaluation = evaluation_with(evaluator(hold=threading.Event(), held_at=0))
    records, failures = collect(evaluation)
    evaluation.start(TOY)
    wait_for_held(qtbot, records, at=0)
    with qtbot.waitSignal(evaluation.ended):
        evaluation.stop()
    assert reports(records) == []
    assert failures == []


def test_stopped_twice_it_ends_without_figures(qtbot, evaluation_with):
    evaluation = evaluation_with(evaluator(hold=threading.Event()))
    records, _ = collect(evaluation)
    evaluation.start(TOY)
    wait_for_held(qtbot, records)
    with qtbot.waitSignal(evaluation.ended):
        evaluation.stop()
        evaluation.stop()
    assert reports(records) == []


def test_closed_it_ends_and_nothing_is_heard_of_it(qtbot, evaluation_with):
    evaluation = evaluation_with(evaluator(hold=threading.Event()))
    records, _ = collect(evaluation)
    evaluation.start(TOY)
    wait_for_held(qtbot, records)
    seen = len(records)
    evaluation.close()
    evaluation.wait()
    QCoreApplication.processEvents()
    assert len(records) == seen
    evaluation.start(TOY)
    assert not evaluation.busy


def test_a_second_start_is_passed_over_and_work_is_done_in_a_thread(qtbot, evaluation_with):
    began_in = []

    def noting(request, stops):
        began_in.append(QThread.currentThread())
        yield from evaluator()(request, stops)

    evaluation = evaluation_with(noting)
    with qtbot.waitSignal(evaluation.ended):
        evaluation.start(TOY)
        evaluation.start(TOY)
    assert len(began_in) == 1
    assert began_in[0] is not QCoreApplication.instance().thread()
    run(qtbot, evaluation, TOY)
    assert len(began_in) == 2


def test_an_unexpected_error_is_a_failure(qtbot, evaluation_with):
    def failing(request, stops):
        yield from ()
        raise RuntimeError("A gate fell off")

    evaluation = evaluation_with(failing)
    _, failures = collect(evaluation)
    run(qtbot, evaluation, TOY)
    assert "A gate fell off" in failures[0].sentence
