"""A server on this computer that gives files, as well or as badly as a test wants it to."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from core.corpus.known import CorpusFile, KnownCorpus

SCHEME = "http"


class Site:
    """Holds files by their paths; may hold back, or hang up too early."""

    def __init__(self):
        self.files = {}
        self.asked = []
        self.hold = threading.Event()
        self.hold.set()
        self.half = False
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                content = site.files.get(self.path)
                if content is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                middle = len(content) // 2
                try:
                    self.wfile.write(content[:middle])
                    site.hold.wait(60)
                    if not site.half:
                        self.wfile.write(content[middle:])
                except OSError:  # The other side has hung up.
                    return

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    def url(self, path):
        return f"{SCHEME}://127.0.0.1:{self.server.server_address[1]}{path}"

    def corpus(self, pinned=True, **splits):
        """A known corpus with these splits' texts, which lie here."""
        files = []
        for split, text in splits.items():
            content = text.encode()
            self.files[f"/{split}.csv"] = content
            sha256 = hashlib.sha256(content).hexdigest() if pinned else None
            url = self.url(f"/{split}.csv")
            size = len(content) if pinned else None
            files.append(CorpusFile(split, f"{split}.csv", sha256, size, url))
        return KnownCorpus("toys", "Toys", "Toy shops.", "CC0", "Us.", "toys", tuple(files))


@contextmanager
def site() -> Iterator[Site]:
    found = Site()
    thread = threading.Thread(target=found.server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield found
    finally:
        found.hold.set()
        found.server.shutdown()
        found.server.server_close()
        thread.join()
