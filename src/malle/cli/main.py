"""The `malle` command: its parser, and one function for each subcommand. The functions call the package
that does the work, and import it only then."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

from malle import __version__
from malle.cli.operator_parser import (
    OPERATOR_COMMANDS,
    add_folder_argument,
    add_language_argument,
    add_operator_commands,
    language_from_environment,
)
from malle.core import MalleError, Refused
from malle.core.robots.robot import LEVELS
from malle.games import game_names, listed_names, load_game, load_game_info
from malle.i18n.operator_messages import EXIT_REFUSED, OperatorError, error_text

INSTANCE_COMMANDS = ("serve", "migrate", "house", "reports", "hide", "aside", "prune", "people")
"""Subcommands that use the settings of an instance folder, if there is one."""
SERVER_COMMANDS = (*INSTANCE_COMMANDS, "robots", "notices", *OPERATOR_COMMANDS)
"""Subcommands that need `malle[server]`; the others run with the base package."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv`, or that of the process, and return the exit code. A
    `MalleError` or a missing library is printed as one line. An `OperatorError` has its own exit
    code; for every other one it is 2. A closed output pipe counts as success."""
    args = argparse.Namespace(word="")
    try:
        _build_parser().parse_args(argv, args)
        with _command_environment(args):
            code: int = args.run(args) or 0
    except MalleError as error:
        print(
            f"malle: {error_text(error, getattr(args, 'lang', None) or language_from_environment())}", file=sys.stderr
        )
        return error.exit_code if isinstance(error, OperatorError) else EXIT_REFUSED
    except ModuleNotFoundError as error:
        ours = f"./malle-{__version__}-py3-none-any.whl[server]"  # the wheel of a release: Malle is not in pip's index
        wanted = ours if args.word in SERVER_COMMANDS else error.name
        print(f"malle: {error.name} is not installed; try: pip install '{wanted}'", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _build_parser() -> argparse.ArgumentParser:
    """Build the parser of all subcommands. Each subparser sets `run`, the function that does its work."""
    parser = argparse.ArgumentParser(prog="malle", description="Board games with secrets: play, simulate, check.")
    parser.add_argument("--version", action="version", version=f"malle {__version__}")
    subparsers = parser.add_subparsers(dest="word", required=True, metavar="WORD")

    games = subparsers.add_parser("games", help="list the games")
    add_language_argument(games)
    games.set_defaults(run=_run_games)

    play = subparsers.add_parser("play", help="play in this terminal against robots")
    _add_game_arguments(play, nargs="?", default=game_names()[0])
    play.add_argument("--seat", type=int, default=1, help="your seat, from 1 on")
    play.add_argument("--save", type=Path, metavar="FILE", help="save the signed record of the finished game here")
    play.add_argument("--level", choices=LEVELS, default=LEVELS[0], help="of the robots, where the game has several")
    play.set_defaults(run=_run_play)

    simulate = subparsers.add_parser("simulate", help="let robots play many games and print the figures")
    _add_game_arguments(simulate)
    simulate.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed gives the same games")
    simulate.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    simulate.add_argument("--records", type=Path, metavar="FOLDER", help="write the signed record of every game here")
    who = f"who plays, one for all or one a seat with commas: {', '.join(LEVELS)}, or others of the game (robot)"
    simulate.add_argument("--robots", metavar="NAME,…", help=who)
    simulate.add_argument("--rules", type=int, default=0, metavar="VERSION", help="of the rules (the newest)")
    simulate.set_defaults(run=_run_simulate)

    lab = subparsers.add_parser("lab", help="measure robots")
    lab_parsers = lab.add_subparsers(dest="what", required=True, metavar="WHAT")
    matched = lab_parsers.add_parser("match", help="one robot of each kind against others of the last kind named")
    _add_game_arguments(matched)
    matched.add_argument("robots", nargs="+", metavar="ROBOT", help=f"such as {', '.join(LEVELS)}")
    matched.add_argument("--deals", type=int, default=100, help="how many deals, each from every seat (100)")
    matched.add_argument("--first", type=int, default=0, help="the number of the first deal: report by fresh ones")
    matched.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    _add_ray_argument(matched)
    for_good = "what was played, for good: more deals go on from it (match-GAME-….part, until all is played)"
    matched.add_argument("--kept", type=Path, metavar="FILE", help=for_good)
    matched.set_defaults(run=_run_match)

    ladder = lab_parsers.add_parser("ladder", help="every kind of robot against every other, and a page with plots")
    _add_game_arguments(ladder)
    ladder.add_argument("robots", nargs="*", metavar="ROBOT", help="their names (the three levels)")
    ladder.add_argument("--deals", type=int, default=100, help="how many deals a pair, each from every seat (100)")
    ladder.add_argument("--choosing", action="store_true", help="by the deals for choosing, not those for reporting")
    ladder.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    _add_ray_argument(ladder)
    ladder.add_argument("--out", type=Path, metavar="FILE", help="the page (ladder-GAME-SEATS.html); beside it, .part")
    ladder.set_defaults(run=_run_ladder)

    learning = lab_parsers.add_parser("train", help="let a robot learn by playing, and write down what it has learnt")
    _add_game_arguments(learning)
    learning.add_argument(
        "--games", type=int, default=10_000, help="how many games (10000); 0: measure the table there is"
    )
    learning.add_argument("--seed", type=int, default=1, help="the same seed gives the same table")
    how_much = "then so many games by somebody who learns to play against it, to see what it gives away (none)"
    learning.add_argument("--exploit", type=int, default=0, metavar="GAMES", help=how_much)
    learning.add_argument(
        "--out", type=Path, metavar="FILE", help="where it is written (the game's own data), or read with --games 0"
    )
    learning.set_defaults(run=_run_train)

    record = subparsers.add_parser("record", help="show or verify the record of a game")
    record_parsers = record.add_subparsers(dest="what", required=True, metavar="WHAT")
    show = record_parsers.add_parser("show", help="tell a recorded game")
    show.add_argument("file", type=Path)
    show.set_defaults(run=_run_record_show)
    verify = record_parsers.add_parser("verify", help="check records through and through")
    verify.add_argument("file", type=Path, nargs="+")
    verify.set_defaults(run=_run_record_verify)
    for record_parser in (show, verify):
        record_parser.add_argument(
            "--edition", type=Path, metavar="FILE", help="the edition it was played with, if not the usual"
        )
        add_language_argument(record_parser)

    edition = subparsers.add_parser("edition", help="write or check an edition file of your own box")
    edition_parsers = edition.add_subparsers(dest="what", required=True, metavar="WHAT")
    fresh = edition_parsers.add_parser("new", help="write a file to fill in")
    fresh.add_argument("game", choices=game_names(), metavar="GAME", help=", ".join(listed_names()))
    fresh.add_argument("file", type=Path, nargs="?", help="GAME.toml in this folder")
    fresh.set_defaults(run=_run_edition_new)
    checked = edition_parsers.add_parser("check", help="say what is wrong with a file, or what in it is still ours")
    checked.add_argument("file", type=Path)
    checked.set_defaults(run=_run_edition_check)

    serve = subparsers.add_parser("serve", help="run the server; settings come from the environment")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument("--processes", type=int, default=1)
    serve.add_argument("--robots", type=int, default=1, help="robots' workers beside it (default 1)")
    serve.add_argument("--metrics", metavar="ADDRESS", help="where Prometheus finds the counts (MALLE_METRICS)")
    serve.add_argument("--beside", action="store_true", help="share the port with a server that is about to end")
    drained = "go on so long, and not be ready, once told to end (0)"
    serve.add_argument("--drain", type=float, default=0.0, metavar="SECONDS", help=drained)
    serve.add_argument("--notices", type=int, default=1, help="notifiers beside it and its robots (default 1)")
    serve.set_defaults(run=_run_serve)
    add_language_argument(serve)
    front = subparsers.add_parser("front", help="print a file for nginx or Caddy in front of the server, with TLS")
    front.add_argument("kind", choices=("nginx", "caddy"))
    front.add_argument("--address", required=True, help="where the site will be, such as https://games.example")
    front.add_argument("--ports", default="8000", help="of the server's processes, with commas (8000)")
    front.add_argument("--certificate", default="", metavar="FOLDER", help="with fullchain.pem and privkey.pem")
    front.set_defaults(run=_run_proxy_config)
    robots = subparsers.add_parser("robots", help="run a worker that plays the robots' seats")
    robots.add_argument("--server", default="http://127.0.0.1:8000", help="its address, or several with commas")
    robots.add_argument("--think", type=float, default=1.0, help="seconds before each answer, the same for all hands")
    robots.add_argument("--processes", type=int, default=0, help="that think (one less than there are cores)")
    robots.add_argument("--print-key", action="store_true", help="print the worker's key, made from MALLE_KEY")
    robots.set_defaults(run=_run_robot_worker)
    notices = subparsers.add_parser("notices", help="run a notifier: it tells people that they are awaited")
    notices.set_defaults(run=_run_notifier)
    migrate = subparsers.add_parser("migrate", help="bring the databases to the newest schema")
    migrate.set_defaults(run=_run_migrate)
    house = subparsers.add_parser("house", help="print a link to the page of the house, good once")
    house.set_defaults(run=_run_admin_link)
    add_language_argument(house)
    reports = subparsers.add_parser("reports", help="list the names and tables that were reported")
    reports.set_defaults(run=_run_reports)
    hide = subparsers.add_parser("hide", help="take a table away, or the name of somebody who sits there")
    hide.add_argument("table", help="its id, as in its address")
    hide.add_argument("--seat", type=int, help="take the name at this seat away, from 1 on, not the table")
    hide.add_argument("--keep", action="store_true", help="take nothing away: the reports are done with")
    hide.set_defaults(run=_run_hide)
    prune = subparsers.add_parser("prune", help="delete tables that nobody has touched for long")
    prune.add_argument("--live", type=int, default=7, metavar="DAYS", help="in play, untouched for so long (7)")
    prune.add_argument("--slow", type=int, default=60, metavar="DAYS", help="with a day or more a decision (60)")
    prune.add_argument("--finished", type=int, default=365, metavar="DAYS", help="finished so long ago (365)")
    prune.add_argument("--really", action="store_true", help="delete them; else only say how many")
    prune.set_defaults(run=_run_prune)
    people = subparsers.add_parser("people", help="what is kept of people beside the logs")
    people_parsers = people.add_subparsers(dest="what", required=True, metavar="WHAT")
    rebuilt = people_parsers.add_parser("rebuild", help="write down again how every game ended, from the logs")
    rebuilt.set_defaults(run=_run_rebuild_results)
    aside = subparsers.add_parser("aside", help="list the tables that no process can go on with, and why")
    aside.set_defaults(run=_run_quarantined)
    for word in INSTANCE_COMMANDS:
        add_folder_argument(subparsers.choices[word])
    add_operator_commands(subparsers)
    return parser


def _command_environment(args: argparse.Namespace) -> AbstractContextManager[None]:
    """Return a context with the settings and PostgreSQL of the instance folder for a subcommand
    in `INSTANCE_COMMANDS`. For other subcommands the context is empty."""
    if args.word not in INSTANCE_COMMANDS:
        return nullcontext()
    from malle.cli.instance import instance_environment

    return instance_environment(args.folder)


def _add_game_arguments(parser: argparse.ArgumentParser, **kind: Any) -> None:
    """Add the arguments with which a game is set up: its name, number of seats, options, edition
    file and language. `kind` holds more keywords for the argument `game`, such as a default."""
    parser.add_argument("game", choices=game_names(), metavar="GAME", help=", ".join(listed_names()), **kind)
    parser.add_argument("--seats", type=int, help="number of players")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--edition", type=Path, metavar="FILE", help="an edition file of your own")
    add_language_argument(parser)


def _add_ray_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--ray`, the address of a Ray cluster that runs the games in place of local processes."""
    where = "of a Ray cluster that plays them in place of this machine's processes; `local`: one of this machine"
    parser.add_argument("--ray", default="", metavar="ADDRESS", help=where)


def _game_options(args: argparse.Namespace) -> dict[str, Any]:
    """Parse `--option` values such as `short=true` to the types of the options' default values.
    Raise `Refused` if a value is not of that type. Options that the game does not have are kept
    as text."""
    kinds = {option.name: type(option.default) for option in load_game_info(args.game).options}
    options: dict[str, Any] = {}
    for text in args.option:
        name, _, value = text.partition("=")
        kind = kinds.get(name, str)
        if kind is bool and value.lower() not in ("true", "false"):
            raise Refused(f"option {name} may be true or false, not {value!r}")
        if kind is int and not value.lstrip("-").isdecimal():
            raise Refused(f"option {name} is a number, not {value!r}")
        options[name] = value.lower() == "true" if kind is bool else kind(value)
    return options


def _seat_count(args: argparse.Namespace) -> int:
    """Return `--seats` if it was given. Otherwise return 4 if the game can have four players,
    else its lowest number."""
    possible = load_game_info(args.game).seats
    return args.seats or (4 if 4 in possible else possible[0])


def _run_games(args: argparse.Namespace) -> None:
    """Run `malle games`: list the games with their numbers of players, titles and descriptions.
    If Fluent is not installed, list only their names."""
    try:
        from malle.i18n.translations import Translator
    except ModuleNotFoundError:
        print("\n".join(listed_names()))
        return
    from malle.core import Message

    for name in listed_names():
        game_info = load_game_info(name)
        translator = Translator(game_info.folder, args.lang)
        seats = f"{game_info.seats[0]}-{game_info.seats[-1]}" if len(game_info.seats) > 1 else str(game_info.seats[0])
        print(
            f"{name:12} {seats:>4}  {translator.translate(Message('title'))}: {translator.translate(Message('blurb'))}"
        )


def _run_play(args: argparse.Namespace) -> int:
    """Run `malle play`: play a game in the terminal. Return 0 if no game was broken off, 1
    otherwise. Raise `Refused` if `--seat` is no seat of the game."""
    from rich.console import Console

    from malle.cli.play.terminal_match import play_match
    from malle.games.custom_editions import edition_messages
    from malle.games.golden_records import edition_name_for_record

    with suppress(ImportError):
        import readline  # noqa: F401  (line editing and history for input())
    seats = _seat_count(args)
    titles = edition_messages(args.edition, args.game, args.lang)
    game = load_game(args.game)(seats, _game_options(args), args.edition)
    if not 1 <= args.seat <= seats:
        raise Refused(f"--seat is a number from 1 to {seats}, not {args.seat}")
    console = Console(highlight=False)
    finished = play_match(
        load_game_info(args.game),
        game,
        language=args.lang,
        seat=args.seat - 1,
        console=console,
        read_line=input,
        record_path=args.save,
        edition=edition_name_for_record(load_game_info(args.game), args.edition),
        titles=titles,
        level=args.level,
    )
    return 0 if finished else 1


def _run_simulate(args: argparse.Namespace) -> None:
    """Run `malle simulate`: let robots play many games and print the figures."""
    from malle.cli.play.simulate_command import run_simulation

    run_simulation(args, _seat_count(args), _game_options(args))


def _run_match(args: argparse.Namespace) -> None:
    """Run `malle lab match`: let robots play against the last robot named, and print the
    results."""
    from malle.cli.research.match_command import run_match

    run_match(args, _seat_count(args), _game_options(args))


def _run_ladder(args: argparse.Namespace) -> None:
    """Run `malle lab ladder`: let every robot play against every other, and write a page with
    the results."""
    from malle.cli.research.ladder_command import run_ladder

    run_ladder(args, _seat_count(args), _game_options(args))


def _run_train(args: argparse.Namespace) -> None:
    """Run `malle lab train`: let a robot learn by playing, and write what it has learned."""
    from malle.cli.research.train_command import run_training

    run_training(args, _seat_count(args), _game_options(args))


def _run_record_show(args: argparse.Namespace) -> None:
    """Run `malle record show`: print a recorded game in sentences."""
    from malle.cli.play.record_commands import show_record

    show_record(args.file, language=args.lang, edition=args.edition)


def _run_record_verify(args: argparse.Namespace) -> int:
    """Run `malle record verify`: check record files. Return 1 if any of them fails, else 0."""
    from malle.cli.play.record_commands import verify_records

    return verify_records(args.file, language=args.lang, edition=args.edition)


def _run_edition_new(args: argparse.Namespace) -> None:
    """Run `malle edition new`: write an edition file to fill in, `GAME.toml` unless a path is
    given. Print its path."""
    from malle.cli.play.edition_commands import write_edition_template

    path = args.file or Path(f"{args.game}.toml")
    write_edition_template(args.game, path)
    print(path)


def _run_edition_check(args: argparse.Namespace) -> int:
    """Run `malle edition check`: check an edition file. Return 1 if a thing in it has no name,
    else 0."""
    from malle.cli.play.edition_commands import check_edition_file

    return check_edition_file(args.file)


def _run_serve(args: argparse.Namespace) -> int:
    """Run `malle serve`, the server with its robot workers and notifiers, and return the exit
    code."""
    from malle.cli.operator.serve import serve_command

    return serve_command(args)


def _run_proxy_config(args: argparse.Namespace) -> None:
    """Run `malle front`: print the configuration of a reverse proxy."""
    from malle.cli.operator.reverse_proxy import proxy_config

    print(proxy_config(args.kind, args.address, args.ports, args.certificate), end="")


def _run_robot_worker(args: argparse.Namespace) -> int:
    """Run `malle robots`, a worker that plays the robots' seats, and return the exit code."""
    from malle.cli.operator.serve import robot_worker_command

    return robot_worker_command(args)


def _run_notifier(args: argparse.Namespace) -> int:
    """Run `malle notices`, the process that tells people that it is their turn, and return the
    exit code."""
    from malle.cli.operator.serve import notifier_command

    return notifier_command(args)


def _run_migrate(args: argparse.Namespace) -> int:
    """Run `malle migrate`: bring all databases to this release's schema. Return the exit code."""
    from malle.cli.operator.serve import migrate_command

    return migrate_command(args)


def _run_admin_link(args: argparse.Namespace) -> int:
    """Run `malle house`: print a link with which a person becomes an administrator of the site.
    Return the exit code."""
    from malle.cli.operator.moderate import admin_link_command

    return admin_link_command(args)


def _run_reports(args: argparse.Namespace) -> int:
    """Run `malle reports`: list the tables and names that players reported. Return the exit
    code."""
    from malle.cli.operator.moderate import reports_command

    return reports_command(args)


def _run_prune(args: argparse.Namespace) -> int:
    """Run `malle prune`: count old tables, or delete them with `--really`. Return the exit code."""
    from malle.cli.operator.prune import prune_command

    return prune_command(args)


def _run_rebuild_results(args: argparse.Namespace) -> int:
    """Run `malle people rebuild`: compute the stored results of all finished games again from
    the logs. Return the exit code."""
    from malle.cli.operator.rebuild_results import rebuild_results_command

    return rebuild_results_command(args)


def _run_quarantined(args: argparse.Namespace) -> int:
    """Run `malle aside`: list the quarantined tables, those that no process can continue. Return
    the exit code."""
    from malle.cli.operator.moderate import quarantined_command

    return quarantined_command(args)


def _run_hide(args: argparse.Namespace) -> int:
    """Run `malle hide`: remove a table or a player's name, or dismiss the reports about it.
    Return the exit code."""
    from malle.cli.operator.moderate import hide_command

    return hide_command(args)
