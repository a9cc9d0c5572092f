"""The sampled laws of the leak test, on the full edition.

A game is played at random, and a viewer watches. Beside the true world runs a *twin*: another world that the viewer
imagined and cannot tell from the true one.

S1 same view     true world and twin show the viewer the same bytes: view, legal actions, default, refusals
S2 coupled step  a random move is made in the true world. In the twin, other seats and chance do something that the
                 viewer hears alike. Then both must again look the same. If no move of the twin is heard alike, the
                 twin is refuted, which is allowed only if the viewer heard news
S3 ignorance     what the viewer may not know differs among the worlds they imagine. Only this law finds an `imagine`
                 that peeks, or a secret that event, view and `imagine` all reveal
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

from malle.core import AnyGame, Luck, Over, Viewer, Waiting, encode
from malle.core.play import Ply, move, settle
from malle.testing.exact import Probe, refusals, spread
from malle.testing.faults import Fault, Faults
from malle.testing.twins import Coupled, couple, viewers_of

WORLDS = 50
"""Worlds imagined in search of one where a secret differs."""
WHILE = 20
"""Moves that one viewer watches before the next takes over."""
FEW = 8
"""Looks at a kind of secret that are needed to judge it. After fewer, it may be the same by chance."""


def check_sampled(
    game: AnyGame, *, pairs: int, seed: int = 1, progress: Callable[[int], None] | None = None
) -> list[Fault]:
    """Check S1 to S3 over `pairs` pairs of worlds, and return the violations. One move in both worlds is one
    pair. `progress` receives the number of pairs after each game."""
    sampler = _Sampler(game, Luck(seed))
    while sampler.pairs < pairs:
        try:
            sampler.play_one(pairs)
        except Exception as error:
            sampler.faults.add("crash", f"{game.name}: an imagined world cannot be played: {error!r}")
            break
        if progress is not None:
            progress(sampler.pairs)
    sampler.judge_secrets()
    return sampler.faults.found


class _Sampler:
    """Plays random games of one setting and checks the sampled laws."""

    def __init__(self, game: AnyGame, luck: Luck) -> None:
        self.game = game
        self.luck = luck
        self.pairs = 0
        self.faults = Faults()
        self._viewers: Iterator[Viewer] = cycle(viewers_of(game))
        self._probe = spread(game, most=10_000)
        self._looks: dict[tuple[str, str], list[bool]] = defaultdict(list)
        """By (secret, phase): for each look, whether the secret varied."""

    def play_one(self, pairs: int) -> None:
        """Play one random game beside its twins, until it ends or `pairs` is reached. Viewers take turns."""
        game, luck = self.game, self.luck
        viewer = next(self._viewers)
        state, _ = settle(game, game.new(), luck.pick)
        twin: Any = None
        while self.pairs < pairs and isinstance(turn := game.turn(state), Waiting):
            if self.pairs % WHILE == 0:
                viewer, twin = next(self._viewers), None
            if twin is None:
                twin = self._imagine(game.view(state, viewer))
                if twin is None:
                    return
            self._same_view(state, twin, viewer)
            if luck.random() < 0.05:
                self._look(state, viewer)
            seat = luck.choice(turn.seats)
            # Half of the actions are defaults: in a game of random claims only, a claim is hardly ever true.
            mild = luck.random() < 0.5
            action = game.default(state, seat, luck) if mild else luck.choice(game.legal(state, seat))
            after, entries = move(game, state, seat, action, luck.pick)
            twin = self._couple(twin, viewer, entries)
            state = after
            self.pairs += 1
            if twin is not None and not self._same_after(state, twin, viewer, entries):
                twin = None
        if isinstance(game.turn(state), Over) and twin is not None:
            self._same_view(state, twin, viewer)

    def _imagine(self, view: Any) -> Any:
        """Return a world that fits the view, or `None` after reporting that `imagine` failed."""
        try:
            return self.game.imagine(view, self.luck)
        except Exception as error:
            self.faults.add("S1 same view", f"{self.game.name}: imagine failed on {view}: {error!r}")
            return None

    def _same_view(self, state: Any, twin: Any, viewer: Viewer) -> None:
        """Check S1: report whatever differs between the true world and the twin for this viewer."""
        probe = (self.luck.choice(self._probe),)
        true, other = self._shown(state, viewer, probe), self._shown(twin, viewer, probe)
        for name in true:
            if true[name] != other[name]:
                self.faults.add("S1 same view", f"viewer {viewer}, {name}: {true[name]!r} and {other[name]!r}")

    def _shown(self, state: Any, viewer: Viewer, probe: Probe) -> dict[str, Any]:
        """Return everything that reaches a viewer without an event, by name."""
        game = self.game
        shown: dict[str, Any] = {"view": encode(game.view(state, viewer)), "turn": game.turn(state)}
        shown["now"] = encode(game.now(state, viewer))
        if viewer is not None:
            legal = tuple(game.legal(state, viewer))
            shown["legal"] = legal
            shown["default"] = game.default(state, viewer, Luck(7)) if legal else None
            shown["refusals"] = refusals(game, state, viewer, probe)
        return shown

    def _couple(self, twin: Any, viewer: Viewer, entries: Sequence[Ply]) -> Any:
        """Return the twin after a move that the viewer hears like the true one, or `None` if there is no such
        move. Report it if the viewer heard no news."""
        found = couple(self.game, twin, viewer, entries, self.luck)
        if isinstance(found, Coupled):
            return found.state
        if not found.news:
            self.faults.add("S2 coupled step", f"viewer {viewer} learnt without news: {found.why}")
        return None

    def _same_after(self, state: Any, twin: Any, viewer: Viewer, entries: Sequence[Ply]) -> bool:
        """Return whether the viewer's views are the same after the move, and report it if they are not."""
        true, other = self.game.view(state, viewer), self.game.view(twin, viewer)
        if encode(true) == encode(other):
            return True
        where = f"viewer {viewer}: heard alike, seen otherwise"
        self.faults.add("S2 coupled step", f"{where}: {true} and {other} after {entries}")
        return False

    def _look(self, state: Any, viewer: Viewer) -> None:
        """Record, for every closed secret that the viewer may not know, whether it differs in some imagined
        world."""
        game = self.game
        view = game.view(state, viewer)
        hidden = {
            name: secret
            for name, secret in game.secrets(state).items()
            if not secret.open and (viewer is None or viewer not in secret.knowers)
        }
        if not hidden:
            return
        worlds = [game.secrets(game.imagine(view, self.luck)) for _ in range(WORLDS)]
        for name, secret in hidden.items():
            varies = any(world.get(name) is None or world[name].value != secret.value for world in worlds)
            self._looks[name, game.phase(view)].append(varies)

    def judge_secrets(self) -> None:
        """Report every secret that never varied in one phase, if there were at least `MIN_LOOKS_TO_JUDGE`
        looks at it."""
        for (name, phase), looks in self._looks.items():
            told = len(looks) >= FEW and not any(looks)
            self.faults.need(
                not told,
                "S3 ignorance",
                f"{name} in phase {phase}: always imagined as it is, in {len(looks)} looks",
            )
