"""The named queries, read from the .sql files beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosql

QUERIES: Any = aiosql.from_path(Path(__file__).with_name("queries.sql"), "asyncpg")
"""Of the tables' databases."""
SLOW: Any = aiosql.from_path(Path(__file__).with_name("slow.sql"), "asyncpg")
"""Of the tables' databases too, for slow tables."""
PEOPLE: Any = aiosql.from_path(Path(__file__).with_name("people.sql"), "asyncpg")
"""Of the people's database."""
ENTERING: Any = aiosql.from_path(Path(__file__).with_name("entering.sql"), "asyncpg")
"""Of the same, about ways in and out."""
NOTICES: Any = aiosql.from_path(Path(__file__).with_name("notices.sql"), "asyncpg")
"""Of the people's database too, for notices."""


def texts(*sets: Any) -> list[str]:
    """Every query of these sets, as a database is asked it."""
    return sorted({getattr(each, name).sql for each in sets for name in each.available_queries})


def order(name: str) -> tuple[str, ...]:
    """The names of a query's parameters in the order of their numbers, for prepared statements."""
    return tuple(QUERIES.driver_adapter.var_sorted[name])
