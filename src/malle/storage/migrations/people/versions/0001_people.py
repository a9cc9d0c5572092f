"""People by a random number, so that no log holds a name."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes them."""
    op.execute(
        """create table people.person (
             id uuid primary key,
             name text not null check (length(name) between 1 and 40),
             since timestamptz not null default now()
           )"""
    )
    op.execute("grant usage on schema people to malle_app")
    op.execute("grant select, insert, update, delete on people.person to malle_app")


def downgrade() -> None:
    """Drops them."""
    op.execute("drop table people.person")
