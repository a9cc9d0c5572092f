"""One table as a pure value: seats, log, chance, deadlines, undo, replay. No clock, no files, no sockets."""

from malle.table.following import following_setup as following_setup
from malle.table.following import match_at as match_at
from malle.table.following import seat_all as seat_all
from malle.table.table import Entry as Entry
from malle.table.table import Kind as Kind
from malle.table.table import Setup as Setup
from malle.table.table import Step as Step
from malle.table.table import Table as Table
from malle.table.table import TableId as TableId
from malle.table.table import Tempo as Tempo
from malle.table.table import open_table as open_table
