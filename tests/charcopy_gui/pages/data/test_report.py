from data_driver import named, said

from charcopy_gui.pages.data.report import Report, SkippedModel
from core.corpus.formats import read


def test_rows_left_out_are_a_proper_model(qtmodeltester):
    model = SkippedModel()
    qtmodeltester.check(model)
    model.set_rows([("a.csv", 3, "It is <b>odd</b>."), ("a.csv", 1204, "Empty.")])
    qtmodeltester.check(model)
    assert model.index(1, 1).data() == "1,204"


def test_a_file_is_accounted_for_and_only_rows_left_out_make_a_table(qtbot, tmp_path):
    report = Report()
    qtbot.addWidget(report)
    with qtbot.waitExposed(report):
        report.show()
    path = tmp_path / "a.csv"
    path.write_text("mr,ref\nname[A],One.\n", encoding="utf-8")
    report.show_readings({path: read(path)})
    words = said(report, "What was changed")
    assert words.startswith(f"{path} (1 row; delimited, utf-8)")
    assert words.endswith("Every row was read, and nothing had to be changed.")
    assert not named(report, "Rows left out").isVisible()
    path.write_text("mr,ref\n" + "name[A],One.\n" * 2 + "name[B],\n", encoding="utf-8")
    report.show_readings({path: read(path)})
    words = said(report, "What was changed")
    assert "1 row equals an earlier one; it is kept." in words
    assert "1 row could not be read; it is listed below." in words
    report.show_readings({})
    assert "made by the program itself" in said(report, "What was changed")
