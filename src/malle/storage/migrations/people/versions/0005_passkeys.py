"""Passkeys, and the questions that a browser answers with one: each question counts once."""

from alembic import op

revision = "0005"
down_revision = "0004"

STATEMENTS = (
    """create table people.passkey (
         id bytea primary key,
         person uuid not null,
         public bytea not null,
         count bigint not null,
         label text not null default '' check (length(label) <= 40),
         made timestamptz not null default now(),
         used timestamptz
       )""",
    "create index passkey_person on people.passkey (person)",
    """create table people.challenge (
         digest bytea primary key,
         person uuid,
         ends timestamptz not null
       )""",
    "comment on column people.challenge.person is 'who makes a key by it; null: it is asked who comes'",
    "create index challenge_ends on people.challenge (ends)",
    "grant select, insert, update, delete on people.passkey, people.challenge to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only."""
    op.execute("drop table people.challenge, people.passkey")
