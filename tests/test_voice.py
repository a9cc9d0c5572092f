"""What hosts are told: every message that the code names is there in French and in English, with the arguments it is
given, and none is left over. Read from the source; the reader is proved on planted slips."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from fluent.syntax import ast as fluent
from fluent.syntax import parse
from fluent.syntax.visitor import Visitor

from malle.cli.operator.upgrade_check import Verdict
from malle.core import Refused
from malle.i18n.operator_messages import MESSAGES_FOLDER, OperatorError, error_text, one_decimal, operator_translator
from malle.i18n.translations import LANGUAGES

SOURCE = MESSAGES_FOLDER.parents[1]
SPEAKERS = ("Message", "OperatorError")
SPREAD = {"one_decimal": {"whole", "tenth"}}
"""Functions that make arguments."""
SORTS = {f"sort-{each.replace(' ', '-')}" for each in get_args(Verdict)}


class _Names(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.found.add(node.id.name)


def messages(language: str) -> dict[str, set[str]]:
    """Every message, and its arguments."""
    found = {}
    for each in parse((MESSAGES_FOLDER / "words" / f"{language}.ftl").read_text("utf-8")).body:
        if isinstance(each, fluent.Message):
            names = _Names()
            names.visit(each)
            found[each.id.name] = names.found
    return found


def speakers() -> list[Path]:
    """The modules that speak to hosts: those that import the voice. The command itself also says words of games."""
    found = (file for file in SOURCE.rglob("*.py") if file.name != "main.py")
    return [file for file in found if "from malle.i18n.operator_messages import" in file.read_text("utf-8")]


def spoken(text: str) -> Iterator[tuple[str, set[str] | None]]:
    """Every message that a module names, and the arguments it gives; None: the reader cannot tell."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKERS:
            key = node.args[0]
            if isinstance(key, ast.Constant):
                yield str(key.value), _arguments(node.args[1:])


def _arguments(rest: list[ast.expr]) -> set[str] | None:
    if not rest:
        return set()
    if not isinstance(rest[0], ast.Dict):
        return None
    found: set[str] = set()
    for key, value in zip(rest[0].keys, rest[0].values, strict=True):
        if isinstance(key, ast.Constant):
            found.add(str(key.value))
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in SPREAD:
            found |= SPREAD[value.func.id]
        else:
            return None
    return found


def about() -> set[str]:
    """What the doctor's lines are about."""
    nodes = ast.walk(ast.parse((SOURCE / "cli" / "operator" / "doctor.py").read_text("utf-8")))
    findings = (each for each in nodes if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "Finding")
    return {f"about-{ast.literal_eval(each.args[1])}" for each in findings}


def test_both_languages_say_the_same_messages_with_the_same_arguments() -> None:
    french, english = map(messages, LANGUAGES)
    assert french == english


def test_every_message_is_there_with_its_arguments_and_none_is_left_over() -> None:
    known = messages("en")
    used = [said for file in speakers() for said in spoken(file.read_text("utf-8"))]
    assert [(key, given) for key, given in used if known.get(key) != given] == []
    assert known.keys() - {key for key, _ in used} == SORTS | about()


def test_a_slip_is_found() -> None:
    text = 'Message("a")\nOperatorError("b", {"one": 1, **one_decimal(2)})\n'
    text += 'Message("c", args)\nMessage("d", {**more})\nother("e")\n'
    assert list(spoken(text)) == [("a", set()), ("b", {"one", "whole", "tenth"}), ("c", None), ("d", None)]


def test_a_refusal_is_told_in_the_readers_language_and_logged_in_english() -> None:
    error = OperatorError("port-taken", {"host": "127.0.0.1", "port": "8000", "why": "Address already in use"})
    assert str(error).startswith("127.0.0.1, port 8000 cannot be listened on")
    assert error_text(error, "en") == str(error)
    assert error_text(error, "fr").startswith("127.0.0.1, port 8000 ne peut pas être écouté")
    assert error_text(Refused("as it is"), "fr") == "as it is"


@pytest.mark.parametrize(("number", "whole", "tenth"), [(3.44, "3", "4"), (0.0, "0", "0"), (1999.96, "2000", "0")])
def test_a_number_with_one_digit_is_cut_at_its_point(number: float, whole: str, tenth: str) -> None:
    assert one_decimal(number) == {"whole": whole, "tenth": tenth}


def test_a_message_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="there is no message"):
        OperatorError("no-such-thing")
    assert operator_translator("fr")(OperatorError("nats-needed").message).startswith("plusieurs processus")
