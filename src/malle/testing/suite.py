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
    GameInfo,
    Illegal,
    Luck,
    MalleError,
    Message,
    NotYourTurn,
    Over,
    Seat,
    View,
    Waiting,
    encode,
)
from malle.core.dealer import Dealer, DrawCounter
from malle.core.message import ending_message
from malle.core.play import Ply, describe_audience_fault, play_game, random_chooser, replay_actions
from malle.core.record import build_record, format_record, is_verified, parse_record, verify_record
from malle.core.story import Story, messages_of_story
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.exhaustive_random import default_probabilities
from malle.testing.violations import Violation, Violations

MAX_ENTRIES = 20_000
"""Log entries after which a random game counts as endless."""

MAX_TRANSLATIONS_PER_MESSAGE = 25
"""Most translations of each message in one setting. There are few, because the Fluent library is
slow."""


def check_contract(
    game_info: GameInfo, *, games: int = 1, seed: int = 1, max_entries: int = MAX_ENTRIES
) -> list[Violation]:
    """Check the contract (what `Game` demands) in every setting of `every_setting`. Return the
    violations. `games` is the number of random games in each setting. A game with more than
    `max_entries` log entries counts as endless."""
    violations = Violations()
    for game in every_setting(game_info):
        _ContractChecker(game_info, game, Luck(seed), violations, max_entries).check_setting(games)
    return violations.reported


def every_setting(game_info: GameInfo) -> Iterator[AnyGame]:
    """Yield the game with default options for every number of seats. Then yield it with the fewest
    seats, once for each other choice of each option, one option changed at a time."""
    for seats in game_info.seats:
        yield game_info.make_game(seats, game_info.complete_options(seats, {}), None)
    for option in game_info.options:
        for choice in option.choices:
            if choice != option.default:
                yield game_info.make_game(
                    game_info.seats[0], game_info.complete_options(game_info.seats[0], {option.name: choice}), None
                )


def mixed_settings(game_info: GameInfo) -> Iterator[AnyGame]:
    """Yield the game with the fewest seats and several options changed together. Every pair of
    choices of two options that differ from the defaults occurs in at least one setting. Nothing if
    fewer than two options can be changed."""
    unusual_choices = {
        each.name: [choice for choice in each.choices if choice != each.default] for each in game_info.options
    }
    pairs_wanted = {
        frozenset({(one, first), (two, second)})
        for one, two in combinations(unusual_choices, 2)
        for first, second in product(unusual_choices[one], unusual_choices[two])
    }
    while pairs_wanted:
        choices = dict(min(pairs_wanted, key=lambda pair: sorted(map(str, pair))))
        for name in sorted(unusual_choices.keys() - choices.keys()):
            pairs_by_choice = {
                choice: _count_pairs_in({**choices, name: choice}, pairs_wanted) for choice in unusual_choices[name]
            }
            if pairs_by_choice and max(pairs_by_choice.values()) > _count_pairs_in(choices, pairs_wanted):
                choices[name] = max(pairs_by_choice, key=lambda choice: pairs_by_choice[choice])
        pairs_wanted = {pair for pair in pairs_wanted if not pair <= choices.items()}
        yield game_info.make_game(game_info.seats[0], game_info.complete_options(game_info.seats[0], choices), None)


def _count_pairs_in(choices: Mapping[str, Any], pairs_wanted: set[frozenset[tuple[str, Any]]]) -> int:
    """Return how many of `pairs_wanted` (pairs of an option with its choice) the setting `choices`
    contains."""
    return sum(pair <= choices.items() for pair in pairs_wanted)


class _ContractChecker:
    """Plays random games of one setting and checks every method of the contract on the way."""

    def __init__(
        self, game_info: GameInfo, game: AnyGame, luck: Luck, violations: Violations, max_entries: int
    ) -> None:
        self.game_info = game_info
        self.game = game
        self.luck = luck
        self.max_entries = max_entries
        self.context = f"{game.name} with {game.seats} seats, {dict(game.options)}"
        self.violations = violations
        self.translations = {language: Translator(game_info.folder, language) for language in LANGUAGES}
        self.alphabet = set(game.alphabet())
        self.score_totals: set[int] = set()
        self.translation_counts: Counter[str] = Counter()
        self.phases_seen: set[str] = set()
        self.checked_list_sizes: set[int] = set()

    def report_unless(self, condition: bool, law: str, detail: str) -> None:
        """Record a violation, with the setting, unless `condition` holds."""
        if not condition:
            self.report(law, detail)

    def report(self, law: str, detail: str) -> None:
        """Record a violation, with the setting."""
        self.violations.add(law, f"{self.context}: {detail}")

    def check_setting(self, games: int) -> None:
        """Play `games` random games and one more with its record, with every check. An exception in
        one of them becomes a violation of the law "crash". At the end, check the totals of the
        scores against the game's `score_sum`."""
        alphabet_before = list(self.game.alphabet())
        self.report_unless(len(self.alphabet) == len(self.game.alphabet()), "alphabet", "an action is listed twice")
        self.report_unless(encode(self.game.new()) == encode(self.game.new()), "pure", "two first states differ")
        for check in (*[self._check_random_game] * games, self._check_record):
            try:
                check()
            except Exception as error:
                self.violations.add("crash", f"{self.context}: {check.__name__[1:]} raised {error!r}")
        unknown_phases = set(self.game_info.grouped_action_phases) - self.phases_seen
        self.report_unless(not unknown_phases, "phase", f"there is none called {sorted(unknown_phases)}")
        self.report_unless(
            list(self.game.alphabet()) == alphabet_before, "alphabet", "the list is another one after a game"
        )
        has_constant_total = len(self.score_totals) <= 1 and (
            self.game_info.score_sum != "zero" or self.score_totals <= {0}
        )
        self.report_unless(
            has_constant_total or self.game_info.score_sum == "general",
            "outcome",
            f"scores add up to {self.score_totals}",
        )

    def _check_random_game(self) -> None:
        """Play one random game, and check every position, action and event. At the end, check that
        its log replays to the same state. A game of more than `max_entries` entries is reported and
        given up."""
        game = self.game
        state = game.new()
        log: list[tuple[Seat, Action]] = []
        count = 0
        while not isinstance(turn := game.turn(state), Over):
            encoded_state = encode(state)
            self._check_json(state, encoded_state)
            mover, action = (
                self._check_chance(state, turn) if isinstance(turn, Chance) else self._check_decision(state, turn)
            )
            after, heard = self._check_apply(state, encoded_state, mover, action)
            self._check_shown_together(state, after, heard)
            for event in heard:
                self._check_audience(event)
                if game.codec.event(encode(event)) != event:
                    self.report("json", f"event {event}")
                self._check_message(self.game_info.messages.event_message(game, event))
            log.append((mover, action))
            state = after
            count += 1
            if count > self.max_entries:
                self.violations.add("ends", f"{self.context}: a random game goes on after {count} entries")
                return
        self._check_result(state, turn)
        self.report_unless(
            encode(replay_actions(game, log)) == encode(state), "replay", "replaying the log ends elsewhere"
        )

    def _check_apply(
        self, state: Any, encoded_state: bytes, mover: Seat, action: Action
    ) -> tuple[Any, tuple[Event, ...]]:
        """Apply an action and return the next state and its events. The action must be in the alphabet,
        survive JSON, give the same result twice, and leave the old state unchanged."""
        game = self.game
        if action not in self.alphabet:
            self.report("alphabet", f"{action} is not in it")
        if game.codec.action(encode(action)) != action:
            self.report("json", f"action {action}")
        next_state, heard = game.apply(state, mover, action)
        again, heard_again = game.apply(state, mover, action)
        if encode(next_state) != encode(again) or heard != heard_again:
            self.report("pure", f"{action} applied twice differs")
        if encode(state) != encoded_state:
            self.report("mutation", f"{action} changed the state it was applied to")
        return next_state, heard

    def _check_shown_together(self, before: Any, after: Any, heard: tuple[Event, ...]) -> None:
        """Check the phases whose actions others see all at once (`grouped_action_phases`). In them
        one seat is awaited; until its last action, no event reveals a secret or needs reading
        time."""
        together, turns = self.game_info.grouped_action_phases, (self.game.turn(before), self.game.turn(after))
        if not together or not isinstance(turns[0], Waiting) or not isinstance(turns[1], Waiting):
            return
        phases = [self.game.phase(self.game.view(each, None)) for each in (before, after)]
        self.phases_seen.update(phases)
        if phases[0] in together:
            self.report_unless(len(turns[0].seats) == 1, "together", f"{turns[0].seats} are awaited in {phases[0]}")
        if phases[0] in together and phases[1] in together:
            self.report_unless(turns[0] == turns[1], "together", f"{phases[0]} goes from one seat to another")
            self.report_unless(
                not any(event.reveals_secret or event.needs_reading_time for event in heard),
                "held back",
                f"{heard} in {phases[0]}",
            )

    def _check_json(self, state: Any, encoded_state: bytes) -> None:
        """Check that a state read back from JSON is equal, has the same hash, and has the same
        turn."""
        copy = self.game.codec.state(encoded_state)
        if copy != state or encode(copy) != encoded_state:
            self.report("json", f"state {encoded_state[:200]!r}")
        self.report_unless(hash(copy) == hash(state), "json", "a state read back hashes otherwise")
        self.report_unless(self.game.turn(copy) == self.game.turn(state), "json", "a state read back has another turn")

    def _check_chance(self, state: Any, turn: Chance) -> tuple[Seat, Action]:
        """Check a position where chance is to act: its weights and notations, that no seat may act,
        and that outcomes of weight 0 are refused. Return `NATURE` and a drawn outcome."""
        game = self.game
        self.report_unless(len(turn.outcomes) == len(turn.weights), "chance", "outcomes and weights differ in length")
        self.report_unless(min(turn.weights) >= 0 and sum(turn.weights) > 0, "chance", f"weights {turn.weights}")
        texts = [game.write(outcome) for outcome in turn.outcomes]
        self.report_unless(len(set(texts)) == len(texts), "notation", f"two outcomes are written alike: {texts}")
        for seat in range(game.seats):
            self.report_unless(not game.legal(state, Seat(seat)), "legal", f"seat {seat} may act while nature is to")
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if not weight:
                self._check_refused(Illegal, state, NATURE, outcome, "an outcome of weight 0")
        return NATURE, turn.outcomes[self.luck.pick(turn.weights)]

    def _check_decision(self, state: Any, turn: Waiting) -> tuple[Seat, Action]:
        """Check a position where seats are awaited: views, legal actions and refusals for every
        seat. Return a random awaited seat and one of its legal actions, which is then played."""
        game = self.game
        self.report_unless(
            bool(turn.seats) and len(set(turn.seats)) == len(turn.seats), "turn", f"awaited: {turn.seats}"
        )
        self._check_views(state, turn)
        copy = game.codec.state(encode(state))
        for seat in map(Seat, range(game.seats)):
            legal = game.legal(state, seat)
            if bool(legal) != (seat in turn.seats):
                self.report("legal", f"seat {seat}: {len(legal)} actions, awaited {turn.seats}")
            self.report_unless(
                list(legal) == list(game.legal(copy, seat)), "legal", "the list differs when asked again"
            )
            self.report_unless(len(set(legal)) == len(legal), "legal", f"an action is listed twice for seat {seat}")
            if legal:
                self._check_awaited_seat(state, seat, tuple(legal))
            elif awaited_actions := game.legal(state, turn.seats[0]):
                self._check_refused(NotYourTurn, state, seat, self.luck.choice(awaited_actions), "not awaited")
        seat = self.luck.choice(turn.seats)
        return seat, self.luck.choice(game.legal(state, seat))

    def _check_audience(self, event: Event) -> None:
        """Check that an event's class is one of the game's, and that its only hearer, if it has
        one, is a seat."""
        fault = describe_audience_fault(self.game, event)
        self.report_unless(not fault, "audience", fault)

    def _check_awaited_seat(self, state: Any, seat: Seat, legal: tuple[Action, ...]) -> None:
        """Check an awaited seat: default actions, notation, refusals and labels of its legal
        actions. Its robot must choose a legal action, and choose alike for the same view and
        luck."""
        game = self.game
        for answer, _ in default_probabilities(game, state, seat):
            if answer not in legal:
                self.report("default", f"{answer} is not legal")
        sample = legal if len(legal) <= 20 else self.luck.sample(legal, 20)
        for action in sample:
            text = game.write(action)
            self.report_unless("\n" not in text and text == text.strip() != "", "notation", f"{text!r}")
            self.report_unless(
                _result_or_error(partial(game.read, text, state, seat)) == action,
                "notation",
                f"{text!r} does not read back",
            )
            self._check_message(self.game_info.messages.action_label(game, action))
        if len(legal) not in self.checked_list_sizes:  # long lists are shared constants, so check each once
            self.checked_list_sizes.add(len(legal) if len(legal) > 50 else 0)
            texts = {game.write(action) for action in legal}
            self.report_unless(len(texts) == len(legal), "notation", "two legal actions are written alike")
        random_action = self.luck.choice(game.alphabet())
        if random_action not in legal:
            self._check_refused(Illegal, state, seat, random_action, "not legal")
        self._check_refused(NotYourTurn, state, Seat(game.seats), legal[0], "no such seat")
        view, robot = game.view(state, seat), self.game_info.robot
        chosen = robot(game, view, legal, Luck(7))
        if chosen not in legal:
            self.report("robot", f"chose {chosen}")
        copy = game.codec.view(encode(view))
        self.report_unless(
            robot(game, copy, legal, Luck(7)) == chosen, "robot", "the same view and luck gave another choice"
        )

    def _check_views(self, state: Any, turn: Waiting | Over) -> None:
        """Check the view of every viewer, spectator included. It survives JSON, names the turn and
        the viewer, and has words. The phase is known without the view's memory. A world imagined
        from the view has the same view. The state must not change."""
        game = self.game
        encoded_state = encode(state)
        for viewer in (None, *map(Seat, range(game.seats))):
            view = game.view(state, viewer)
            encoded_view = encode(view)
            copy = game.codec.view(encoded_view)
            if copy != view or encode(copy) != encoded_view:
                self.report("json", f"view {encoded_view[:200]!r}")
            if view.turn != turn or view.viewer != viewer:
                self.report("view", f"{view.turn} for {view.viewer}")
            memoryless_view = View(viewer, turn, game.now(state, viewer), None)
            if encode(memoryless_view.now) != encode(view.now):
                self.report("now", f"before {viewer} lies {memoryless_view.now}, not {view.now}")
            self.report_unless(
                game.phase(memoryless_view) == game.phase(view),
                "phase",
                "it takes a memory to tell what is being decided",
            )
            imagined = game.imagine(view, self.luck)
            self.report_unless(
                encode(game.view(imagined, viewer)) == encoded_view, "imagine", "an imagined world has another view"
            )
            if (imagined == state) != (same := encode(imagined) == encoded_state):
                self.report("equality", f"{imagined} and {state} are written alike: {same}")
            for message in self.game_info.messages.table_sentences(game, view):
                self._check_message(message)
        self.report_unless(encode(state) == encoded_state, "mutation", "looking changed the state")

    def _check_result(self, state: Any, result: Over) -> None:
        """Check the result of a finished game: there is a score and a place for each seat, they
        agree, the ending has words, and no seat may act."""
        game = self.game
        self._check_views(state, result)
        self.report_unless(len(result.scores) == len(result.places) == game.seats, "outcome", f"{result}")
        self.report_unless(min(result.places) == 1, "outcome", f"nobody has won: {result.places}")
        ranked = sorted(zip(result.scores, result.places, strict=True), key=lambda pair: pair[1])
        is_falling = all(a[0] >= b[0] for a, b in pairwise(ranked))
        self.report_unless(is_falling, "outcome", f"a lower score has a better place: {result}")
        for seat in range(game.seats):
            self.report_unless(not game.legal(state, Seat(seat)), "legal", "the game is over and a seat may act")
        self._check_message(ending_message(result))
        self.score_totals.add(sum(result.scores))

    def _check_record(self) -> None:
        """Play one random game, write its record, and verify it. Check the statistics, risks and
        story of the finished game."""
        game, seed = self.game, bytes(self.luck.randrange(256) for _ in range(32))
        draws = DrawCounter(Dealer(seed, "suite"))
        state, entries = play_game(game, random_chooser(game, self.luck), draws.pick, limit=self.max_entries)
        self.score_totals.add(sum(game.turn(state).scores))  # type: ignore[union-attr]
        text = format_record(build_record(game, entries, seed=seed, table="suite", edition="suite"))
        self.report_unless(
            format_record(parse_record(text)) == text, "record", "a record read back is written otherwise"
        )
        checks = verify_record(text, lambda _: game)
        self.report_unless(is_verified(checks), "record", f"not verified: {checks}")
        figures = self.game_info.messages.statistics(game, _events_by_entry(entries))
        for name, (times, chances) in figures.items():
            self.report_unless(0 <= times <= chances, "figures", f"{name}: {times} of {chances}")
        for seat in range(game.seats if self.game_info.risk_statistics is not None else 0):
            deeds = self.game_info.risk_statistics(game, Seat(seat), _events_by_entry(entries))  # type: ignore[misc]
            self.report_unless(min(deeds) >= 0, "deeds", f"of seat {seat}: {deeds}")
        if self.game_info.story is not None and isinstance(over := game.turn(state), Over):
            self._check_story(self.game_info.story(game, over, _events_by_entry(entries)), len(entries))

    def _check_story(self, story: Story, moves: int) -> None:
        """Check a story: parts by seat are empty or cover every seat, facts name one of the `moves`
        log entries or -1, and every message has words."""
        for part in (story.slips, story.notes, story.rows):
            self.report_unless(
                len(part) in (0, self.game.seats), "story", f"{len(part)} of {self.game.seats} seats are told of"
            )
        for fact in story.facts:
            self.report_unless(-1 <= fact.move < moves, "story", f"{fact.title} is about move {fact.move} of {moves}")
        for message in messages_of_story(story):
            self._check_message(message)

    def _check_refused(
        self, expected_error: type[MalleError], state: Any, seat: Seat, action: Action, case: str
    ) -> None:
        """Check that `apply` refuses the action, with `expected_error` or with `Illegal`. `case`
        describes the action in a report."""
        try:
            self.game.apply(state, seat, action)
        except expected_error:
            return
        except Illegal:
            return  # the game may refuse for another reason first
        except Exception as error:
            self.violations.add("refusal", f"{self.context}: {case}: {action} by {seat} raised {error!r}")
            return
        self.violations.add("refusal", f"{self.context}: {case}: {action} by {seat} was taken")

    def _check_message(self, message: Message) -> None:
        """Check that a message has words in every language. Each key is checked at most
        `MAX_TRANSLATIONS_PER_MESSAGE` times."""
        self.translation_counts[message.key] += 1
        if self.translation_counts[message.key] > MAX_TRANSLATIONS_PER_MESSAGE:
            return
        for language, words in self.translations.items():
            text = _result_or_error(partial(words.translate, message))
            self.report_unless(isinstance(text, str) and text != "", "words", f"{language}: {message}: {text}")


def _events_by_entry(entries: tuple[Ply, ...]) -> tuple[Any, ...]:
    """Return the events of all log entries, as one tuple for each entry."""
    return tuple(entry.events for entry in entries)


def _result_or_error(call: Callable[[], Any]) -> Any:
    """Return the result of a call, or the `MalleError` that it raised. Other exceptions pass."""
    try:
        return call()
    except MalleError as error:
        return error
