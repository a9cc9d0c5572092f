"""The tables of a person are found by an index; and a table says since when those are asked who are awaited now."""

from alembic import op

revision = "0010"
down_revision = "0009"

STATEMENTS = (
    "create index seat_by_person on malle.seat (person)",
    "alter table malle.tab add column since timestamptz not null default now()",
    "comment on column malle.tab.since is 'when what lies there was or will be shown, not when an answer came'",
    """update malle.tab t
          set since = coalesce((select at from malle.entry e where e.tab = t.id and e.seq = t.seq), opened)""",
    "grant update (since) on malle.tab to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only."""
    op.execute("alter table malle.tab drop column since")
    op.execute("drop index malle.seat_by_person")
