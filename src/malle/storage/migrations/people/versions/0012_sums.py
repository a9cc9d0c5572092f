"""What the other one ended with, in a game of two: `people.result` says it as a result is said, 5 to 8."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds it. Of games before nobody knows, until `malle people rebuild` asks their logs."""
    op.execute("alter table people.result add column against int")


def downgrade() -> None:
    """Drops it."""
    op.execute("alter table people.result drop column against")
