import errno
import hashlib
import io
import tarfile
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from core.cancellation import Cancelled
from core.corpus import fetch, web_file
from core.corpus.fetch import SUMS
from core.corpus.known import CorpusFile, KnownCorpus
from core.corpus.web_file import DownloadError

CONTENT = b"mr,ref\na[x],One.\n" * 20_000
OTHER = b"mr,ref\nb[y],Two.\n"
SCHEME = "http"


class Site:
    """What a server on this computer gives, and how badly."""

    def __init__(self):
        self.files = {}
        self.promised = {}
        self.piece, self.pause = 1 << 20, 0.0
        self.asked = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                content = site.files.get(self.path)
                if content is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                length = site.promised.get(self.path, len(content))
                self.send_header("Content-Length", str(length))
                self.end_headers()
                for start in range(0, len(content), site.piece):
                    try:
                        self.wfile.write(content[start : start + site.piece])
                    except OSError:  # The other side has hung up.
                        return
                    time.sleep(site.pause)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def url(self, path):
        return f"{SCHEME}://127.0.0.1:{self.server.server_address[1]}{path}"

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    site = Site()
    site.files["/set.csv"] = CONTENT
    yield site
    site.close()


def known(content, name="set.csv", url="", split="train"):
    return CorpusFile(split, name, hashlib.sha256(content).hexdigest(), len(content), url)


def corpus(*files, archive=""):
    return KnownCorpus("some", "Some corpus", "", "CC0", "us", "some", files, archive)


def run(work):
    """All records of a generator, and what it returns."""
    records = []
    while True:
        try:
            records.append(next(work))
        except StopIteration as end:
            return records, end.value


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_file_comes_whole_and_is_told_about(site, tmp_path):
    wanted = corpus(known(CONTENT, url=site.url("/set.csv")))
    records, (fetched,) = run(fetch.download(wanted, tmp_path / "Café 東京"))
    assert fetched.path.read_bytes() == CONTENT
    assert fetched.path == tmp_path / "Café 東京" / "some" / "set.csv"
    assert fetched.is_pinned
    done = [record.done for record in records]
    assert done == sorted(done)
    assert (done[-1], records[-1].total) == (len(CONTENT), len(CONTENT))
    assert records[0].unit == "bytes"
    assert everything(fetched.path.parent) == [SUMS, "set.csv"]


def zipped():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("deep/er/", b"")
        archive.writestr("../../../outside.csv", CONTENT)
        archive.writestr("same-size.csv", b"?" * len(OTHER))
        archive.writestr("any name", OTHER)
    return packed.getvalue()


def tarred():
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in (("/etc/outside", CONTENT), ("x", b"?" * len(OTHER)), ("y", OTHER)):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return packed.getvalue()


@pytest.mark.parametrize("packed", [zipped(), tarred()], ids=["zip", "tar"])
def test_files_are_known_in_an_archive_by_their_checksums(site, tmp_path, packed):
    site.files["/all"] = packed
    wanted = corpus(known(CONTENT), known(OTHER, "dev.csv", split="dev"), archive=site.url("/all"))
    run(fetch.download(wanted, tmp_path / "data"))
    assert (tmp_path / "data" / "some" / "set.csv").read_bytes() == CONTENT
    assert (tmp_path / "data" / "some" / "dev.csv").read_bytes() == OTHER
    assert everything(tmp_path / "data" / "some") == [SUMS, "dev.csv", "set.csv"]
    assert everything(tmp_path)[0] == "data"
    assert len(list(tmp_path.iterdir())) == 1


def test_an_unknown_checksum_is_pinned_at_the_first_download(site, tmp_path):
    wanted = corpus(CorpusFile("train", "set.csv", url=site.url("/set.csv")))
    _, (first,) = run(fetch.download(wanted, tmp_path))
    assert (first.is_pinned, first.sha256) == (False, hashlib.sha256(CONTENT).hexdigest())
    _, (again,) = run(fetch.download(wanted, tmp_path))
    assert again.is_pinned
    site.files["/set.csv"] = OTHER
    with pytest.raises(DownloadError) as refused:
        run(fetch.download(wanted, tmp_path))
    assert str(refused.value) == (
        "What 127.0.0.1 sent is not the set.csv that came at the first download; it was not kept. "
        f"Its sha256 is {hashlib.sha256(OTHER).hexdigest()}, and should be {first.sha256}."
    )
    assert first.path.read_bytes() == CONTENT
    assert (tmp_path / "some" / SUMS).read_text() == f"{first.sha256}  set.csv\n"


def failing(site, tmp_path, wanted, sentence):
    """A download that fails leaves a file that was there alone, and nothing beside it."""
    place = tmp_path / "data" / "some"
    place.mkdir(parents=True)
    (place / "set.csv").write_bytes(b"old")
    with pytest.raises(DownloadError) as failed:
        run(fetch.download(wanted, tmp_path / "data"))
    assert str(failed.value) == sentence.format(site=site.url(""), place=place)
    assert everything(place) == ["set.csv"]
    assert (place / "set.csv").read_bytes() == b"old"
    with pytest.raises(DownloadError):
        run(fetch.download(wanted, tmp_path / "new"))
    assert not (tmp_path / "new").exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(DownloadError):
        run(fetch.download(wanted, tmp_path / "empty"))
    assert everything(tmp_path / "empty") == []


def test_a_file_that_is_gone(site, tmp_path):
    wanted = corpus(known(CONTENT, url=site.url("/gone.csv")))
    sentence = "{site}/gone.csv is no longer there: 127.0.0.1 answers 404."
    failing(site, tmp_path, wanted, sentence)


def test_a_wrong_checksum(site, tmp_path):
    wanted = corpus(known(OTHER, url=site.url("/set.csv")))
    sentence = (
        "What 127.0.0.1 sent is not the set.csv that is known; it was not kept. "
        f"Its sha256 is {hashlib.sha256(CONTENT).hexdigest()}, "
        f"and should be {hashlib.sha256(OTHER).hexdigest()}."
    )
    failing(site, tmp_path, wanted, sentence)


def test_a_download_that_breaks_off(site, tmp_path):
    site.promised["/set.csv"] = len(CONTENT) + 1
    wanted = corpus(known(CONTENT, url=site.url("/set.csv")))
    failing(site, tmp_path, wanted, "The download from 127.0.0.1 broke off; try again.")


def test_no_network(site, tmp_path):
    wanted = corpus(known(CONTENT, url=f"{SCHEME}://127.0.0.1:9/set.csv"))
    sentence = "127.0.0.1 cannot be reached. Is this computer connected to the network?"
    failing(site, tmp_path, wanted, sentence)


def test_a_server_that_says_nothing(site, tmp_path, monkeypatch):
    monkeypatch.setattr(web_file, "_TIMEOUT", 0.2)
    site.piece, site.pause = 100, 0.8
    wanted = corpus(known(CONTENT, url=site.url("/set.csv")))
    failing(site, tmp_path, wanted, "127.0.0.1 does not answer; try again later.")


def test_a_full_disk(site, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(web_file._Downloader, "tell", full)
    wanted = corpus(known(CONTENT, url=site.url("/set.csv")))
    with pytest.raises(DownloadError) as failed:
        run(fetch.download(wanted, tmp_path))
    place = tmp_path / "some"
    assert str(failed.value) == f"The disk is full; {place} was left as it was."
    assert everything(tmp_path) == []


def test_a_file_that_cannot_be_written_at_the_end_leaves_all_as_it_was(site, tmp_path, monkeypatch):
    def fail(path, _content):
        assert (path.parent / "set.csv").read_bytes() == CONTENT
        raise OSError(errno.EROFS, "Read-only", str(path))

    monkeypatch.setattr(fetch, "write_atomically", fail)
    site.files["/dev.csv"] = OTHER
    wanted = corpus(
        known(CONTENT, url=site.url("/set.csv")),
        known(OTHER, "dev.csv", site.url("/dev.csv"), "dev"),
    )
    place = tmp_path / "some"
    place.mkdir()
    (place / "set.csv").write_bytes(b"old")
    with pytest.raises(DownloadError, match=rf"{SUMS} cannot be written: Read-only\."):
        run(fetch.download(wanted, tmp_path))
    assert everything(place) == ["set.csv"]
    assert (place / "set.csv").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("packed", "sentence"),
    [
        (zipped()[:-100], "What 127.0.0.1 sent is not a complete archive; try again later."),
        (b"no archive", "What 127.0.0.1 sent is not a complete archive; try again later."),
        (
            tarred(),
            "The archive from 127.0.0.1 has no third.csv with its checksum, "
            f"sha256 {hashlib.sha256(b'third').hexdigest()}.",
        ),
    ],
    ids=["cut off", "none", "without the file"],
)
def test_archives_that_will_not_do(site, tmp_path, packed, sentence):
    site.files["/all"] = packed
    wanted = corpus(known(CONTENT), known(b"third", "third.csv"), archive=site.url("/all"))
    failing(site, tmp_path, wanted, sentence)


def test_it_stops_when_told_to_and_starts_cleanly_again(site, tmp_path):
    site.piece, site.pause = 10_000, 0.05
    cancel = threading.Event()
    work = fetch.download(corpus(known(CONTENT, url=site.url("/set.csv"))), tmp_path, cancel)
    assert next(work).done > 0
    began = time.monotonic()
    cancel.set()
    with pytest.raises(Cancelled):
        run(work)
    assert time.monotonic() - began < 1
    assert everything(tmp_path) == []
    site.pause = 0.0
    (tmp_path / "some" / ".part").mkdir(parents=True)
    (tmp_path / "some" / ".part" / "half").write_bytes(b"x")
    _, (fetched,) = run(fetch.download(corpus(known(CONTENT, url=site.url("/set.csv"))), tmp_path))
    assert fetched.path.read_bytes() == CONTENT
    assert everything(tmp_path / "some") == [SUMS, "set.csv"]


def test_a_folder_that_cannot_be_made(site, tmp_path):
    (tmp_path / "data").write_bytes(b"a file")
    wanted = corpus(known(CONTENT, url=site.url("/set.csv")))
    with pytest.raises(DownloadError, match="cannot be written: "):
        run(fetch.download(wanted, tmp_path / "data"))
    assert site.asked == []


def test_nothing_is_fetched_for_what_is_built_in(tmp_path):
    with pytest.raises(DownloadError, match="Some corpus has nothing to download"):
        run(fetch.download(corpus(), tmp_path))
