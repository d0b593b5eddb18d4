"""Information-set Monte-Carlo tree search for any game of the protocol.

Single observer: each iteration plays on a fresh guess of what the seat may know. Open loop: a node is a
sequence of moves, not a position. Max^n: every mover looks at its own expected share of the win. A
playout ends where the game's stage grows (end of a round) and takes the static value there.
(Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012.)
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from engines.bots.levels import Level
from engines.protocol import Judge, Move, Seat, State

SEATS = 16
"""More than any game has: a branch is `move * SEATS + mover`."""


class Node:
    """After one branch: how often it could be taken, was taken, and what it brought its mover."""

    __slots__ = ("branches", "chances", "move", "mover", "total", "visits")

    def __init__(self, mover: Seat, move: Move) -> None:
        self.mover = mover
        self.move = move
        self.chances = 0
        self.visits = 0
        self.total = 0.0
        self.branches: dict[int, Node] = {}


class Search:
    """One decision of one seat."""

    def __init__(self, judge: Judge, level: Level, source: random.Random) -> None:
        self.judge = judge
        self.level = level
        self.source = source
        self.order: Sequence[Move] = ()
        """Moves of the root, the best scored first."""

    def run(self, state: State, seat: Seat) -> Sequence[tuple[Move, int, float]]:
        """Moves with visits and mean values, the most visited first."""
        root = Node(seat, -1)
        for _ in range(self.level.iterations):
            self._iterate(root, state.guess(seat, self.source), seat)
        ranked = sorted(
            root.branches.values(), key=lambda node: (-node.visits, -node.total / node.visits, node.move)
        )
        return [(node.move, node.visits, node.total / node.visits) for node in ranked]

    def _iterate(self, root: Node, state: State, seat: Seat) -> None:
        judge = self.judge
        stage = judge.stage(state)
        path = []
        node = root
        fresh = False
        while not fresh:
            mover = self._mover(state, seat)
            if mover < 0 or judge.stage(state) != stage:
                break
            if mover != seat and state.sealed():
                # Nobody may answer what it cannot see: others decide by policy, outside the tree.
                state.play(mover, self._policy(state, mover))
                continue
            node, fresh = self._descend(node, state, mover)
            path.append(node)
            state.play(mover, node.move)
        self._play_out(state, stage)
        shares = judge.value(state)
        root.visits += 1
        for node in path:
            node.visits += 1
            node.total += shares[node.mover]

    @staticmethod
    def _mover(state: State, seat: Seat) -> Seat:
        """The searching seat answers first where several do; -1 when over."""
        actors = state.actors()
        if not actors:
            return -1
        return seat if seat in actors else actors[0]

    def _descend(self, node: Node, state: State, mover: Seat) -> tuple[Node, bool]:
        """The branch to follow, and whether it is new."""
        branches = node.branches
        known = []
        untried = []
        for move in self._candidates(node, state, mover):
            branch = branches.get(move * SEATS + mover)
            if branch is None:
                untried.append(move)
            else:
                branch.chances += 1
                known.append(branch)
        if untried and len(known) < self._width(node):
            branch = self._grow(node, state, mover, untried)
            if branch is not None:
                return branch, True
        return self._best(known), False

    def _candidates(self, node: Node, state: State, mover: Seat) -> Sequence[Move]:
        """All legal moves; at the root the best scored first, for these scores hold in every guess."""
        if node.move >= 0:
            return state.moves(mover)
        if not self.order:
            moves = state.moves(mover)
            scores = self.judge.score(state, mover, moves)
            self.order = [moves[at] for at in sorted(range(len(moves)), key=lambda at: -scores[at])]
        return self.order

    def _width(self, node: Node) -> int:
        """How many branches a node may have: the more, the more it is visited."""
        if not self.level.widen:
            return 1 << 30
        return 2 + int(self.level.widen * math.sqrt(node.visits))

    def _grow(self, node: Node, state: State, mover: Seat, untried: Sequence[Move]) -> Node | None:
        """A new branch: at the root the next best scored, further on what the policy would play."""
        if node.move < 0:
            move = untried[0]
        elif self.level.heuristic:
            move = self.judge.rollout(state, mover, self.source)
            if move * SEATS + mover in node.branches:
                return None
        else:
            move = untried[int(self.source.random() * len(untried))]
        branch = node.branches[move * SEATS + mover] = Node(mover, move)
        branch.chances = 1
        return branch

    def _best(self, known: Sequence[Node]) -> Node:
        """Upper confidence bound: value of the mover plus curiosity."""
        explore = self.level.explore
        best = known[0]
        best_worth = -1.0
        for branch in known:
            visits = branch.visits
            worth = branch.total / visits + explore * math.sqrt(math.log(branch.chances) / visits)
            if worth > best_worth:
                best, best_worth = branch, worth
        return best

    def _policy(self, state: State, mover: Seat) -> Move:
        if self.level.heuristic:
            return self.judge.rollout(state, mover, self.source)
        return state.pick(mover, self.source)

    def _play_out(self, state: State, stage: int) -> None:
        judge = self.judge
        source = self.source
        heuristic = self.level.heuristic
        while judge.stage(state) == stage:
            actors = state.actors()
            if not actors:
                return
            mover = actors[0]
            move = judge.rollout(state, mover, source) if heuristic else state.pick(mover, source)
            state.play(mover, move)
