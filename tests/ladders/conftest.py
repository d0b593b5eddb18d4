"""Pages and API."""

from tests.pages_fixtures import fresh_limits

__all__ = ["fresh_limits"]
