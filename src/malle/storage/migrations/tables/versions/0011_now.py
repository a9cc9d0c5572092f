"""What time it is, asked in one place: all else calls this function, so that a test can shift it."""

from alembic import op

revision = "0011"
down_revision = "0010"

DEFAULTS = (("entry", "at"), ("door", "since"), ("report", "at"), ("tab", "opened"), ("tab", "since"))


def upgrade() -> None:
    """Makes it. The planner puts what it says in its place, so a move pays nothing for it."""
    op.execute(
        "create function malle.now() returns timestamptz language sql volatile parallel safe"
        " as $$ select clock_timestamp() $$"
    )
    for table, column in DEFAULTS:
        op.execute(f"alter table malle.{table} alter column {column} set default malle.now()")


def downgrade() -> None:
    """Drops it."""
    for table, column in DEFAULTS:
        op.execute(f"alter table malle.{table} alter column {column} set default clock_timestamp()")
    op.execute("drop function malle.now()")
