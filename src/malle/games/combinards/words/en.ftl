title = The Jolly Wheeler-Dealers
title-short = Combinards
original-title = Les Joyeux Combinards
blurb = Buy at the price you say, sell for more, tip off the police about your friends. 600 M and a clean record wins. Morality has nothing to do with it.
tagline = Name a price. Any price.
edition = After the booklet of the French box, Habourdin International, Paris, 1986, licence C. Schmitt; it does not say whether that is the author. The rules, the list of printed prices and the sums of the squares are original; the board and all that the cards say, lost, are rebuilt.

option-goal = Goal of the game
option-goal-cash = { $goal } M in cash
option-goal-gain = { $goal } M more than at the start
option-goal-short = short game: { $short } M in cash
option-booklet = The pack is never reshuffled: cards come back in the order they went under it
option-free = A false accusation at customs costs nothing
option-return = The cards of a player who is out go back under the pack
option-rounds = Number of rounds
option-rounds-0 = until somebody wins

# Squares
square-start = Start
square-purchase = Purchase
square-melina = Granny Mélina
square-flea-market = Flea market
square-police-station = Police station
square-refund = Refund
square-control = Inspection
square-flying-control = Spot check
square-airport = Airport
square-income-tax = Income tax
square-levy = Levy
square-bank-charges = Bank charges
square-stop = Stop
square-customs = Customs
square-road = Road
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
card-watches = Watches off the back of a lorry
card-bad-liquor = Bathtub gin
card-fake-perfumes = Fake perfumes
card-car-radios = Stolen car radios
card-fake-handbags = Fake handbags
card-pirate-tapes = Pirate tapes
card-fake-papers = Forged papers
card-caviar = Smuggled caviar
card-parrots = Protected parrots
card-number-plates = False number plates
card-doctored-cars = Ringed cars
card-counterfeit-money = Counterfeit money
card-looted-antiques = Looted antiques
card-ivory = Ivory
card-ingots = Undeclared ingots
card-fake-paintings = Fake paintings
card-stolen-diamonds = Stolen diamonds
card-surplus-arms = Surplus arms
card-secret-plans = Secret plans
card-exiled-crown = Crown of an exiled king
card-petrol-1 = Oil, tanker 1
card-petrol-2 = Oil, tanker 2
card-petrol-3 = Oil, tanker 3
card-petrol-4 = Oil, tanker 4
card-petrol-5 = Oil, tanker 5
card-petrol-6 = Oil, tanker 6
card-petrol-7 = Oil, tanker 7
card-petrol-8 = Oil, tanker 8
card-petrol-9 = Oil, tanker 9
card-petrol-10 = Oil, tanker 10

# What is printed on a card
sale = { $square } { $sum }
goods-licit = { $card } (legal, price { $price }; { $sales }; remission { $remission })
goods-illicit = { $card } (illegal, price { $price }; { $sales }; fine { $fine }, prison { $years }; remission { $remission })
goods-petrol = { $card } (oil, price { $price }; { $sales }; bonus { $bonus }; fine { $fine }; remission { $remission })

# What is being decided
phase-fork = { $you ->
    [yes] Stay on the inner circuit, or slip outside?
   *[no] { $who } chooses a circuit.
}
phase-buy = { $you ->
    [yes] Do you buy a card? You will only see it afterwards.
   *[no] { $who } is tempted: buy, or not?
}
phase-announce = { $you ->
    [yes] Name the price of your card. Bluffing is allowed.
   *[no] { $who } looks at the card and will name a price.
}
phase-doubt = { $you ->
    [yes] Do you believe that price?
   *[no] The others wonder whether to believe it.
}
phase-sell = { $you ->
    [yes] You may sell one card here.
   *[no] { $who } may sell a card.
}
phase-refinery = { $you ->
    [yes] Refinery: sell as much oil as you like.
   *[no] { $who } may sell oil.
}
phase-stop = { $you ->
    [yes] Declare oil: the export bonus now, the promise to sell it at a refinery later.
   *[no] { $who } may declare oil.
}
phase-denounce = { $you ->
    [yes] Customs: do you remember any oil declared and not sold?
   *[no] The others are searching their memories.
}
phase-station = { $you ->
    [yes] You may give up cards for time off your sentence.
   *[no] { $who } may give up cards for time off.
}
phase-inform = { $you ->
    [yes] Spot check: will you play the informer?
   *[no] { $who } may play the informer.
}
phase-reward = { $you ->
    [yes] The informer’s wages: time off, or money?
   *[no] { $who } chooses the informer’s wages.
}
phase-fly = { $you ->
    [yes] Will you fly to another airport?
   *[no] { $who } may fly.
}
phase-tax = { $you ->
    [yes] Pay up, or chance the dice?
   *[no] { $who } pays up, or chances the dice.
}
phase-over = The game is over.

# The table
table-turn = Round { $round }. { $seat_you ->
    [yes] It is your turn.
   *[no] It is { $seat }’s turn.
} Pot: { $pot } M. Warehouse: { $pack }, under it: { $under }.
table-player = { $seat_you ->
    [yes] You have
   *[no] { $seat } has
} { $cash } M, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $years ->
    [0] a clean record
    [one] 1 year in prison
   *[other] { $years } years in prison
}; on { $square } ({ $name }).
table-out = { $seat_you ->
    [yes] You are out.
   *[no] { $seat } is out.
}
table-dice = The dice show { $sum }.
table-price = { $seat_you ->
    [yes] You name
   *[no] { $seat } names
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
action-pass = That’s enough for me
action-buy = Buy a card
action-announce = Name { $price } M
action-trust = I believe it
action-doubt = I doubt it
action-sell = Sell: { $card }
action-declare = Declare: { $card } (bonus { $bonus } M)
action-give = Give up: { $card } ({ $years ->
    [one] 1 year off
   *[other] { $years } years off
})
action-denounce = Tip off the police about { $seat }
action-pay = Pay { $tax } M
action-throw = Chance the dice: up to { $free } nothing, above it the total
action-take-years = Time off my sentence
action-take-money = Money
action-lot = { $seat } begins
action-draw = Draw: { $card }
action-check = Inspect: { $card }
action-dice = Dice: { $low } and { $high }
action-die = Die: { $value }

# The log
event-first-drawn = { $seat_you ->
    [yes] You are drawn to begin.
   *[no] { $seat } is drawn to begin.
}
event-card-dealt = You are dealt: { $card }.
event-rolled = { $seat_you ->
    [yes] You roll { $low } and { $high }: { $sum }.
   *[no] { $seat } rolls { $low } and { $high }: { $sum }.
}
event-die-rolled = { $seat_you ->
    [yes] You roll one die: { $value }.
   *[no] { $seat } rolls one die: { $value }.
}
event-moved = { $seat_you ->
    [yes] You stop on **{ $square }**.
   *[no] { $seat } stops on **{ $square }**.
}
event-flown = { $seat_you ->
    [yes] You fly to { $name }.
   *[no] { $seat } flies to { $name }.
}
event-shuffled = The warehouse is empty: { $cards ->
    [one] 1 card goes back in.
   *[other] { $cards } cards are shuffled and go back in.
}
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
    [yes] You name **{ $price } M**.
   *[no] { $seat } names **{ $price } M**.
}
event-answered = { $seat_you ->
    [yes] You have answered.
   *[no] { $seat } has answered.
}
event-bought = { $seat_you ->
    [yes] Nobody objects: you pay { $price } M and keep the card.
   *[no] Nobody objects: { $seat } pays { $price } M and keeps the card.
}
event-got-away = You got away with it: **{ $price } M** for a card worth **{ $printed } M**.
event-doubted = { $seat_you ->
    [yes] You do not believe { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } does not believe you
       *[no] { $seat } does not believe { $buyer }
    }
}: { $card }. { $true ->
    [yes] { $price } M was an honest price.
   *[no] { $price } M was a bluff!
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
    [yes] You declare { $card }. Export bonus: { $amount } M.
   *[no] { $seat } declares { $card }. Export bonus: { $amount } M.
}
event-given-up = { $seat_you ->
    [yes] You hand over at the police station: { $card }.
   *[no] { $seat } hands over at the police station: { $card }.
}
event-denounced = { $seat_you ->
    [yes] You inform on { $accused }.
   *[no] { $accused_you ->
        [yes] { $seat } informs on you.
       *[no] { $seat } informs on { $accused }.
    }
}
event-not-denounced = { $accused_you ->
    [yes] At customs, nobody informs on you.
   *[no] At customs, nobody informs on { $accused }.
}
event-judged = { $right ->
    [yes] Oil promised, oil kept: fine and confiscation!
   *[no] A false accusation.
}
event-control-clean = { $seat_you ->
    [yes] One of your cards is inspected: **nothing illegal**.
   *[no] One of { $seat }’s cards is inspected: **nothing illegal**.
}
event-control-seen = It was: { $card }.
event-confiscated = { $seat_you ->
    [yes] Seized from you: { $card }.
   *[no] Seized from { $seat }: { $card }.
}
event-paid-tax = { $seat_you ->
    [yes] You pay { $amount } M in tax into the pot.
   *[no] { $seat } pays { $amount } M in tax into the pot.
}
event-paid-charges = { $seat_you ->
    [yes] You pay { $amount } M in bank charges into the pot.
   *[no] { $seat } pays { $amount } M in bank charges into the pot.
}
event-paid-refund = { $seat_you ->
    [yes] You scoop the pot: **{ $amount } M**.
   *[no] { $seat } scoops the pot: **{ $amount } M**.
}
event-paid-indemnity = { $seat_you ->
    [yes] You pay { $payee } { $amount } M in compensation.
   *[no] { $payee_you ->
        [yes] { $seat } pays you { $amount } M in compensation.
       *[no] { $seat } pays { $payee } { $amount } M in compensation.
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
    [yes] The bank pays you { $amount } M, informer’s wages.
   *[no] The bank pays { $seat } { $amount } M, informer’s wages.
}
event-years-changed = { $sign ->
    [more] { $seat_you ->
        [yes] You get
       *[no] { $seat } gets
    } { $change ->
        [one] 1 year
       *[other] { $change } years
    } in prison
   *[less] { $seat_you ->
        [yes] You get
       *[no] { $seat } gets
    } { $change ->
        [one] 1 year
       *[other] { $change } years
    } off
}: { $years ->
    [0] a clean record.
    [one] 1 year on record.
   *[other] { $years } years on record.
}
event-turned-out = { $seat_you ->
    [yes] You are out
   *[no] { $seat } is out
}: { $why ->
    [prison] too many years in prison.
   *[money] nothing left to pay with.
}
event-hand-shown = { $seat_you ->
    [yes] You were holding: { $cards }.
   *[no] { $seat } was holding: { $cards }.
}

# The end
over-goal = The loot is in, the record is clean. { $n ->
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
figure-lies = prices bluffed
figure-doubts = prices doubted
figure-doubts-right = doubts that were right
figure-controls-clean = inspections that find nothing
figure-petrol-declared = oil declared, among declarations and sales
figure-out = players put out
figure-answers = log lines that are secret answers

# The screen
board = The board: an inner circuit and two outer ones
board-title-above = The Jolly
board-title-below = Wheeler-Dealers
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
board-control =
    Inspec-
    tion
board-flying-control =
    Spot
    check
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
sum-purchase = buy a card, at the price you say
sum-police-station = give up cards ({ $given_up } at most) for time off
sum-refund = scoop the pot
sum-control = one of your cards is drawn
sum-flying-control = play the informer
sum-airport = fly to another airport
sum-income-tax = { $tax } M, or the dice (free up to { $tax_free })
sum-levy = { $tax } M, or the dice (free up to { $tax_free })
sum-bank-charges = { $charges } M into the pot
sum-stop = declare oil for an export bonus
sum-customs = a promise forgotten? Beware. Else the dice: { $customs_move } or more, move on; less, { $customs_due } M per card
sum-refinery = sell oil
summary = Squares
summary-goal = Goal: **{ $goal } M** and a clean record. More than { $prison ->
    [one] { $prison } year
   *[other] { $prison } years
} in prison and you are out.
summary-prices = Printed prices: { $prices }. A wrong suspicion costs the card’s price, plus { $indemnity } M.
screen-table = Goal: { $goal } M and a clean record{ $rounds ->
    [0] { "" }
    [one] { " " }· { $rounds } round
   *[other] { " " }· { $rounds } rounds
}
screen-round = round { $round }
screen-over = No more deals
screen-pot = in the pot
screen-cards = { $n ->
    [0] no card
    [one] 1 card
   *[other] { $n } cards
}
screen-pack = General warehouse, { $under } under it
claim-price = “I’m paying { $price } M for it.”
claim-buyer = { $seat_you ->
    [yes] You are buying a card nobody else has seen
   *[no] { $seat } is buying a card nobody else has seen
}
screen-bought = You are buying
screen-hand-of = Goods: { $seat }
screen-out = out of the game
screen-role = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} · { $years ->
    [0] a clean record
    [one] 1 year in prison
   *[other] { $years } years in prison
}
screen-prison = { $years ->
    [one] 1 year
   *[other] { $years } years
} in prison, of { $most }
pawn = { $seat_you ->
    [yes] Your pawn
   *[no] { $seat }’s pawn
}
screen-your-goods = Your goods
risk-licit = nothing to fear
risk-illicit = fine { $fine } · { $years ->
    [one] 1 year
   *[other] { $years } years
}
risk-petrol = bonus { $bonus }
card-detail = { $kind ->
    [illicit] Illegal: fine { $fine } M and { $years ->
        [one] 1 year
       *[other] { $years } years
    } in prison if found.
    [petrol] Oil: bonus { $bonus } M, fine { $fine } M for a broken promise.
   *[licit] Legal: nothing to fear.
} Sold at: { $sales }. Off your sentence: { $remission ->
    [one] 1 year
   *[other] { $remission } years
}.
money = { $amount } M
unit = M
screen-you-have = you have { $cash } M
prompt-fork-you = You rolled { $roll }: which way?
prompt-fork = { $who } chooses a circuit
prompt-buy-you = Do you buy a card?
prompt-buy = { $who } may buy a card
prompt-announce-you = Name the price of your card
prompt-announce = { $who } looks at the card and will name a price
prompt-doubt-you = { $who } names { $price } M: do you believe it?
prompt-doubt = { $who_you ->
    [yes] You name { $price } M: the others answer
   *[no] { $who } names { $price } M: the others answer
}
prompt-sell-you = { $square }: sell a card?
prompt-sell = { $who } may sell a card: { $square }
prompt-refinery-you = Refinery: sell some oil?
prompt-refinery = { $who } may sell oil
prompt-stop-you = Stop: declare some oil?
prompt-stop = { $who } may declare oil
prompt-denounce-you = { $who } is at customs: do you speak up?
prompt-denounce = { $who_you ->
    [yes] You are at customs: who remembers?
   *[no] { $who } is at customs: who remembers?
}
prompt-station-you = Police station: give up a card?
prompt-station = { $who } may give up cards
prompt-inform-you = Spot check: will you play the informer?
prompt-inform = { $who } may play the informer
prompt-reward-you = Off your sentence, or money?
prompt-reward = { $who } chooses the informer’s wages
prompt-fly-you = Airport: will you fly?
prompt-fly = { $who } may fly
prompt-tax-you = { $square }: pay, or chance the dice?
prompt-tax = { $who } pays, or chances the dice: { $square }
answer-outside = Outside
stake-outside = stop here, whatever the dice say
answer-inside = { $square }
stake-inside = stay on the inner circuit
answer-buy = Buy
stake-buy = you see the card afterwards, and name its price
answer-buy-not = Not this time
stake-buy-not = turn over
answer-doubt = I doubt it
stake-doubt = bluff: the card is mine; if not, its price + { $indemnity } M
answer-trust = I believe it
stake-trust = { $price } M to the bank, and I’ll never know
answer-denounce = I speak up
stake-denounce = promise broken: a fine on all their oil; if not, { $indemnity ->
    [0] nothing
   *[other] I pay { $indemnity } M
}
answer-silence = I say nothing
stake-silence = whatever was promised is forgotten
answer-sell-enough = Sell nothing
stake-sell-enough = keep all my cards
answer-refinery-enough = That is all
stake-refinery-enough = keep the rest
answer-stop-enough = That is all
stake-stop-enough = nothing else to declare
answer-station-enough = That is all
stake-station-enough = keep the rest
answer-inform = { $seat }
stake-inform = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
answer-inform-not = Nobody
stake-inform-not = honour intact, turn over
answer-years = { $off ->
    [one] 1 year off
   *[other] { $off } years off
}
stake-years = years on record: { $years }
answer-money = { $n } M
stake-money = from the bank
answer-fly-outside = Fly to { $name }
stake-fly-outside = outside
answer-fly-inside = Fly to { $name }
stake-fly-inside = inside
answer-stay = Stay
stake-stay = turn over
answer-pay = Pay { $tax } M
stake-pay = into the pot
answer-throw = Chance the dice
stake-throw = up to { $free }: nothing; above it: the total
way-outside = Out to the Stop
way-inside = On to { $square }
verb-go = Go
verb-buy = Buy
verb-announce = Name it
verb-sell = Sell
verb-refinery = Sell
verb-stop = Declare
verb-station = Give up
verb-inform = Inform
verb-take = Take
verb-fly = Fly
verb-pay = Pay
ask-fork = The dice show { $roll }
ask-buy = A card from the general warehouse?
ask-announce = What do you say it costs?
ask-announce-note = Bluffing is allowed. If anybody doubts, the card is shown.
say-announce = I say { $price } M
stake-announce-lie = if anybody doubts, I pay { $printed } M and lose the card
stake-announce-true = if anybody doubts, the card is mine for nothing, with { $indemnity } M
ask-doubt-note = Your answer is secret. If several doubt, only the first after { $seat } counts.
claim-customs = { $seat } stops at customs
claim-clean = “Nothing to hide.”
ask-denounce-note = Your answer is secret. Do you remember oil declared on this visit and not all sold?
ask-sell = { $square }
ask-sell-note = Pick a card to sell.
ask-refinery = { $square }
ask-refinery-note = Pick oil to sell, as much as you like.
ask-stop = { $square }
ask-stop-note = Any oil to declare? A bonus now, a promise for later.
ask-station = { $square }: { $given } given up
ask-station-note = Pick a card to give up for its time off.
why-sell = No other card sells here.
why-refinery = Only oil is sold here.
why-stop = Only oil can be declared, and once per visit.
why-station = This card cannot be given up now.
say-sell = Sell { $card } for { $sum } M
say-refinery = Sell { $card } for { $sum } M
say-stop = Declare { $card }: bonus { $bonus } M
say-station = Give up { $card }: { $remission ->
    [one] 1 year off
   *[other] { $remission } years off
}
ask-inform = Will you play the informer?
ask-inform-note = One card of that hand is drawn. Illegal: a die is rolled for the reward. If not, contempt of court: a die for the years in prison.
ask-reward = The die shows { $n }
ask-fly = Where to?
say-fly = Fly to { $name }
ask-tax = { $tax } M, or the dice?
event-hand-dealt = You are dealt: { $cards }.
stamp-found = seized
stamp-lawful = in order
stamp-true = honest
stamp-lie = bluff
verdict-illicit = Illegal!
verdict-clean = In order
verdict-true = Honest
verdict-lie = Bluff!
verdict-passed = You got away
verdict-away = **{ $price } M** for a card worth **{ $printed } M**.
verdict-true-why = Named { $price } M, printed { $printed } M.
verdict-lie-why = Named { $price } M, printed { $printed } M.
shown-control = { $seat_you ->
    [yes] You are inspected
   *[no] { $seat } is inspected
}
shown-doubted = { $seat_you ->
    [yes] You do not believe { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } does not believe you
       *[no] { $seat } does not believe { $buyer }
    }
}
bill-title = The bill
bill-announced = named
bill-printed = printed
bill-bank = { $seat_you ->
    [yes] You pay the bank
   *[no] { $seat } pays the bank
}
bill-indemnity = Compensation, { $seat } to { $payee }
bill-card = { $seat_you ->
    [yes] The card is yours
   *[no] The card goes to { $seat }
}

# The story, after the end
deeds-good = doubts that were right
deeds-bad = wrong
story-note = { $bought ->
    [0] no purchase
    [one] { $bought } purchase
   *[other] { $bought } purchases
}, { $bluffs ->
    [0] no bluff
    [one] { $bluffs } bluff
   *[other] { $bluffs } bluffs
}{ $bluffs ->
    [0] { "" }
   *[other] { $caught ->
        [0] , none caught
       *[other] , { $caught } caught
    }
}
story-note-out = out of the game: { $why ->
    [prison] too many years in prison
   *[money] unable to pay
}
story-bluff = The biggest bluff
story-bluff-told = { $seat_you ->
    [yes] You announce
   *[no] { $seat } announces
} **{ $price } M** for { $card }, worth **{ $printed }**. Nobody blinks.
story-catch = The finest catch
story-catch-told = { $seat_you ->
    [yes] You announce
   *[no] { $seat } announces
} **{ $price } M**. { $doubter_you ->
    [yes] You doubt it
   *[no] { $doubter } doubts it
}, rightly: it was { $card }, at **{ $printed } M**.
story-wrong = One doubt too many
story-wrong-told = { $seat_you ->
    [yes] You tell
   *[no] { $seat } tells
} the truth: { $card }, **{ $printed } M**. { $doubter_you ->
    [yes] You doubt it, and pay.
   *[no] { $doubter } doubts it, and pays.
}
story-sale = The finest sale
story-sale-told = { $seat_you ->
    [yes] You sell
   *[no] { $seat } sells
} { $card }: **{ $amount } M**.
story-slip = { $seat_you ->
    [yes] Where your money came from
   *[no] Where the money came from: { $seat }
}
story-start = At the start
story-total = At the end
story-in = + { $amount } M
story-out = − { $amount } M
story-sales-in = Sales
story-petrol-in = Bonuses on oil
story-purchases-out = Purchases
story-doubts-out = Cards paid at the printed price, after a doubt
story-refund-in = The pot
story-reward-in = Informer’s pay
story-indemnity-in = Indemnities received
story-indemnity-out = Indemnities paid
story-tax-out = Taxes and levies
story-charges-out = Bank charges
story-fine-out = Fines
story-customs-out = Customs

thought-title = What the robot thought
thought-doubt = { $seat } took the **{ $price } M** that { $buyer_you ->
    [yes] you
   *[no] { $buyer }
} announced for a lie with { $percent } %{ $answer ->
    [doubted] , and doubted it.
    [passed] , and let it pass.
   *[other] . { $doubter_you ->
        [yes] You doubted it.
       *[no] { $doubter } doubted it.
    }
} It was { $lie ->
    [yes] one.
   *[no] none.
}

# The numbers of this edition
value-rest = The sums
value-board = The board
value-card = Card
value-licit = Legal goods
value-illicit = Illegal goods
value-petrol = Oil
value-price = Price
value-sales = Sells at
value-remission = Remission
value-fine = Fine
value-years = Years
value-bonus = Bonus
value-number = Cards
value-melina = Mélina
value-flea-market = Flea market
value-outside = Outside
value-refinery = Refinery
value-range = { $least } to { $most }
value-list = { $what }
value-inner = Inner circuit, from Start
value-circuit = Outer circuit { $circuit }
value-fork = Circuit { $circuit }: entered from
value-merge = Circuit { $circuit }: leads back to
value-cash = Money each at the start
value-hand = Cards each at the start
value-goal = Goal
value-short = Goal of the short game
value-prison = Years in prison, at most
value-faces = Faces of a die
value-indemnity = Damages for a wrong suspicion
value-tax = Income tax and levy
value-tax_free = Dice free up to
value-charges = Bank charges
value-customs_move = At customs, a move from
value-customs_due = At customs, per card
value-given_up = Cards given up at the police station, at most

# The lesson
lesson-1 = Square: { $square }. Decide first, look afterwards. Buy a card from the general warehouse.
lesson-2 = { $card }, illegal goods: { $price } M printed, for your eyes only. Say 5 M. It is not moral, it is the rule.
lesson-3 = Basile believed you: 5 M, and the card is yours. Now he says 2 M. Doubt him: the card will be shown.
lesson-4 = A bluff! He pays { $price } M, the card is yours. You are passing the fork: turn off to the square { $square }, prices are higher outside.
lesson-5 = Square: { $square }. Declare your oil: a bonus of { $bonus } M at once, and a promise to sell it ({ $place }).
lesson-6 = { $square }: Basile plays the informer. Your card { $card } is drawn: a fine of { $fine } M, { $years ->
    [one] { $years } year
   *[other] { $years } years
} in prison, and 4 M for him.
lesson-7 = { $square }: sell your oil for { $sum } M. Promise kept: at customs nobody can hold it against you.
lesson-8 = { $square }: { $card } at { $sum } M. The card says { $price } M. Sell, and ask no questions.
lesson-9 = { $square }, { $years ->
    [one] { $years } year
   *[other] { $years } years
} on record. Give up a card: its remission takes years off. Only a clean record wins.
lesson-10 = { $goal } M and a clean record: you win. More than { $years ->
    [one] { $years } year
   *[other] { $years } years
}, or not a penny left: you are out. The rest is character.

# Tips of the first game: a message guide-X appears when X is said
guide-event-rolled-you = The dice say how far; the square says what. Tap a square to see what it does.
guide-prompt-buy-you = You see the card once you have said yes. Then you name its price: the true one, or better.
guide-prompt-doubt-you = Believing costs nothing. Doubt rightly and the card is yours; wrongly, you pay for it, and an indemnity.
guide-prompt-fork-you = Inside you buy. Outside you sell dear, between two inspections.
guide-event-confiscated = A fine and prison. The police station takes years off in exchange for cards: only a clean record wins.
guide-event-petrol-declared = Remember who declared oil. At customs you will be asked whether you do.

# The rules in a minute: the name of a message is that of its drawing
minute-crate = Announce a price
minute-crate-text = Only you have seen the card. Say what it costs: the true price, or less.
minute-i-eye = They believe you, or not
minute-i-eye-text = The others answer in secret. Whoever doubts rightly takes the card, at your expense.
minute-palace = Sell for more
minute-palace-text = Each kind of goods has its places. Illegal goods pay better, until somebody checks.
minute-end = 600 M and a clean record win. Morals have nothing to do with it.
