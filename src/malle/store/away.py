"""Errors that mean a database cannot be used at the moment.

These errors pass by themselves, or after an operator has acted; the caller may try again later. All code that
queries a database decides by `is_unavailable_error`, so that the list of such errors exists only once.
"""

from __future__ import annotations

import asyncpg

from malle.core import MalleError, Say
from malle.voice import NOT_YET, REFUSED, Unready

LACKS = (asyncpg.InvalidSchemaNameError, asyncpg.SyntaxOrAccessError)
"""SQLSTATE 3F000 and class 42: the schema, a table, a column or a function is missing, or the role may not
use it. Usually the database has not been migrated."""
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,  # the connection is closed, or closing
    asyncpg.InternalClientError,  # it ended between two messages, and the driver lost track of the protocol
    asyncpg.PostgresConnectionError,  # 08
    asyncpg.ReadOnlySQLTransactionError,  # 25006: a standby, or a primary that has stepped down
    asyncpg.InvalidAuthorizationSpecificationError,  # 28: the role or its password has changed
    asyncpg.InvalidCatalogNameError,  # 3D000: there is no such database
    asyncpg.InvalidSchemaNameError,  # 3F000, 42P01: not migrated yet
    asyncpg.UndefinedTableError,
    asyncpg.InsufficientResourcesError,  # 53: too many connections, disk full, out of memory
    asyncpg.OperatorInterventionError,  # 57: shut down, starting up, cancelled
    asyncpg.PostgresSystemError,  # 58: the disk
)


class OldPrimary(asyncpg.InterfaceError):
    """The only host that accepts writes was replaced as primary by another host. It lacks what was
    acknowledged since then."""


_ADVICE: dict[type[BaseException], Say] = {
    OldPrimary: Say("advice-old-primary"),
    asyncpg.InvalidAuthorizationSpecificationError: Say("advice-password"),
    asyncpg.InvalidCatalogNameError: Say("advice-database"),
    **dict.fromkeys(LACKS, Say("advice-migrate")),
    asyncpg.ReadOnlySQLTransactionError: Say("advice-write"),
    asyncpg.InsufficientResourcesError: Say("advice-resources"),
    TimeoutError: Say("advice-answer"),
}


_LASTING = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError, *LACKS)
"""Errors that do not pass by themselves: an operator has to act."""


class Unavailable(MalleError):
    """The database does not answer. Send it again: it will not be done twice."""

    slug = "unavailable"


class Unfit(Unavailable):
    """The database is not yet of the release that asks it. Send it again later: it will not be done twice."""


def unavailable(error: BaseException) -> Unavailable:
    """Return the error for the caller of a failed query: `SchemaOutdated` for a schema error, otherwise
    `DatabaseUnavailable`."""
    return Unfit() if isinstance(error, LACKS) else Unavailable()


def is_away(error: BaseException) -> bool:
    """Return whether an error means that the database cannot be used now. A value that asyncpg cannot encode
    raises an `InterfaceError` that is also a `ValueError`; this is a fault of the caller, so the result is
    False."""
    return isinstance(error, AWAY) and not isinstance(error, ValueError)


def advice(error: BaseException) -> Say:
    """Return the advice for the operator about a database error, as a message of
    `malle.i18n.operator_messages`."""
    for kind, what in _ADVICE.items():
        if isinstance(error, kind):
            return what
    return Say("advice-start")


def database_away(address: str, error: BaseException) -> Unready:
    """Return the error with which a command ends because it needs this database. Its exit code says whether
    an operator has to act (`REFUSED`) or a later try may succeed (`NOT_YET`)."""
    return Unready(
        "database-away",
        {"address": without_password(address), "trouble": type(error).__name__, "advice": advice(error)},
        code=REFUSED if isinstance(error, _LASTING) else NOT_YET,
    )


def without_password(address: str) -> str:
    """Return a database address without user, password and query parameters, safe for logs."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
