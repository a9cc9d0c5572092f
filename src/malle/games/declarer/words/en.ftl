title = Nothing to declare?
original-title = Rien à déclarer ?
blurb = A customs game of declarations. Say what is in your luggage, or something else; the richest at the end wins.

option-short = Short game: each round stops after { $cards } cards
option-capped = An informer never receives more than the liar pays
option-strict = When the next traveller wrongly doubts a diplomatic bag, the officer pays, not the doubter
option-rounds = Number of rounds (0: one for each player)

# Cards
nothing = nothing
card-luggage = { $n ->
    [one] { $n } piece of luggage
   *[other] { $n } pieces of luggage
}
card-bag = { $n ->
    [one] the diplomatic bag
   *[other] { $n } diplomatic bags
}
card-wine = { $n ->
    [one] { $n } wine
   *[other] { $n } wines
}
card-cigars = { $n ->
    [one] { $n } box of cigars
   *[other] { $n } boxes of cigars
}
card-cognac = { $n ->
    [one] { $n } cognac
   *[other] { $n } cognacs
}
card-perfume = { $n ->
    [one] { $n } perfume
   *[other] { $n } perfumes
}
card-watch = { $n ->
    [one] { $n } watch
   *[other] { $n } watches
}
card-camera = { $n ->
    [one] { $n } camera
   *[other] { $n } cameras
}
card-necklace = { $n ->
    [one] { $n } necklace
   *[other] { $n } necklaces
}
card-crown = { $n ->
    [one] { $n } crown
   *[other] { $n } crowns
}

# What is being decided
phase-declare = { $you ->
    [yes] Declare what is in your luggage; you need not tell the truth.
   *[no] { $who } is about to declare.
}
phase-officer = { $you ->
    [yes] Officer: do you believe the declaration, or search?
   *[no] { $who } decides: believe or search.
}
phase-neighbour = { $you ->
    [yes] Before you look: do you accept this hand, or turn informer?
   *[no] { $who } decides: accept the hand or turn informer.
}
phase-throw = { $you ->
    [yes] Throw one card away, face up; you will draw another.
   *[no] { $who } throws one card away.
}
phase-over = The game is over.

# The table
table-round = Round { $round } of { $rounds }. { $officer_you ->
    [yes] You are the customs officer.
   *[no] { $officer } is the customs officer.
}
table-purses = Purses: { $purses }.
purse = { $seat_you ->
    [yes] you { $money } F
   *[no] { $seat } { $money } F
}
purse-debt = { $seat_you ->
    [yes] you owe { $money } F
   *[no] { $seat } owes { $money } F
}
table-pack = { $left ->
    [0] The pack is used up.
    [one] 1 card left to take.
   *[other] { $left } cards left to take.
} In the open suitcase: { $laid }.
table-claim = { $seat_you ->
    [yes] You have declared
   *[no] { $seat } has declared
}: { $cards } (duty { $duty } F; { $hand ->
    [one] 1 card in hand
   *[other] { $hand } cards in hand
}).
table-last = This is the last declaration of the round.
table-hand = Your hand: { $cards }. Duty if you tell the truth: { $duty } F; fines if you are caught in a lie: { $fine } F.

# Actions
action-declare = Declare { $cards } ({ $duty } F)
action-claim = Claim the diplomatic bag
action-believe = Believe
action-search = Search
action-accept = Accept the hand
action-doubt = Doubt it and turn informer
action-throw = Throw away { $cards }
action-draw = Draw { $cards }
action-lot = { $seat } is the first officer

# The log
event-officer-drawn = { $seat_you ->
    [yes] The lot makes you the first officer.
   *[no] The lot makes { $seat } the first officer.
}
event-round-began = Round { $round } begins. { $officer_you ->
    [yes] You are the officer.
   *[no] { $officer } is the officer.
}
event-card-taken = { $seat_you ->
    [yes] You take a card.
   *[no] { $seat } takes a card.
}
event-card-seen = The card: { $cards }.
event-declared = { $seat_you ->
    [yes] You declare
   *[no] { $seat } declares
}: { $cards } (duty { $duty } F).
event-bag-claimed = { $seat_you ->
    [yes] You claim the diplomatic bag.
   *[no] { $seat } claims the diplomatic bag.
}
event-believed = { $seat_you ->
    [yes] You believe { $traveller }.
   *[no] { $traveller_you ->
        [yes] { $seat } believes you.
       *[no] { $seat } believes { $traveller }.
    }
}
event-searched = { $seat_you ->
    [yes] You search { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } searches you
       *[no] { $seat } searches { $traveller }
    }
}: { $cards }. { $true ->
    [yes] The declaration was true.
   *[no] The declaration was false!
}
event-accepted = { $seat_you ->
    [yes] You accept the hand.
   *[no] { $seat } accepts the hand.
}
event-hand-seen = The hand: { $cards }.
event-doubted = { $seat_you ->
    [yes] You doubt { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } doubts you
       *[no] { $seat } doubts { $traveller }
    }
}: { $cards }. { $true ->
    [yes] The declaration was true.
   *[no] The declaration was false!
}
event-thrown = { $seat_you ->
    [yes] You throw away { $cards }.
   *[no] { $seat } throws away { $cards }.
}
event-paid = { $payer_you ->
    [yes] You pay { $payee }
   *[no] { $payee_you ->
        [yes] { $payer } pays you
       *[no] { $payer } pays { $payee }
    }
} { $amount } F{ $reason ->
    [duty] { " " }in duty.
    [fine] { " " }in fines.
    [compensation] { " " }in compensation.
   *[reward] , the informer's reward.
}
event-round-ended = The pack is used up: round { $round } is over.

over-last-officer = The last officer goes off duty. { $winners } { $n ->
    [one] is the richest and wins.
   *[other] are equally rich and share the win.
}

# Figures
figure-lies = declarations that were lies
figure-searches = declarations searched
figure-searches-right = searches that found a lie
figure-informers = hands let through, then doubted
figure-informers-right = doubts that found a lie
