title = Liar’s dice
original-title = Liar’s dice
blurb = Dice under cups, bids that rise, and one question: is it still true?

phase-play = { $you ->
    [yes] Bid higher, or call the last bidder a liar.
   *[no] { $who } bids or calls.
}
phase-over = The game is over.
over-last = { $winner_you ->
    [yes] You have the last dice, and win.
   *[no] { $winners } has the last dice, and wins.
}

dice-1 = { $n ->
    [one] { $n } one
   *[other] { $n } ones
}
dice-2 = { $n ->
    [one] { $n } two
   *[other] { $n } twos
}
dice-3 = { $n ->
    [one] { $n } three
   *[other] { $n } threes
}
dice-4 = { $n ->
    [one] { $n } four
   *[other] { $n } fours
}
dice-5 = { $n ->
    [one] { $n } five
   *[other] { $n } fives
}
dice-6 = { $n ->
    [one] { $n } six
   *[other] { $n } sixes
}

event-die-rolled = You roll { $dice }.
event-bid-made = { $seat_you ->
    [yes] You bid **{ $dice }**.
   *[no] { $seat } bids **{ $dice }**.
}
event-called = { $seat_you ->
    [yes] You call { $bidder } a liar.
   *[no] { $bidder_you ->
        [yes] { $seat } calls you a liar.
       *[no] { $seat } calls { $bidder } a liar.
    }
} There are **{ $dice }**. { $loser_you ->
    [yes] You lose a die.
   *[no] { $loser } loses a die.
}

action-roll = roll a die
action-bid = bid { $dice }
action-call = call the bidder a liar

table-dice = { $seat }: { $n ->
    [one] { $n } die
   *[other] { $n } dice
}
table-bid = { $seat_you ->
    [yes] You have bid { $dice }
   *[no] { $seat } has bid { $dice }
}
table-cup = Under your cup: { $dice }.

figure-right-calls = calls that were right

prompt-bid = { $seat_you ->
    [yes] Make the first bid.
   *[no] { $seat } makes the first bid.
}
prompt-answer = { $seat_you ->
    [yes] Bid higher, or call the last bidder a liar.
   *[no] { $seat } bids higher, or calls.
}
screen-each = { $n ->
    [one] { $n } die each
   *[other] { $n } dice each
}
screen-dice = { $n ->
    [one] { $n } die
   *[other] { $n } dice
}
screen-cups = under all cups
screen-cup = Under your cup
screen-faces = Bid on
screen-bid = { $seat } bids
screen-least = at least { $dice }
screen-verb = Bid
screen-more = one more
screen-call = Liar!
screen-true-stake = true: you lose a die
screen-lie-stake = a lie: the bidder loses a die
screen-true = true
screen-lie = a lie

lesson-1 = Three fives under your cup, and Basile cannot see them. Bid three fives: at least so many, under both cups together.
lesson-2 = Basile says five fives. You have three; he would need two. Call him a liar.
lesson-3 = Four fives: a lie, and Basile loses a die. All dice are rolled anew. Whoever has the last dice wins.

guide-prompt-bid = Pick a face, then how many: at least so many dice with this face, under all cups together.
guide-event-called = Whoever was wrong has one die less, and makes the next bid.
