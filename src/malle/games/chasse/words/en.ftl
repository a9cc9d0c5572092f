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

over-plates = Every plate is seized or has arrived. { $winners } { $n ->
    [one] wins.
   *[other] have drawn.
}
over-no-customs = No customs man is left: everything gets across. { $winners } { $n ->
    [one] wins.
   *[other] have drawn.
}
over-two-passes = Nobody can move any more. { $winners } { $n ->
    [one] wins.
   *[other] have drawn.
}
over-standstill = Nothing advances any more: plates beyond the middle go to the smuggler, the others to the customs. { $winners } { $n ->
    [one] wins.
   *[other] have drawn.
}

# Figures
figure-controls-right = controls that find something
figure-plates-seized = plates seized
figure-plates-across = plates arrived
figure-hidden-apart = games with every plate hidden by itself
figure-hidden-together = games with all plates under one pawn
