import hashlib
from urllib.parse import urlsplit

import pytest

from core.corpus import catalog

FETCHED = [corpus for corpus in catalog.CATALOG if not corpus.is_built_in]


def test_names_are_given_once_and_found_however_written():
    names = [corpus.name for corpus in catalog.CATALOG]
    assert len(set(names)) == len(names)
    assert catalog.find("E2E-Plus") is catalog.E2E_PLUS
    assert catalog.find("absent") is None


@pytest.mark.parametrize("corpus", catalog.CATALOG, ids=lambda corpus: corpus.name)
def test_every_entry_says_what_it_is_and_under_which_terms(corpus):
    assert all((corpus.title, corpus.description, corpus.licence, corpus.citation))


@pytest.mark.parametrize("corpus", FETCHED, ids=lambda corpus: corpus.name)
def test_everything_fetched_has_a_secure_address_and_a_way_to_be_checked(corpus):
    assert corpus.fetched()
    for file in corpus.fetched():
        assert urlsplit(file.url or corpus.archive).scheme == "https"
        # In an archive a file is found by nothing else.
        assert file.url or (file.sha256 and file.size)
        assert (file.sha256 is None) == (file.size is None)


def test_all_downloads_but_one_are_checked_and_it_is_said():
    assert [c.name for c in catalog.CATALOG if not c.is_pinned] == ["e2e-cleaned"]
    assert "checked by checksum" in catalog.HOTEL.description
    assert "checked by checksum" in catalog.E2E_PLUS.description


def test_a_licence_has_a_short_name():
    short = {corpus.short_licence for corpus in catalog.CATALOG}
    assert short == {"MIT", "CC BY-SA 4.0", "Apache-2.0", "not stated"}


def test_corpora_have_their_splits_and_a_list_has_none():
    for corpus in catalog.CATALOG:
        expected = corpus is not catalog.ENTREE
        assert corpus.is_corpus is expected
        if expected and not corpus.is_built_in:
            assert [corpus.file(split) is None for split in ("train", "dev", "test")] == [False] * 3


def test_checksums_and_sizes_are_those_of_the_files(shared_data):
    checked = 0
    for corpus in FETCHED:
        for file in corpus.files:
            path = shared_data / "data" / corpus.folder / file.name
            if file.sha256 is not None:
                content = path.read_bytes()
                assert hashlib.sha256(content).hexdigest() == file.sha256, path
                assert len(content) == file.size, path
                checked += 1
    assert checked == 19
