"""What becomes of the games of a person, whom they invite, and whom they will not meet by chance.

`people.result` says nothing that the logs do not: `malle people rebuild` makes it again.
"""

from alembic import op

revision = "0006"
down_revision = "0005"

STATEMENTS = (
    """create table people.result (
         person uuid not null,
         tab bigint not null,
         game text not null,
         place smallint not null,
         seats smallint not null,
         drawn bool not null,
         score int not null,
         ended timestamptz not null,
         primary key (person, tab)
       )""",
    "create index result_tab on people.result (tab)",
    """create table people.block (
         person uuid not null,
         other uuid not null,
         made timestamptz not null default now(),
         primary key (person, other)
       )""",
    "create index block_other on people.block (other)",
    """create table people.guest (
         person uuid not null,
         tab bigint not null,
         host uuid not null,
         made timestamptz not null default now(),
         primary key (person, tab)
       )""",
    "comment on table people.guest is 'who was invited to which table by somebody they had played with'",
    "create index guest_host on people.guest (host)",
    "grant select, insert, update, delete on people.result, people.block, people.guest to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only."""
    op.execute("drop table people.guest, people.block, people.result")
