"""The catalogue of known corpora: their terms, where they are fetched from, and their checksums."""

from __future__ import annotations

from core.corpus.known import CorpusFile, KnownCorpus

_GITHUB = "https://github.com"
_E2E = f"{_GITHUB}/tuetschek/e2e-dataset/releases/download/v1.0.0/e2e-dataset.zip"
_CLEANED = (
    f"{_GITHUB}/tuetschek/e2e-cleaning/raw/6ba5d7cc6afbdbf755a031f42a62e9fce2efaf26/cleaned-data"
)
_RNNLG = f"{_GITHUB}/shawnwun/RNNLG/raw/49e8e66eadaabbaecd75b5436cb7957512631b5a/data/original"
# The authors' repository has no releases, and which of its revisions the paper used is not known.
# The newest is fetched, and what is taken from it are the paper's very files: they are found by
# their checksums, wherever they stand, and a revision that lacks one of them is refused.
_PAPER = f"{_GITHUB}/marco-roberti/char-data-to-text-gen/archive/HEAD.zip"
_ENTREE = "https://ics.uci.edu/~kdd/databases/entree/entree_data.tar.gz"

_NOVIKOVA = (
    "Novikova, Dušek and Rieser (2017): The E2E Dataset: New Challenges for End-to-End Generation. "
    "SIGDIAL."
)
_WEN = (
    "Wen, Gašić, Mrkšić, Su, Vandyke and Young (2015): Semantically Conditioned LSTM-based "
    "Natural Language Generation for Spoken Dialogue Systems. EMNLP."
)
_ROBERTI = (
    "Roberti, Bonetta, Cancelliere and Gallinari (2019): Copy Mechanism and Tailored Training for "
    "Character-Based Data-to-Text Generation. ECML PKDD."
)
_DUSEK = (
    "Dušek, Howcroft and Rieser (2019): Semantic Noise Matters for Neural Natural Language "
    "Generation. INLG."
)
_SHARE_ALIKE = "CC BY-SA 4.0"


DEMO = KnownCorpus(
    "demo",
    "Demo corpus",
    "Places to spend an afternoon, written by CharCopy's own grammar; needs no download.",
    "MIT",
    "Made by CharCopy's own grammar.",
)

E2E = KnownCorpus(
    "e2e",
    "E2E",
    "Restaurants of the E2E NLG Challenge, described by crowd workers; the official release 1.0.0.",
    _SHARE_ALIKE,
    _NOVIKOVA,
    "e2e",
    (
        CorpusFile(
            "train",
            "trainset.csv",
            "f27d48df45815288ab15619d47a79028c300fbb7f42e373668aba0b98c1d57c6",
            9_340_189,
        ),
        CorpusFile(
            "dev",
            "devset.csv",
            "fc26b78cdb849c80545f513b223d1e051138b43882eeb79e3eb153e689c864f9",
            1_161_305,
        ),
        CorpusFile(
            "test",
            "testset_w_refs.csv",
            "edc8db685e39bb9824d5bd70c18b1c9b0412d14b527aa960e2d1c8251ee15ccd",
            1_310_822,
        ),
        CorpusFile(
            "test without texts",
            "testset.csv",
            "9b90c8f88feae14d9e1ef37350b14d17294c5958e90a3f1a7846590ee97bdbb9",
            88_415,
        ),
    ),
    _E2E,
)

E2E_CLEANED = KnownCorpus(
    "e2e-cleaned",
    "E2E cleaned",
    "E2E with tables corrected to match the texts; no table of train is in test.",
    f"{_SHARE_ALIKE}, like the E2E data that it adapts",
    f"{_DUSEK} After {_NOVIKOVA}",
    "e2e_cleaned",
    # Their checksums are pinned at first download.
    (
        CorpusFile("train", "train-fixed.no-ol.csv", url=f"{_CLEANED}/train-fixed.no-ol.csv"),
        CorpusFile("dev", "devel-fixed.no-ol.csv", url=f"{_CLEANED}/devel-fixed.no-ol.csv"),
        CorpusFile("test", "test-fixed.csv", url=f"{_CLEANED}/test-fixed.csv"),
    ),
)

E2E_PLUS = KnownCorpus(
    "e2e-plus",
    "E2E+",
    "E2E with names, landmarks and foods replaced by many others, so that a model has to copy. "
    "Dev and test are the authors', checked by checksum; train is made here, with corpora "
    "build-e2e-plus.",
    f"{_SHARE_ALIKE}, like the E2E data that it adapts",
    f"{_ROBERTI} After {_NOVIKOVA}",
    "e2e_plus",
    (
        CorpusFile("train", "trainset.csv"),
        CorpusFile(
            "dev",
            "devset.csv",
            "b936d97a91450ff53dcf7490764967966e9f15bc325fac1600bf209155ccce77",
            1_181_578,
        ),
        CorpusFile(
            "test",
            "testset.csv",
            "8bf76215ac2d58e4f4a42e51e5051ba7853404091249737b65f59c0932388d9c",
            1_272_334,
        ),
    ),
    _PAPER,
)

HOTEL = KnownCorpus(
    "hotel",
    "Hotel",
    "Hotels of San Francisco in the words of a spoken dialogue system; the paper's own files, "
    "checked by checksum. "
    "Most tables of test are also in train.",
    "not stated; after the data of Wen et al., which are under Apache-2.0",
    f"{_ROBERTI} After {_WEN}",
    "hotel",
    (
        CorpusFile(
            "train",
            "train.csv",
            "e2c344842713429fe2233389d075eb18fb7228126c2f2c87edbaba95b707de31",
            255_091,
        ),
        CorpusFile(
            "dev",
            "dev.csv",
            "b68df20d393ca8d431c1032a6619fdc82afb1456133e467b73b8b4b8503699bc",
            32_733,
        ),
        CorpusFile(
            "test",
            "test.csv",
            "fbb7ed8e7de1d7358bd27da378d7dd98b83126ac610248586f120bd124e38aae",
            32_739,
        ),
    ),
    _PAPER,
)

RESTAURANT = KnownCorpus(
    "restaurant",
    "Restaurant",
    "Restaurants of San Francisco in the words of a spoken dialogue system; the paper's own files, "
    "checked by checksum. "
    "Half of the tables of test are also in train.",
    HOTEL.licence,
    HOTEL.citation,
    "restaurant",
    (
        CorpusFile(
            "train",
            "train.csv",
            "4880b236506609971936026fc6ccbcfcd1eec67105a57acf259cb2e99b3146b4",
            342_996,
        ),
        CorpusFile(
            "dev",
            "dev.csv",
            "a5279a07915f6eb91ae2a7f6bd1c0fb73466987cdfa4704bd9eb90c17bf8500b",
            41_683,
        ),
        CorpusFile(
            "test",
            "test.csv",
            "c5d22d63e1838a88acb8c60f9bf2b30396d764af48ff949f127af9d9fb176dcb",
            43_281,
        ),
    ),
    _PAPER,
)


def _rnnlg(domain: str, sums: tuple[str, str, str], sizes: tuple[int, int, int]) -> KnownCorpus:
    named = zip(("train", "dev", "test"), ("train", "valid", "test"), sums, sizes, strict=True)
    return KnownCorpus(
        f"rnnlg-{domain}",
        f"RNNLG {domain}",
        f"The {domain} domain of RNNLG as its authors released it: the acts that inform.",
        "Apache-2.0",
        _WEN,
        f"rnnlg/{domain}",
        tuple(
            CorpusFile(split, f"{stem}.json", sha256, size, f"{_RNNLG}/{domain}/{stem}.json")
            for split, stem, sha256, size in named
        ),
    )


RNNLG_HOTEL = _rnnlg(
    "hotel",
    (
        "f933b294fcd32d401602abb39d22bc6a360946672132c2b2079e95ccc2e46f9d",
        "d8ce28f0e4e7e108f349153a7d8f7f72010ce97f2c4de633fe9b5b38cab86108",
        "4d0b6dc1da1efd4aabec39a45815aac5f0251c636a6a4a7a51cc2f70cec819b3",
    ),
    (634_759, 211_371, 211_098),
)
RNNLG_RESTAURANT = _rnnlg(
    "restaurant",
    (
        "c59ea956404dc4512a430a06c48412a9bde72c30bd92a78e649312c9075f2fca",
        "4061af548f50fc1a5ed63c5763b021e08a1b167919fcbceccbba40e4a696801d",
        "e52a84edf121d46a0cbfec66a211f24ccc3e2dd4043317639200904a206c3f9b",
    ),
    (634_877, 213_617, 215_457),
)

ENTREE = KnownCorpus(
    "entree",
    "Entree, New York",
    "Names of 1,200 restaurants, to make E2E+ with; not a corpus.",
    "not stated; given to the UCI KDD Archive for research",
    "Burke (2000): Entree Chicago Recommendation Data. UCI KDD Archive.",
    "sources",
    (
        CorpusFile(
            "names",
            "entree_new_york.txt",
            "d0f4721e61778d3458426948452b7ba61ac7ae33ada6c30a9e57884e8f7d6fa4",
            65_920,
        ),
    ),
    _ENTREE,
)

CATALOG = (
    DEMO, E2E, E2E_PLUS, E2E_CLEANED, HOTEL, RESTAURANT, RNNLG_HOTEL, RNNLG_RESTAURANT, ENTREE,
)  # fmt: skip


def find(name: str) -> KnownCorpus | None:
    """The entry of this name, however it is capitalised; None where there is none."""
    return next((corpus for corpus in CATALOG if corpus.name == name.casefold()), None)
