"""Slow tables: who is awaited since when and until when, and what each has used of their reserve."""

from alembic import op

revision = "0012"
down_revision = "0011"

STATEMENTS = (
    """create table malle.slow (
         tab bigint primary key references malle.tab on delete cascade,
         seq int not null default 0
       )""",
    "comment on column malle.slow.seq is 'up to this seq it is settled who is awaited until when'",
    """create table malle.awaited (
         tab bigint not null references malle.tab on delete cascade,
         seat smallint not null,
         since int not null,
         person uuid not null,
         asked timestamptz not null,
         until timestamptz not null,
         ends timestamptz not null,
         fifth timestamptz not null,
         hour timestamptz not null,
         told text not null default '',
         next timestamptz,
         seen timestamptz,
         primary key (tab, seat)
       )""",
    "comment on column malle.awaited.until is 'the time for this decision; after it the reserve, until `ends`'",
    "comment on column malle.awaited.next is 'when they are to be told next; null: no more'",
    "create index awaited_next on malle.awaited (next) where next is not null",
    "create index awaited_person on malle.awaited (person)",
    """create table malle.reserve (
         tab bigint not null references malle.tab on delete cascade,
         seat smallint not null,
         spent float8 not null,
         seq int not null,
         primary key (tab, seat)
       )""",
    "comment on column malle.reserve.spent is 'seconds, for decisions that were made up to this seq'",
    "grant select, insert, update, delete on malle.slow, malle.awaited, malle.reserve to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them."""
    op.execute("drop table malle.reserve, malle.awaited, malle.slow")
