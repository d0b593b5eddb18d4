"""`python -m correio.embedded serve postgres|valkey` and `python -m correio.embedded run -- COMMAND`."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence

from correio.embedded.addresses import ensure_var_dir, read_runtime, record_runtime
from correio.embedded.exclusive import held
from correio.embedded.places import home_for
from correio.embedded.postgres import Postgres
from correio.embedded.supervision import keep
from correio.embedded.throwaway import temporary
from correio.embedded.trouble import Trouble
from correio.embedded.valkey import Valkey


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m correio.embedded", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    serve_command = commands.add_parser("serve", help="own one server in the foreground, on the data in var/")
    serve_command.add_argument("server", choices=["postgres", "valkey"])
    run_command = commands.add_parser(
        "run", help="run a command beside throwaway servers; its exit code is ours"
    )
    run_command.add_argument("words", nargs=argparse.REMAINDER, metavar="-- COMMAND")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "serve":
            return serve(chosen.server)
        words = chosen.words[1:] if chosen.words[:1] == ["--"] else chosen.words
        if not words:
            run_command.error("which command?")
        return run(words)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1


def serve(name: str) -> int:
    var = ensure_var_dir()

    def refusal(holder: int) -> Trouble:
        return Trouble(
            f"the {name} of {var} is already running",
            f"process {holder} owns it",
            "Use that one (its address is in runtime.json), stop it, or set CORREIO_VAR to another folder.",
        )

    with held(var / f"{name}.lock", refusal):
        home = home_for(var)
        last_url = read_runtime().get(name, {}).get("url")
        server = Postgres(home) if name == "postgres" else Valkey(home, last_url)
        return keep(server, on_ready=lambda: record_runtime(name, url=server.url, pid=os.getpid()))


def run(words: Sequence[str]) -> int:
    """Ctrl-C reaches the command by itself; the servers outlive it by the time it takes to stop them."""
    with temporary() as servers:
        process = subprocess.Popen(words, env={**os.environ, **servers.environment()})
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        code = process.wait()
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
