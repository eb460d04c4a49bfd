import pytest
from models_driver import made
from PySide6.QtCore import QSortFilterProxyModel, Qt

from charcopy_gui.pages.models.model_table import Column, FoundModels, ModelTable
from core import model_store


@pytest.fixture
def models(tmp_path):
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    made(own / "ant.safetensors", bleu=None, corpus="Hotel")
    made(own / "Bee.safetensors", bleu=0.25)
    made(shipped / "cow.safetensors", bleu=0.5)
    return model_store.listing(own, [shipped], []).models


@pytest.fixture
def table(models):
    table = ModelTable()
    table.set_models(models)
    return table


@pytest.fixture
def found(table):
    return FoundModels(table)


def names(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_it_is_a_sound_model(table, models, qtmodeltester):
    qtmodeltester.check(table)
    table.set_models(models[:1])
    table.mark(models[0].path, None)
    table.set_models(())


def test_its_filter_is_one_as_well(found, models, qtmodeltester):
    qtmodeltester.check(found)
    found.search("bee")
    found.sourceModel().set_models(models[1:])
    found.sort(Column.DEV_BLEU)
    found.search("")


def test_a_row_says_all(table, models):
    table.mark(models[1].path, models[1].path)
    texts = [table.index(1, column).data() for column in Column]
    size = f"{models[1].size / 1000:.1f} kB"
    assert texts == ["Bee", "in use, default", "EDA_CS", "Café corpus", "1 × 4", "0.2500",
                     "2026-11-29", size, "your own"]  # fmt: skip
    described = table.index(1, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert described.startswith("Name Bee, Used in use, default, Variant EDA_CS, Corpus Café")


def test_without_a_default_the_one_that_opens_by_itself_is_marked(table, models, tmp_path):
    made(tmp_path / "shipped" / "e2e-edacs.safetensors")
    made(tmp_path / "own" / "e2e-edacs.safetensors")
    models = model_store.listing(tmp_path / "own", [tmp_path / "shipped"], []).models
    table.set_models(models)
    (opens,) = (model for model in models if model.is_built_in_default)
    table.mark(opens.path, None)
    assert table.marks(opens) == "in use, built-in default"
    assert [table.marks(model) for model in models].count("") == len(models) - 1
    table.mark(opens.path, models[1].path)
    assert (table.marks(opens), table.marks(models[1])) == ("in use", "default")


def test_names_are_text_whatever_they_hold(tmp_path):
    made(tmp_path / "<b>x & \u202e東.safetensors", corpus="<img src=x>")
    table = ModelTable()
    table.set_models(model_store.listing(tmp_path, [], []).models)
    tip = table.index(0, Column.CORPUS).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<span>&lt;img src=x&gt;</span>"
    assert table.index(0, 0).data() == "<b>x & \u202e東"


@pytest.mark.parametrize(
    ("text", "left"),
    [("", ["ant", "Bee", "cow"]), ("BEE", ["Bee"]), ("hotel", ["ant"]),
     ("café eda", ["Bee", "cow"]), ("shipped cow", ["cow"]), ("nothing", [])],
)  # fmt: skip
def test_a_search_lets_through_what_has_all_its_words(found, text, left):
    found.search(text)
    assert names(found) == left


def test_columns_are_sorted_by_what_they_mean(found):
    found.sort(Column.NAME)
    assert names(found) == ["ant", "Bee", "cow"]
    found.sort(Column.DEV_BLEU, Qt.SortOrder.DescendingOrder)
    assert names(found) == ["cow", "Bee", "ant"], "a model without a score comes last"
    found.sort(-1)
    assert names(found) == ["ant", "Bee", "cow"]


def test_a_models_row_is_found_by_its_file(found, models):
    assert isinstance(found, QSortFilterProxyModel)
    found.sort(Column.DEV_BLEU, Qt.SortOrder.DescendingOrder)
    assert [found.row_of(model.path) for model in models] == [2, 1, 0]
    assert found.model_at(0) == models[2]
    assert found.model_at(7) is None
    found.search("bee")
    assert found.row_of(models[0].path) == -1
