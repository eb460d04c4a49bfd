"""One file from an address of the web, told about as it comes; whoever waits for it can stop."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit

from core import cancellation
from core.cancellation import Cancelled
from core.failures import InputError
from core.records import Progress

_TIMEOUT = 15.0
"""Seconds that a server may be silent."""
_CHUNK = 64 * 1024
_POLL = 0.1
"""Seconds between two looks at the event while nothing comes."""
_JOIN = 1.0
"""Seconds that a download that is to stop is waited for; a silent server can hold it longer."""


class DownloadError(InputError):
    """A download did not come to its end; the message says why, and nothing was changed."""


def retrieved(url: str, path: Path, cancel: Event | None) -> Iterator[Progress]:
    """Fetch one file, by pooch in a thread of its own: it cannot be asked to stop while it waits.

    Yields:
        Progress in bytes.

    Raises:
        Cancelled: the event was set.
        DownloadError: it did not come whole.
        OSError: it cannot be written.
    """
    downloader = _Downloader()
    thread = Thread(target=_retrieve, args=(url, path, downloader), daemon=True)
    thread.start()
    try:
        while True:
            cancellation.check(cancel)
            try:
                item = downloader.items.get(timeout=_POLL)
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, Exception):
                raise _explained(item, url)
            yield Progress(item, downloader.total, "bytes", f"Downloading {path.name}")
    finally:
        downloader.stop.set()
        thread.join(_JOIN)


class _Downloader:
    """What pooch is to download with: it tells how far it is, and stops when it is told to."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.stop = Event()
        self.items: queue.SimpleQueue[int | Exception | None] = queue.SimpleQueue()
        """Bytes so far; at the end None, or what went wrong."""

    def __call__(self, url: str, output_file: str, pooch: object) -> None:
        """Write what the address gives into a file; pooch moves it into its place."""
        # Imported here: nothing else needs what speaks HTTP.
        import requests

        # So that lengths are those of the file.
        headers = {"Accept-Encoding": "identity"}
        with (
            requests.get(url, stream=True, timeout=_TIMEOUT, headers=headers) as response,
            Path(output_file).open("wb") as file,
        ):
            response.raise_for_status()
            self.total = int(response.headers.get("Content-Length", 0)) or None
            for chunk in response.iter_content(_CHUNK):
                file.write(chunk)
                self.tell(file.tell())

    def tell(self, done: int) -> None:
        """Report progress.

        Raises:
            Cancelled: the download is to stop.
        """
        cancellation.check(self.stop)
        self.items.put(done)


def _retrieve(url: str, path: Path, downloader: _Downloader) -> None:
    import pooch

    pooch.get_logger().setLevel("ERROR")
    try:
        # Checksums are compared afterwards: whoever is refused wants to see both.
        pooch.retrieve(url, None, path.name, path.parent, downloader=downloader)
    except Cancelled:
        return
    except Exception as error:
        downloader.items.put(error)
    else:
        downloader.items.put(None)


def _explained(error: Exception, url: str) -> Exception:
    """The sentence for what went wrong on the way; an error of the disk stays what it is."""
    from requests import exceptions

    server = host(url)
    if isinstance(error, exceptions.HTTPError) and error.response is not None:
        code = error.response.status_code
        gone = code in (404, 410)
        what = "is no longer there" if gone else "is not available at the moment"
        return DownloadError(f"{url} {what}: {server} answers {code}.")
    if isinstance(error, exceptions.Timeout):
        return DownloadError(f"{server} does not answer; try again later.")
    if isinstance(error, exceptions.ChunkedEncodingError | exceptions.ContentDecodingError):
        return DownloadError(f"The download from {server} broke off; try again.")
    if isinstance(error, exceptions.ConnectionError):
        timed_out = "timed out" in str(error)
        return DownloadError(
            f"{server} does not answer; try again later."
            if timed_out
            else f"{server} cannot be reached. Is this computer connected to the network?"
        )
    if isinstance(error, exceptions.RequestException):
        return DownloadError(f"{url} cannot be downloaded: {error}.")
    return error


def host(url: str) -> str:
    """The server of an address, in words for people."""
    return urlsplit(url).hostname or url
