"""Tables that no process can go on with: a mark for the operator."""

from alembic import op

revision = "0007"
down_revision = "0006"

STATEMENTS = (
    "alter table malle.tab add column aside timestamptz, add column why text",
    "comment on column malle.tab.aside is 'when it was last tried in vain; null: it can go on'",
    # Its column does not change in a move, so a move stays an update in place.
    "create index tab_aside on malle.tab (aside) where aside is not null",
    "grant update (aside, why) on malle.tab to malle_app",
)


def upgrade() -> None:
    """Makes it."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops it: for tests only."""
    op.execute("alter table malle.tab drop column aside, drop column why")
