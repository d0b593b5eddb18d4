"""The OpenAPI description is complete, valid and readable."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_schema_is_valid_and_without_warnings(tmp_path: object) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", f"{tmp_path}/schema.yaml")


def test_every_path_can_be_read_about(client: Client) -> None:
    paths = client.get("/api/schema").json()["paths"]
    page = client.get("/api/docs/").content.decode()
    for path, methods in paths.items():
        assert path in page
        for verb, operation in methods.items():
            assert operation.get("summary"), f"{verb} {path} has no summary"


def test_the_page_asks_no_other_host(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    assert 'src="http' not in page
    assert '<link rel="stylesheet" href="http' not in page
