title = The Merry Wheeler-Dealers
original-title = Les Joyeux Combinards
blurb = Buy at a price you name yourself, sell dear, keep out of prison. The first with 600 M and a clean record wins.

option-goal = Goal
option-goal-cash = 600 M in cash
option-goal-gain = 600 M more than at the start
option-goal-short = short game: 300 M in cash
option-booklet = The pack is never shuffled again: cards come back in the order they went under it
option-free = Denouncing somebody at customs without a cause costs nothing
option-return = The cards of a player who is out go under the pack
option-rounds = Number of rounds (0: until somebody wins)

# Squares
square-start = Start
square-purchase = Purchase
square-melina = Granny Mélina
square-flea-market = Flea market
square-police-station = Police station
square-refund = Refund
square-control = Control
square-flying-control = Flying control
square-airport = Airport
square-income-tax = Income tax
square-levy = Levy
square-bank-charges = Bank charges
square-stop = Stop
square-customs = Customs
square-refinery = Refinery
square-casino = Casino
square-marina = Marina
square-palace = Grand hotel
square-harbour = Harbour
square-nightclub = Nightclub
square-building-site = Building site
square-gallery = Gallery
square-hangar = Hangar

# Cards
nothing = none
card-corks = Loose corks
card-postcards = Yellowed postcards
card-soaps = Bars of soap
card-umbrellas = Odd umbrellas
card-gherkins = Jars of gherkins
card-buttons = Trouser buttons
card-socks = Socks by the metre
card-sardines = Tinned sardines
card-alarm-clocks = Alarm clocks
card-gnomes = Garden gnomes
card-saucepans = Dented saucepans
card-slippers = Slippers
card-sewing-machines = Sewing machines
card-bicycles = Second-hand bicycles
card-jams = Home-made jams
card-curtains = Flowered curtains
card-bedside-lamps = Bedside lamps
card-record-players = Record players
card-televisions = Television sets
card-carpets = Carpets
card-stoves = Stoves
card-accordions = Accordions
card-mopeds = Mopeds
card-silverware = Silverware
card-wardrobes = Rustic wardrobes
card-wines = Vintage wines
card-pianos = Upright pianos
card-certified-painting = Certified painting
card-vintage-car = Vintage car
card-family-jewels = Family jewels
card-cigarettes = Smuggled cigarettes
card-lottery-tickets = Fake lottery tickets
card-watches = Watches off a lorry
card-bad-liquor = Bad liquor
card-fake-perfumes = Fake perfumes
card-car-radios = Stolen car radios
card-fake-handbags = Fake handbags
card-pirate-tapes = Pirate tapes
card-fake-papers = Forged papers
card-caviar = Smuggled caviar
card-parrots = Protected parrots
card-number-plates = False number plates
card-doctored-cars = Doctored cars
card-counterfeit-money = Counterfeit money
card-looted-antiques = Looted antiques
card-ivory = Ivory
card-ingots = Undeclared ingots
card-fake-paintings = Fake paintings
card-stolen-diamonds = Stolen diamonds
card-surplus-arms = Surplus arms
card-secret-plans = Secret plans
card-exiled-crown = Crown of an exiled king
card-petrol-1 = Petrol, tank 1
card-petrol-2 = Petrol, tank 2
card-petrol-3 = Petrol, tank 3
card-petrol-4 = Petrol, tank 4
card-petrol-5 = Petrol, tank 5
card-petrol-6 = Petrol, tank 6
card-petrol-7 = Petrol, tank 7
card-petrol-8 = Petrol, tank 8
card-petrol-9 = Petrol, tank 9
card-petrol-10 = Petrol, tank 10

# What is printed on a card
sale = { $square } { $sum }
goods-licit = { $card } (licit, price { $price }; { $sales }; remission { $remission })
goods-illicit = { $card } (illicit, price { $price }; { $sales }; fine { $fine }, years { $years }; remission { $remission })
goods-petrol = { $card } (petrol, price { $price }; { $sales }; bonus { $bonus }; fine { $fine }; remission { $remission })

# What is being decided
phase-fork = { $you ->
    [yes] Which way: stay on the inner ring, or enter the outer circuit?
   *[no] { $who } chooses the way.
}
phase-buy = { $you ->
    [yes] Do you buy a card? You will see it only afterwards.
   *[no] { $who } decides whether to buy.
}
phase-announce = { $you ->
    [yes] Name the price of your card, true or not.
   *[no] { $who } is about to name a price.
}
phase-doubt = { $you ->
    [yes] Do you believe the announced price?
   *[no] The others decide: believe or doubt.
}
phase-sell = { $you ->
    [yes] You may sell one card here.
   *[no] { $who } may sell a card.
}
phase-refinery = { $you ->
    [yes] You may sell petrol here, as much as you like.
   *[no] { $who } may sell petrol.
}
phase-stop = { $you ->
    [yes] You may declare petrol: a bonus now, a promise to sell it at a refinery.
   *[no] { $who } may declare petrol.
}
phase-denounce = { $you ->
    [yes] Customs: do you denounce a promise that was not kept?
   *[no] The others decide: denounce or say nothing.
}
phase-station = { $you ->
    [yes] You may give up cards for years off your record.
   *[no] { $who } may give up cards.
}
phase-inform = { $you ->
    [yes] Flying control: do you denounce somebody?
   *[no] { $who } may denounce somebody.
}
phase-reward = { $you ->
    [yes] Your reward: years off your record, or money?
   *[no] { $who } chooses a reward.
}
phase-fly = { $you ->
    [yes] Do you fly to another airport?
   *[no] { $who } may fly.
}
phase-tax = { $you ->
    [yes] Pay the tax, or throw the dice?
   *[no] { $who } pays the tax or throws the dice.
}
phase-over = The game is over.

# The table
table-turn = Round { $round }. { $seat_you ->
    [yes] It is your turn.
   *[no] It is { $seat }’s turn.
} Pot: { $pot } M. Pack: { $pack }, under it: { $under }.
table-player = { $seat_you ->
    [yes] You have
   *[no] { $seat } has
} { $cash } M, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $years ->
    [0] a clean record
    [one] 1 year of prison
   *[other] { $years } years of prison
}; on { $square } ({ $name }).
table-out = { $seat_you ->
    [yes] You are out.
   *[no] { $seat } is out.
}
table-dice = The dice show { $sum }.
table-price = { $seat_you ->
    [yes] You announce
   *[no] { $seat } announces
} { $price } M for a card.
table-card = The card you are buying: { $card }.
table-hand = Your cards: { $cards }.

# Actions
action-go = { $outer ->
    [yes] Enter the outer circuit: stop on { $name }
   *[no] Go on to { $square } ({ $name })
}
action-fly = { $outer ->
    [yes] Fly to { $name }, outside
   *[no] Fly to { $name }, inside
}
action-pass = No, or no more
action-buy = Buy a card
action-announce = Announce { $price } M
action-trust = I believe it
action-doubt = I doubt it
action-sell = Sell: { $card }
action-declare = Declare: { $card } (bonus { $bonus } M)
action-give = Give up: { $card } ({ $years ->
    [one] 1 year off
   *[other] { $years } years off
})
action-denounce = Denounce { $seat }
action-pay = Pay { $tax } M
action-throw = Throw the dice: up to { $free } nothing, above it the roll
action-take-years = Years off my record
action-take-money = Money
action-lot = { $seat } begins
action-draw = Draw: { $card }
action-check = Control: { $card }
action-dice = Dice: { $low } and { $high }
action-die = Die: { $value }

# The log
event-first-drawn = { $seat_you ->
    [yes] The lot says that you begin.
   *[no] The lot says that { $seat } begins.
}
event-card-dealt = You are dealt: { $card }.
event-rolled = { $seat_you ->
    [yes] You roll { $low } and { $high }: { $sum }.
   *[no] { $seat } rolls { $low } and { $high }: { $sum }.
}
event-die-rolled = { $seat_you ->
    [yes] Your die shows { $value }.
   *[no] { $seat }’s die shows { $value }.
}
event-moved = { $seat_you ->
    [yes] You stop on **{ $square }**.
   *[no] { $seat } stops on **{ $square }**.
}
event-flown = { $seat_you ->
    [yes] You fly to { $name }.
   *[no] { $seat } flies to { $name }.
}
event-shuffled = The pack is used up: { $cards ->
    [one] 1 card is
   *[other] { $cards } cards are
} shuffled into a new one.
event-passed = { $seat_you ->
    [yes] You leave it at that.
   *[no] { $seat } leaves it at that.
}
event-card-taken = { $seat_you ->
    [yes] You take the top card.
   *[no] { $seat } takes the top card.
}
event-card-seen = It is: { $card }.
event-announced = { $seat_you ->
    [yes] You announce **{ $price } M**.
   *[no] { $seat } announces **{ $price } M**.
}
event-answered = { $seat_you ->
    [yes] You have answered.
   *[no] { $seat } has answered.
}
event-bought = { $seat_you ->
    [yes] Nobody doubts: you pay { $price } M and keep the card.
   *[no] Nobody doubts: { $seat } pays { $price } M and keeps the card.
}
event-doubted = { $seat_you ->
    [yes] You doubt { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } doubts you
       *[no] { $seat } doubts { $buyer }
    }
}: { $card }. { $true ->
    [yes] The announced { $price } M were enough.
   *[no] The announced { $price } M were too little!
}
event-price-paid = { $seat_you ->
    [yes] You pay the printed price: { $amount } M.
   *[no] { $seat } pays the printed price: { $amount } M.
}
event-sold = { $seat_you ->
    [yes] You sell { $card } for **{ $amount } M**.
   *[no] { $seat } sells { $card } for **{ $amount } M**.
}
event-petrol-declared = { $seat_you ->
    [yes] You declare { $card } and receive a bonus of { $amount } M.
   *[no] { $seat } declares { $card } and receives a bonus of { $amount } M.
}
event-given-up = { $seat_you ->
    [yes] You give up { $card }.
   *[no] { $seat } gives up { $card }.
}
event-denounced = { $seat_you ->
    [yes] You denounce { $accused }.
   *[no] { $accused_you ->
        [yes] { $seat } denounces you.
       *[no] { $seat } denounces { $accused }.
    }
}
event-not-denounced = { $accused_you ->
    [yes] Nobody denounces you at customs.
   *[no] Nobody denounces { $accused } at customs.
}
event-judged = { $right ->
    [yes] The promise was not kept: fine and confiscation!
   *[no] There was no cause for it.
}
event-control-clean = { $seat_you ->
    [yes] A card of yours is controlled: **not illicit**.
   *[no] A card of { $seat } is controlled: **not illicit**.
}
event-control-seen = It was: { $card }.
event-confiscated = { $seat_you ->
    [yes] Found and confiscated on you: { $card }.
   *[no] Found and confiscated on { $seat }: { $card }.
}
event-paid-tax = { $seat_you ->
    [yes] You pay { $amount } M of tax to the pot.
   *[no] { $seat } pays { $amount } M of tax to the pot.
}
event-paid-charges = { $seat_you ->
    [yes] You pay { $amount } M of bank charges to the pot.
   *[no] { $seat } pays { $amount } M of bank charges to the pot.
}
event-paid-refund = { $seat_you ->
    [yes] You take the pot: **{ $amount } M**.
   *[no] { $seat } takes the pot: **{ $amount } M**.
}
event-paid-indemnity = { $seat_you ->
    [yes] You pay { $payee } { $amount } M for a wrong suspicion.
   *[no] { $payee_you ->
        [yes] { $seat } pays you { $amount } M for a wrong suspicion.
       *[no] { $seat } pays { $payee } { $amount } M for a wrong suspicion.
    }
}
event-paid-fine = { $seat_you ->
    [yes] You pay a fine of { $amount } M.
   *[no] { $seat } pays a fine of { $amount } M.
}
event-paid-customs = { $seat_you ->
    [yes] You pay { $amount } M at customs.
   *[no] { $seat } pays { $amount } M at customs.
}
event-paid-reward = { $seat_you ->
    [yes] The bank rewards you with { $amount } M.
   *[no] The bank rewards { $seat } with { $amount } M.
}
event-years-changed = { $seat_you ->
    [yes] Your record
   *[no] { $seat }’s record
}: { $change ->
    [one] 1 year
   *[other] { $change } years
} { $sign ->
    [more] more
   *[less] less
}, now { $years }.
event-turned-out = { $seat_you ->
    [yes] You are out
   *[no] { $seat } is out
}: { $why ->
    [prison] too many years of prison.
   *[money] unable to pay.
}
event-hand-shown = { $seat_you ->
    [yes] Your cards: { $cards }.
   *[no] { $seat }’s cards: { $cards }.
}

# The end
over-goal = The goal is reached with a clean record. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } win together.
}
over-last-one = Everybody else is out. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } win together.
}
over-rounds = The rounds are over. { $n ->
    [one] { $winner_you ->
        [yes] You win.
       *[no] { $winners } wins.
    }
   *[other] { $winners } win together.
}

# Figures
figure-lies = announced prices below the printed one
figure-doubts = announced prices that are doubted
figure-doubts-right = doubts that are right
figure-controls-clean = controls that find nothing
figure-petrol-declared = petrol declared, among declarations and sales
figure-out = players who are put out
figure-answers = entries that are answers in a window

# The screen
board = The board: an inner ring and two outer circuits
board-title-above = The Merry
board-title-below = Dealers
board-start = Start
board-purchase = Purchase
board-melina =
    Granny
    Mélina
board-flea-market =
    Flea
    market
board-police-station =
    Police
    station
board-refund = Refund
board-control = Control
board-flying-control =
    Flying
    control
board-airport = Airport
board-income-tax =
    Income
    tax
board-levy = Levy
board-bank-charges =
    Bank
    charges
board-stop = Stop
board-customs = Customs
board-refinery = Refinery
board-casino = Casino
board-marina = Marina
board-palace =
    Grand
    hotel
board-harbour = Harbour
board-nightclub = Nightclub
board-building-site =
    Building
    site
board-gallery = Gallery
board-hangar = Hangar
sum-start = nothing happens
sum-purchase = buy one card, at a price you name
sum-police-station = give up to { $given_up } cards, years off
sum-refund = take the pot
sum-control = one of your cards is drawn
sum-flying-control = denounce somebody
sum-airport = fly to another one
sum-income-tax = { $tax } M, or the dice above { $tax_free }
sum-levy = { $tax } M, or the dice above { $tax_free }
sum-bank-charges = { $charges } M to the pot
sum-stop = declare petrol for a bonus
sum-customs = denounced? else { $customs_move } or more: go on; less: { $customs_due } M a card
sum-refinery = sell petrol
summary = Squares
summary-goal = Goal: **{ $goal } M** and a clean record. More than { $prison } years put you out.
summary-prices = Printed prices: { $prices }. A wrong doubt costs the card’s price and { $indemnity } M.
screen-table = Goal: { $goal } M and a clean record{ $rounds ->
    [0] { "" }
   *[other] { " " }· { $rounds } rounds
}
screen-round = round { $round }
screen-over = The deals are done
screen-pot = in the pot
screen-cards = { $n ->
    [0] no card
    [one] 1 card
   *[other] { $n } cards
}
screen-pack = in the warehouse, { $under } under it
claim-price = “I pay { $price } M for it.”
claim-buyer = { $seat_you ->
    [yes] You buy a card that you alone have seen
   *[no] { $seat } buys a card that nobody else has seen
}
screen-bought = You are buying
screen-hand-of = Goods of { $seat }
screen-out = out of the game
screen-role = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} · { $years ->
    [0] a clean record
    [one] 1 year of prison
   *[other] { $years } years of prison
}
screen-prison = { $years } of { $most } years
pawn = Pawn of { $seat }
screen-your-goods = Your goods
risk-licit = nothing to fear
risk-illicit = fine { $fine } · { $years ->
    [one] 1 year
   *[other] { $years } years
}
risk-petrol = bonus { $bonus }
card-detail = { $kind ->
    [illicit] Illicit: fine { $fine } M and { $years } years if it is found.
    [petrol] Petrol: bonus { $bonus } M, fine { $fine } M for a broken promise.
   *[licit] Licit: nothing to fear.
} Sold at: { $sales }. Remission: { $remission }.
money = { $amount } M
unit = M
screen-you-have = you have { $cash } M
prompt-fork-you = You rolled { $roll }: which way?
prompt-fork = { $who } chooses a way
prompt-buy-you = Do you buy a card?
prompt-buy = { $who } may buy a card
prompt-announce-you = Name the price of your card
prompt-announce = { $who } looks at a card and will name its price
prompt-doubt-you = { $who } announces { $price } M: do you believe it?
prompt-doubt = { $who_you ->
    [yes] You announce { $price } M: the others answer
   *[no] { $who } announces { $price } M: the others answer
}
prompt-sell-you = { $square }: do you sell a card?
prompt-sell = { $who } may sell a card: { $square }
prompt-refinery-you = Refinery: do you sell petrol?
prompt-refinery = { $who } may sell petrol
prompt-stop-you = Stop: do you declare petrol?
prompt-stop = { $who } may declare petrol
prompt-denounce-you = { $who } is at customs: do you denounce?
prompt-denounce = { $who_you ->
    [yes] You are at customs: the others answer
   *[no] { $who } is at customs: the others answer
}
prompt-station-you = Police station: do you give up a card?
prompt-station = { $who } may give up cards
prompt-inform-you = Flying control: do you denounce somebody?
prompt-inform = { $who } may denounce somebody
prompt-reward-you = Years off, or money?
prompt-reward = { $who } chooses a reward
prompt-fly-you = Airport: do you fly?
prompt-fly = { $who } may fly
prompt-tax-you = { $square }: pay or throw the dice?
prompt-tax = { $who } pays or throws the dice: { $square }
answer-outside = Outside
stake-outside = stop here, whatever the dice say
answer-inside = { $square }
stake-inside = go on along the road
answer-buy = Buy
stake-buy = you see the card afterwards and name its price
answer-buy-not = Not this time
stake-buy-not = your turn is over
answer-doubt = I doubt it
stake-doubt = right: it is mine; wrong: its price + { $indemnity } M
answer-trust = I let it pass
stake-trust = { $price } M go to the bank, and the card is kept
answer-denounce = I denounce
stake-denounce = promise not kept: a fine on all petrol; else I pay { $indemnity } M
answer-silence = I say nothing
stake-silence = whatever was promised is forgiven
answer-sell-enough = Sell nothing
stake-sell-enough = keep all cards
answer-refinery-enough = That is all
stake-refinery-enough = keep the rest
answer-stop-enough = That is all
stake-stop-enough = nothing (more) to declare
answer-station-enough = That is all
stake-station-enough = keep the rest
answer-inform = { $seat }
stake-inform = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
answer-inform-not = Nobody
stake-inform-not = your turn is over
answer-years = { $n ->
    [one] 1 year off
   *[other] { $n } years off
}
stake-years = your record stands at { $years }
answer-money = { $n } M
stake-money = from the bank
answer-fly-outside = Fly to { $name }
stake-fly-outside = outside
answer-fly-inside = Fly to { $name }
stake-fly-inside = inside
answer-stay = Stay
stake-stay = your turn is over
answer-pay = Pay { $tax } M
stake-pay = to the pot
answer-throw = Throw the dice
stake-throw = up to { $free } nothing; above it the roll
way-outside = Out to the Stop
way-inside = On to { $square }
verb-go = Go
verb-buy = Buy
verb-announce = Announce
verb-sell = Sell
verb-refinery = Sell
verb-stop = Declare
verb-station = Give up
verb-inform = Denounce
verb-take = Take
verb-fly = Fly
verb-pay = Pay
ask-fork = The dice show { $roll }
ask-buy = A card from the warehouse?
ask-announce = What do you say it costs?
ask-announce-note = True or not: if somebody doubts, the card is shown.
say-announce = I announce { $price } M
ask-doubt-note = Your answer is secret. If several doubt, only the first after { $seat } counts.
claim-customs = { $seat } stops at customs
claim-clean = “Nothing to hide.”
ask-denounce-note = Your answer is secret. Remember: was petrol declared on this visit, and sold?
ask-sell = { $square }
ask-sell-note = Pick a card to sell.
ask-refinery = { $square }
ask-refinery-note = Pick petrol to sell, as often as you like.
ask-stop = { $square }
ask-stop-note = Pick petrol to declare: a bonus now, and a promise.
ask-station = { $square }: { $given } given up
ask-station-note = Pick a card to give up.
why-sell = None of the other cards is sold here.
why-refinery = Only petrol is sold here.
why-stop = Only petrol that is not yet declared can be declared.
why-station = This card cannot be given up now.
say-sell = Sell { $card } for { $sum } M
say-refinery = Sell { $card } for { $sum } M
say-stop = Declare { $card }: bonus { $bonus } M
say-station = Give up { $card }: { $remission ->
    [one] 1 year off
   *[other] { $remission } years off
}
ask-inform = Whom do you denounce?
ask-inform-note = One card is drawn. Not illicit: a die of prison for you. Illicit: a die of reward.
ask-reward = The die shows { $n }
ask-fly = Where to?
say-fly = Fly to { $name }
ask-tax = { $tax } M, or the dice?
event-hand-dealt = You are dealt: { $cards }.
stamp-found = found
stamp-lawful = lawful
stamp-true = enough
stamp-lie = too low
verdict-illicit = Illicit!
verdict-clean = Not illicit
verdict-true = Honest
verdict-lie = Caught!
verdict-true-why = { $price } M were announced, { $printed } M are printed.
verdict-lie-why = Only { $price } M were announced, { $printed } M are printed.
shown-control = { $seat_you ->
    [yes] You are controlled
   *[no] { $seat } is controlled
}
shown-doubted = { $seat_you ->
    [yes] You doubt { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } doubts you
       *[no] { $seat } doubts { $buyer }
    }
}
bill-title = The bill
bill-announced = announced
bill-printed = printed
bill-bank = { $seat_you ->
    [yes] You pay the bank
   *[no] { $seat } pays the bank
}
bill-indemnity = { $seat } to { $payee }
bill-card = { $seat_you ->
    [yes] The card is yours
   *[no] The card goes to { $seat }
}
