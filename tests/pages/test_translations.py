"""Every sentence of the site can be read in Portuguese, with the same gaps to fill."""

from __future__ import annotations

import gettext
import io
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from correio import catalogues
from correio.pages import game_texts
from correio.pages.management.commands.game_messages import TARGET

ROOT = Path(settings.BASE_DIR)
PORTUGUESE = ROOT / "frontend" / "locale" / "pt" / "LC_MESSAGES" / "django.po"
MARKED = re.compile(r'\b(?:_|gettext|gettext_lazy)\(\s*"((?:[^"\\]|\\.)*)"\s*[,)]')
PERCENT = re.compile(r"%\(\w+\)[.\d]*[sdf]|(?<!%)%[sd]")


@pytest.fixture(scope="module")
def entries() -> list[catalogues.Entry]:
    return [entry for entry in catalogues.read(PORTUGUESE) if entry.id]


def test_nothing_is_left_untranslated(entries: list[catalogues.Entry]) -> None:
    assert [entry.id for entry in entries if not entry.translated] == []
    assert len(entries) > 1000


def test_no_sentence_is_missing_from_the_catalogue(entries: list[catalogues.Entry]) -> None:
    """After new words: `manage.py game_messages`, `makemessages -l pt`, and translate them."""
    known = {entry.id for entry in entries}
    assert sorted(_sentences() - known) == []


def _sentences() -> set[str]:
    """Whole sentences in one piece; what is glued together is left to `makemessages`."""
    found: set[str] = set()
    for path in (ROOT / "frontend" / "templates").rglob("*.*"):
        text = path.read_text("utf-8")
        found |= set(re.findall(r'{% translate "([^"]+)"', text))
    for folder in ("platform/correio", "ratings", "tournaments"):
        for path in (ROOT / folder).rglob("*.py"):
            found |= set(MARKED.findall(path.read_text("utf-8")))
    return {text.replace('\\"', '"') for text in found if text}


def test_sentences_are_marked_by_names_that_the_collector_knows() -> None:
    """xgettext finds `_`, `gettext` and `gettext_lazy`; under another name they are never translated."""
    aliases = [
        (path.name, found[0])
        for folder in ("platform/correio", "ratings", "tournaments")
        for path in (ROOT / folder).rglob("*.py")
        for found in re.finditer(r"import n?gettext(?:_lazy)? as (?!_$).*", path.read_text("utf-8"), re.M)
    ]
    assert aliases == []


def gaps(text: str) -> list[str]:
    braces = [name for _, name, _, _ in string.Formatter().parse(text) if name] if "{" in text else []
    return sorted(set(PERCENT.findall(text)) | {f"{{{name}}}" for name in braces})


def test_the_same_gaps_are_filled(entries: list[catalogues.Entry]) -> None:
    for entry in entries:
        wanted = gaps(entry.plural or entry.id)
        for index, text in entry.strings.items():
            given = gaps(text)
            fewer = entry.plural is not None and index == 0
            assert set(given) <= set(wanted) if fewer else given == wanted, entry.id


def test_what_the_games_say_is_collected() -> None:
    assert TARGET.read_text("utf-8") == game_texts.source(), "run manage.py game_messages"


def test_a_catalogue_compiles_without_gnu_gettext(entries: list[catalogues.Entry]) -> None:
    read = gettext.GNUTranslations(io.BytesIO(catalogues.compiled(catalogues.read(PORTUGUESE))))
    assert read.gettext("My matches") == "As minhas partidas"
    assert read.ngettext("%d day", "%d days", 1) == "%d dia"
    assert read.ngettext("%d day", "%d days", 2) == "%d dias"
    for entry in entries:
        if entry.context is None and entry.plural is None:
            assert read.gettext(entry.id) == entry.strings[0]
        elif entry.context is not None:
            assert read.pgettext(entry.context, entry.id) == entry.strings[0]


def test_the_command_compiles_beside_the_source(tmp_path: Path) -> None:
    copy = tmp_path / "django.po"
    copy.write_bytes(PORTUGUESE.read_bytes())
    command = [sys.executable, "-m", "correio.catalogues", str(copy)]
    assert subprocess.run(command, env=_environment(), check=False).returncode == 0
    assert (tmp_path / "django.mo").stat().st_size > 50_000


def test_a_broken_catalogue_is_named_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.po"
    broken.write_text('msgid "a"\nmsgstr "b"\n\nnonsense\n')
    command = [sys.executable, "-m", "correio.catalogues", str(broken)]
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "line 4" in done.stderr


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT / "platform")}


@pytest.mark.django_db
def test_pages_are_portuguese_for_who_reads_portuguese(client: Client) -> None:
    """Needs the compiled catalogue: `make install` makes it."""
    if not PORTUGUESE.with_suffix(".mo").exists():
        PORTUGUESE.with_suffix(".mo").write_bytes(catalogues.compiled(catalogues.read(PORTUGUESE)))
        translation.trans_real._translations.clear()
    page = client.get("/lobby/", headers={"Accept-Language": "pt"}).content.decode()
    assert '<html lang="pt"' in page
    assert "Lugares livres" in page
    assert "Open seats" not in page


@pytest.mark.django_db
def test_error_pages_say_in_which_language_they_speak(client: Client) -> None:
    for language in ("pt", "en"):
        page = client.get("/nowhere/", headers={"Accept-Language": language}).content.decode()
        assert f'<html lang="{language}"' in page
