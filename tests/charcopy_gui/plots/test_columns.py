import pytest

from charcopy_gui.plots.columns import NARROWEST, NARROWEST_FITTED, SCROLLED, WIDEST, Columns


@pytest.fixture
def columns() -> Columns:
    made = Columns(comfortable=11)
    made.resize(770)
    return made


def test_columns_are_comfortable_while_there_is_room(columns):
    columns.grow(70)
    assert (columns.cell, columns.first, columns.last_first) == (11, 0, 0)


def test_columns_shrink_so_that_the_whole_text_fits(columns):
    columns.grow(71)
    assert columns.cell == 10
    columns.grow(154)
    assert (columns.cell, columns.last_first) == (NARROWEST_FITTED, 0)


def test_a_text_that_does_not_nearly_fit_scrolls_and_its_newest_are_followed(columns):
    columns.grow(155)
    assert (columns.cell, columns.visible, columns.first) == (SCROLLED, 110, 45)
    columns.grow(300)
    assert columns.first == 190
    columns.grow(310)
    assert columns.first == 200


def test_who_scrolled_away_stays_there_until_scrolling_back(columns):
    columns.grow(300)
    columns.scroll(50)
    columns.grow(310)
    assert columns.first == 50
    columns.scroll(10_000)
    columns.grow(320)
    assert columns.first == 210


def test_a_zoom_keeps_the_column_under_the_pointer(columns):
    columns.grow(300)
    columns.scroll(100)
    assert columns.at(350) == 150
    columns.zoom(2, 350)
    assert columns.cell == 14
    assert columns.at(350) == 150


@pytest.mark.parametrize(("factor", "end"), [(1.01, WIDEST), (0.99, NARROWEST)])
def test_a_zoom_always_does_something_within_its_limits(columns, factor, end):
    columns.grow(300)
    for _ in range(40):
        columns.zoom(factor, 0)
    assert columns.cell == end


def test_fit_undoes_zoom_and_scrolling(columns):
    columns.grow(100)
    columns.zoom(3, 0)
    columns.scroll(0)
    columns.fit()
    assert (columns.cell, columns.first, columns.following) == (7, 0, True)


def test_reveal_scrolls_no_more_than_it_must(columns):
    columns.grow(300)
    columns.reveal(250)
    assert columns.first == 190
    columns.reveal(100)
    assert columns.first == 100
    columns.reveal(215)
    assert columns.first == 106


def test_pixels_and_columns_are_each_others_inverse(columns):
    columns.grow(300)
    columns.scroll(42)
    for column in (42, 43, 151):
        assert columns.at(columns.left(column)) == column
        assert columns.at(columns.left(column) + columns.cell - 0.01) == column
    assert columns.at(-0.5) == -1
    assert columns.at(770) == -1


def test_there_is_no_column_behind_the_last(columns):
    columns.grow(3)
    assert columns.at(2 * 11) == 2
    assert columns.at(3 * 11) == -1


def test_a_wide_view_has_wider_columns_from_the_start(columns):
    columns.resize(1680)
    columns.grow(1)
    assert columns.cell == 16
    columns.grow(80)
    assert columns.cell == 16, "a usual text fills it"
    columns.grow(120)
    assert columns.cell == 14
    columns.resize(4000)
    assert columns.cell == 16


def test_columns_that_are_not_shown_yet_have_their_room_already(columns):
    columns.grow(110, shown=20)
    assert (columns.cell, columns.first) == (7, 0)
    assert columns.at(19 * 7) == 19
    assert columns.at(20 * 7) == -1, "nothing is there to be pointed at"


def test_a_text_that_has_ended_is_seen_from_its_beginning(columns):
    columns.grow(300)
    columns.looked_at = 299
    columns.rest()
    assert columns.first == 0, "the newest was looked at only because it came"


@pytest.mark.parametrize(("looked_at", "first"), [(5, 0), (109, 0), (110, 1), (250, 141)])
def test_and_so_much_further_on_as_shows_the_column_looked_at(columns, looked_at, first):
    columns.grow(300)
    columns.looked_at = looked_at
    columns.rest()
    assert columns.first == first
    columns.resize(700)
    assert columns.first == max(0, looked_at - 99)


def test_the_end_of_a_text_moves_nobody_who_scrolled(columns):
    columns.grow(300)
    columns.scroll(50)
    columns.looked_at = 299
    columns.rest()
    columns.resize(771)
    assert columns.first == 50


def test_in_less_room_the_column_looked_at_stays_in_view_for_who_scrolled_as_well(columns):
    columns.grow(300)
    columns.rest()
    columns.scroll(50)
    columns.looked_at = 159
    columns.resize(700)
    assert columns.first == 60, "scrolled no more than it must"
    columns.looked_at = 10
    columns.resize(350)
    assert columns.first == 60, "one that was out of view stays there"


def test_what_the_plots_show_is_as_wide_as_their_room(columns):
    columns.grow(300)
    columns.scroll(42)
    assert columns.span == (42, 42 + 770 / 7)


def test_walking_through_a_text_that_rests_moves_the_view_no_more_than_it_must(columns):
    columns.grow(300)
    columns.rest()
    for column, first in ((200, 91), (150, 91), (91, 91), (90, 90), (95, 90)):
        columns.looked_at = column
        columns.reveal(column)
        columns.grow(300)
        assert columns.first == first


def test_the_newest_that_is_shown_is_followed_until_someone_scrolls(columns):
    columns.grow(300, shown=100)
    assert columns.first == 0
    columns.grow(300, shown=150)
    assert columns.first == 40
    columns.scroll(190)
    columns.grow(300, shown=160)
    assert columns.first == 190
    columns.scroll(50)
    assert columns.following, "back where the newest is"
    columns.grow(300, shown=170)
    assert columns.first == 60


def test_the_column_that_is_looked_at_stays_in_view_while_others_come(columns):
    columns.grow(200)
    assert columns.first == 90
    columns.looked_at = 95
    columns.grow(300)
    assert columns.first == 95
    assert columns.following
    columns.looked_at = None
    columns.grow(301)
    assert columns.first == 191
