"""The contract checks: what every game must satisfy. They need no test code of the game.

`check_contract(game_info)` plays random games through every method of the contract and returns the violations. The
checks of a game's folder are in `game_folder`, the leak test in `exact_laws` and `sampled_laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

from malle.core import (
    NATURE,
    Action,
    AnyGame,
    Chance,
    Event,
    Illegal,
    Luck,
    MalleError,
    NotYourTurn,
    Over,
    Say,
    Seat,
    Sheet,
    View,
    Waiting,
    encode,
)
from malle.core.dealer import Dealer, Draws
from malle.core.play import Ply, audience_fault, play_game, random_acts, replay
from malle.core.record import is_verified, make_record, read_record, verify, write_record
from malle.core.say import ending
from malle.core.story import Story, told
from malle.testing.branches import answers_at_deadline
from malle.testing.faults import Fault, Faults
from malle.words import LANGUAGES, Words

LIMIT = 20_000
"""Log entries after which a random game counts as endless."""

TOLD = 25
"""Translations of each message in one setting. There are few, because the Fluent library is slow."""


def check_contract(sheet: Sheet, *, games: int = 1, seed: int = 1, limit: int = LIMIT) -> list[Fault]:
    """Check the contract for every number of seats and every single change of an option. Return the
    violations. `games` is the number of random games in each setting, `max_entries` their greatest length."""
    faults = Faults()
    for game in every_setting(sheet):
        _Examiner(sheet, game, Luck(seed), faults, limit).examine(games)
    return faults.found


def every_setting(sheet: Sheet) -> Iterator[AnyGame]:
    """Yield the game with usual options for every number of seats. Then yield it, with the fewest seats, once
    for each other choice of each option."""
    for seats in sheet.seats:
        yield sheet.make(seats, sheet.settle_options(seats, {}), None)
    for option in sheet.options:
        for choice in option.choices:
            if choice != option.default:
                yield sheet.make(sheet.seats[0], sheet.settle_options(sheet.seats[0], {option.name: choice}), None)


def mixed_settings(sheet: Sheet) -> Iterator[AnyGame]:
    """Yield the game, with the fewest seats, with several options changed together. Every pair of changed
    choices occurs in at least one setting."""
    other = {each.name: [choice for choice in each.choices if choice != each.default] for each in sheet.options}
    wanted = {
        frozenset({(one, first), (two, second)})
        for one, two in combinations(other, 2)
        for first, second in product(other[one], other[two])
    }
    while wanted:
        row = dict(min(wanted, key=lambda pair: sorted(map(str, pair))))
        for name in sorted(other.keys() - row.keys()):
            met = {choice: _met({**row, name: choice}, wanted) for choice in other[name]}
            if met and max(met.values()) > _met(row, wanted):
                row[name] = max(met, key=lambda choice: met[choice])
        wanted = {pair for pair in wanted if not pair <= row.items()}
        yield sheet.make(sheet.seats[0], sheet.settle_options(sheet.seats[0], row), None)


def _met(row: Mapping[str, Any], wanted: set[frozenset[tuple[str, Any]]]) -> int:
    """Return how many of the wanted pairs a setting contains."""
    return sum(pair <= row.items() for pair in wanted)


class _Examiner:
    """Plays random games of one setting and checks everything on the way."""

    def __init__(self, sheet: Sheet, game: AnyGame, luck: Luck, faults: Faults, limit: int) -> None:
        self.sheet = sheet
        self.game = game
        self.luck = luck
        self.limit = limit
        self.where = f"{game.name} with {game.seats} seats, {dict(game.options)}"
        self.faults = faults
        self.words = {language: Words(sheet.folder, language) for language in LANGUAGES}
        self.alphabet = set(game.alphabet())
        self.totals: set[int] = set()
        self.told: Counter[str] = Counter()
        self.phases: set[str] = set()
        self.sizes: set[int] = set()

    def need(self, condition: bool, law: str, detail: str) -> None:
        """Report a violation unless `condition` holds."""
        if not condition:
            self.fault(law, detail)

    def fault(self, law: str, detail: str) -> None:
        """Report a violation, with the setting."""
        self.faults.add(law, f"{self.where}: {detail}")

    def examine(self, games: int) -> None:
        """Play `games` random games and one record, with every check. An exception becomes a violation of the
        law "crash"."""
        listed = list(self.game.alphabet())
        self.need(len(self.alphabet) == len(self.game.alphabet()), "alphabet", "an action is listed twice")
        self.need(encode(self.game.new()) == encode(self.game.new()), "pure", "two first states differ")
        for step in (*[self._examine_game] * games, self._examine_record):
            try:
                step()
            except Exception as error:
                self.faults.add("crash", f"{self.where}: {step.__name__[1:]} raised {error!r}")
        strange = set(self.sheet.together) - self.phases
        self.need(not strange, "phase", f"there is none called {sorted(strange)}")
        self.need(list(self.game.alphabet()) == listed, "alphabet", "the list is another one after a game")
        constant = len(self.totals) <= 1 and (self.sheet.total != "zero" or self.totals <= {0})
        self.need(constant or self.sheet.total == "general", "outcome", f"scores add up to {self.totals}")

    def _examine_game(self) -> None:
        """Play one random game, check every position, action and event, and check that its log replays to the
        same state."""
        game = self.game
        state = game.new()
        log: list[tuple[Seat, Action]] = []
        count = 0
        while not isinstance(turn := game.turn(state), Over):
            before = encode(state)
            self._json(state, before)
            mover, action = self._chance(state, turn) if isinstance(turn, Chance) else self._decision(state, turn)
            after, heard = self._apply(state, before, mover, action)
            self._together(state, after, heard)
            for event in heard:
                self._audience(event)
                if game.codec.event(encode(event)) != event:
                    self.fault("json", f"event {event}")
                self._tell(self.sheet.telling.event(game, event))
            log.append((mover, action))
            state = after
            count += 1
            if count > self.limit:
                self.faults.add("ends", f"{self.where}: a random game goes on after {count} entries")
                return
        self._end(state, turn)
        self.need(encode(replay(game, log)) == encode(state), "replay", "replaying the log ends elsewhere")

    def _apply(self, state: Any, before: bytes, mover: Seat, action: Action) -> tuple[Any, tuple[Event, ...]]:
        """Apply an action and return the next state and its events. The action must be in the alphabet,
        survive JSON, give the same result twice, and leave the old state unchanged."""
        game = self.game
        if action not in self.alphabet:
            self.fault("alphabet", f"{action} is not in it")
        if game.codec.action(encode(action)) != action:
            self.fault("json", f"action {action}")
        after, heard = game.apply(state, mover, action)
        again, heard_again = game.apply(state, mover, action)
        if encode(after) != encode(again) or heard != heard_again:
            self.fault("pure", f"{action} applied twice differs")
        if encode(state) != before:
            self.fault("mutation", f"{action} changed the state it was applied to")
        return after, heard

    def _together(self, before: Any, after: Any, heard: tuple[Event, ...]) -> None:
        """Check phases whose actions are shown together. They have a single awaited seat, and nothing is news
        before the last action."""
        together, turns = self.sheet.together, (self.game.turn(before), self.game.turn(after))
        if not together or not isinstance(turns[0], Waiting) or not isinstance(turns[1], Waiting):
            return
        phases = [self.game.phase(self.game.view(each, None)) for each in (before, after)]
        self.phases.update(phases)
        if phases[0] in together:
            self.need(len(turns[0].seats) == 1, "together", f"{turns[0].seats} are awaited in {phases[0]}")
        if phases[0] in together and phases[1] in together:
            self.need(turns[0] == turns[1], "together", f"{phases[0]} goes from one seat to another")
            self.need(not any(event.news or event.stands for event in heard), "held back", f"{heard} in {phases[0]}")

    def _json(self, state: Any, data: bytes) -> None:
        """Check that a state read back from JSON is equal, hashes alike and has the same turn."""
        copy = self.game.codec.state(data)
        if copy != state or encode(copy) != data:
            self.fault("json", f"state {data[:200]!r}")
        self.need(hash(copy) == hash(state), "json", "a state read back hashes otherwise")
        self.need(self.game.turn(copy) == self.game.turn(state), "json", "a state read back has another turn")

    def _chance(self, state: Any, turn: Chance) -> tuple[Seat, Action]:
        """Check a chance node: its weights and notations, that no seat may act, and that outcomes of weight 0
        are refused. Return chance's "seat" and a drawn outcome."""
        game = self.game
        self.need(len(turn.outcomes) == len(turn.weights), "chance", "outcomes and weights differ in length")
        self.need(min(turn.weights) >= 0 and sum(turn.weights) > 0, "chance", f"weights {turn.weights}")
        texts = [game.write(outcome) for outcome in turn.outcomes]
        self.need(len(set(texts)) == len(texts), "notation", f"two outcomes are written alike: {texts}")
        for seat in range(game.seats):
            self.need(not game.legal(state, Seat(seat)), "legal", f"seat {seat} may act while nature is to")
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if not weight:
                self._refused(Illegal, state, NATURE, outcome, "an outcome of weight 0")
        return NATURE, turn.outcomes[self.luck.pick(turn.weights)]

    def _decision(self, state: Any, turn: Waiting) -> tuple[Seat, Action]:
        """Check a position where seats are awaited: views, legal actions and refusals for every seat. Return a
        random awaited seat and one of its legal actions."""
        game = self.game
        self.need(bool(turn.seats) and len(set(turn.seats)) == len(turn.seats), "turn", f"awaited: {turn.seats}")
        self._look(state, turn)
        copy = game.codec.state(encode(state))
        for seat in map(Seat, range(game.seats)):
            legal = game.legal(state, seat)
            if bool(legal) != (seat in turn.seats):
                self.fault("legal", f"seat {seat}: {len(legal)} actions, awaited {turn.seats}")
            self.need(list(legal) == list(game.legal(copy, seat)), "legal", "the list differs when asked again")
            self.need(len(set(legal)) == len(legal), "legal", f"an action is listed twice for seat {seat}")
            if legal:
                self._answers(state, seat, tuple(legal))
            elif theirs := game.legal(state, turn.seats[0]):
                self._refused(NotYourTurn, state, seat, self.luck.choice(theirs), "not awaited")
        seat = self.luck.choice(turn.seats)
        return seat, self.luck.choice(game.legal(state, seat))

    def _audience(self, event: Event) -> None:
        """Check that an event names an existing audience."""
        fault = audience_fault(self.game, event)
        self.need(not fault, "audience", fault)

    def _answers(self, state: Any, seat: Seat, legal: tuple[Action, ...]) -> None:
        """Check an awaited seat: default action, notation, refusals, messages, and a robot that chooses a
        legal action and repeats its choice for the same view and luck."""
        game = self.game
        for answer, _ in answers_at_deadline(game, state, seat):
            if answer not in legal:
                self.fault("default", f"{answer} is not legal")
        some = legal if len(legal) <= 20 else self.luck.sample(legal, 20)
        for action in some:
            text = game.write(action)
            self.need("\n" not in text and text == text.strip() != "", "notation", f"{text!r}")
            self.need(
                _or_error(partial(game.read, text, state, seat)) == action,
                "notation",
                f"{text!r} does not read back",
            )
            self._tell(self.sheet.telling.action(game, action))
        if len(legal) not in self.sizes:  # long lists are shared constants, so check each once
            self.sizes.add(len(legal) if len(legal) > 50 else 0)
            texts = {game.write(action) for action in legal}
            self.need(len(texts) == len(legal), "notation", "two legal actions are written alike")
        stranger = self.luck.choice(game.alphabet())
        if stranger not in legal:
            self._refused(Illegal, state, seat, stranger, "not legal")
        self._refused(NotYourTurn, state, Seat(game.seats), legal[0], "no such seat")
        view, robot = game.view(state, seat), self.sheet.robot
        chosen = robot(game, view, legal, Luck(7))
        if chosen not in legal:
            self.fault("robot", f"chose {chosen}")
        copy = game.codec.view(encode(view))
        self.need(robot(game, copy, legal, Luck(7)) == chosen, "robot", "the same view and luck gave another choice")

    def _look(self, state: Any, turn: Waiting | Over) -> None:
        """Check every viewer's view: it survives JSON, names the turn, has words, and an imagined world gives
        the same view. The state must not change."""
        game = self.game
        before = encode(state)
        for viewer in (None, *map(Seat, range(game.seats))):
            view = game.view(state, viewer)
            data = encode(view)
            copy = game.codec.view(data)
            if copy != view or encode(copy) != data:
                self.fault("json", f"view {data[:200]!r}")
            if view.turn != turn or view.viewer != viewer:
                self.fault("view", f"{view.turn} for {view.viewer}")
            bare = View(viewer, turn, game.now(state, viewer), None)
            if encode(bare.now) != encode(view.now):
                self.fault("now", f"before {viewer} lies {bare.now}, not {view.now}")
            self.need(game.phase(bare) == game.phase(view), "phase", "it takes a memory to tell what is being decided")
            world = game.imagine(view, self.luck)
            self.need(encode(game.view(world, viewer)) == data, "imagine", "an imagined world has another view")
            if (world == state) != (same := encode(world) == before):
                self.fault("equality", f"{world} and {state} are written alike: {same}")
            for said in self.sheet.telling.table(game, view):
                self._tell(said)
        self.need(encode(state) == before, "mutation", "looking changed the state")

    def _end(self, state: Any, over: Over) -> None:
        """Check the result of a finished game: scores, places and words agree, and no seat may act."""
        game = self.game
        self._look(state, over)
        self.need(len(over.scores) == len(over.places) == game.seats, "outcome", f"{over}")
        self.need(min(over.places) == 1, "outcome", f"nobody has won: {over.places}")
        ranked = sorted(zip(over.scores, over.places, strict=True), key=lambda pair: pair[1])
        falling = all(a[0] >= b[0] for a, b in pairwise(ranked))
        self.need(falling, "outcome", f"a lower score has a better place: {over}")
        for seat in range(game.seats):
            self.need(not game.legal(state, Seat(seat)), "legal", "the game is over and a seat may act")
        self._tell(ending(over))
        self.totals.add(sum(over.scores))

    def _examine_record(self) -> None:
        """Play one random game, write its record, and verify it. Check the figures, deeds and story of the
        finished game."""
        game, seed = self.game, bytes(self.luck.randrange(256) for _ in range(32))
        draws = Draws(Dealer(seed, "suite"))
        state, entries = play_game(game, random_acts(game, self.luck), draws.pick, limit=self.limit)
        self.totals.add(sum(game.turn(state).scores))  # type: ignore[union-attr]
        text = write_record(make_record(game, entries, seed=seed, table="suite", edition="suite"))
        self.need(write_record(read_record(text)) == text, "record", "a record read back is written otherwise")
        checks = verify(text, lambda _: game)
        self.need(is_verified(checks), "record", f"not verified: {checks}")
        figures = self.sheet.telling.figures(game, _all_heard(entries))
        for name, (times, chances) in figures.items():
            self.need(0 <= times <= chances, "figures", f"{name}: {times} of {chances}")
        for seat in range(game.seats if self.sheet.deeds is not None else 0):
            deeds = self.sheet.deeds(game, Seat(seat), _all_heard(entries))  # type: ignore[misc]
            self.need(min(deeds) >= 0, "deeds", f"of seat {seat}: {deeds}")
        if self.sheet.story is not None and isinstance(over := game.turn(state), Over):
            self._story(self.sheet.story(game, over, _all_heard(entries)), len(entries))

    def _story(self, story: Story, moves: int) -> None:
        """Check a story: parts by seat cover every seat, facts name a move of the game, and every message has
        words."""
        for part in (story.slips, story.notes, story.rows):
            self.need(len(part) in (0, self.game.seats), "story", f"{len(part)} of {self.game.seats} seats are told of")
        for fact in story.facts:
            self.need(-1 <= fact.move < moves, "story", f"{fact.title} is about move {fact.move} of {moves}")
        for said in told(story):
            self._tell(said)

    def _refused(self, kind: type[MalleError], state: Any, seat: Seat, action: Action, why: str) -> None:
        """Check that `apply` refuses the action with an error of this kind, or with `Illegal`. `case`
        describes it in a report."""
        try:
            self.game.apply(state, seat, action)
        except kind:
            return
        except Illegal:
            return  # the game may refuse for another reason first
        except Exception as error:
            self.faults.add("refusal", f"{self.where}: {why}: {action} by {seat} raised {error!r}")
            return
        self.faults.add("refusal", f"{self.where}: {why}: {action} by {seat} was taken")

    def _tell(self, said: Say) -> None:
        """Check that a message has words in every language. Each key is checked at most
        `MAX_TRANSLATIONS_PER_MESSAGE` times."""
        self.told[said.key] += 1
        if self.told[said.key] > TOLD:
            return
        for language, words in self.words.items():
            text = _or_error(partial(words.say, said))
            self.need(isinstance(text, str) and text != "", "words", f"{language}: {said}: {text}")


def _all_heard(entries: tuple[Ply, ...]) -> tuple[Any, ...]:
    """Return the events of all entries, entry by entry."""
    return tuple(entry.heard for entry in entries)


def _or_error(attempt: Callable[[], Any]) -> Any:
    """Return the result of a call, or its `MalleError` as a value."""
    try:
        return attempt()
    except MalleError as error:
        return error
