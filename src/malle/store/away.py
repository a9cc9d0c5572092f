"""A database that cannot be used now, by whatever error PostgreSQL or the way to it says so.

All of these pass by themselves or by what an operator does; whoever asked may ask again later. Everything that
queries a database decides by `is_away`, so that no error of this kind is named in one place and forgotten in another.
"""

from __future__ import annotations

import asyncpg

from malle.core import MalleError, Say
from malle.voice import NOT_YET, REFUSED, Unready

LACKS = (asyncpg.InvalidSchemaNameError, asyncpg.SyntaxOrAccessError)
"""3F000 and 42: it answers, and has no such schema, table, column or function, or keeps it from us: not migrated."""
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,  # the connection is closed, or closing
    asyncpg.InternalClientError,  # it was ended between two messages, and the driver has lost its place
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
    """The only host that may write was replaced by another one: it lacks what was acknowledged since."""


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
"""What does not pass by itself."""


class Unavailable(MalleError):
    """The database does not answer. Send it again: it will not be done twice."""

    slug = "unavailable"


class Unfit(Unavailable):
    """The database is not yet of the release that asks it. Send it again later: it will not be done twice."""


def unavailable(error: BaseException) -> Unavailable:
    """What whoever asked a database is told of its error."""
    return Unfit() if isinstance(error, LACKS) else Unavailable()


def is_away(error: BaseException) -> bool:
    """Does this error mean that the database cannot be used now? asyncpg's word for a value that cannot be sent is a
    kind of `InterfaceError` too, and a `ValueError`: that one is ours."""
    return isinstance(error, AWAY) and not isinstance(error, ValueError)


def advice(error: BaseException) -> Say:
    """What the operator can do about it, in the words of `malle.voice`."""
    for kind, what in _ADVICE.items():
        if isinstance(error, kind):
            return what
    return Say("advice-start")


def database_away(address: str, error: BaseException) -> Unready:
    """What a command says that needs this database."""
    return Unready(
        "database-away",
        {"address": without_password(address), "trouble": type(error).__name__, "advice": advice(error)},
        code=REFUSED if isinstance(error, _LASTING) else NOT_YET,
    )


def without_password(address: str) -> str:
    """An address as it may stand in a log."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
