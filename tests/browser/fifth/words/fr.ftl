title = The fair
blurb = Three stalls, three turns.
board = Board
wine = Wine
crown = Crown
wines = { $n } wine
crowns = { $n } crown
count = Your goods
none = nothing
rest = , nothing else
summary = Costs
pawn = pawn of { $seat }
tile = Tile
tile-detail = A tile has three junctions.
card-detail = Worth five.
cards = { $n } cards
years = Years
banner = The fair is open
price = The price
hand = Your cards
tray = Your tile
prompt-move = { $seat } moves
prompt-price = { $seat } names a price
prompt-doubt = Do you believe { $seat }?
prompt-tile = { $seat } lays a tile
prompt-count = { $seat } counts
prompt-throw = { $seat } throws a card away
verb = Play it
why-move = Not three squares away
why-tile = Square taken
announce = I pay { $n } M
doubt = I doubt
trust = I trust
stake = right or wrong: **10 M**
doubt-title = A price is named
secret = Answers are secret.
turn = Turn
all = Claim **everything**
true = true
false = false
who = { $seat }
event-done = { $seat_you ->
    [yes] You: { $text }.
   *[no] { $seat }: { $text }.
}
event-rolled = The die shows { $value }.
event-judged = { $n } doubt { $seat }: { $true ->
    [yes] wrongly.
   *[no] rightly.
}
over-closed = The fair is over. { $winners } { $n ->
    [one] wins.
   *[other] win.
}
