"""What was reported to the host of the site, and what they took away."""

from alembic import op

revision = "0006"
down_revision = "0005"

STATEMENTS = (
    """create table malle.report (
         tab bigint not null references malle.tab,
         seat smallint not null,
         person uuid,
         by uuid not null,
         at timestamptz not null default clock_timestamp(),
         closed timestamptz,
         hidden bool not null default false,
         primary key (tab, seat, by)
       )""",
    "comment on column malle.report.seat is 'whose name; -1: the table'",
    "create index report_open on malle.report (at) where closed is null",
    "grant select, insert, update on malle.report to malle_app",
    "alter table malle.tab add column hidden timestamptz",
    "grant update (hidden) on malle.tab to malle_app",
)


def upgrade() -> None:
    """Makes them."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Drops them: for tests only, since it shows again what was taken away."""
    op.execute("alter table malle.tab drop column hidden")
    op.execute("drop table malle.report")
