"""Tables, their log, their seats and snapshots; a role that can add to the log and never change it."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = (
    """create table malle.tab (
         id bigint primary key,
         setup text not null,
         seed bytea not null,
         seq int not null default 0,
         waits int not null default 0,
         robots int not null default 0,
         over bool not null default false,
         deadline timestamptz,
         opened timestamptz not null default now()
       ) with (fillfactor = 50)""",
    "comment on column malle.tab.seed is 'sealed with a key that is not in this database'",
    "comment on column malle.tab.waits is 'bit n: seat n is awaited'",
    "comment on column malle.tab.robots is 'bit n: seat n is played by a robot'",
    "create index tab_deadline on malle.tab (deadline) where deadline is not null",
    # Its columns do not change in a move, so a move stays an update in place.
    "create index tab_robots on malle.tab (id) where robots <> 0 and not over",
    """create table malle.entry (
         tab bigint not null,
         seq int not null,
         mover smallint not null,
         lines text not null,
         key uuid not null,
         hash bytea not null,
         at timestamptz not null default clock_timestamp(),
         primary key (tab, seq)
       )""",
    "create unique index entry_key on malle.entry (tab, key)",
    """create table malle.seat (
         tab bigint not null references malle.tab,
         seat smallint not null,
         token bytea not null,
         person uuid not null,
         primary key (tab, seat)
       )""",
    "create table malle.snapshot (tab bigint primary key references malle.tab, seq int not null, body bytea not null)",
    "grant usage on schema malle to malle_app",
    "grant select, insert on malle.tab, malle.entry to malle_app",
    "grant update (seq, waits, robots, over, deadline) on malle.tab to malle_app",
    "grant select, insert, update on malle.seat, malle.snapshot to malle_app",
    "grant delete on malle.snapshot to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them, with every game ever played: for tests only."""
    op.execute("drop table malle.snapshot, malle.seat, malle.entry, malle.tab")
