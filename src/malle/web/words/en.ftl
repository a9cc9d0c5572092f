# The words of the screen, the same for all games.
ui-you = You
ui-your-turn = Your turn
ui-waiting-for = Waiting for { $names }
ui-late = You watch this game { $n } moves late.
ui-opening = The trunk is opening…
ui-reconnecting = Reconnecting…
ui-sending = Sending…
ui-home = Home
ui-leave = Leave the table
ui-players = Players
ui-this-table = This table
ui-robot = robot
ui-here = online
ui-away = elsewhere
ui-gone = offline
ui-awaited = to act
ui-rules = Rules
ui-log = Log
ui-menu = Menu
ui-yours = Yours
ui-cancel = Cancel
ui-undo = Take back
ui-other-way = Other way
ui-which-one = Which one?
ui-pick-one = Choose on the table.
ui-again = See again
ui-go-on = Go on
ui-eyes-only = for your eyes
ui-hold-to-see = Hold to see
ui-hidden = hidden card
ui-target = possible
ui-fewer = Fewer: { $what }
ui-more = More: { $what }
ui-other-price = Other price
ui-seconds-left = { $n } seconds
ui-map-whole = See the whole board
ui-map-part = See it from near
ui-command = Play in words
ui-send = Play
ui-close = Close
ui-see-rule = See the rule
ui-while-away = While you were away
ui-decision = Your decision
ui-new-version = A new version of Malle is ready.
ui-reload = Reload
ui-end = End of the game
ui-leg = Game { $n } of { $what }
ui-leg-head = Game { $n }
ui-next-leg = Game { $n } of { $what }: exchange sides
ui-next-leg-open = Game { $n } of { $what } has begun: go there
ui-rematch = Play again
ui-rematch-open = A new game has begun: go there
ui-so-far = match so far:
ui-match = Match
ui-match-over = End of the match
ui-match-you = You win the match
ui-match-won = { $names } wins the match
ui-match-drawn = The match is drawn
ui-total = Total
ui-sealed = Chance was sealed before the deal: this game can be verified.
ui-record = Download the game
ui-wish-sound = Sounds
ui-wish-still = No movement
ui-wish-confirm = Always confirm before playing
ui-wish-shared = Shared screen: my cards stay hidden
ui-theme = Light
ui-theme-auto = as the device
ui-theme-light = day
ui-theme-dark = night
ui-keys = Keys: Tab, arrows, Enter to pick, Escape to let go, i to look closely, r to turn, ? for the rules.

# The pages
page-title = Malle, board games with secrets
page-open = Open the trunk.
page-lead = { $n ->
    [one] A lost French game
   *[other] { $n } lost French games
}, to play with friends or against robots.
page-players = { $least } to { $most } players
page-players-one = { $least } players
page-play-now = Play now
page-play-now-note = against robots, no account
page-with-friends = Play with friends
page-with-friends-note = a link to send, no account
page-alone = Play alone
page-alone-note = challenges, a new one every day
page-how-many = Number of players
page-options = Ways to play
page-late = Spectators see the game
page-late-by = { $n ->
    [0] at once
   *[other] { $n } moves late
}
page-your-name = Your name
page-default-name = Camille
page-open-table = Open a table
page-rules = Rules
page-free = Free, open, without advertising. Every draw can be verified.
page-language = Français
page-invite = Invite your friends
page-invite-note = They open this link, or point their phone at this square.
page-copy = Copy the link
page-copied = Link copied
page-seat-free = free seat
page-seats = Round the table
page-fill = Fill up with robots and begin
page-waiting = { $n ->
    [one] Waiting for one more person.
   *[other] Waiting for { $n } more people.
}
page-join = Take a seat
page-join-lead = { $host } invites you to play { $title }.
page-full = This table is full: you may watch.
page-yes = yes
page-no = no
page-no-such = There is no such page.
page-back = Back to the start
