"""English templates by `Told.key`. Each is one complete sentence and a message id for translation."""

from __future__ import annotations

from typing import Final

_FACTS: Final = {
    "0": "{flag}, strength {strength}, {vp} VP, no ability",
    "1": "{flag}, strength {strength}, {vp} VP, {one}",
    "2": "{flag}, strength {strength}, {vp} VP, {one} and {two}",
    "twice": "{flag}, strength {strength}, {vp} VP, {one} twice",
    "0.woman": "{flag}, woman, strength {strength}, {vp} VP, no ability",
    "1.woman": "{flag}, woman, strength {strength}, {vp} VP, {one}",
    "2.woman": "{flag}, woman, strength {strength}, {vp} VP, {one} and {two}",
    "twice.woman": "{flag}, woman, strength {strength}, {vp} VP, {one} twice",
}
_FACT_LINES: Final = {
    "face.hand": "In your hand: {tile} (%s).",
    "face.network": "{seat} owns {tile} (%s).",
    "face.reward": "The reward at {location} is {tile} (%s).",
    "face.reward.secret": "The reward at {location} lies face down; you know that it is {tile} (%s).",
    "face.offered": "On top of the pile you saw {tile} (%s).",
}

LOG: Final = {
    "round": "Round {round} of {rounds} begins; {first} places first.",
    "dealt.up": "The reward at {location} is {tile}.",
    "dealt.down": "A reward lies face down at {location}.",
    "placed.up": "{seat} placed {tile} on {space}.",
    "placed.down": "{seat} placed a tile face down on {space}.",
    "placed.you": "You placed {tile} face down on {space}.",
    "looked": "{seat} looked at the face-down tile on {space}.",
    "looked.you": "You looked at {space}: it is {tile}.",
    "looked.none": "{seat} did not look at any tile.",
    "resolve": "{location} is resolved.",
    "turned.up": "{tile} is turned up on {space}.",
    "assassin": "{seat} used Assassin with {by}: {tile} on {space} went back to the hand of {owner}.",
    "seduction.up": "{seat} used Seduction with {by}: {tile} of {owner} came from {from} to {space}.",
    "seduction.down": "{by} of {seat} used Seduction: {tile} of {owner} came up from {from} to {space}.",
    "diplomacy": "{seat} used Diplomacy with {by}: {tile} on {space} is protected this round.",
    "diplomacy.down": "{seat} used Diplomacy with {by}: the hidden tile on {space} is protected this round.",
    "conspiracy": "{seat} used Conspiracy with {by} and saw the top tile of the pile.",
    "conspiracy.you": "You used Conspiracy with {by}: the top tile of the pile is {tile}.",
    "kept": "{seat} left {reward} as it was; the tile from the pile went to its bottom.",
    "kept.you": "{tile} went to the bottom of the pile; only you know that.",
    "swapped": "{seat} exchanged {reward}: {new} lies there now, {old} went to the bottom of the pile.",
    "declined": "{seat} used no further ability of {tile}.",
    "dice": "Dice for {tile} on {space}: {a} and {b}, strength +{plus}.",
    "strength": "{seat} has strength {strength} at {location}.",
    "won": "{seat} won {tile} at {location}.",
    "unwon": "Nobody stood at {location}: {tile} went to the bottom of the pile.",
    "removed": "{seat} was the weakest at {location}: {tile} is out of the game.",
    "round.over": "Round {round} is over; all tiles return to their owners.",
    "discarding.you": "You chose to discard {tile}.",
    "discarded": "{seat} discarded {tile}.",
    "absent": "{seat} ran out of time.",
    "left": "{seat} left the match.",
    "over": "The match is over.",
    "score": "{seat} has {points} points: tiles {tiles}, discards {discards}, missions {missions}.",
    "score.mission": "{seat} has {points} points for the mission {mission}.",
    "winner": "{seat} is first.",
}

PROMPTS: Final = {
    "ask.place": "Place a tile on the table.",
    "ask.look": "Choose a face-down tile to look at, or none.",
    "ask.act": "Use an ability of {tile} on {space}, or decline.",
    "ask.conspire": "Keep {reward}, which is {tile}, or swap it with {top}.",
    "ask.remove": "Choose one of your tiles at {location} to lose for good.",
    "ask.discard.1": "Choose one tile to discard.",
    "ask.discard": "Choose {count} tiles to discard, one after another.",
    "ask.wait": "It is not your turn.",
    "ask.over": "The match is over.",
}

MOVES: Final = {
    "move.place.up": "Place {tile} face up on {space}.",
    "move.place.down": "Place {tile} face down on {space}.",
    "move.place.look": "Then you may look at one face-down tile in reach.",
    "move.place.last": "This is the last tile of the round; the locations are resolved next.",
    "move.look": "Look at {space}.",
    "move.look.none": "Look at nothing.",
    "move.assassin": "Assassin: send {tile} on {space} back to the hand of {owner}.",
    "move.seduction": "Seduction: bring {tile} of {owner} from {from} to {space}.",
    "move.seduction.down": "Seduction: bring the hidden tile of {owner} from {from} to {space}, face up.",
    "move.seduction.mute": "Its own abilities are ignored for the rest of the round.",
    "move.diplomacy": "Diplomacy: protect {tile} of {owner} on {space}.",
    "move.diplomacy.down": "Diplomacy: protect the face-down tile of {owner} on {space}.",
    "move.conspiracy": "Conspiracy: look at the top tile of the pile, then choose the reward here.",
    "move.keep": "Keep {tile} as the reward; {top} goes to the bottom of the pile.",
    "move.swap": "Make {top} the reward; {tile} goes to the bottom of the pile.",
    "move.decline": "Use no further ability of {tile}.",
    "move.remove": "Remove {tile} on {space} from the game.",
    "move.discard": "Discard {tile}; it stays worth 1 point and counts for no mission.",
    "move.strength": "{seat} then has strength {strength} at {location}.",
}

DESCRIPTION: Final = {
    "state.round": "Round {round} of {rounds}; {first} places first this round.",
    "state.over": "The match is over.",
    "state.turn": "{seat} is to decide.",
    "state.discarding": "{seat} has {count} tiles to discard in secret.",
    "state.location": "{location} (number {number}) lies in row {row}, column {column} of the table.",
    "state.location.next": "{location} is being resolved.",
    "state.location.done": "{location} has been resolved.",
    "state.reward.hidden": "The reward at {location} lies face down.",
    "state.reward.gone": "The reward at {location} has been taken.",
    "state.near": "{location} is next to {other}.",
    "state.space.outer": "{space} is a free outer space; tiles go there face up.",
    "state.space.outer.secret": "{space} is a free outer space; tiles go there face down.",
    "state.space.inner": "{space} is a free inner space; tiles go there face up.",
    "state.space.inner.secret": "{space} is a free inner space; tiles go there face down.",
    "state.look.here": "Who places on {space} may look at a face-down tile at the same location.",
    "state.look.here_or_adjacent": "Who places on {space} may look at a face-down tile there or next door.",
    "state.look.any": "Who places on {space} may look at any face-down tile.",
    "state.adjacent": "{space} is beside {other}.",
    "state.tile.up": "{tile} of {seat} stands on {space} with strength {strength}.",
    "state.tile.down": "A face-down tile of {seat} lies on {space}.",
    "state.tile.known": "A face-down tile of {seat} lies on {space}; you know that it is {tile}.",
    "state.tile.yours": "Your {tile} lies face down on {space}.",
    "state.shield": "The tile on {space} is protected from Assassin and Seduction.",
    "state.mute": "The tile on {space} was seduced; its abilities are ignored.",
    "state.dice": "The dice for {space} showed {a} and {b}.",
    "state.seat": "{seat}: {tiles} tiles ({hidden} face down), {markers} markers left, {points} points.",
    "state.discard": "{seat} has discarded {tile}.",
    "state.left": "{seat} has left the match.",
    "state.removed": "{tile} is out of the game.",
    "state.mission": "Mission: {mission}, {points} points.",
    "state.mission.count": "{seat} counts {count} for {mission}.",
    "state.pile": "The pile has {count} tiles.",
    "state.bottom": "You know that {tile} lies near the bottom of the pile.",
}

FACES: Final = {
    f"{line}.{variant}": sentence % facts
    for line, sentence in _FACT_LINES.items()
    for variant, facts in _FACTS.items()
}

EXAMPLES: Final = {
    "example.nationalism": "Flags next door",
    "example.nationalism.start": "You lead the yellow network; {one} and {tile} stand for it at {location}.",
    "example.nationalism.own": "Alone {tile} has strength {strength}, and Nationalism for {flag}.",
    "example.nationalism.first": "Next door {first} shows the same flag, so {tile} counts {strength}.",
    "example.nationalism.up": "Now {location} is turned up: {second} lay there, with that flag too.",
    "example.nationalism.second": "It is next door as well: {tile} counts {strength} now.",
    "example.nationalism.sum": "When {location} is resolved, {one} and {tile} make {sum}.",
    "example.nationalism.won": "That is the most there: the reward, {reward}, comes to your hand.",
}
"""Title and sentences of the worked example."""

TEXTS: Final[dict[str, str]] = {**LOG, **PROMPTS, **MOVES, **DESCRIPTION, **FACES, **EXAMPLES}
