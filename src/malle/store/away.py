"""A database that cannot be used now, by whatever error PostgreSQL or the way to it says so.

All of these pass by themselves or by what an operator does; whoever asked may ask again later. Everything that
queries a database decides by `is_away`, so that no error of this kind is named in one place and forgotten in another.
"""

from __future__ import annotations

import asyncpg

from malle.core import MalleError, Say
from malle.voice import Unready

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
    asyncpg.InvalidSchemaNameError: Say("advice-migrate"),
    asyncpg.UndefinedTableError: Say("advice-migrate"),
    asyncpg.UndefinedColumnError: Say("advice-migrate"),
    asyncpg.UndefinedFunctionError: Say("advice-migrate"),
    asyncpg.InsufficientPrivilegeError: Say("advice-migrate"),
    asyncpg.ReadOnlySQLTransactionError: Say("advice-write"),
    asyncpg.InsufficientResourcesError: Say("advice-resources"),
    TimeoutError: Say("advice-answer"),
}


class Unavailable(MalleError):
    """The database does not answer. Send it again: it will not be done twice."""

    slug = "unavailable"


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
    )


def without_password(address: str) -> str:
    """An address as it may stand in a log."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
