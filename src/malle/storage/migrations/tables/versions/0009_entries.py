"""That every entry has its table is asked once a statement, not once a row as by a foreign key."""

from alembic import op

revision = "0009"
down_revision = "0008"

STATEMENTS = (
    """create function malle.refuse_stray() returns trigger language plpgsql as $$
       begin
         if exists (select from fresh f where not exists (select from malle.tab t where t.id = f.tab)) then
           raise exception 'an entry belongs to a table' using errcode = 'foreign_key_violation';
         end if;
         return null;
       end $$""",
    """create trigger entries_have_tables after insert on malle.entry referencing new table as fresh
       for each statement execute function malle.refuse_stray()""",
    "alter table malle.entry drop constraint entry_tab",
)


def upgrade() -> None:
    """Makes it."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Back to the key: for tests only."""
    op.execute("alter table malle.entry add constraint entry_tab foreign key (tab) references malle.tab")
    op.execute("drop trigger entries_have_tables on malle.entry")
    op.execute("drop function malle.refuse_stray()")
