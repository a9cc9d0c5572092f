"""Seats belong to persons, one a table; only older ones have a token of their own."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Lets a seat be without a token."""
    op.execute("alter table malle.seat alter column token drop not null")
    op.execute("create unique index seat_person on malle.seat (tab, person)")


def downgrade() -> None:
    """Needs one again: for tests only, since it closes every seat that has none."""
    op.execute("drop index malle.seat_person")
    op.execute("update malle.seat set token = '' where token is null")
    op.execute("alter table malle.seat alter column token set not null")
