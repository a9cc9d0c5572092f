"""The named SQL queries, read from the .sql files beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosql

_SQL_FOLDER = Path(__file__).parent / "sql"

TABLE_QUERIES: Any = aiosql.from_path(_SQL_FOLDER / "queries.sql", "asyncpg")
"""For the table databases."""
CORRESPONDENCE_QUERIES: Any = aiosql.from_path(_SQL_FOLDER / "correspondence.sql", "asyncpg")
"""For the table databases: correspondence tables."""
PEOPLE_QUERIES: Any = aiosql.from_path(_SQL_FOLDER / "people.sql", "asyncpg")
"""For the people's database."""
LOGIN_QUERIES: Any = aiosql.from_path(_SQL_FOLDER / "logins.sql", "asyncpg")
"""For the people's database: logins and erasure."""
NOTICE_QUERIES: Any = aiosql.from_path(_SQL_FOLDER / "notices.sql", "asyncpg")
"""For the people's database: notifications."""


def query_texts(*query_sets: Any) -> list[str]:
    """Return the SQL text of every query in these sets, as it is sent to a database, sorted and
    without repetition."""
    return sorted({getattr(each, name).sql for each in query_sets for name in each.available_queries})


def parameter_order(query_name: str) -> tuple[str, ...]:
    """Return the parameter names of one of `TABLE_QUERIES` in the order of their numbers, for prepared
    statements."""
    return tuple(TABLE_QUERIES.driver_adapter.var_sorted[query_name])
