"""When and how people want to be told that they are awaited, what they were told, and what is still to be sent."""

from alembic import op

revision = "0007"
down_revision = "0006"

STATEMENTS = (
    """create function people.now() returns timestamptz language sql volatile parallel safe
       as $$ select clock_timestamp() $$""",
    """create table people.hours (
         person uuid primary key,
         begins smallint not null check (begins between 0 and 23),
         ends smallint not null check (ends between 0 and 23),
         zone text not null,
         language text not null
       )""",
    """create table people.channel (
         id uuid primary key,
         person uuid not null,
         kind text not null check (kind in ('push', 'mail', 'feed')),
         target text not null,
         made timestamptz not null default people.now(),
         closed timestamptz,
         unique (kind, target)
       )""",
    "create index channel_person on people.channel (person)",
    "comment on column people.channel.target is 'what a browser gave for push; an address that was proved; a digest'",
    """create table people.notice (
         id uuid primary key,
         person uuid not null,
         tab bigint,
         seat smallint,
         since int,
         kind text not null check (kind in ('turn', 'fifth', 'hour', 'digest')),
         day date not null,
         due timestamptz not null,
         until timestamptz,
         made timestamptz,
         title text not null default '',
         body text not null default ''
       )""",
    "create index notice_person on people.notice (person, day)",
    "create index notice_digest on people.notice (due) where made is null",
    """create table people.sending (
         notice uuid not null references people.notice on delete cascade,
         channel uuid not null references people.channel on delete cascade,
         tries smallint not null default 0,
         next timestamptz default people.now(),
         ended text,
         primary key (notice, channel)
       )""",
    "comment on column people.sending.next is 'when it is to be tried; null: no more, and `ended` says how it ended'",
    "create index sending_next on people.sending (next) where next is not null",
    """create table people.letter (
         id uuid primary key,
         mail text not null,
         person uuid,
         made timestamptz not null default people.now(),
         tries smallint not null default 0,
         next timestamptz default people.now(),
         language text not null,
         used timestamptz
       )""",
    "comment on table people.letter is 'letters with a link; what opens it is made from its id by the server''s key'",
    "create index letter_next on people.letter (next) where next is not null",
    """grant select, insert, update, delete
       on people.hours, people.channel, people.notice, people.sending, people.letter to malle_app""",
)


MADE = ("device", "link", "passkey", "block", "guest")
DEFAULTS = (("person", "since"), ("device", "seen"), *((table, "made") for table in MADE))


def upgrade() -> None:
    """Makes them; what was there asks the one function for the time too."""
    for statement in STATEMENTS:
        op.execute(statement)
    for table, column in DEFAULTS:
        op.execute(f"alter table people.{table} alter column {column} set default people.now()")


def downgrade() -> None:
    """Drops them."""
    for table, column in DEFAULTS:
        op.execute(f"alter table people.{table} alter column {column} set default now()")
    op.execute("drop table people.letter, people.sending, people.notice, people.channel, people.hours")
    op.execute("drop function people.now()")
