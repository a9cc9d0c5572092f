"""A game being played: seats, log, chance, clocks, undo, replay. Pure: no clock, no file, no socket."""

from malle.table.table import Entry as Entry
from malle.table.table import Kind as Kind
from malle.table.table import Setup as Setup
from malle.table.table import Step as Step
from malle.table.table import Table as Table
from malle.table.table import open_table as open_table
