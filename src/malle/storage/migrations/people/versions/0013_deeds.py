"""How often what somebody dared in a game came off, and how often not: for their own eyes."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds it. Of games before nobody knows, until `malle people rebuild` asks their logs."""
    op.execute("alter table people.result add column well int, add column ill int")


def downgrade() -> None:
    """Drops it."""
    op.execute("alter table people.result drop column well, drop column ill")
