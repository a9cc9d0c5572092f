title = The smuggler hunt
original-title = La chasse aux contrebandiers
blurb = Five plates hidden under thirteen pawns, and a border. Get the goods across, or find them; a control for nothing costs a customs man.

option-memory = From memory: the smuggler's screen does not show where his plates are
option-1981 = Edition of 1981: pawns go straight, without a bend
option-chalk = A chalk mark on pawns that were controlled and found empty

role-smuggler = smuggler
role-customs = customs

# Things
square = { $square }
nowhere = nowhere
plates-at = { $square } ({ $n ->
    [one] { $n } plate
   *[other] { $n } plates
})

# What is being decided
phase-hide = { $you ->
    [yes] Hide a plate under a pawn, from left to right.
   *[no] { $who } is hiding the plates.
}
phase-smuggler = { $you ->
    [yes] Smuggler: move a pawn.
   *[no] { $who } moves a smuggler.
}
phase-customs = { $you ->
    [yes] Customs: move a pawn, or control.
   *[no] { $who } moves a customs man.
}
phase-over = The game is over.

# The table
table-smugglers = { $seat_you ->
    [yes] You, smuggler
   *[no] { $seat }, smuggler
}: { $points } points, { $n ->
    [one] { $n } pawn
   *[other] { $n } pawns
} ({ $squares }).
table-customs = { $seat_you ->
    [yes] You, customs
   *[no] { $seat }, customs
}: { $points } points, { $n ->
    [one] { $n } pawn
   *[other] { $n } pawns
} ({ $squares }).
table-plates = Plates: { $plates }.
table-chalked = Marked with chalk: { $squares }.
table-quiet = { $quiet ->
    [one] { $quiet } move
   *[other] { $quiet } moves
} without a control or an advance; the game stops in { $left ->
    [one] { $left } move.
   *[other] { $left } moves.
}

# Actions
action-hide = Hide a plate under { $square }
action-move = { $corner ->
    [no] { $origin } → { $target }
   *[other] { $origin } → { $target } by { $corner }
}
action-pass = Pass: no pawn can move

# The log
event-plate-hidden = { $seat_you ->
    [yes] You hide plate { $hidden } of { $plates }.
   *[no] { $seat } hides plate { $hidden } of { $plates }.
}
event-plate-placed = It is under { $square }.
event-moved = { $seat_you ->
    [yes] You play
   *[no] { $seat } plays
} { $origin } → { $target }.
event-controlled = { $seat_you ->
    [yes] You control { $square }
   *[no] { $seat } controls { $square }
}: { $found ->
    [0] nothing. { $seat_you ->
        [yes] You lose a pawn, { $points } points to the other side.
       *[no] A customs man is lost, { $points } points to the other side.
    }
    [one] { $found } plate! It is seized with the pawn: { $points } points.
   *[other] { $found } plates! They are seized with the pawn: { $points } points.
}
event-arrived = A smuggler has arrived at { $square }.
event-passed = { $seat_you ->
    [yes] You cannot move, and pass.
   *[no] { $seat } cannot move, and passes.
}
event-shown = The pawns are lifted: { $plates }.

over-plates = No plate is on the way any more. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } have drawn.
}
over-no-customs = No customs man is left: everything gets across. { $n ->
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
over-standstill = Nothing advances: each plate counts by its row. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } have drawn.
}

# Figures
figure-controls-right = controls that find something
figure-plates-seized = plates seized
figure-plates-across = plates arrived
figure-ahead = games in which the smuggler is ahead
figure-ahead-apart = … with every plate by itself
figure-ahead-two-three = … with two and three together
figure-ahead-together = … with all under one pawn
figure-draws = draws

# The screen
board = The board, thirteen columns and thirteen rows
screen-plain = Usual rules: one bend allowed
screen-points = { $points } points
screen-over = Game over
screen-quiet = Stops in { $left ->
    [one] { $left } move
   *[other] { $left } moves
} if nothing advances
screen-has-smuggler = { $pawns ->
    [one] { $pawns } pawn
   *[other] { $pawns } pawns
}, { $plates ->
    [one] { $plates } plate not seized
   *[other] { $plates } plates not seized
}
screen-has-customs = { $pawns ->
    [one] { $pawns } pawn
   *[other] { $pawns } pawns
}, { $seized ->
    [one] { $seized } plate seized
   *[other] { $seized } plates seized
}
screen-lost-customs = { $n ->
    [one] { $n } customs man out
   *[other] { $n } customs men out
}
screen-lost-smuggler = { $n ->
    [one] { $n } smuggler taken
   *[other] { $n } smugglers taken
}
screen-nearest = The most advanced smuggler is { $rows ->
    [one] **{ $rows } row**
   *[other] **{ $rows } rows**
} from the finish.
screen-plates = { $n ->
    [one] { $n } plate
   *[other] { $n } plates
}
screen-plate = Plate
screen-to-hide = { $n ->
    [one] { $n } plate still to hide
   *[other] { $n } plates still to hide
}
pawn-smuggler = { $empty ->
    [yes] Smuggler, found empty
   *[no] { $n ->
        [0] Smuggler
        [one] Smuggler, { $n } plate
       *[other] Smuggler, { $n } plates
    }
}
pawn-customs = Customs man

prompt-hide-you = Hide plate **{ $n }** of { $plates }: tap a pawn
prompt-hide = { $seat } is hiding the plates
prompt-smuggler-you = Move a smuggler
prompt-smuggler = { $seat } moves a smuggler
prompt-customs-you = Move a customs man, or control
prompt-customs = { $seat } moves a customs man
prompt-stuck = None of your pawns can move

verb-hide = Hide
verb-move = Play
verb-pass = Pass
other-way = Other way
hide-note = plate { $n } of { $plates }
ask-hide = From left to right, as many as you like under one pawn. Your opponent sees only that you hide.
move-note = { $n ->
    [one] { $n } square
   *[other] { $n } squares
}{ $bends ->
    [0] { "" }
   *[other] , 1 bend
}
control-say = Control { $square }
control-note = nothing there: you lose a pawn, { $pawn } points to the other side
why-order = Plates are hidden from left to right; take the last one back to go back.
why-stuck = This pawn cannot move: its ways are barred.
why-number = In column { $column } a pawn goes exactly { $numbers }, straight or with one bend, and never over a pawn.

event-plate-yours = You hide a plate under { $square } ({ $n } of { $plates }).

control-title = { $seat_you ->
    [yes] You control { $square }
   *[no] { $seat } controls { $square }
}
control-found = Under { $square }: { $found ->
    [one] { $found } plate
   *[other] { $found } plates
}
control-empty = Under { $square }: nothing
stamp-empty = NOTHING
verdict-found = SEIZED
verdict-empty = IN ORDER
bill-title = The control
bill-plates = { $n ->
    [one] { $n } plate seized
   *[other] { $n } plates seized
}
bill-smuggler = The smuggler leaves the board
bill-customs = The customs man leaves the board
bill-to-customs = To the customs
bill-to-smuggler = To the smuggler

end-lifted = The pawns are lifted
end-account = The account
account-plates-smuggler = { $n ->
    [one] { $n } plate across
   *[other] { $n } plates across
}
account-plates-customs = { $n ->
    [one] { $n } plate held back
   *[other] { $n } plates held back
}
account-pawns-smuggler = { $n ->
    [one] { $n } customs man out
   *[other] { $n } customs men out
}
account-pawns-customs = { $n ->
    [one] { $n } smuggler taken
   *[other] { $n } smugglers taken
}
account-sum = { $seat }

summary-title = Reminder
summary-moving = At the edge of each column: how many squares a pawn that stands there goes, **exactly**; straight, or with **one** bend.
summary-points = A plate across or seized: { $plate } points. A pawn lost: { $pawn } points to the other side.
summary-end = After { $standstill } moves without a control or an advance the game stops: plates beyond row 7 count for the smuggler, the others for the customs.
