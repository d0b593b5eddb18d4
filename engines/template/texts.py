"""Every sentence of Postcards, by `Told.key`: message ids for the translators."""

from __future__ import annotations

TEXTS = {
    # what happened
    "began": "The match begins: {cards} cards each, {turns} turns each. {seat} starts.",
    "dealt": "You hold {card}.",
    "posted.own": "You chose {card}.",
    "posted": "{seat} chose a postcard.",
    "surface.own": "{card} went into your album by surface mail.",
    "surface": "{seat} sent the postcard by surface mail; it lies face down in the album.",
    "airmail": "{seat} threw {die}: {card} arrived by airmail and counts double.",
    "lost": "{seat} threw {die}: {card} is lost.",
    "drew.own": "You drew {card}.",
    "drew": "{seat} drew a postcard.",
    "strike": "A second postcard is lost. The post goes on strike and surface mail never arrives.",
    "last": "All turns are over: everybody keeps one postcard.",
    "kept.own": "You keep {card}.",
    "kept": "{seat} kept {card} and scores {points} for it.",
    "absent": "{seat} missed the turn.",
    "left": "{seat} left the match.",
    "over": "The match is over.",
    # what is asked
    "ask.post": "Choose a postcard to send.",
    "ask.send": "Send {card} by surface mail or by airmail.",
    "ask.keep": "Keep one postcard.",
    # what a move is
    "move.post": "Choose {card}.",
    "move.surface": "Send it by surface mail.",
    "move.airmail": "Send it by airmail.",
    "move.keep": "Keep {card}.",
    "will.surface": "It goes face down into your album and is worth {points}.",
    "will.airmail": "It is worth {points}, unless the die shows 1: then it is lost. This uses a stamp.",
    "will.draw": "Then you draw a postcard.",
    "will.keep": "It is worth {points}, unless somebody else keeps the same number.",
    # the position
    "now.turn": "It is the turn of {seat}. Turns left in all: {turns}.",
    "now.keeping": "Everybody is choosing a postcard to keep.",
    "now.deck": "Cards in the deck: {deck}. Lost cards: {lost}; the match ends at {strike}.",
    "now.lost": "Lost: {card}.",
    "now.seat": "{seat}: hand {cards}, album by surface mail {hidden}, stamps {stamps}, points {points}.",
    "now.air": "In the album of {seat} by airmail: {card}.",
    "now.surface": "In your album by surface mail: {card}.",
    "now.hand": "In your hand: {card}.",
    "now.posted": "You chose {card} to be sent.",
    "now.keepsake": "You keep {card}.",
    # where points come from
    "part.surface": "Surface mail",
    "part.airmail": "Airmail",
    "part.keepsake": "Keepsake",
}
