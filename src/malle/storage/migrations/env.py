"""Runs by Alembic, for one database and one of the two schemas."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table="version",
    version_table_schema=context.config.attributes["schema"],
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
