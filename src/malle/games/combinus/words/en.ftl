title = Combinus
title-short = Combinus
original-title = Combinus
blurb = Twenty-five tiles, four borders, some paths. Link your two borders, hold on to your branches, and beware of exchanges.
tagline = Link your two borders, tile by tile.
edition = After the booklet, Pascal P. Parmentier, Casablanca, 1978. The drawings of the tiles are missing; only one family of 25 tiles has the counts that the booklet gives.

option-variant = How tiles are taken
option-variant-pool = drawn face down
option-variant-hands = twelve face up each, joker in the centre
option-variant-open = all face up, joker in the centre: nothing left to chance
option-variant-spread = all face up, the joker among them: nothing left to chance
option-games = Games in the match, points added up

# Tiles and borders
tile = { $n ->
    [0] the blank tile
    [one] a tile with one junction
    [2] a tile with two junctions
    [3] a tile with three junctions
   *[other] a tile with four junctions
}
tile-joker = the joker
pair-left-right = left and right
pair-top-bottom = top and bottom

# What is being decided
phase-borders = { $you ->
    [yes] Choose your two borders.
   *[no] { $who } chooses two borders.
}
phase-take = { $you ->
    [yes] Take a tile.
   *[no] { $who } takes a tile.
}
phase-place = { $you ->
    [yes] Place your tile.
   *[no] { $who } places a tile.
}
phase-exchange = { $you ->
    [yes] Place your tile, or exchange it.
   *[no] { $who } places or exchanges a tile.
}
phase-again = { $you ->
    [yes] Find a new place for the tile you lifted.
   *[no] { $who } finds a new place for the lifted tile.
}
phase-over = The game is over.

# The table
table-game = { $games ->
    [one] One game.
   *[other] Game { $game } of { $games }.
}
table-totals = So far: { $one } { $mine }, { $other } { $yours }.
table-borders = { $seat_you ->
    [yes] You have
   *[no] { $seat } has
} { $pair }: { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $linked ->
    [yes] , borders linked.
   *[no] , borders not linked yet.
}
table-columns = { "   " }{ $tiles }
table-row = { $row }  { $tiles }
table-unseen = { $n ->
    [one] 1 tile not seen yet: { $tiles }
   *[other] { $n } tiles not seen yet: { $tiles }
}
table-pool = Face up: { $tiles }
table-own = { $seat_you ->
    [yes] Your tiles: { $tiles }
   *[no] { $seat }: { $tiles }
}
table-hand = { $seat_you ->
    [yes] In your hand: { $tile }, { $code }.
   *[no] { $seat } holds { $tile }, { $code }.
}

# Actions
action-place = Place { $code } on { $cell }
action-exchange = Exchange: { $code } in place of the tile on { $cell }
action-take-down = Draw a tile
action-take-up = Take { $tile } ({ $code })
action-draw = Draw { $tile } ({ $code })
action-deal = Deal { $tile } ({ $code })
action-choose = The { $pair } borders
action-first = { $seat_you ->
    [yes] You begin
   *[no] { $seat } begins
}

# The log
event-first-drawn = { $seat_you ->
    [yes] You are drawn to begin.
   *[no] { $seat } is drawn to begin.
}
event-tile-dealt = { $seat_you ->
    [yes] You receive { $tile }.
   *[no] { $seat } receives { $tile }.
}
event-rest-dealt = { $seat_you ->
    [yes] You receive the rest.
   *[no] { $seat } receives the rest.
}
event-borders-chosen = { $seat_you ->
    [yes] You choose the { $pair } borders.
   *[no] { $seat } chooses the { $pair } borders.
}
event-tile-taken = { $seat_you ->
    [yes] You draw a tile.
   *[no] { $seat } draws a tile.
}
event-tile-seen = It is { $tile }.
event-tile-turned-up = It is { $tile }: unplayable, back to the pool face up.
event-tile-picked = { $seat_you ->
    [yes] You take { $tile } from the tiles lying face up.
   *[no] { $seat } takes { $tile } from the tiles lying face up.
}
event-tile-shown = It is { $tile }.
event-tile-placed = { $seat_you ->
    [yes] You place { $tile } on { $cell }.
   *[no] { $seat } places { $tile } on { $cell }.
}
event-tile-exchanged = { $seat_you ->
    [yes] You exchange on { $cell }: { $tile } for { $removed }.
   *[no] { $seat } exchanges on { $cell }: { $tile } for { $removed }.
}
event-path-made = { $seat_you ->
    [yes] Your borders are linked: you may exchange.
   *[no] { $seat } has linked borders and may exchange.
}
event-path-cut = { $seat_you ->
    [yes] Your path is cut: no more exchanges.
   *[no] { $seat } has no path left, and no exchanges.
}
event-game-blocked = Blocked: nothing fits and nobody has a path. Both players may exchange.
event-turn-missed = { $seat_you ->
    [yes] You have nothing to play and miss your turn.
   *[no] { $seat } has nothing to play and misses a turn.
}
event-game-ended = Nobody can play any more. { $one }: { $mine }. { $other }: { $yours }.

over-full = The grid is full. { $n ->
    [one] { $winner_you ->
        [yes] You have the most linked branches and win.
       *[no] { $winners } has the most linked branches and wins.
    }
   *[other] { $winners } have equally many linked branches: a draw.
}
over-stuck = The remaining tiles fit nowhere. { $n ->
    [one] { $winner_you ->
        [yes] You have the most linked branches and win.
       *[no] { $winners } has the most linked branches and wins.
    }
   *[other] { $winners } have equally many linked branches: a draw.
}

# Figures
figure-turned-up = tiles drawn and unplayable
figure-exchanges = tiles laid by an exchange
figure-filled = squares filled at the end
figure-blocked = games blocked before anybody had a path

# The screen
screen-grid = Grid
screen-tiles = Tiles
screen-reminder = Blank touches only blank, junction touches only junction. The **joker** gets on with everybody.
legend-full = Filled: a linked branch, **1 point**.
legend-hollow = Hollow: not linked yet, 0 points.
legend-numbers = Every branch at a border has its number.
screen-legend = Filled disc: a linked branch, **1 point**. Hollow disc: worth nothing for now.
screen-match = match of { $n ->
    [one] { $n } game
   *[other] { $n } games
}
screen-over = The grid is done
screen-game = game { $game } of { $games }
screen-linked = linked
screen-not-linked = not linked yet
screen-exchange = Your borders are linked: you may exchange.
screen-exchange-blocked = The game is blocked: you may exchange.
screen-count = Linked branches
screen-count-left-right = { $seat_you ->
    [yes] You
   *[no] { $seat }
}: { $one } left + { $other } right{ $lost ->
    [0] { "" }
   *[other] { "" } ({ $lost } worth nothing)
}
screen-count-top-bottom = { $seat_you ->
    [yes] You
   *[no] { $seat }
}: { $one } top + { $other } bottom{ $lost ->
    [0] { "" }
   *[other] { "" } ({ $lost } worth nothing)
}
screen-own = { $seat_you ->
    [yes] Your tiles: { $n }
   *[no] { $seat }, tiles: { $n }
}
screen-down = { $n ->
    [0] no tile
    [one] 1 tile
   *[other] { $n } tiles
}
screen-pool = face down
screen-up = { $n ->
    [one] 1 tile face up
   *[other] { $n } tiles face up
}
screen-back = Tile face down
screen-held = { $seat_you ->
    [yes] Your tile
   *[no] { $seat }’s tile
}
screen-places = { $n ->
    [0] No empty square takes it
    [one] 1 square takes it
   *[other] { $n } squares take it
}{ $swaps ->
    [0] .
    [one] ; 1 exchange possible.
   *[other] ; { $swaps } exchanges possible.
}
screen-box = The tiles in the box: { $n } not seen yet
screen-choose = Which borders will you link?
screen-choose-note = Your opponent has the other two.
pair-left-right-cap = Left and right
pair-top-bottom-cap = Top and bottom
screen-draw-note = face down
screen-take = Take { $tile }
screen-take-note = Draw, or take a face-up tile that you can play.
screen-take-only = Take a tile that you can play.
screen-place = Place on { $cell }
screen-swap = Exchange on { $cell }
screen-turn = { $n ->
    [0] not turned
    [1] a quarter turn
    [2] half a turn
   *[other] three quarter turns
}
verb-choose = Choose
verb-draw = Draw
verb-take = Take
verb-place = Place
verb-turn = Turn
why-not-playable = Unplayable: this tile fits nowhere for now.
why-taken = Square taken; without a path, no exchange.
why-taken-again = Square taken: one exchange per turn.
why-no-room = The lifted tile would fit nowhere.
why-blank = **Blank against junction**: no way round fits here.
why-junctions = **The junctions do not meet**: no way round fits here.
event-tile-drawn = { $seat_you ->
    [yes] You draw { $tile }.
   *[no] { $seat } draws { $tile }.
}
event-tile-useless = { $seat_you ->
    [yes] You draw { $tile }: unplayable, back to the pool face up.
   *[no] { $seat } draws { $tile }: unplayable, back to the pool face up.
}

# Alone
challenge-none = No branch
challenge-none-goal = No path leaves the grid
challenge-twenty = Twenty branches
challenge-twenty-goal = A branch against every square of the frame
challenge-one-in-two = Every other branch
challenge-one-in-two-goal = All round, a branch on every other border square
challenge-middles = One in the middle of each border
challenge-middles-goal = One branch per border, in the middle
challenge-two-each = Two, symmetrical, on each border
challenge-two-each-goal = Two branches per border, symmetrical
challenge-five-on-two = Five on two borders
challenge-five-on-two-goal = Two borders full, nothing on the others
challenge-three-facing = Three, centred, face to face
challenge-three-facing-goal = Three branches in the middle of two opposite borders
challenge-corners-narrow = Two at each corner, narrow gap
challenge-corners-narrow-goal = Two branches at each corner, as close as possible
challenge-corners-wide = Two at each corner, wide gap
challenge-corners-wide-goal = Two branches at each corner, as far apart as possible
challenge-blank-centre = Blank square in the centre
challenge-blank-centre-goal = The blank tile in the centre; the rest is a matter of taste
challenge-diagonal = Symmetry, all but one tile
challenge-diagonal-goal = A diagonal as the mirror, all but one tile
challenge-in-order = By number of junctions
challenge-in-order-goal = Row by row, the number of junctions never rises
solo-alone = Combinus · solitaire
solo-twelve = Challenge { $n } of 12
solo-daily = Challenge of the day
solo-daily-goal = Branches where the frame asks for them, none where it refuses them
solo-daily-goal-free = Only the branches asked for; free borders: { $borders }
solo-title-each = { $n ->
    [0] A frame without branches
    [1] One branch per border
    [2] Two branches per border
    [3] Three branches per border
    [4] Four branches per border
   *[5] Five branches per border
}
solo-title-part = { $borders } { $n ->
    [0] none
    [1] one
    [2] two
    [3] three
    [4] four
   *[5] five
}
solo-at-0 = top
solo-at-1 = right
solo-at-2 = bottom
solo-at-3 = left
solo-and = { $one } and { $two }
solo-which = Square { $cell }: which piece?
solo-solved-alone = Without a hint.
solo-solved-helped = With { $n } hints.
solo-solved-helped-1 = With one hint.
solo-people-alone = Without a hint: { $n }.
solo-streak = Streak
solo-streak-days = { $n } days
solo-streak-days-1 = 1 day
solo-week = Mo Tu We Th Fr Sa Su
solo-share = Share
solo-share-note = The frame, and the order of your squares. Not one piece: nothing is spoilt.
solo-share-text = Combinus, { $name }: { $time }, no hints
solo-share-helped = Combinus, { $name }: { $time }, hints: { $n }
solo-shared = Copied: paste it wherever you like.
solo-again = Start over
solo-next = Another challenge
solo-counted-later = Offline: counted when you are back.
solo-spot-0a = top left
solo-spot-0b = top right
solo-spot-1a = right, high
solo-spot-1b = right, low
solo-spot-2a = bottom right
solo-spot-2b = bottom left
solo-spot-3a = left, low
solo-spot-3b = left, high
solo-border-0 = top
solo-border-1 = right
solo-border-2 = bottom
solo-border-3 = left
solo-free-borders = free borders: { $borders }
solo-place-branch = { $borders }: branch wanted
solo-place-none = { $borders }: no branch
solo-place-free = { $borders }: free
solo-goal = Goal
solo-left = Tiles to place: { $n }
solo-undo = Undo
solo-hint = Hint
solo-turn = Turn
solo-remove = Remove
solo-solvable = Still possible?
solo-yes = Yes, it is still possible.
solo-no = No, the game is up: these tiles leave no solution.
solo-unknown = Not found in time. It may not be lost yet.
solo-asking = Looking…
solo-offline = Offline
solo-offline-note = Your challenges are kept on this device; hints need the network.
solo-refused = The server gives no hint just now; ask again later.
solo-solved = Solved!
solo-clash-blank = **Blank against junction**: { $cell } does not fit { $other }.
solo-clash-junctions = **The junctions do not meet**: { $cell } does not fit { $other }.
solo-centre-joker = Joker in the centre
solo-centre-blank = Blank in the centre
solo-point-branches = Branches
solo-point-fits = Everything fits
solo-point-junctions = In order
solo-point-diagonal = Symmetry
solo-time = Time
solo-hints = Hints asked for
solo-none = none
solo-lesson = Lesson
solo-lesson-step = Lesson, { $n } of { $want }
solo-lesson-1 = Only four tiles left. The goal: no path leaves the grid. The one with two junctions facing each other goes on C4, lying flat: turn it if need be.
solo-lesson-2 = Try the blank tile on B5.
solo-lesson-3 = A zigzag: blank against junction, it will not do. Take it off.
solo-lesson-4 = On C5 all its neighbours are blank, the frame included: it is at home there.
solo-lesson-5 = B5 needs a single junction, at the top. Place the tile, and turn it until the zigzag is gone.
solo-lesson-6 = The last one, on D5. In doubt? “Still possible?” answers without placing anything; “Hint” places a tile, and it will be known.
solo-tabs = The twelve challenges of the booklet
solo-rules = Rules
solo-back = Back
solo-people = Solved by { $n } people
solo-people-0 = Nobody has solved it yet
solo-people-1 = Solved by one person
solo-today = Today’s challenge
solo-keys = R to turn, Enter to place
solo-hint-place = Hint: a tile has been placed on { $cell }.
solo-hint-remove = Hint: the tile on { $cell } was in the way; off it comes.
solo-empty-square = empty square
solo-board = Grid
solo-tray = Tiles to place
solo-given = given

# The story, after the end
story-note = { $laid ->
    [one] { $laid } tile laid
   *[other] { $laid } tiles laid
}{ $swapped ->
    [0] { "" }
    [one] , { $swapped } exchange
   *[other] , { $swapped } exchanges
}
story-linked = The first path
story-linked-told = { $by_you ->
    [yes] You lay
   *[no] { $by } lays
} { $tile } on **{ $cell }**: { $seat_you ->
    [yes] your two borders are linked.
   *[no] { $seat } has both borders linked.
}
story-cut = The pair of scissors
story-cut-told = { $by_you ->
    [yes] You play
   *[no] { $by } plays
} { $tile } on **{ $cell }**: { $seat_you ->
    [yes] your path is cut.
   *[no] { $seat } loses a path.
}
story-slip = { $seat_you ->
    [yes] Your points, game by game
   *[no] The points, game by game: { $seat }
}
story-game = Game { $game }
story-total = In all

# The numbers of this edition
value-rest = The box
value-rows = Rows
value-columns = Columns
value-joker = Jokers
value-fit = Two junctions fit
value-fit-coincide = when they touch
value-fit-alike = when they are in the same place
value-tiles = Pieces without the joker

# The lesson
lesson-1 = Two opposite borders of the grid are yours. Take left and right; Basile will have top and bottom.
lesson-2 = Your tile has two junctions. Place it on A3, against your left border. Tap again to turn it.
lesson-3 = A hollow disc: a branch, but it leads nowhere yet. Carry the track on to B3, junction against junction.
lesson-4 = C3 was played for you. Basile places where he likes: a tile on the grid serves everybody. The joker goes anywhere: D3.
lesson-5 = A tile with three junctions. Place it on E3 to reach the right border: your path will be complete.
lesson-6 = Borders linked: two filled discs, 2 points, and the right to exchange. Put your tile in place of the one on E3.
lesson-7 = The tile you lifted needs a new place. On E4 it also touches your border, and the path runs through it.
lesson-8 = 3 points. An exchange can also cut your opponent’s path. When nothing fits any more, linked branches are counted.

# Tips of the first game: a message guide-X appears when X is said
guide-phase-borders = Link your two borders. Tiles on the grid serve both players.
guide-phase-place = Lit squares take it. Tap again to turn it; it need not touch the others.
guide-event-tile-placed-you = A hollow disc is a branch worth nothing for now. It fills when a track links it to the opposite border.
guide-event-tile-useless = Unplayable: it goes back to the pool face up. Everybody sees it, and may take it.
guide-event-path-made-you = Your path gives you the exchange: your tile for one on the grid, to be placed elsewhere.
guide-event-path-made = Your opponent has a path. An exchange, or a well-placed tile, can still spoil it.

# The rules in a minute: the name of a message is that of its drawing
minute-borders-left-right = Choose two borders
minute-borders-left-right-text = Whoever begins takes left and right, or top and bottom. The other two are the opponent’s.
minute-tile-aabb = Place a tile
minute-tile-aabb-text = On any empty square. Neighbouring sides must agree, so that the line goes on.
minute-tile-joker = Link, then exchange
minute-tile-joker-text = A path from border to border lets you take the place of a tile that lies there.
minute-end = At the end each junction linked to the opposite border is worth a point. The highest score wins.
