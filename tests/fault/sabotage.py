"""What may happen to a site in the middle of its work, in the order in which the test lets it happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import redis

from tests.fault.site import Site, eventually


def let_leases_run_out(site: Site) -> None:
    """Whose search was cut off keeps its lease for two minutes, and a test has no two minutes."""
    site.write("UPDATE correio_matches_seat SET leased_until = now() WHERE leased_until > now()")


@dataclass(frozen=True)
class Fault:
    share: float
    """Of all moves that the undisturbed run makes; the fault strikes when so many have been made."""
    name: str
    strike: Callable[[Site], None]


def kill_workers(site: Site) -> None:
    site.kill("worker")
    site.start("worker")


def kill_bots(site: Site) -> None:
    """In the middle of a search."""
    site.kill("bots")
    let_leases_run_out(site)
    site.start("bots")


def kill_web(site: Site) -> None:
    site.kill("web")
    site.start("web")
    site.wait_until_up()


def kill_beat(site: Site) -> None:
    site.kill("beat")
    site.start("beat")


def kill_watcher(site: Site) -> None:
    site.kill("watch")
    site.start("watch")


def flush_valkey(site: Site) -> None:
    """All messages are gone, those that a worker was about to get too."""
    redis.Redis.from_url(site.servers.redis_url).flushall()


def go_on_without_valkey(site: Site) -> None:
    """Nobody can be told to hurry: the watcher alone keeps the bots moving."""
    site.servers.valkey.stop()
    before = site.moves()
    eventually(lambda: site.moves() > before + 3, "moves without Valkey", site.told)
    site.servers.valkey.start()


def restart_postgres(site: Site) -> None:
    """Without a goodbye to anybody: every transaction under way is lost, and the log is replayed."""
    site.servers.postgres.kill()
    site.servers.postgres.start()
    let_leases_run_out(site)


def kill_everything(site: Site) -> None:
    """A power cut; the command that waits for the end is started again, too."""
    site.kill()
    site.servers.valkey.kill()
    restart_postgres(site)
    site.servers.valkey.start()
    site.start()
    site.wait_until_up()


FAULTS = [
    Fault(0.05, "workers", kill_workers),
    Fault(0.15, "bots", kill_bots),
    Fault(0.22, "Valkey flushed", flush_valkey),
    Fault(0.30, "PostgreSQL", restart_postgres),
    Fault(0.38, "beat", kill_beat),
    Fault(0.42, "watcher", kill_watcher),
    Fault(0.50, "Valkey stopped", go_on_without_valkey),
    Fault(0.60, "web", kill_web),
    Fault(0.68, "workers again", kill_workers),
    Fault(0.72, "PostgreSQL again", restart_postgres),
    Fault(0.80, "everything", kill_everything),
    Fault(0.92, "bots again", kill_bots),
]
