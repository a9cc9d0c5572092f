"""The sampled laws of the leak test, on the full edition.

A game is played at random, and a viewer watches. Beside the true world runs a *twin*: another world that the viewer
imagined and cannot tell from the true one.

S1 same view     true world and twin show the viewer the same bytes: view, legal actions, default, refusals
S2 coupled step  a random move is made in the true world. In the twin, other seats and chance do something that the
                 viewer hears alike. Then both must again look the same. If no move of the twin is heard alike, the
                 twin is refuted. That is allowed only if the viewer heard news (an event with `reveals_secret`)
S3 ignorance     what the viewer may not know differs among the worlds they imagine. Only this law finds an `imagine`
                 that peeks, or a secret that event, view and `imagine` all reveal
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

from malle.core import AnyGame, Luck, Over, Viewer, Waiting, encode
from malle.core.play import Ply, make_move, resolve_chance
from malle.testing.exact_laws import Probes, refusal_texts, spread_probes
from malle.testing.imagined_twins import MovedTwin, all_viewers, move_twin
from malle.testing.violations import Violation, Violations

IMAGINED_WORLDS = 50
"""Worlds imagined in search of one where a secret differs."""
MOVES_PER_VIEWER = 20
"""Pairs compared for one viewer before the next takes over."""
MIN_LOOKS_TO_JUDGE = 8
"""Times that a secret must have been examined in a phase before it is judged. In fewer, it may have
stayed the same by chance."""


def check_sampled_laws(
    game: AnyGame, *, pairs: int, seed: int = 1, progress: Callable[[int], None] | None = None
) -> list[Violation]:
    """Check S1 to S3 over `pairs` pairs of worlds, and return the violations. One move in both
    worlds is one pair. `progress` receives the number of pairs so far, after each game. An
    exception is a violation of the law "crash" and ends the sampling."""
    sampler = _LawSampler(game, Luck(seed))
    while sampler.pairs_compared < pairs:
        try:
            sampler.play_game(pairs)
        except Exception as error:
            sampler.violations.add("crash", f"{game.name}: an imagined world cannot be played: {error!r}")
            break
        if progress is not None:
            progress(sampler.pairs_compared)
    sampler.judge_secrets()
    return sampler.violations.reported


class _LawSampler:
    """Plays random games of one setting beside imagined twins, and checks the sampled laws."""

    def __init__(self, game: AnyGame, luck: Luck) -> None:
        self.game = game
        self.luck = luck
        self.pairs_compared = 0
        self.violations = Violations()
        self._viewers: Iterator[Viewer] = cycle(all_viewers(game))
        self._probes = spread_probes(game, size=10_000)
        self._varied_by_secret: dict[tuple[str, str], list[bool]] = defaultdict(list)
        """By (secret, phase): for each look, whether the secret varied."""

    def play_game(self, pairs: int) -> None:
        """Play one random game beside its twins, until it ends, or `pairs` pairs were compared in
        all games, or `imagine` fails. Viewers take turns. A twin that is ruled out is replaced by a
        new one."""
        game, luck = self.game, self.luck
        viewer = next(self._viewers)
        state, _ = resolve_chance(game, game.new(), luck.pick)
        twin: Any = None
        while self.pairs_compared < pairs and isinstance(turn := game.turn(state), Waiting):
            if self.pairs_compared % MOVES_PER_VIEWER == 0:
                viewer, twin = next(self._viewers), None
            if twin is None:
                twin = self._imagine_twin(game.view(state, viewer))
                if twin is None:
                    return
            self._check_same_view(state, twin, viewer)
            if luck.random() < 0.05:
                self._sample_secrets(state, viewer)
            seat = luck.choice(turn.seats)
            # Half of the actions are defaults: in a game of random claims only, a claim is hardly ever true.
            use_default = luck.random() < 0.5
            action = game.default(state, seat, luck) if use_default else luck.choice(game.legal(state, seat))
            after, entries = make_move(game, state, seat, action, luck.pick)
            twin = self._move_twin(twin, viewer, entries)
            state = after
            self.pairs_compared += 1
            if twin is not None and not self._check_same_after(state, twin, viewer, entries):
                twin = None
        if isinstance(game.turn(state), Over) and twin is not None:
            self._check_same_view(state, twin, viewer)

    def _imagine_twin(self, view: Any) -> Any:
        """Return a world that fits the view. If `imagine` fails, report it and return `None`."""
        try:
            return self.game.imagine(view, self.luck)
        except Exception as error:
            self.violations.add("S1 same view", f"{self.game.name}: imagine failed on {view}: {error!r}")
            return None

    def _check_same_view(self, state: Any, twin: Any, viewer: Viewer) -> None:
        """Check S1: report whatever differs between the true world and the twin for this viewer."""
        probes = (self.luck.choice(self._probes),)
        true_output, twin_output = (
            self._output_without_event(state, viewer, probes),
            self._output_without_event(twin, viewer, probes),
        )
        for name in true_output:
            if true_output[name] != twin_output[name]:
                self.violations.add(
                    "S1 same view", f"viewer {viewer}, {name}: {true_output[name]!r} and {twin_output[name]!r}"
                )

    def _output_without_event(self, state: Any, viewer: Viewer, probes: Probes) -> dict[str, Any]:
        """Return by name everything that reaches a viewer without an event. For a seat that
        includes legal actions, the default, and the refusals of `probes`."""
        game = self.game
        output: dict[str, Any] = {"view": encode(game.view(state, viewer)), "turn": game.turn(state)}
        output["now"] = encode(game.now(state, viewer))
        if viewer is not None:
            legal = tuple(game.legal(state, viewer))
            output["legal"] = legal
            output["default"] = game.default(state, viewer, Luck(7)) if legal else None
            output["refusals"] = refusal_texts(game, state, viewer, probes)
        return output

    def _move_twin(self, twin: Any, viewer: Viewer, entries: Sequence[Ply]) -> Any:
        """Return the twin after a move that the viewer hears like the true one. If there is no such
        move, return `None`, and report it unless the viewer heard an event with
        `reveals_secret`."""
        moved_twin = move_twin(self.game, twin, viewer, entries, self.luck)
        if isinstance(moved_twin, MovedTwin):
            return moved_twin.state
        if not moved_twin.heard_news:
            self.violations.add("S2 coupled step", f"viewer {viewer} learnt without news: {moved_twin.reason}")
        return None

    def _check_same_after(self, state: Any, twin: Any, viewer: Viewer, entries: Sequence[Ply]) -> bool:
        """Return whether the viewer has the same view of the true world and of the twin after the
        move. Report it if not."""
        true_view, twin_view = self.game.view(state, viewer), self.game.view(twin, viewer)
        if encode(true_view) == encode(twin_view):
            return True
        where = f"viewer {viewer}: heard alike, seen otherwise"
        self.violations.add("S2 coupled step", f"{where}: {true_view} and {twin_view} after {entries}")
        return False

    def _sample_secrets(self, state: Any, viewer: Viewer) -> None:
        """Record for the viewer's hidden secrets whether each differs in one of `IMAGINED_WORLDS`
        worlds imagined from the viewer's view. Hidden are secrets that are not public and do not
        list the viewer as a knower."""
        game = self.game
        view = game.view(state, viewer)
        hidden = {
            name: secret
            for name, secret in game.secrets(state).items()
            if not secret.is_public and (viewer is None or viewer not in secret.knowers)
        }
        if not hidden:
            return
        worlds = [game.secrets(game.imagine(view, self.luck)) for _ in range(IMAGINED_WORLDS)]
        for name, secret in hidden.items():
            varies = any(world.get(name) is None or world[name].value != secret.value for world in worlds)
            self._varied_by_secret[name, game.phase(view)].append(varies)

    def judge_secrets(self) -> None:
        """Report every secret that never differed in a phase, if it was examined there at least
        `MIN_LOOKS_TO_JUDGE` times."""
        for (name, phase), looks in self._varied_by_secret.items():
            never_varied = len(looks) >= MIN_LOOKS_TO_JUDGE and not any(looks)
            self.violations.add_unless(
                not never_varied,
                "S3 ignorance",
                f"{name} in phase {phase}: always imagined as it is, in {len(looks)} looks",
            )
