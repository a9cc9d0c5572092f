"""Who solved the task of a day, by a random number that stands for nobody."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes it."""
    op.execute(
        """create table people.solved (
             game text not null,
             day date not null,
             solver uuid not null,
             primary key (game, day, solver)
           )"""
    )
    op.execute("grant select, insert on people.solved to malle_app")


def downgrade() -> None:
    """Drops it."""
    op.execute("drop table people.solved")
