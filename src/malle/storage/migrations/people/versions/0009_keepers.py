"""Who keeps the house, by which links they came, what they settled, and a register that nobody changes."""

from alembic import op

revision = "0009"
down_revision = "0007"

STATEMENTS = (
    "create table people.keeper (person uuid primary key, made timestamptz not null default now())",
    "create table people.way_in (digest bytea primary key, ends timestamptz not null)",
    "comment on table people.way_in is 'links to the page of the house; each is good once'",
    """create table people.settled (
         name text primary key check (length(name) <= 20),
         value text not null check (length(value) <= 200)
       )""",
    """create table people.register (
         id bigint generated always as identity primary key,
         at timestamptz not null default now(),
         person uuid,
         what text not null check (length(what) <= 40),
         about text not null default '' check (length(about) <= 200)
       )""",
    "comment on column people.register.person is 'null: a command'",
    "grant select, insert, delete on people.keeper, people.way_in to malle_app",
    "grant select, insert, update on people.settled to malle_app",
    "grant select, insert on people.register to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only."""
    op.execute("drop table people.register, people.settled, people.way_in, people.keeper")
