"""Who was erased stays so: a mark by which nobody finds them, and that keeps their name from being written again.

Whoever writes a name, an address or a browser asks for the mark first, and holds off whoever makes it meanwhile: so it
was written before and is erased too, or it is not written. Locks are few, since a restore writes everybody at once.
"""

from alembic import op

revision = "0011"
down_revision = "0010"

WRITTEN = {"person": "id", "channel": "person", "letter": "person", "hours": "person"}
"""Where names, addresses, browsers and time zones are, and the column that says of whom."""
STATEMENTS = (
    "create table people.erased (digest bytea primary key)",
    "comment on table people.erased is 'digests of the numbers of people who were erased'",
    "grant select, insert on people.erased to malle_app",
    """create function people.mark(someone uuid) returns bytea language sql immutable strict
       as $$ select sha256(uuid_send(someone)) $$""",
    """create function people.lock_of(someone uuid) returns int language sql immutable strict
       as $$ select get_byte(people.mark(someone), 0) $$""",
    """create function people.is_erased(someone uuid) returns bool language plpgsql volatile strict as $$
       begin
         perform pg_advisory_xact_lock_shared(6280, people.lock_of(someone));
         return exists (select from people.erased where digest = people.mark(someone));
       end $$""",
    """create function people.skip_erased() returns trigger language plpgsql as $$
       begin
         if people.is_erased((to_jsonb(new) ->> tg_argv[0])::uuid) then
           return null;
         end if;
         return new;
       end $$""",
    *(
        f"""create trigger erased before insert on people.{table}
            for each row execute function people.skip_erased('{column}')"""
        for table, column in WRITTEN.items()
    ),
)


def upgrade() -> None:
    """Makes it."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops it."""
    for table in WRITTEN:
        op.execute(f"drop trigger erased on people.{table}")
    op.execute("drop function people.skip_erased(), people.is_erased(uuid), people.lock_of(uuid), people.mark(uuid)")
    op.execute("drop table people.erased")
