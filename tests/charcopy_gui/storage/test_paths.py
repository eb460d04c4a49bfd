import pytest

from charcopy_gui.storage import paths


def test_a_run_gets_a_folder_of_its_own():
    first = paths.new_run("2026-11-29 demo EDA_CS")
    assert first == paths.data_folder() / "runs" / "2026-11-29 demo EDA_CS"
    first.mkdir(parents=True)
    second = paths.new_run("2026-11-29 demo EDA_CS")
    assert second.name == "2026-11-29 demo EDA_CS 2"
    second.mkdir()
    assert paths.new_run("2026-11-29 demo EDA_CS").name == "2026-11-29 demo EDA_CS 3"


@pytest.mark.parametrize(
    ("asked", "made"),
    [('a/b\\c:d*e?f"g<h>i|j', "a_b_c_d_e_f_g_h_i_j"), ("x" * 300, "x" * 80), ("dots. ", "dots")],
)
def test_a_name_that_no_file_system_takes_is_made_plain(asked, made):
    assert paths.new_run(asked).name == made


def test_the_best_checkpoint_of_every_run_is_found_newest_first():
    assert paths.run_models() == []
    for name in ("2026-11-28 demo EDA", "2026-11-29 demo EDA_CS"):
        (paths.runs_folder() / name).mkdir(parents=True)
        for file in ("best.safetensors", "last.safetensors"):
            (paths.runs_folder() / name / file).touch()
    (paths.runs_folder() / "2026-11-30 demo EDA").mkdir()
    assert [path.parent.name for path in paths.run_models()] == [
        "2026-11-29 demo EDA_CS",
        "2026-11-28 demo EDA",
    ]


def test_of_a_run_without_a_best_checkpoint_the_last_is_found():
    for name, file in (("1", "last"), ("2", "best"), ("2", "last")):
        (paths.runs_folder() / name).mkdir(parents=True, exist_ok=True)
        (paths.runs_folder() / name / f"{file}.safetensors").touch()
    assert [path.relative_to(paths.runs_folder()).as_posix() for path in paths.run_models()] == [
        "2/best.safetensors",
        "1/last.safetensors",
    ]
