"""Errors that mean a database cannot be used at the moment.

These errors pass by themselves, or after an operator has acted; the caller may try again later. All code that
queries a database decides by `is_unavailable_error`, so that the list of such errors exists only once.
"""

from __future__ import annotations

import asyncpg

from malle.core import MalleError, Message
from malle.i18n.operator_messages import EXIT_REFUSED, EXIT_RETRY_LATER, OperatorError

SCHEMA_ERRORS = (asyncpg.InvalidSchemaNameError, asyncpg.SyntaxOrAccessError)
"""SQLSTATE 3F000 and class 42: the schema, a table, a column or a function is missing, or the role may not
use it. Usually the database has not been migrated."""
UNAVAILABLE_ERRORS = (
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
    """Raised if the only host that accepts writes is a former primary, which another host has
    replaced. It lacks what was acknowledged since then."""


_ADVICE_BY_ERROR: dict[type[BaseException], Message] = {
    OldPrimary: Message("advice-old-primary"),
    asyncpg.InvalidAuthorizationSpecificationError: Message("advice-password"),
    asyncpg.InvalidCatalogNameError: Message("advice-database"),
    **dict.fromkeys(SCHEMA_ERRORS, Message("advice-migrate")),
    asyncpg.ReadOnlySQLTransactionError: Message("advice-write"),
    asyncpg.InsufficientResourcesError: Message("advice-resources"),
    TimeoutError: Message("advice-answer"),
}


_PERMANENT_ERRORS = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError, *SCHEMA_ERRORS)
"""Errors that do not pass by themselves: an operator has to act."""


class DatabaseUnavailable(MalleError):
    """The database does not answer. Send it again: it will not be done twice."""

    slug = "unavailable"


class SchemaOutdated(DatabaseUnavailable):
    """The database is not yet of the release that asks it. Send it again later: it will not be done twice."""


def unavailable_error(error: BaseException) -> DatabaseUnavailable:
    """Return the error to raise in place of a database error: `SchemaOutdated` for a schema error,
    otherwise `DatabaseUnavailable`."""
    return SchemaOutdated() if isinstance(error, SCHEMA_ERRORS) else DatabaseUnavailable()


def is_unavailable_error(error: BaseException) -> bool:
    """Return whether an error means that the database cannot be used now. It is False for a value
    that asyncpg cannot encode, which is a fault of the caller: that error is an `InterfaceError`
    and also a `ValueError`."""
    return isinstance(error, UNAVAILABLE_ERRORS) and not isinstance(error, ValueError)


def advice_for_operator(error: BaseException) -> Message:
    """Return the advice for the operator about a database error, as a message of
    `malle.i18n.operator_messages`."""
    for kind, message in _ADVICE_BY_ERROR.items():
        if isinstance(error, kind):
            return message
    return Message("advice-start")


def database_not_ready(address: str, error: BaseException) -> OperatorError:
    """Return the error with which a command ends because it needs this database. The error's exit
    code says whether an operator has to act (`EXIT_REFUSED`) or a later try may succeed
    (`EXIT_RETRY_LATER`)."""
    return OperatorError(
        "database-away",
        {"address": without_password(address), "trouble": type(error).__name__, "advice": advice_for_operator(error)},
        exit_code=EXIT_REFUSED if isinstance(error, _PERMANENT_ERRORS) else EXIT_RETRY_LATER,
    )


def without_password(address: str) -> str:
    """Return a database address without user, password and query parameters, safe for logs."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
