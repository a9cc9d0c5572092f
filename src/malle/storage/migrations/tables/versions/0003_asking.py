"""Somebody asks for a robot's seat at a table in play: one at a time, for some seconds."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes it."""
    op.execute(
        """create table malle.asking (
             tab bigint primary key references malle.tab,
             id uuid not null,
             person uuid not null,
             seat smallint not null,
             asked int not null,
             yes int not null default 0,
             no bool not null default false,
             until timestamptz not null
           )"""
    )
    op.execute("comment on column malle.asking.asked is 'bit n: the person at seat n was there when it was asked'")
    op.execute("comment on column malle.asking.yes is 'bit n: the person at seat n agrees'")
    op.execute("grant select, insert, update, delete on malle.asking to malle_app")


def downgrade() -> None:
    """Drops it."""
    op.execute("drop table malle.asking")
