"""What the server's role cannot do even if somebody has it: set a table back, or write an entry for none."""

from alembic import op

revision = "0008"
down_revision = "0007"

STATEMENTS = (
    # The condition is all that a move pays; the function is called for what is refused.
    """create function malle.refuse() returns trigger language plpgsql as $$
       begin raise exception 'a table goes on by one' using errcode = 'check_violation'; end $$""",
    """create trigger tab_goes_on before update of seq on malle.tab for each row
       when (new.seq <> old.seq and new.seq <> old.seq + 1) execute function malle.refuse()""",
    "alter table malle.entry add constraint entry_seq check (seq > 0)",
    "alter table malle.entry add constraint entry_tab foreign key (tab) references malle.tab not valid",
    "alter table malle.entry validate constraint entry_tab",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only."""
    op.execute("alter table malle.entry drop constraint entry_tab, drop constraint entry_seq")
    op.execute("drop trigger tab_goes_on on malle.tab")
    op.execute("drop function malle.refuse()")
