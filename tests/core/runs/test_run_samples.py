import json

import numpy as np
import pytest

from core.config import TrainingConfig
from core.records import Sample
from core.runs import RunError, RunFolder, samples


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", TrainingConfig())


def sample(text, rows=5, columns=9, p_gen=True):
    chance = np.random.default_rng(rows)
    alignment = chance.dirichlet(np.ones(columns), rows).astype(np.float32)
    if not p_gen:
        return Sample("name[é]", text, alignment, None)
    switch = chance.random(rows).astype(np.float32)
    return Sample("name[é]", text, alignment, switch, np.roll(alignment, 1, axis=1))


def test_a_film_of_two_moments(folder):
    first, second = (sample("one"), sample("東", 3, p_gen=False)), (sample("two", 7),)
    samples.append(folder, 10, first)
    samples.append(folder, 20, second)
    film = samples.read(folder)
    assert film.steps == (10, 20)
    for step, written in ((10, first), (20, second)):
        for one, other in zip(film.at(step), written, strict=True):
            assert (one.mr, one.text) == (other.mr, other.text)
            assert one.alignment.dtype == np.float32
            np.testing.assert_allclose(one.alignment, other.alignment, atol=0.5 / 255 + 1e-6)
            if other.p_gen is None:
                assert one.p_gen is one.copy_alignment is None
            else:
                shifted = np.roll(one.alignment, 1, axis=1)
                np.testing.assert_array_equal(one.copy_alignment, shifted)
                np.testing.assert_allclose(one.p_gen, other.p_gen, atol=0.0005 + 1e-6)


def test_a_text_of_no_characters(folder):
    samples.append(folder, 1, (Sample("a[b]", "", np.zeros((0, 6), np.float32), None),))
    (found,) = samples.read(folder).at(1)
    assert found.alignment.shape == (0, 6)


def test_runs_of_before_kept_no_copy_alignment(folder):
    samples.append(folder, 1, (sample("one"),))
    line = json.loads(folder.samples.read_text())
    del line["samples"][0]["copy_alignment"]
    folder.samples.write_text(json.dumps(line) + "\n")
    (found,) = samples.read(folder).at(1)
    assert found.copy_alignment is None
    assert found.p_gen is not None


def test_no_film(folder):
    assert samples.read(folder).steps == ()


def test_a_step_that_is_no_moment_of_it(folder):
    with pytest.raises(RunError, match="step 3"):
        samples.read(folder).at(3)


@pytest.mark.parametrize("line", ['{"samples": []}', "not JSON", "[1]"])
def test_damaged_lines_are_left_out(folder, line):
    folder.samples.write_text(f'{line}\n{{"step": 4, "samples": []}}\n')
    assert samples.read(folder).steps == (4,)


def test_an_evaluation_without_samples_is_named(folder):
    folder.samples.write_text('{"step": 4}\n')
    with pytest.raises(RunError, match=r"samples\.jsonl cannot be read"):
        samples.read(folder)


@pytest.mark.parametrize(
    "part",
    ['{"mr": "a"}', '{"mr": "a", "text": "b", "p_gen": null, "alignment": {"shape": [2, 2], '
     '"data": "AAAA"}}'],
)  # fmt: skip
def test_a_damaged_moment_is_named_when_it_is_looked_at(folder, part):
    folder.samples.write_text(f'{{"step": 4, "samples": [{part}]}}\n')
    film = samples.read(folder)
    with pytest.raises(RunError, match="samples of step 4 cannot be read"):
        film.at(4)
