title = The smuggler hunt
title-short = Hunt
original-title = La chasse aux contrebandiers
blurb = Five counters under thirteen pawns, and a border. Get the goods across, or find them; every wrong inspection costs a customs officer their job.
tagline = Five counters to slip past their noses.
edition = After the booklet of the French box, Rudi Hoffmann, © 1962 Spear-Spiele, no. 22030. The picture of the board is lost: two public descriptions count its squares, part of the column numbers is rebuilt.

option-memory = From memory: the smuggler’s screen does not show where the counters are
option-straight = No bends: pawns go straight
option-1981 = No bends: pawns go straight
option-chalk = Chalk: a mark on pawns that were inspected and found empty

role-smuggler = smuggler
role-customs = customs

# Things
square = { $square }
either = { $one } or { $two }
nowhere = nowhere
plates-at = { $square } ({ $n ->
    [one] { $n } counter
   *[other] { $n } counters
})

# What is being decided
phase-hide = { $you ->
    [yes] Hide a counter under a pawn, from left to right.
   *[no] { $who } is hiding the counters.
}
phase-smuggler = { $you ->
    [yes] Smuggler: move a pawn.
   *[no] { $who } moves a smuggler.
}
phase-customs = { $you ->
    [yes] Customs: move a pawn, or inspect.
   *[no] { $who } moves a customs officer.
}
phase-over = The game is over.

# The table
table-smugglers = { $seat_you ->
    [yes] You, smuggling
   *[no] { $seat }, smuggling
}: { $points ->
    [one] { $points } point
   *[other] { $points } points
}, { $n ->
    [one] { $n } pawn
   *[other] { $n } pawns
} ({ $squares }).
table-customs = { $seat_you ->
    [yes] You, for customs
   *[no] { $seat }, for customs
}: { $points ->
    [one] { $points } point
   *[other] { $points } points
}, { $n ->
    [one] { $n } pawn
   *[other] { $n } pawns
} ({ $squares }).
table-plates = Counters: { $plates }.
table-chalked = Chalked: { $squares }.
table-quiet = { $quiet ->
    [one] { $quiet } move
   *[other] { $quiet } moves
} without an inspection or an advance; the game stops in { $left ->
    [one] { $left } move.
   *[other] { $left } moves.
}

# Actions
action-hide = Hide a counter under pawn { $square }
action-move = { $corner ->
    [no] { $origin } → { $target }
   *[other] { $origin } → { $target } via { $corner }
}
action-pass = Pass: no pawn can move

# The log
event-plate-hidden = { $seat_you ->
    [yes] You hide a counter ({ $hidden } of { $plates }).
   *[no] { $seat } hides a counter ({ $hidden } of { $plates }).
}
event-plate-placed = It is under pawn { $square }.
event-moved = { $seat_you ->
    [yes] You play
   *[no] { $seat } plays
} { $origin } → { $target }.
event-controlled = { $seat_you ->
    [yes] You inspect { $square }
   *[no] { $seat } inspects { $square }
}: { $found ->
    [0] all in order. { $seat_you ->
        [yes] You lose a customs officer
       *[no] A customs officer is out of a job
    }. To the smuggler: { $points ->
        [one] { $points } point.
       *[other] { $points } points.
    }
   *[other] { $found ->
        [one] { $found } counter! Seized with its carrier.
       *[other] { $found } counters! Seized with their carrier.
    } To customs: { $points ->
        [one] { $points } point.
       *[other] { $points } points.
    }
}
event-arrived = A smuggler reaches the finish line at { $square }.
event-passed = { $seat_you ->
    [yes] None of your pawns can move: you pass.
   *[no] { $seat } cannot move and passes.
}
event-shown = The pawns are lifted: { $plates }.

over-plates = Not one counter is left on the road. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } have drawn.
}
over-no-customs = Not one customs officer is left: everything gets across. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } have drawn.
}
over-two-passes = Nobody can move any more. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } have drawn.
}
over-standstill = Nothing is moving forward: each counter scores by its row. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } have drawn.
}

# Figures
figure-controls-right = inspections that find something
figure-plates-seized = counters seized
figure-plates-across = counters across
figure-ahead = games in which the smuggler is ahead
figure-ahead-apart = … with the counters travelling one by one
figure-ahead-two-three = … with two and three together
figure-ahead-together = … with all under one pawn
figure-draws = draws

# The screen
board = The board, { $columns ->
    [one] { $columns } column
   *[other] { $columns } columns
} and { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
screen-plain = Usual rule: one bend allowed
screen-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
screen-over = The border closes
screen-quiet = Stops in { $left ->
    [one] { $left } move
   *[other] { $left } moves
} unless somebody advances
screen-has-smuggler = { $pawns ->
    [one] { $pawns } pawn
   *[other] { $pawns } pawns
}, { $plates ->
    [one] { $plates } counter to get across
   *[other] { $plates } counters to get across
}
screen-has-customs = { $pawns ->
    [one] { $pawns } pawn
   *[other] { $pawns } pawns
}, { $seized ->
    [one] { $seized } counter seized
   *[other] { $seized } counters seized
}
screen-lost-customs = { $n ->
    [one] { $n } customs officer out
   *[other] { $n } customs officers out
}
screen-lost-smuggler = { $n ->
    [one] { $n } smuggler caught
   *[other] { $n } smugglers caught
}
screen-nearest = The leading smuggler is { $rows ->
    [one] **{ $rows } row**
   *[other] **{ $rows } rows**
} from the finish line.
screen-plates = { $n ->
    [one] { $n } counter
   *[other] { $n } counters
}
screen-plate = Counter
screen-to-hide = { $n ->
    [one] Your last counter
   *[other] Your { $n } counters
}
screen-hidden = { $n } of { $plates } placed
pawn-smuggler = { $empty ->
    [yes] Smuggler, found empty
   *[no] { $n ->
        [0] Smuggler
        [one] Smuggler, { $n } counter
       *[other] Smuggler, { $n } counters
    }
}
pawn-customs = Customs officer

prompt-hide-you = { $n ->
    [1] Hide your **{ $plates }** counters
   *[other] Hide the rest of your counters
}
prompt-hide = { $seat } is hiding the counters
prompt-smuggler-you = Move a smuggler
prompt-smuggler = { $seat } moves a smuggler
prompt-customs-you = Move a customs officer, or inspect
prompt-customs = { $seat } moves a customs officer
prompt-stuck = None of your pawns can move

verb-hide = Hide
verb-move = Play
verb-pass = Pass
other-way = Other way
ask-hide = Tap your pawns in any order, the same one several times if you feel like it. Your opponent sees that you hide, not where.
move-note = { $n ->
    [one] { $n } square
   *[other] { $n } squares
}{ $bends ->
    [0] { "" }
   *[other] , 1 bend
}
control-say = Inspect { $square }
control-note = nothing there: you lose an officer, { $pawn ->
    [one] { $pawn } point
   *[other] { $pawn } points
} to your opponent
why-order = Counters further to the right are hidden already; take them back to hide one here.
why-plate = Tap a pawn, or drag this onto one.
why-stuck = This pawn cannot move: every way is blocked.
why-number = In column { $column } the number of squares is fixed: { $numbers }. Straight{ $bends ->
    [0] { "" }
   *[other] { " " }or with one bend
}, never over a pawn.

event-plate-yours = You hide a counter under pawn { $square } ({ $n } of { $plates }).

control-title = { $seat_you ->
    [yes] You inspect { $square }
   *[no] { $seat } inspects { $square }
}
control-found = Under pawn { $square }: { $found ->
    [one] { $found } counter
   *[other] { $found } counters
}
control-empty = Under pawn { $square }: nothing
stamp-empty = NOTHING
verdict-found = SEIZED
verdict-empty = IN ORDER
bill-title = Official report
bill-plates = { $n ->
    [one] { $n } counter seized
   *[other] { $n } counters seized
}
bill-smuggler = The smuggler is caught
bill-customs = The customs officer is out of a job
bill-to-customs = To customs
bill-to-smuggler = To the smuggler

screen-seized = { $n ->
    [one] { $n } counter seized
   *[other] { $n } counters seized
}
end-lifted = The pawns are lifted
end-account = The reckoning
account-plates-smuggler = { $n ->
    [one] { $n } counter across
   *[other] { $n } counters across
}
account-plates-customs = { $n ->
    [one] { $n } counter held back
   *[other] { $n } counters held back
}
account-pawns-smuggler = { $n ->
    [one] { $n } customs officer out
   *[other] { $n } customs officers out
}
account-pawns-customs = { $n ->
    [one] { $n } smuggler caught
   *[other] { $n } smugglers caught
}
account-sum = { $seat }

summary-title = Reminder
summary-moving = At the edge of each column: how many squares a pawn standing there moves, **exactly**; straight{ $bends ->
    [0] .
   *[other] , or with **one** bend.
}
summary-points = A counter across or seized: { $plate ->
    [one] { $plate } point
   *[other] { $plate } points
}. A pawn lost: { $pawn ->
    [one] { $pawn } point
   *[other] { $pawn } points
} to your opponent.
summary-end = Without an inspection or an advance for { $standstill ->
    [one] { $standstill } move
   *[other] { $standstill } moves
} the game stops: counters past the middle of the board go to the smuggler, those short of it to customs.

# The story, after the end
deeds-good = inspections that were right
deeds-bad = for nothing
story-note-smuggler = { $n ->
    [0] no pawn across
    [one] { $n } pawn across
   *[other] { $n } pawns across
}{ $n ->
    [0] { "" }
   *[other] , { $plates ->
        [0] no counter under them
        [one] { $plates } counter under them
       *[other] { $plates } counters under them
    }
}
story-note-customs = { $n ->
    [0] no inspection
    [one] { $n } inspection
   *[other] { $n } inspections
}{ $n ->
    [0] { "" }
   *[other] , { $right ->
        [0] none of them right
       *[other] { $right } of them right
    }
}
story-catch = The finest catch
story-catch-told = { $seat_you ->
    [yes] You lift
   *[no] { $seat } lifts
} the right pawn on { $square }: { $n ->
    [one] **{ $n } counter**.
   *[other] **{ $n } counters** at once.
}
story-passage = The finest passage
story-passage-told = { $seat_you ->
    [yes] You reach
   *[no] { $seat } reaches
} { $square } with { $n ->
    [one] **{ $n } counter** under the pawn.
   *[other] **{ $n } counters** under one pawn.
}
story-nothing = For nothing
story-nothing-told = { $n ->
    [one] An inspection without a counter
   *[other] { $n } inspections without a counter
}: { $points ->
    [one] **{ $points } point** given
   *[other] **{ $points } points** given
} to the smuggler.

thought-title = What the robot thought
thought-control = { $seat } took the pawn on { $square } for loaded with { $percent } % before lifting it, and { $found ->
    [0] found nothing.
   *[other] was right.
}

# The numbers of this edition
value-rest = The rest
value-columns = The numbers at the edge
value-column = Column
value-column-customs = Customs
value-column-smugglers = Smuggler
value-rows = Rows
value-plates = Counters
value-most = Counters under one pawn, at most
value-plate = Points for a counter
value-pawn = Points for a lost pawn
value-standstill = Moves without progress before a standstill
value-customs = Where customs starts
value-smugglers = Where the smuggler starts

# The lesson
lesson-1 = Hide your five counters, in any order: two under pawn E13, one under G13, two under K13. Then press Hide.
lesson-2 = Now first send out an empty pawn: C13. In column C the number is 6, no more, no less. Go to C7.
lesson-3 = Customs inspects C7 and finds nothing: the officer is out of a job, { $points ->
    [one] { $points } point
   *[other] { $points } points
} for you. And E3 is now empty.
lesson-4 = Now the carrier. Column E: 5 squares. Straight ahead to E8.
lesson-5 = Nobody can reach it by an exact number. Five more squares: E3, where the officer used to stand.
lesson-6 = Five squares again, with one bend: two to the finish line, three sideways. Go to H1.
lesson-7 = Your turn at customs. A lone pawn steps out to G7. Inspect it with the officer on G3: column G, 4 squares.
lesson-8 = Two counters seized, { $points ->
    [one] { $points } point
   *[other] { $points } points
}. Here comes another, on C7. Inspect it from E3: one does not always find something.
lesson-9 = Nothing: { $points ->
    [one] { $points } point
   *[other] { $points } points
} to them. Remember that C7 is empty: it bears no mark. And on their dark squares smugglers are safe.

# Tips of the first game: a message guide-X appears when X is said
guide-prompt-hide-you = A tap on a pawn puts a counter under it. A tap on the counter takes it back.
guide-prompt-smuggler-you = Tap a pawn. The number at the edge of its column says how many squares it moves, exactly.
guide-prompt-customs-you = Ending on a smuggler is an inspection. Nothing underneath: you lose the officer.
guide-event-arrived = Once home, it moves no more and shows nothing. The reckoning comes at the end.

# The rules in a minute: the name of a message is that of its drawing
minute-plate = Hide five counters
minute-plate-text = The smuggler slips them under pawns: one each, or all under the same one.
minute-smuggler = Walk to the border
minute-smuggler-text = A pawn moves the number at the edge of its column. It may turn once, and never jumps.
minute-customs = Check, or let them run
minute-customs-text = A customs officer who stops on a pawn looks under it. If nothing is there, the officer leaves.
minute-end = Counters across, counters seized, pawns lost: all of it counts. Then you change sides.
