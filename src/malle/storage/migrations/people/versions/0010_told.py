"""Which device asked to be told: when it is closed, it is told nothing more."""

from alembic import op

revision = "0010"
down_revision = "0009"

STATEMENTS = (
    "alter table people.channel add column device bytea",
    "comment on column people.channel.device is 'the digest of the device that a push goes to; null: it is not known'",
)


def upgrade() -> None:
    """Adds it. Of those before nobody knows: each browser says so when it next shows `/me`."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops it."""
    op.execute("alter table people.channel drop column device")
