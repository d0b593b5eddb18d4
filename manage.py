"""Django's entry point: `python manage.py COMMAND`."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    """`platform/` is a source root, not a package; it comes last so that it can shadow nothing."""
    sys.path.append(str(Path(__file__).resolve().parent / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "correio.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
