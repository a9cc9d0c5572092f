"""Find the line of a value in an edition file, so that error messages can name it."""

from __future__ import annotations

import re

_TABLE = re.compile(r"\[\[?([\w-]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"([\w-]+)\s*=\s*(.*)")


def key_lines(text: str) -> dict[str, int]:
    """Return the line number, counted from 1, of every key, table and item of a table, by its path.

    What belongs to an item is listed both by the item's name and by its position:
    `articles.wine.duty` and `articles.0.duty`.
    """
    found: dict[str, int] = {}
    table, item, place = "", "", -1
    for number, line in enumerate(text.splitlines(), 1):
        if head := _TABLE.match(line):
            place = place + 1 if head[1] == table else 0
            table, item = head[1], ""
            found.setdefault(table, number)
            found[f"{table}.{place}"] = number
        elif key := _KEY.match(line):
            if key[1] == "name" and table:
                item = key[2].split("#")[0].strip().strip('"')
                found[f"{table}.{item}"] = number
            names = (f"{table}.{place}", f"{table}.{item}") if table else ("",)
            found |= {f"{name}.{key[1]}".lstrip("."): number for name in names}
    return found


def line_of_error(text: str, sentence: str) -> int:
    """Return the line of `text` that an error sentence is about. It is the line number in the
    sentence, or else the line of the first path or name in it that the file has. Returns 1 if there
    is neither."""
    known = key_lines(text)
    if found := re.search(r"line (\d+)", sentence):
        return int(found[1])
    paths = [path.replace("[", ".").replace("]", "") for path in re.findall(r"\$\.([\w\[\].-]+)", sentence)]
    paths += [word.strip(".,:;'\"") for word in re.findall(r"[\w.'\"-]+", sentence)]
    for path in paths:
        while path:
            if path in known:
                return known[path]
            path = path.rpartition(".")[0]
    items = {path.rpartition(".")[2]: number for path, number in known.items() if path.count(".") == 1}
    return next((items[path] for path in paths if path in items), 1)
