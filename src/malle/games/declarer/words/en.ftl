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

over-last-officer = The last officer goes off duty. { $n ->
    [one] { $winner_you ->
        [yes] You are the richest and win.
       *[no] { $winners } is the richest and wins.
    }
   *[other] { $winners } are equally rich and share the win.
}

# Figures
figure-lies = declarations that were lies
figure-searches = declarations searched
figure-searches-right = searches that found a lie
figure-informers = hands let through, then doubted
figure-informers-right = doubts that found a lie

# The screen
money = { $amount } F
name-luggage = Luggage
name-bag = Diplomatic bag
name-wine = Wine
name-cigars = Cigars
name-cognac = Cognac
name-perfume = Perfume
name-watch = Watch
name-camera = Camera
name-necklace = Necklace
name-crown = Crown
role-officer = Customs
role-traveller = Traveller
screen-table = { $rounds ->
    [one] One round
   *[other] { $rounds } rounds
} of { $cards } cards · sealed chance
screen-round = round { $round } of { $rounds }
screen-question = “Anything to declare?”
screen-cards = { $n ->
    [0] Empty
    [one] 1 card
   *[other] { $n } cards
}
screen-in-pack = in the trunk
screen-seen = seen by all
screen-your-cards = { $n ->
    [one] Your card
   *[other] Your { $n } cards
}
screen-back = Hidden card
screen-duty = duty { $sum }
screen-fine = fine { $sum }
screen-fine-short = fine { $sum }
screen-free = nothing to pay
screen-debt = debt
screen-you-have = you have **{ $money } F**
screen-at-desk = { $n ->
    [one] at the desk, 1 card
   *[other] at the desk, { $n } cards
}
screen-next = has the last word
screen-waits = waits
screen-risk = { $officer } may search you. If you lie, you owe the fine on **all that you carry**: **{ $fine } F**.
screen-round-ended = End of round { $round }
screen-round-began = { $officer_you ->
    [yes] **Round { $round }**: you are the customs officer.
   *[no] **Round { $round }**: { $officer } is the customs officer.
}
screen-over = Everything unpacked
tariff = Tariff
tariff-article = Article
tariff-duty = Duty
tariff-fine = Fine
tariff-reminder = Wrongly suspected: **{ $compensation } F** to the one suspected. Informing rightly: **{ $reward } F**, paid by the customs officer.
compose-title = What you declare
compose-count = { $n } of { $most } cards
compose-nothing = nothing to declare
compose-rest = , nothing else
compose-and = { " " }and{ " " }
compose-total = duty to pay: { $sum } F
compose-claim = Claim the **diplomatic bag**
compose-claim-risk = no duty; if it is false, { $fine } F on top of the fines
verb-declare = Declare
verb-throw = Throw
slip-title = Declaration · { $traveller }
slip-rest = nothing else
slip-nothing = nothing to declare
slip-bag = nothing to show, nothing to pay
slip-total = Duty declared
prompt-declare-you = Declare your { $n } cards
prompt-declare = { $traveller } is preparing a declaration
prompt-officer-you = { $traveller } declares { $cards }
prompt-officer = { $traveller_you ->
    [yes] You declare { $cards }. { $officer } decides
   *[no] { $traveller } declares { $cards }. { $officer } decides
}
prompt-neighbour-you = Will you take the cards of { $traveller }?
prompt-neighbour = { $traveller_you ->
    [yes] { $next } takes your cards, or informs on you
   *[no] { $next } takes the cards of { $traveller }, or informs
}
prompt-throw-you = Throw one card away, you will draw another
prompt-throw = { $traveller } throws one card away
ask-officer = Do you believe { $traveller }?
ask-officer-note = If you let them pass and { $next } rightly informs on them, you will owe { $next } **{ $reward } F**.
answer-believe = Let pass
answer-believe-stake = { $duty ->
    [0] I receive nothing
   *[other] I receive **{ $duty } F**
}
answer-search = Search
answer-search-true = true: I pay **{ $compensation } F**
answer-search-lie = false: the fine is mine
ask-neighbour = { $traveller } got through. Do you believe it?
ask-neighbour-note = You will see these cards only after your answer.
answer-accept = I take the cards
answer-accept-last = I let it pass
answer-accept-stake = without having looked
answer-accept-stake-last = and the round is over
answer-doubt = I inform
answer-doubt-lie = false: I receive **{ $reward } F**
answer-doubt-true = true: I pay **{ $compensation } F**
ask-throw-note = Touch the card to throw away, face up for all to see.
throw-say = Throw: { $card }
throw-note = then a new card
throw-why = A diplomatic bag that was received must be the card thrown away.
shown-searched = { $seat_you ->
    [yes] You searched the suitcase of { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } searched your suitcase
       *[no] { $seat } searched the suitcase of { $traveller }
    }
}
shown-doubted = { $seat_you ->
    [yes] You informed on { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } informed on you
       *[no] { $seat } informed on { $traveller }
    }
}
stamp-declared = declared
stamp-free = exempt
stamp-hidden = hidden!
verdict-true = True
verdict-lie = Fraud
verdict-true-said = { $traveller_you ->
    [yes] You told **the truth**.
   *[no] { $traveller } told **the truth**.
}
verdict-true-bag = The **diplomatic bag** was there.
verdict-lie-bag = **No diplomatic bag** in these cards.
verdict-lie-hidden = { $traveller_you ->
    [yes] You lied: you were hiding **{ $cards }**.
   *[no] { $traveller } lied, and was hiding **{ $cards }**.
}
verdict-lie-more = { $traveller_you ->
    [yes] You lied: you did not have **{ $cards }**.
   *[no] { $traveller } lied, and did not have **{ $cards }**.
}
bill-title-lie = Fines · { $traveller }
bill-title-true = Compensation · { $traveller }
bill-hidden = **{ $card }**, hidden
bill-bag = False diplomatic bag
bill-nothing = Nothing to pay
bill-pays = { $payer_you ->
    [yes] You pay { $payee }
   *[no] { $payee_you ->
        [yes] { $payer } pays you
       *[no] { $payer } pays { $payee }
    }
}{ $reason ->
    [duty] { " " }(duty)
   *[other] { "" }
}
event-cards-taken = { $seat } takes { $n ->
    [one] a card
   *[other] { $n } cards
}.
event-cards-seen = You take { $n ->
    [one] a card
   *[other] { $n } cards
}: { $cards }.
