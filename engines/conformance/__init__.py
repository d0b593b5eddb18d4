"""The suite every game passes: import it, hand it the rules and a table of secrets, and it plays.

    from engines.conformance import check_game, check_rules, table

    def test_my_game():
        check_rules(RULES)
        check_game(RULES, seats=3, options={}, secrets=SECRETS, games=200, seed=1)

What it holds a game to is written beside the checks: `statics` (metadata, notation, texts), `driving`
(random matches through the referee's door), `positions` (single positions), `telltale` (hidden things stay
hidden), `guessing` (guesses are fair). Every failure is `Broken` and says how to reach it again.
"""

from engines.conformance.driving import check_game, sample_options
from engines.conformance.guessing import OrbitTooLarge, check_guess_frequency
from engines.conformance.secrets import CHANCE, Pieces, Quiet, Secret, Table, table
from engines.conformance.statics import check_rules
from engines.conformance.tally import Broken, Tally
from engines.conformance.telltale import check_secrets

__all__ = [
    "CHANCE",
    "Broken",
    "OrbitTooLarge",
    "Pieces",
    "Quiet",
    "Secret",
    "Table",
    "Tally",
    "check_game",
    "check_guess_frequency",
    "check_rules",
    "check_secrets",
    "sample_options",
    "table",
]
