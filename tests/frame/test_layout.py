"""What lies at the top, what the locks say, and that `platform` stays the standard library's."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "deploy" / "requirements").glob("*.txt"))
ASK = "import platform; print(platform.python_implementation(), platform.__file__)"


def run(*command: str | Path, **environment: str) -> str:
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_top_level_is_exactly_the_agreed_one() -> None:
    tracked = run("git", "ls-files").splitlines()
    assert {path.partition("/")[0] for path in tracked} == {
        *("manage.py", "pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "LICENSE"),
        *("platform", "engines", "tournaments", "ratings", "frontend", "tests"),
        *("docs", "bench", "deploy", ".ci", ".gitignore"),
    }
    assert "platform/__init__.py" not in tracked


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_hashes_and_no_host_or_folder(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(
        r"://|--(extra-)?index-url|--find-links|--trusted-host| @ |/(home|opt|root|work|tmp)/", text
    )
    requirements = re.split(r"\n(?=[a-z0-9])", text.partition("\n#")[0] if text.startswith("#") else text)
    pinned = [block for block in requirements if re.match(r"[a-z0-9][\w.-]*(\[[\w,-]+\])?==", block)]
    assert pinned
    assert all("--hash=sha256:" in block for block in pinned)


def test_the_locks_agree_with_each_other() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for lock in LOCKS:
        for name, version, marker in re.findall(r"^([\w.-]+)==(\S+)(.*)$", lock.read_text(), re.M):
            versions.setdefault((name, "" if "python" not in marker else marker), set()).add(version)
    assert {"development.txt", "production.txt", "base.txt", "bench.txt", "node.txt"} == {
        lock.name for lock in LOCKS
    }
    assert not {key: found for key, found in versions.items() if len(found) > 1}


def test_every_dependency_is_locked_and_has_its_reason_written_down() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    names = {re.sub(r"[_.]", "-", re.split(r"[^\w.-]", each)[0]).lower() for each in asked}
    locked = {name for lock in LOCKS for name in re.findall(r"^([\w.-]+)==", lock.read_text(), re.M)}
    assert names <= locked, "run `make lock`"
    reasons = re.sub(r"[_.]", "-", (ROOT / "docs" / "dependencies.md").read_text())
    assert not {name for name in names if name not in reasons}


def is_standard(answer: str) -> bool:
    implementation, _, file = answer.strip().splitlines()[-1].partition(" ")
    return implementation == platform.python_implementation() and file == platform.__file__


def test_platform_is_the_standard_librarys_under_pytest() -> None:
    assert Path(platform.__file__).parent == Path(os.__file__).parent


def test_platform_is_the_standard_librarys_under_manage_py() -> None:
    assert is_standard(run(sys.executable, "manage.py", "shell", "--no-imports", "-c", ASK))


def test_platform_is_the_standard_librarys_under_the_asgi_server() -> None:
    load = "from uvicorn.config import Config; Config('correio.asgi:application').load(); "
    assert is_standard(run(sys.executable, "-c", load + ASK, PYTHONPATH="platform"))


def test_platform_is_the_standard_librarys_in_a_worker() -> None:
    report = run(sys.executable, "-m", "celery", "--app", "correio", "report", PYTHONPATH="platform")
    assert f"system:{platform.system()}" in report
    assert f"py:{platform.python_version()}" in report


def test_the_wheel_holds_correio_at_its_top_and_leaves_platform_alone(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    for name in names:
        if (ROOT / name).is_file() and not name.startswith(("frontend/", "tests/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    run(*build, "--wheel-dir", tmp_path, source)
    (wheel,) = tmp_path.glob("correio-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.namelist()
        archive.extractall(tmp_path / "unpacked")
    tops = {name.partition("/")[0] for name in packed}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "correio",
        "engines",
        "ratings",
        "tournaments",
    }
    data = {
        name.removeprefix("platform/")
        for name in names
        if re.match(r"(platform/correio|engines)/.*\.json$", name)
    }
    assert data <= set(packed)

    where = "import correio, engines; print(correio.__file__); "
    answer = run(sys.executable, "-P", "-c", where + ASK, PYTHONPATH=str(tmp_path / "unpacked"))
    assert is_standard(answer)
    assert str(tmp_path) in answer
