"""The door of a table that is being filled: its code, and whether strangers see it. A seat can be free again."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes it."""
    op.execute(
        """create table malle.door (
             tab bigint primary key references malle.tab,
             code text not null unique,
             until timestamptz not null,
             listed bool not null default false,
             since timestamptz not null default clock_timestamp()
           )"""
    )
    op.execute("comment on column malle.door.listed is 'whoever looks for a table is shown this one'")
    op.execute("grant select, insert, update, delete on malle.door to malle_app")
    op.execute("grant delete on malle.seat to malle_app")


def downgrade() -> None:
    """Drops it."""
    op.execute("revoke delete on malle.seat from malle_app")
    op.execute("drop table malle.door")
