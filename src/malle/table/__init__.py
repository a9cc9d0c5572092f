"""One table as a pure value: seats, log, chance, deadlines, undo, replay. No clock, no files, no sockets."""

from malle.table.next_table import match_of_table as match_of_table
from malle.table.next_table import next_table_setup as next_table_setup
from malle.table.next_table import seat_players_at_next as seat_players_at_next
from malle.table.table import Entry as Entry
from malle.table.table import ReadingSpeed as ReadingSpeed
from malle.table.table import SeatKind as SeatKind
from malle.table.table import Setup as Setup
from malle.table.table import Step as Step
from malle.table.table import Table as Table
from malle.table.table import TableId as TableId
from malle.table.table import open_table as open_table
