"""The files around the program: versions, licences, links."""

import re
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from core import model_card

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED = [
    Requirement(line)
    for line in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
]
LINKED_HOSTS = {
    "creativecommons.org",
    "doi.org",
    "github.com",
    "ics.uci.edu",
    "json-schema.org",
    "keepachangelog.com",
    "pytorch.org",
    "semver.org",
    "www.freedesktop.org",
    "www.w3.org",
}
"""No package index is among them: which one is used is the installer's business."""
OF_ONE_MACHINE = ["/home/", "/root/", "/work/", "/Users/", ":\\Users\\", "--index", "--extra-index"]


def constraints() -> dict[str, Requirement]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def needed() -> set[str]:
    """Names of what is declared, and of what that needs here; torch's GPU libraries aside."""
    names: set[str] = set()
    waiting = list(DECLARED)
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        if name in names or name == "triton" or name.startswith(("nvidia-", "cuda-")):
            continue
        names.add(name)
        waiting += map(Requirement, metadata.requires(name) or [])
    return names


def texts() -> list[Path]:
    """Every tracked text file but this one."""
    command = ["git", "ls-files", "-z"]
    try:
        listed = subprocess.run(
            command, cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git clone")
    if not listed:
        pytest.skip("nothing is tracked yet")
    paths = [ROOT / name for name in listed.split("\0") if name]
    others = [p for p in paths if p.is_file() and p != Path(__file__)]
    return [p for p in others if b"\0" not in p.read_bytes()[:8192]]


def test_constraints_name_one_exact_version_each():
    for requirement in constraints().values():
        assert re.fullmatch(r"==\d+(\.\d+)*", str(requirement.specifier)), requirement
        assert requirement.url is None


def test_constraints_cover_everything_that_is_installed_for_the_project():
    assert sorted(needed() - constraints().keys()) == []


def test_constraints_lie_in_the_declared_ranges():
    pins = constraints()
    for requirement in DECLARED:
        version = str(pins[canonicalize_name(requirement.name)].specifier).removeprefix("==")
        assert requirement.specifier.contains(version), requirement


def test_constraints_hold_nothing_unneeded():
    assert sorted(constraints().keys() - needed() - {"setuptools"}) == []


def test_links_lead_to_known_hosts():
    found = set()
    for path in texts():
        content = path.read_text(encoding="utf-8")
        found |= {(h, path.name) for h in re.findall(r"https?://([\w.-]*\w)", content)}
    leading = {
        (h, name) for h, name in found if not h.endswith(".invalid")
    }  # Nowhere, by RFC 2606.
    assert sorted((h, name) for h, name in leading if h not in LINKED_HOSTS) == []


def test_nothing_of_one_machine_stands_in_a_text():
    found = []
    for path in texts():
        content = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(ROOT)}: {word}" for word in OF_ONE_MACHINE if word in content]
    assert found == []


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)
    local = [a or b for a, b in targets if "://" not in a + b]
    assert [target for target in local if not (ROOT / target).exists()] == []


def test_architecture_names_every_room():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = re.search(r"## Rooms.*?```\n(.*?)```", text, re.DOTALL).group(1)
    words = set(re.findall(r"\w+", rooms))
    window = ROOT / "charcopy_gui"
    inner = [p for p in window.glob("[a-z]*/") if p.name not in {"plots", "workers", "pages"}]
    for package in (ROOT / "core", window, *inner):
        here = {p.stem for p in package.glob("[a-z]*") if p.suffix in {".py", ""}}
        assert sorted(here - words) == []


def test_changelog_names_the_version():
    assert f"## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_notice_names_every_runtime_dependency():
    notice = canonicalize_name((ROOT / "NOTICE").read_text(encoding="utf-8"))
    for line in PROJECT["dependencies"]:
        name = canonicalize_name(Requirement(line).name).removesuffix("-essentials")
        assert name in notice


def test_licences_of_code_and_weights_stand_apart():
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    weights = (ROOT / "models" / "LICENSE").read_text(encoding="utf-8")
    assert "CC BY-SA 4.0" in weights
    assert "Novikova" in weights


def test_shipped_checkpoints_carry_the_terms_of_their_data():
    paths = sorted(model_card.SHIPPED.rglob(f"*{model_card.SUFFIX}"))
    assert model_card.DEFAULT in [path.stem for path in paths]
    for path in paths:
        provenance = model_card.read(path).provenance
        assert "CC BY-SA 4.0" in provenance.licence, path
        assert "Novikova" in provenance.attribution, path
        if "E2E" not in provenance.corpus:  # All began as those of E2E+, whose terms go on.
            assert "Apache-2.0" in provenance.licence, path
            assert "Wen" in provenance.attribution, path
        assert provenance.dev_bleu is not None, path
