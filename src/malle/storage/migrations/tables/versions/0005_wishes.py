"""What the people at a table want together."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes it."""
    op.execute(
        """create table malle.wish (
             tab bigint not null references malle.tab,
             what text not null,
             seq int not null,
             yes int not null default 0,
             until timestamptz not null,
             nudged timestamptz,
             primary key (tab, what)
           )"""
    )
    op.execute("comment on column malle.wish.yes is 'bit n: the person at seat n wants it'")
    op.execute("grant select, insert, update, delete on malle.wish to malle_app")


def downgrade() -> None:
    """Drops it: for tests only."""
    op.execute("drop table malle.wish")
