"""The devices of a person beyond the first, and links that lead a new one to them; the language somebody chose."""

from alembic import op

revision = "0004"
down_revision = "0003"

STATEMENTS = (
    "alter table people.person add column language text check (language in ('fr', 'en'))",
    """create table people.device (
         digest bytea primary key,
         person uuid not null,
         label text not null default '' check (length(label) <= 40),
         made timestamptz not null default now(),
         seen timestamptz not null default now(),
         closed timestamptz
       )""",
    "comment on column people.device.digest is 'of its secret; one without a row is the person its secret makes'",
    "create index device_person on people.device (person)",
    "create index device_closed on people.device (closed) where closed is not null",
    """create table people.link (
         digest bytea primary key,
         person uuid not null,
         kind text not null check (kind in ('paper', 'square', 'mail')),
         made timestamptz not null default now(),
         ends timestamptz,
         used timestamptz,
         device bytea
       )""",
    "comment on column people.link.device is 'the device that showed it, and once it is used the one that was led in'",
    "create index link_person on people.link (person)",
    "grant select, insert, update, delete on people.device, people.link to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only."""
    op.execute("drop table people.link, people.device")
    op.execute("alter table people.person drop column language")
