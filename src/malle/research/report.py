"""Write tournaments as one HTML page: for each the matrix, a plot of every pair with its interval, and thinking
times.

The file needs no other file. Plots are inline SVG, and a reader without pictures has the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from msgspec import Struct

from malle.core import Message
from malle.research.deals import FIRST_REPORTING_DEAL, DealPlan, origin_of_plan
from malle.research.tournament import Tournament, format_points, format_share

SCALE_WIDTH, ROW_HEIGHT, LETTER_WIDTH = 300, 24, 8
"""Of a plot, in pixels: the width of its scale, the height of a row, and the room for a letter of a name. Small
enough for a phone."""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #222; background: #fff }
.wide { overflow-x: auto; margin: 1rem 0 } table { border-collapse: collapse }
th, td { border: 1px solid #aaa; padding: .3rem .6rem } figure { margin: 1rem 0 }
td { text-align: right; white-space: nowrap } th { text-align: left }
@media (max-width: 30rem) { th, td { padding: .2rem .25rem; font-size: .78rem } }
caption, figcaption { text-align: left; font-weight: bold }
.above { background: #d9efd9 } .below { background: #f6dcd6 }
svg { max-width: 100%; height: auto } svg text { font-size: 15px; fill: currentColor }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1c1c1c }
  .above { background: #24482a } .below { background: #5a2f26 } }
"""

Translate = Callable[[Message], str]


class Section(Struct, frozen=True):
    """One tournament as `render_page` shows it: what was played, the results, and how to make it
    again."""

    plan: DealPlan
    tournament: Tournament
    translate: Translate
    """Translates messages with the word files of the tournament's game."""
    command: str
    """The command that makes the tournament again."""
    commit: str


def render_page(heading: str, paragraphs: Sequence[str], sections: Sequence[Section], lang: str) -> str:
    """Return an HTML page in the language `lang`: the title `heading`, the `paragraphs`, then the
    tournaments."""
    title = escape(heading)
    return "\n".join([
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">',
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>',
        f"<body>\n<h1>{title}</h1>",
        *(f"<p>{escape(each)}</p>" for each in paragraphs),
        *map(_render_section, sections),
        "</body>\n</html>\n",
    ])  # fmt: skip


def _render_section(section: Section) -> str:
    """Return the HTML of one tournament: heading, matrix, plot, thinking times, and how it was
    made."""
    plan, translate = section.plan, section.translate
    kind = "reporting" if plan.first_deal >= FIRST_REPORTING_DEAL else "choosing"
    how = Message(
        "ladder-how", {"number": plan.deals_per_pair, "games": plan.deals_per_pair * plan.seats, "kind": kind}
    )
    made = Message("ladder-made", {"commit": section.commit, "digest": origin_of_plan(plan).source})
    head = Message("ladder-section", {"title": translate(Message("title")), "seats": plan.seats})
    return "\n".join([
        f"<h2>{escape(translate(head))}</h2>",
        f"<p>{escape(translate(how))}</p>",
        _render_matrix(plan, section.tournament, translate),
        _render_plot(plan, section.tournament, translate),
        _render_thinking_times(plan, section.tournament, translate),
        f"<p>{escape(translate(made))} <code>{escape(section.command)}</code></p>",
    ])  # fmt: skip


def _robots_under_test(plan: DealPlan) -> list[str]:
    """Return the robots under test, each once, in the order of the plan."""
    return list(dict.fromkeys(one for one, _ in plan.pairs))


def _render_matrix(plan: DealPlan, tournament: Tournament, translate: Translate) -> str:
    """Return the matrix as an HTML table: rows are robots under test, columns their opponents.

    A cell is marked if its interval leaves out an even share of wins.
    """
    robots, rows = _robots_under_test(plan), []
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in robots)
    for one in robots:
        cells = "".join(_render_cell(plan, tournament, one, others) for others in robots)
        rows.append(f'<tr><th scope="row">{escape(one)}</th>{cells}</tr>')
    caption = escape(translate(Message("ladder-matrix")))
    corner = escape(translate(Message("ladder-corner")))
    head = f"<caption>{caption}</caption>\n<tr><th>{corner}</th>{heads}</tr>"
    return "\n".join([f'<div class="wide"><table>{head}', *rows, "</table></div>"])


def _render_cell(plan: DealPlan, tournament: Tournament, one: str, others: str) -> str:
    """Return one cell of the matrix, share of wins over lead in points; a dash if the pair was not
    played."""
    cell = tournament.cells.get((one, others))
    if cell is None:
        return "<td>–</td>"
    fair = 1 / plan.seats
    side = "above" if cell.wins - cell.wins_margin > fair else "below" if cell.wins + cell.wins_margin < fair else ""
    wins, ahead = format_share(cell.wins, cell.wins_margin), format_points(cell.lead, cell.lead_margin)
    return f'<td class="{side}">{wins}<br>{ahead}</td>'


def _render_plot(plan: DealPlan, tournament: Tournament, translate: Translate) -> str:
    """Return an SVG plot of the share of wins of every pair: a point, its interval, and a dashed
    line at an even share."""
    names = [" / ".join(pair) for pair in plan.pairs]
    high, left = ROW_HEIGHT * (len(names) + 2), _names_width(names)

    def across(share: float) -> float:
        return left + SCALE_WIDTH * min(1.0, max(0.0, share))

    marks = []
    for percent in range(0, 101, 25):
        x = across(percent / 100)
        marks.append(
            f'<line x1="{x:.0f}" y1="0" x2="{x:.0f}" y2="{high - ROW_HEIGHT}" stroke="currentColor" opacity=".15"/>'
        )
        marks.append(f'<text x="{x:.0f}" y="{high - 4}" text-anchor="middle">{percent} %</text>')
    even = across(1 / plan.seats)
    line = f'<line x1="{even:.0f}" y1="0" x2="{even:.0f}" y2="{high - ROW_HEIGHT}"'
    marks.append(f'{line} stroke="currentColor" stroke-dasharray="4 3"/>')
    for number, (pair, name) in enumerate(zip(plan.pairs, names, strict=True)):
        cell, y = tournament.cells[pair], ROW_HEIGHT * (number + 0.7)
        low, top = across(cell.wins - cell.wins_margin), across(cell.wins + cell.wins_margin)
        marks.append(f'<text x="{left - 10}" y="{y + 5:.0f}" text-anchor="end">{escape(name)}</text>')
        marks.append(
            f'<line x1="{low:.1f}" y1="{y:.0f}" x2="{top:.1f}" y2="{y:.0f}" stroke="#2a6fb0" stroke-width="3"/>'
        )
        marks.append(f'<circle cx="{across(cell.wins):.1f}" cy="{y:.0f}" r="4.5" fill="#2a6fb0"/>')
    return _render_figure(translate(Message("ladder-plot")), left, high, marks)


def _render_thinking_times(plan: DealPlan, tournament: Tournament, translate: Translate) -> str:
    """Return an SVG bar chart of the processor time of a decision, with one bar for each robot
    under test whose decisions were timed."""
    known = [name for name in _robots_under_test(plan) if name in tournament.thinking_ms]
    most = max((tournament.thinking_ms[name] for name in known), default=1.0) or 1.0
    high, left, marks = ROW_HEIGHT * (len(known) + 1), _names_width(known), []
    for number, name in enumerate(known):
        y, value = ROW_HEIGHT * number + 4, tournament.thinking_ms[name]
        long = (SCALE_WIDTH - 70) * value / most
        marks.append(f'<text x="{left - 10}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        marks.append(f'<rect x="{left}" y="{y}" width="{long:.1f}" height="{ROW_HEIGHT - 8}" fill="#2a6fb0"/>')
        marks.append(f'<text x="{left + long + 6:.1f}" y="{y + 13}">{value:.2f} ms</text>')
    return _render_figure(translate(Message("ladder-thinking")), left, high, marks)


def _names_width(names: Sequence[str]) -> int:
    """Return the x position where the scale begins, so that the longest name fits before it."""
    return 10 + LETTER_WIDTH * max(map(len, names), default=0)


def _render_figure(title: str, left: int, high: int, marks: list[str]) -> str:
    """Return an HTML figure with a title around the SVG elements `marks`. `left` is where the scale
    begins and `high` the height, in pixels."""
    name, wide = escape(title), left + SCALE_WIDTH + 25
    inside = "\n".join(marks)
    return (
        f'<figure><figcaption>{name}</figcaption>\n<svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{name}">\n{inside}\n</svg></figure>'
    )
