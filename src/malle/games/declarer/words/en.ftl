title = Nothing to declare?
title-short = Declare
original-title = Rien à déclarer ?
blurb = Four cards in your luggage, one sentence at customs. Telling the truth is allowed. The fullest purse wins.
tagline = Lie to customs, and look innocent.
edition = After the booklet of the French box, which names no author, publisher or year; a sister box, Contraband, is of 1950. The fines of its examples are original; the duties and the other fines, whose picture is lost, are rebuilt and marked as such.

option-short = Short game: each round stops after { $short ->
    [one] { $short } card
   *[other] { $short } cards
}
option-capped = Cut-price informer: the reward is never more than the smuggler pays
option-strict = False alarm over the diplomatic bag: customs pays the compensation, not the informer
option-rounds = Number of rounds
option-rounds-0 = one each

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
    [yes] Anything to declare? Tell the truth, or tell something else.
   *[no] { $who } is preparing a declaration.
}
phase-officer = { $you ->
    [yes] You are the officer: wave them through, or search?
   *[no] { $who } is making up their mind: wave through, or search?
}
phase-neighbour = { $you ->
    [yes] Before you look at these cards: do you accept them, or turn informer?
   *[no] { $who } accepts the cards, or turns informer.
}
phase-throw = { $you ->
    [yes] Discard a card for all to see; you will draw a fresh one.
   *[no] { $who } discards a card.
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
    [0] The closed suitcase is empty.
    [one] 1 card is left in the closed suitcase.
   *[other] { $left } cards are left in the closed suitcase.
} In the open suitcase: { $laid }.
table-claim = { $articles ->
    [0] { $seat_you ->
        [yes] You declared nothing (
       *[no] { $seat } declared nothing (
    }
   *[other] { $seat_you ->
        [yes] You declared
       *[no] { $seat } declared
    } “{ $cards }” (duty { $duty } F;{ " " }
}{ $hand ->
    [one] 1 card in hand
   *[other] { $hand } cards in hand
}).
table-last = Last declaration of the round.
table-hand = Your hand: { $cards }. If you tell the truth: { $duty } F in duty. If you are caught in a lie: { $fine } F in fines.

# Actions
action-declare = { $articles ->
    [0] Declare nothing
   *[other] Declare “{ $cards }” ({ $duty } F)
}
action-claim = Claim immunity: diplomatic bag
action-believe = Believe, and wave through
action-search = Search
action-accept = Accept the cards
action-doubt = Inform, and have them searched
action-throw = Discard { $cards }
action-draw = Draw { $cards }
action-lot = { $seat } is on customs duty first

# The log
event-officer-drawn = { $seat_you ->
    [yes] You are drawn as the first customs officer.
   *[no] { $seat } is drawn as the first customs officer.
}
event-round-began = Round { $round }. { $officer_you ->
    [yes] You are the customs officer.
   *[no] { $officer } is the customs officer.
}
event-card-taken = { $seat_you ->
    [yes] You take a card.
   *[no] { $seat } takes a card.
}
event-card-seen = The card: { $cards }.
event-declared = { $articles ->
    [0] { $seat_you ->
        [yes] You have nothing to declare.
       *[no] { $seat } has nothing to declare.
    }
   *[other] { $seat_you ->
        [yes] You declare
       *[no] { $seat } declares
    } “{ $cards }” (duty { $duty } F).
}
event-bag-claimed = { $seat_you ->
    [yes] You claim immunity: diplomatic bag.
   *[no] { $seat } claims immunity: diplomatic bag.
}
event-believed = { $seat_you ->
    [yes] You wave { $traveller } through.
   *[no] { $traveller_you ->
        [yes] { $seat } waves you through.
       *[no] { $seat } waves { $traveller } through.
    }
}
event-searched = { $seat_you ->
    [yes] You search { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } searches you
       *[no] { $seat } searches { $traveller }
    }
}: { $cards }. { $true ->
    [yes] Everything was in order.
   *[no] Caught red-handed!
}
event-accepted = { $seat_you ->
    [yes] You accept the cards.
   *[no] { $seat } accepts the cards.
}
event-got-away = Waved through. { $kind ->
    [hidden] You were hiding **{ $cards }**.
    [bag] There was no diplomatic bag among your cards{ $n ->
        [0] { "" }.
       *[other] , and you were hiding **{ $cards }**.
    }
   *[more] You declared **{ $cards }** too many.
}
event-hand-seen = The hand: { $cards }.
event-doubted = { $seat_you ->
    [yes] You inform on { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } informs on you
       *[no] { $seat } informs on { $traveller }
    }
}: { $cards }. { $true ->
    [yes] Everything was in order.
   *[no] Caught red-handed!
}
event-thrown = { $seat_you ->
    [yes] You discard { $cards }.
   *[no] { $seat } discards { $cards }.
}
event-paid = { $payer_you ->
    [yes] You pay { $payee }
   *[no] { $payee_you ->
        [yes] { $payer } pays you
       *[no] { $payer } pays { $payee }
    }
} { $amount } F { $reason ->
    [duty] in duty.
    [fine] in fines.
    [compensation] in damages, for slander.
   *[reward] as an informer’s reward.
}
event-round-ended = All the cards have been played: end of round { $round }.

over-last-officer = The last officer hands in the cap. { $n ->
    [one] { $winner_you ->
        [yes] Your purse is the fullest: you win.
       *[no] { $winners } has the fullest purse and wins.
    }
   *[other] { $winners } are equally rich and share the win.
}

# Figures
figure-lies = declarations that were lies
figure-searches = declarations searched
figure-searches-right = searches that were justified
figure-informers = hands waved through by customs, then informed on
figure-debts = games in which somebody goes into debt
figure-debtors = players who go into debt
figure-informers-right = informers who were right

# The screen
money = { $amount } F
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
} of { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} · sealed draw
screen-round = round { $round } of { $rounds }
screen-question = “Anything to declare?”
screen-cards = { $n ->
    [0] Empty
    [one] 1 card
   *[other] { $n } cards
}
screen-in-pack = closed suitcase
screen-seen = open suitcase
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
screen-you-have = you have **{ $money } F**
screen-at-desk = { $n ->
    [one] at the desk, 1 card
   *[other] at the desk, { $n } cards
}
screen-next = will have the last word
screen-waits = waits
screen-risk = If { $officer } catches you lying, you pay the fine on **everything you carry**: **{ $fine } F**.
screen-round-ended = End of round { $round }
screen-round-began = { $officer_you ->
    [yes] **Round { $round }**: you are the customs officer.
   *[no] **Round { $round }**: { $officer } is the customs officer.
}
screen-over = The great unpacking
tariff = Tariff
tariff-article = Article
tariff-duty = Duty
tariff-fine = Fine
tariff-reminder = False accusation: **{ $compensation } F** to the injured party. Well-founded tip-off: **{ $reward } F**, out of the officer’s pocket.
tariff-reminder-capped = Capped reward: never more than the liar has to pay.
tariff-reminder-strict = Strict bag: whoever informs on a bag that is really there pays nothing, and the officer pays **{ $compensation } F**.
compose-title = What you declare
compose-count = cards: { $n } of { $most }
compose-nothing = nothing to declare
compose-rest = , nothing else
compose-and = { " " }and{ " " }
compose-total = duty to pay: { $sum } F
compose-claim = Claim immunity: **diplomatic bag**
compose-claim-risk = no duty; if it is not there, { $fine } F on top of the fines
verb-declare = Declare
verb-throw = Discard
slip-title = Declaration · { $traveller }
slip-rest = nothing else
slip-nothing = nothing to declare
slip-bag = nothing to show, nothing to pay
slip-total = Duty declared
prompt-declare-you = { $n ->
    [one] Declare your card
   *[other] Declare your { $n } cards
}
prompt-declare = { $traveller } is preparing a declaration
prompt-officer-you = { $articles ->
    [0] { $traveller } has nothing to declare
   *[other] { $traveller } declares “{ $cards }”
}
prompt-officer = { $articles ->
    [0] { $traveller_you ->
        [yes] You have nothing to declare. { $officer } decides
       *[no] { $traveller } has nothing to declare. { $officer } decides
    }
   *[other] { $traveller_you ->
        [yes] You declare “{ $cards }”. { $officer } decides
       *[no] { $traveller } declares “{ $cards }”. { $officer } decides
    }
}
prompt-neighbour-you = { $traveller } passes you a hand: take it?
prompt-neighbour = { $traveller_you ->
    [yes] { $next } wonders: take your cards, or inform on you?
   *[no] { $next } wonders: believe { $traveller }, or inform?
}
prompt-throw-you = Discard a card, you will draw a fresh one
prompt-throw = { $traveller } discards a card
ask-officer = Do you believe { $traveller }?
ask-officer-note = If you wave them through and { $next } rightly informs, it is you who will owe { $next } { $most ->
    [yes] the fine, up to **{ $reward } F**
   *[no] **{ $reward } F**
}{ $wrong ->
    [0] .
   *[other] { "" }; if wrongly, { $traveller } **{ $wrong } F**.
}
answer-believe = Wave through
answer-believe-stake = { $duty ->
    [0] I receive nothing
   *[other] I receive **{ $duty } F**
}
answer-search = Search
answer-search-true = { $duty ->
    [0] true: I pay **{ $compensation } F**
   *[other] true: I receive **{ $duty } F** and pay **{ $compensation } F**
}
answer-search-lie = { $extra ->
    [0] false: the fine is mine
   *[other] false: the fine is mine, and **{ $extra } F** more
}
ask-neighbour = Customs believed { $traveller }. Do you?
ask-neighbour-note = You will see these cards only after you have answered.
ask-neighbour-note-last = The round’s last hand: if you let it pass, nobody sees it before the replay.
answer-accept = I take the cards
answer-accept-last = I let it go
answer-accept-stake = without having looked
answer-accept-stake-last = and the round is over
answer-doubt = I inform on them
answer-doubt-lie = { $most ->
    [yes] false: as much as the fine for me, up to **{ $reward } F**
   *[no] false: **{ $reward } F** for me
}
answer-doubt-true = { $wrong_you ->
    [yes] true: I pay **{ $compensation } F**
   *[no] true: { $wrong } pays **{ $compensation } F**, I pay nothing
}
ask-throw-note = Tap the card to discard: everybody will see it.
throw-say = Discard: { $card }
throw-note = then a fresh card
declare-why-free = There is nothing to pay on luggage: it is not declared.
declare-why-bag = The diplomatic bag is claimed by the switch under the list.
throw-why = The diplomatic bag works only once: handed to you by a neighbour, it is the card to discard.
shown-searched = { $seat_you ->
    [yes] You searched { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } searched your luggage
       *[no] { $seat } searched { $traveller }
    }
}
shown-doubted = { $seat_you ->
    [yes] You inform on { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } informs on you
       *[no] { $seat } informs on { $traveller }
    }
}
stamp-declared = in order
stamp-free = exempt
stamp-hidden = fraud!
verdict-true = In order
verdict-lie = Fraud
verdict-passed = Passed
verdict-away = { $kind ->
    [hidden] You were hiding **{ $cards }**.
    [bag] There was no **diplomatic bag** among your cards{ $n ->
        [0] { "" }.
       *[other] , and you were hiding **{ $cards }**.
    }
   *[more] You declared **{ $cards }** too many.
}
verdict-true-said = { $traveller_you ->
    [yes] You were telling **the truth**.
   *[no] { $traveller } was telling **the truth**.
}
verdict-true-bag = The **diplomatic bag** was there.
verdict-lie-bag = **No diplomatic bag** among these cards.
verdict-lie-hidden = { $traveller_you ->
    [yes] Red-handed: you were hiding **{ $cards }**.
   *[no] Red-handed: { $traveller } was hiding **{ $cards }**.
}
verdict-lie-more = { $traveller_you ->
    [yes] You were lying: **{ $cards }** too many.
   *[no] { $traveller } was lying: **{ $cards }** too many.
}
bill-title-lie = Fines, the whole hand · { $traveller }
bill-title-true = Compensation · { $traveller }
bill-hidden = **{ $card }**, smuggled
bill-hidden-some = **{ $card }**, { $hidden } of them smuggled
bill-rule = Whoever lied pays for the whole hand.
bill-bag = Imaginary diplomatic bag
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

# The story, after the end
deeds-good = lies that passed
deeds-bad = caught
story-note = { $said ->
    [0] no declaration
   *[other] { $lies ->
        [0] no lie
        [one] { $lies } lie
       *[other] { $lies } lies
    } in { $said ->
        [one] { $said } declaration
       *[other] { $said } declarations
    }{ $lies ->
        [0] { "" }
       *[other] { $caught ->
            [0] , none caught
           *[other] , { $caught } caught
        }
    }
}
story-mark-true = true
story-mark-passed = lie that passed
story-mark-caught = lie caught
story-mark-officer = at customs
story-lie = The finest lie
story-lie-told = { $traveller_you ->
    [yes] You declare
   *[no] { $traveller } declares
}: “{ $claim }”. In the suitcase: **{ $cards }**. { $officer_you ->
    [yes] You wave it through
   *[no] { $officer } waves it through
}, and **{ $fine } F** in fines fly away.
story-catch = The finest catch
story-catch-told = { $traveller_you ->
    [yes] You declare
   *[no] { $traveller } declares
}: “{ $claim }”. { $seat_you ->
    [yes] You have it opened
   *[no] { $seat } has it opened
}: **{ $cards }**, and **{ $fine } F** in fines.
story-believed = Who believed whom
story-believed-told = { $officer_you ->
    [yes] You believed **{ $traveller }** { $n ->
        [one] once
       *[other] { $n } times
    } too often.
   *[no] { $traveller_you ->
        [yes] **{ $officer }** believed you { $n ->
            [one] once
           *[other] { $n } times
        } too often.
       *[no] **{ $officer }** believed **{ $traveller }** { $n ->
            [one] once
           *[other] { $n } times
        } too often.
    }
}
story-slip = { $seat_you ->
    [yes] Where your money came from
   *[no] Where the money came from: { $seat }
}
story-start = At the start
story-total = At the end
story-in = + { $amount } F
story-out = − { $amount } F
story-duty-in = Duty collected
story-duty-out = Duty paid
story-fine-in = Fines collected
story-fine-out = Fines paid
story-compensation-in = Compensation received
story-compensation-out = Compensation paid
story-reward-in = Rewards received
story-reward-out = Rewards paid

# The final picture
final-said = { $traveller_you ->
    [yes] You, round { $round }
   *[no] { $traveller }, round { $round }
}: “{ $kind ->
    [nothing] nothing to declare
    [bag] diplomatic bag
   *[some] { $claim }, nothing else
}”
final-passed = { $officer_you ->
    [yes] You waved it through
   *[no] { $officer } waved it through
}, { $next_you ->
    [yes] and so did you
   *[no] and so did { $next }
}. Duty paid: **{ $duty } F**. A search would have cost **{ $fine } F**.
final-caught = { $seat_you ->
    [yes] You had it opened
   *[no] { $seat } had it opened
}: **{ $fine } F** in fines. No lie got through.
final-count = { $lies ->
    [0] No lie
    [one] { $lies } lie
   *[other] { $lies } lies
} in { $said ->
    [one] { $said } declaration
   *[other] { $said } declarations
}{ $lies ->
    [0] { "" }
   *[other] { $caught ->
        [0] , none caught
       *[other] , { $caught } caught
    }
}.
stamp-said = declared
stamp-kept = hidden

# The numbers of this edition
value-rest = The rest
value-cards = Cards
value-hand = Cards in a hand
value-luggage = Luggage cards
value-bags = Diplomatic bags
value-compensation = To whoever was suspected wrongly
value-reward = To an informer who is right
value-bag_fine = Imaginary bag, on top of the fines
value-money = Money in all
value-rounding = Shares rounded to
value-short = Cards in a short round

# The lesson
lesson-1 = Your cards: { $goods }. Only what is on the tariff costs anything. Inès, at customs, sees only their backs.
lesson-2 = The truth, for once: declare { $goods }. Green is the duty, paid when you declare; red the fine, when you are caught.
lesson-3 = Inès believes you: { $duty } F in duty. Your cards go to Basile, face down. Before looking, he may still inform on you.
lesson-4 = Basile discarded { $thrown }, kept the rest and took a fresh card. He declares { $goods } and no more. You know all his cards but one.
lesson-5 = So his fresh card would be worth nothing? True half the time. Inform: { $reward } F if you are right, { $amount } F out of your pocket if not.
lesson-6 = Red-handed, and { $reward } F for you. A new hand: { $goods }, { $duty } F in duty. Lie: nothing to declare.
lesson-7 = A search. You pay the fine on the whole hand: { $fine } F. It hits even what you might have declared. “Nothing” attracts officers.
lesson-8 = Your turn at customs. Basile claims immunity: { $card }, a single card in { $pack }. Search him.
lesson-9 = He lied: { $fine } F for you. Now Inès declares { $goods }. Wave her through: { $duty } F for certain. Searching an honest traveller would cost { $amount } F.
lesson-10 = Everybody is on customs duty for one round. At the end the fullest purse wins, and nobody asks how.

# Tips of the first game: a message guide-X appears when X is said
guide-prompt-declare-you = Tap one of your cards to declare it. Nobody sees them: leave some out, or make some up with “+”.
guide-event-declared-you = Customs decides first, then your neighbour. If both believe you, you pay only for what you declared.
guide-prompt-neighbour-you = Before looking at these cards, choose: take them as declared, or inform.
guide-prompt-throw-you = Discard a card: everybody sees it. Only you see the fresh one; then you declare the lot.
guide-event-searched = A lie, however small, costs the fine on the whole hand. After a pointless search the officer pays compensation.
guide-prompt-officer-you = With the cap on, duties and fines are yours. But a liar you believe and a neighbour informs on costs you the reward.

# The rules in a minute: the name of a message is that of its drawing
minute-suitcase = Lie, or do not
minute-suitcase-text = You take four cards. You declare what you like, and pay the duty on what you declare.
minute-kepi = Customs believes, or searches
minute-kepi-text = Caught in a lie, the whole hand pays its fines. Searched for nothing, it receives 200 F.
minute-i-eye = The next one informs, or accepts
minute-i-eye-text = Before looking at your cards: 1,000 F if right, 200 F out of their own pocket if not.
minute-end = Everybody holds customs for a round. At the end the fullest purse wins, and nobody asks how.
