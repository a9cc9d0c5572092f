"""Whether the task of a day was solved with hints. Of those before nobody knows: they count as solved without."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds it."""
    op.execute("alter table people.solved add column helped bool not null default false")


def downgrade() -> None:
    """Drops it."""
    op.execute("alter table people.solved drop column helped")
