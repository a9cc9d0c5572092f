# The words of the screen, the same for all games.
ui-you = You
ui-your-turn = Your turn
ui-waiting-for = Waiting for { $names }
ui-late = You are watching with a delay, in moves: { $n }
ui-opening = The trunk is opening…
ui-reconnecting = Reconnecting…
ui-sending = Sending…
ui-home = Home
ui-leave = Leave the table
ui-players = Players
ui-level-novice = Robots: novices
ui-level-regular = Robots: regulars
ui-level-wily = Robots: wily ones
ui-this-table = This table
ui-robot = robot
ui-here = online
ui-away = elsewhere
ui-gone = offline
ui-awaited = to play
ui-rules = Rules
ui-log = Log
ui-menu = Menu
ui-yours = Yours
ui-cancel = Cancel
ui-undo = Take back
ui-other-way = Other route
ui-which-one = Which one?
ui-pick-one = Choose on the table.
ui-again = Replay
ui-go-on = Continue
ui-last-events = What has just happened
ui-reading = Waiting for { $names }. **Tap** to go faster.
ui-thinking = { $names } is thinking.
ui-reading-on = **Tap** to go on.
ui-roll = Roll the dice
ui-roll-title = Roll the dice
ui-rolled-title = The dice are rolling…
ui-seen = Got it
ui-seen-note = Nothing goes on without you.
ui-left = You still have
ui-out = Out of the game
ui-out-title = The game goes on without you
ui-out-had = You had
ui-out-place = Your place
ui-out-of = { $n } of { $what }
ui-out-stay = Watch the rest
ui-out-again = Play again
ui-eyes-only = for your eyes only
ui-hold-to-see = Hold to see
ui-hidden = hidden card
ui-target = possible
ui-no-more = The count is full: take something off first.
ui-fewer = Fewer: { $what }
ui-more = More: { $what }
ui-choose-back = Undo
ui-choose-more = { $n } more to choose.
ui-choose-full = All are chosen. To change one, take it back first.
ui-choose-most = No more than { $n } there.
ui-chosen-times = { $what }: { $n } chosen.
ui-chosen-none = { $what }: taken back.
ui-other-price = Other price
ui-price-less = One less
ui-price-more = One more
ui-seconds-left = time left: { $n }
ui-map-whole = See the whole board
ui-map-part = See it close up
ui-command = Play in words
ui-send = Play
ui-not-a-move = That is not a move you can make here. For instance: { $names }
ui-which-move = Several moves read like that: { $names }
ui-board-words = The board in words
ui-square-empty = empty
ui-watch-link = Link to watch
ui-language = Français
ui-close = Close
ui-see-rule = See the rule
ui-while-away = While you were away
ui-decision = Your decision
ui-new-version = A new version of Malle is ready.
ui-reload = Reload
ui-end = End of the game
ui-end-won = You won.
ui-end-shared = A shared win.
ui-end-drawn = A draw.
ui-end-lost = You lost.
ui-end-watched = { $names } won.
ui-end-watched-several = A shared win: { $names }
ui-leg = Game { $n } of { $what }
ui-leg-head = Game { $n }
ui-next-leg = Game { $n } of { $what }: swap sides
ui-next-leg-open = Game { $n } of { $what } has begun: join it
ui-rematch = Rematch, seats turned
ui-stronger = Stronger robots
ui-challenge = Today’s challenge
ui-replay = Replay the game
ui-tale-share = Share
ui-tale-copied = Copied
ui-tale-of = { $what }:
ui-others-slips = Where the others’ money came from
ui-see-moment = Watch this move
ui-back-to-table = Back to the table
ui-eyes = Through the eyes of
ui-eyes-of = Through the eyes of { $names }
ui-eyes-public = Public
ui-eyes-public-note = what all have seen
ui-eyes-all = Everything
ui-eyes-all-note = secrets open
ui-moment = move { $n } of { $what }
ui-reel = The course of the game
ui-reel-first = To the start
ui-reel-back = One move back
ui-reel-forward = One move on
ui-reel-last = To the end
ui-reel-play = Play
ui-reel-pause = Pause
ui-reel-link = Link to this move
ui-link-copied = Link copied
ui-reel-failed = This move did not get here. Try again.
ui-reel-keys = Keys: ← → one move, Home and End, Space to play, 1 to 6 to change eyes, P public, 0 everything, L the link.
ui-rematch-open = The rematch has begun: join it
ui-so-far = match so far:
ui-match = Match
ui-match-over = End of the match
ui-total = Total
ui-sealed = The draw was sealed before the deal: the whole game can be verified.
ui-known-here = Your name is known on this device only.
ui-keep-who = Keep this seat elsewhere
ui-record = Download the game
ui-wish-sound = Sounds
ui-wish-still = No motion
ui-wish-confirm = Always confirm before playing
ui-wish-shared = Shared screen: my cards stay hidden
ui-lesson = Lesson
ui-lesson-step = Lesson, { $n } of { $what }
ui-lesson-skip = Skip the lesson
ui-lesson-leave = Leave the lesson
ui-lesson-else = That is allowed too. For the lesson, try what is asked here.
ui-lesson-again = From the start
ui-lesson-play = Play against robots
ui-tips = Tips for a first game
ui-tips-seen = Got it
ui-tips-end = Enough tips
ui-theme = Theme
ui-theme-auto = automatic
ui-theme-light = day
ui-theme-dark = night
ui-watching = You are watching.
ui-ask-seat = Ask for a seat
ui-ask-robot = a robot plays there: ask for its seat
ui-ask-seat-note = The people at the table have twenty seconds to answer. You go on with what that seat knows, and nothing more.
ui-your-name = Your name at the table
ui-knock-sent = Asked: waiting for the answer…
ui-knock-over = Not this time: the seat stays the robot’s.
ui-knock-refused = Not now: this seat is being kept, somebody else is asking, or nobody is there to answer.
ui-knocking = { $names } would like to play
ui-knocking-note = in place of the robot { $what }, with what that seat knows and nothing more.
ui-knocking-left = { $n } s
ui-let-yes = Give the seat
ui-let-no = No thanks
ui-let-said = You said yes: everybody there is being asked.
ui-keys = Keys: Tab, arrows, Enter to pick, Escape to let go, i to look closely, r to turn, ? for the rules.

# Manners: who is away, leaving, pauses, who looks on
ui-missing = not here
ui-missing-for-s = { $names } has not answered for { $n } s
ui-missing-for-min = { $names } has not answered for { $n } min
ui-missing-note = Their seat stays theirs. Nobody loses by a bad line.
ui-nudge = Nudge
ui-nudged = Nudged { $n } s ago
ui-nudge-heard = You are awaited at the table.
ui-wait-on = Wait a little longer
ui-wait-on-note = asked again in 2 min
ui-stand-in = A robot for now
ui-stand-in-alone = it gives the seat back on their return
ui-stand-in-none = votes: { $n } of { $what }
ui-stand-in-some = agreed: { $names }; votes: { $n } of { $what }
ui-back-title = Welcome back, { $names }.
ui-back-note = A robot keeps your seat. It knows only what this seat knows.
ui-take-back = Take my seat back
ui-leave-title = Leave the table?
ui-later = Come back later
ui-later-note = the table waits for you; it is on the home page
ui-let-robot = Let a robot play
ui-let-robot-note = it plays for you until you are back
ui-give-up = Give up
ui-give-up-note = the seat is yours no more; a robot finishes the game for the others
ui-stay = Stay at the table
ui-pause = Suggest a pause
ui-pause-wanted = Pause wanted by { $names }
ui-pause-yes = Agreed
ui-paused = The table is paused.
ui-resume = Go on playing
ui-watching-one = So is one other person.
ui-watching-many = Others watching: { $n }
ui-host = host
ui-watchers = Watching: { $n }
ui-say = Say something
ui-emote-wink = Between us
ui-emote-bravo = Bravo!
ui-emote-phew = Phew…
ui-emote-oops = Oops!
ui-emote-really = Really?
ui-emote-well = Well played
ui-emote-wait = I’m waiting
ui-emote-nose = Liar!
ui-emote-said = { $names }: { $what }
ui-emote-more = { $n } s to go.
ui-emote-note = Three a minute. Robots send none.
ui-emote-not-now = Not now: answer first.
ui-busy = The trunk is busy: this is sent again by itself in a moment.
ui-mute = Mute { $names }
ui-unmute = Hear { $names }
ui-mute-all = Mute all
ui-unmute-all = Hear all
ui-report = Report
ui-report-title = Report to the host of this site
ui-report-name = this name has no place here
ui-report-table = this table has no place here
ui-reported = Reported. Thank you.
ui-not-reported = The report was not sent. Try again.
ui-round-device = One device, { $names }
ui-round-people-2 = two people
ui-round-people-3 = three people
ui-round-people-4 = four people
ui-round-people-5 = five people
ui-round-people-6 = six people
ui-round-robots-1 = one robot
ui-round-robots-2 = two robots
ui-round-robots-3 = three robots
ui-round-robots-4 = four robots
ui-round-all = What everybody sees
ui-round-pass = Hand the device to { $names }.
ui-round-turn = It is { $names }’s turn.
ui-round-away = The others look elsewhere.
ui-round-done = { $names } is done. Their cards have left the page, not just the screen.
ui-round-trust = Here, trust is between you.
ui-round-me = It is me, { $names }
ui-round-thumb = keep your thumb here for a second
ui-round-hold = hold the button, or the space bar, for a second

# The page that plays: what it keeps, and what it says of itself.
here-elsewhere = The game is open in another tab. Close it, and the game goes on here.
here-device = On this device
here-device-all = It all happens on this device.
here-device-robots = The robots play in this tab.
here-device-robots-why = They see what they hold and the table, nothing else, and think on your battery.
here-device-kept-title = The game is kept at each move.
here-device-kept = Close, come back: it waits for you here, and nowhere else.
here-device-cards = All cards are in this browser.
here-device-cards-why = Whoever knows how to look will see them. It is up to you not to know.
here-device-licences = Licences of what is here
here-back = Back to the game
here-record-title = The record
here-record-kept = Kept in this browser.
here-record-note = The whole game, its seed open. The file is what a house would give, but for one line: “dealt on this device”.
here-record = The file
here-verify = Verify
here-verified = { $n ->
    [one] Verified: seal, draws, { $n } decision.
   *[other] Verified: seal, draws, { $n } decisions.
}
here-verified-why = It proves that the game is whole. Between two people it proves no more: you dealt.
here-unverified = Refused: this game is not whole.
here-friends = Play with friends
here-friends-why = Here all cards are in one machine. Among friends another one must deal without looking: a house.
here-friends-none = No house? Five commands make one.
here-erase = Delete this game
here-erase-why = It exists only here. Deleted, it exists nowhere, and all that the page keeps goes with it.
here-erase-sure = Delete for good?
here-erase-no = Keep
here-erase-yes = Delete

# The pages
page-title = Malle, board games with secrets
page-open = Open the trunk.
page-lead = { $n ->
    [one] A game
   *[other] { $n } games
}{ $found ->
    [yes] {" "}found again, full of secrets
   *[no] {" "}with secrets
}, to play with friends or against robots without scruples.
page-players = { $least } to { $most ->
    [one] { $most } player
   *[other] { $most } players
}
page-players-one = { $least ->
    [one] { $least } player
   *[other] { $least } players
}
page-play-now = Play now
page-play-now-note = against robots, no account
page-with-friends = Play with friends
page-with-friends-note = a code, a link, no account
page-alone = Play solitaire
page-alone-note = challenges, a new one every day
page-options = Options
page-level = The robots
page-level-novice = Novices
page-level-regular = Regulars
page-level-wily = Wily ones
page-tempo = Time to read what robots do
page-tempo-calm = calm
page-tempo-usual = usual
page-tempo-quick = quick
page-late = Spectators see the game
page-late-by = { $n ->
    [0] live
    [one] { $n } move later
   *[other] { $n } moves later
}
page-clock = A clock for each decision
page-clock-of = { $n ->
    [0] none
    [one] { $n } minute
   *[other] { $n } minutes
}
page-clock-seconds = { $n ->
    [one] { $n } second
   *[other] { $n } seconds
}
page-when-late = When somebody is late
page-when-late-wait = everybody waits; while they are away, the others may let a robot have the seat
page-when-late-clock = a harmless move is made, and the seat stays theirs
page-when-late-slow = their bank is used, then a harmless move is made
page-your-name = Your name
page-name-asked = What should we call you? The others will see this name.
page-default-name = Camille
page-rules = Rules
page-free = Free, open, no advertising. Every draw can be verified: the only bluffing is in the rules.
page-language = Français
page-invite = Invite your friends
page-copy = Copy the link
page-copied = Link copied
page-seat-free = free seat
page-seats = Around the table
page-fill = Fill up with robots and start
page-waiting = { $n ->
    [one] Waiting for one more person.
   *[other] Waiting for { $n } more people.
}
page-your-table = Your table: { $title }
page-whose-table = { $host }’s table: { $title }
page-host = host
page-taken = { $n } of { $seats }, it takes { $least }
page-seat-open = Free seat
page-a-robot = A robot
page-seat-up = Move { $name } up
page-seat-down = Move { $name } down
page-you-play = You play
page-swap-sides = Swap sides
page-swap-sides-note = You play: { $side }
page-seat-more = { $name }: more
page-seat-remove = Remove { $name }
page-code-anew = Somebody was removed: the code and the link are new.
page-no-seat = Every seat is taken for now. This page changes as soon as one is free.
page-options-now = Everybody at the table will see it.
page-start = Start
page-start-with = Start with { $n }
page-seats-go = { $n ->
    [one] the free seat will be taken away
   *[other] the { $n } free seats will be taken away
}
page-host-begins = { $host } will start the game.
page-leave = Leave the table
page-ready = I am ready
page-is-ready = ready
page-not-ready = { $n ->
    [one] { $names } has not said ready yet.
   *[other] { $names } have not said ready yet.
}
page-start-anyway = Start anyway
page-seat-key = Give the key to { $name }
page-with-open = With strangers
page-with-open-note = a table open to all
page-open-tables = Open tables
page-open-row = { $host } is waiting, { $free ->
    [one] { $free } free seat
   *[other] { $free } free seats
} of { $seats }
page-since = { $n ->
    [0] just now
   *[other] for { $n } min
}
page-since-hours = for { $n } h
page-sit = Sit down
page-sit-with = Sit down: { $host }, { $title }
page-table-private = Private table
page-table-private-note = only with the code or the link; open it to all
page-table-open = Open to all
page-table-open-note = anybody may sit down; make it private
page-code = The code to read out
page-code-read = Code: { $letters }
page-code-field = Invitation code
page-code-go = Join
page-code-wrong = This code opens no table. It is gone when the game begins, and after a day: ask for it again.
page-share = Share
page-join-note = No account, no password. Your seat stays yours on this device.
page-not-invited = To take a seat you need the invitation: ask your friend for the link again, or type their code.
page-join = Take a seat
page-join-lead = { $host } is keeping you a seat: { $title }
page-yes = yes
page-no = no
page-description = Lost board games with secrets and French booklets, to play in the browser with friends or against robots. No account, no advertising.
page-hello = Hello again, { $name }.
page-back-to = { $n ->
    [one] A table is waiting for you. The rest is still in the trunk.
   *[other] { $n } tables are waiting for you. The rest is still in the trunk.
}
page-players-or = { $least } or { $most ->
    [one] { $most } player
   *[other] { $most } players
}
page-age = from age { $n }
page-minutes = { $minutes } min
page-minutes-between = { $least } to { $most }
page-minutes-about = { $minutes } min with friends, { $robots } against robots
page-play = Play
page-play-game = Play: { $title }
page-friends = With friends
page-friends-game = With friends: { $title }
page-at-table = At the table
page-learn = Learn it by playing
page-learn-note = a lesson of three minutes, on the real board
page-rules-note = one page, with examples
page-options-title = Options of the game
page-changes = { $n ->
    [0] Usual settings
    [one] { $n } change
   *[other] { $n } changes
}
page-letter = To the letter
page-letter-note = Where the booklet says otherwise than our usual settings:
page-letter-choice = { $option }: { $choice }
page-keep = Keep
page-restore = Reset
page-edition = This edition
page-edition-free = Malle is affiliated with neither its authors nor its publishers.
page-edition-more = Where do these numbers come from?
page-edition-note = given, deduced, reported or rebuilt
edition-lead = { $given ->
    [0] The booklet gives none of them.
   *[other] The booklet gives { $given } of these **{ $n ->
        [one] { $n } number
       *[other] { $n } numbers
    }**. Here are the others, each with its mark.
}
mark-given = given
mark-deduced = deduced
mark-reported = reported
mark-rebuilt = rebuilt
mark-given-count = { $n } given
mark-deduced-count = { $n } deduced
mark-reported-count = { $n } reported
mark-rebuilt-count = { $n } rebuilt
mark-given-note = the booklet says it
mark-deduced-note = logic leaves no other natural answer
mark-reported-note = a public description of the box says it
mark-rebuilt-note = the picture is lost, we chose it
edition-owner = Do you own the box?
edition-owner-text = Send the numbers that look wrong to you, or those that are missing: numbers, never a photograph of the art. The command **malle edition new { $game }** writes a file to fill in; it can be played at once.
edition-legend = Every number bears its mark:
page-box = Which box do you open?
page-box-note = An edition is the numbers and the names of a real box. Its name stays on the table and in the record.
page-box-usual = Malle’s edition
page-box-usual-note = ours, partly rebuilt
page-box-own = a file of this house
page-box-broken = refused:
page-box-changes = What “{ $name }” changes
page-of-box = Edition: { $name }
edition-box = An edition of this house: whoever runs this site filled it in, with its marks.
edition-box-value = number
edition-box-file = The file of this edition
edition-box-verify = With it and the record of a game everything can be checked elsewhere: malle record verify, followed by --edition and the file.
page-daily = Challenge of the day
page-offline = Offline: the rules open, tables wait for the network.
page-about = About
page-source = Source
page-skip = Skip to the content
page-back-up = Back
page-home = Open the trunk
page-back = Back to where you were
page-again = Try again
page-error = Error { $status }
page-error-number = Error { $status }. Whoever runs this site finds it by its number, { $number }.

# Troubles: what happened, and why
trouble-malformed = This link is not whole.
trouble-malformed-why = A letter was lost or added on the way. Copy it again, or ask for it once more.
trouble-refused = That is not in the trunk.
trouble-refused-why = What was asked for does not exist here: a game, a number of players or an option.
trouble-not-yours = This seat is not yours.
trouble-not-yours-why = Only the browser that took a seat may do this. Open the table there, or look on.
trouble-not-invited = This invitation leads nowhere now.
trouble-not-invited-why = It is not the one of this table. Ask your friend for the link again, or type the code on their screen.
trouble-wrong-origin = This did not come from our pages.
trouble-wrong-origin-why = Another site sent it, or the address of this one has changed. Open the page here and do it again.
trouble-no-such-table = There is no such table.
trouble-no-such-table-why = It was never opened here, or a letter of the link is wrong. Ask your friend for the link again, or type their code.
trouble-illegal = Not now.
trouble-illegal-why = The game does not allow it at this moment, or does not allow it any more.
trouble-table-full = Every seat is taken.
trouble-table-full-why = Somebody was faster. You may watch the game, or open a table of your own.
trouble-not-your-turn = It is not your turn.
trouble-not-your-turn-why = The table waits for somebody else.
trouble-stale = The table has moved on.
trouble-stale-why = Somebody acted in the meantime. Look at it again and choose anew.
trouble-key-reused = This was sent before.
trouble-key-reused-why = It was taken the first time, and is not done twice.
trouble-too-fast = One thing at a time.
trouble-too-fast-why = Too much came at once from your address. Wait a few seconds, then try again.
trouble-too-many-tries = Ten codes, not one of them right.
trouble-too-many-tries-why = So that nobody guesses another table’s, there is a wait: try again in a minute. The link of the invitation opens at once.
trouble-bug = This is our fault.
trouble-bug-why = Something broke here. Every move that was acknowledged is kept; nobody at the table has to pay for it.
trouble-no-such-rules = This game waits for its rules.
trouble-no-such-rules-why = It was begun on rules that this server does not have any more. Nothing is lost: tell whoever runs it.
trouble-unavailable = The trunk is shut for a moment.
trouble-unavailable-why = The server cannot reach its tables. Every move that was acknowledged is kept. Try again in a moment.
trouble-no-such-page = Stop. Nothing to see here.
trouble-no-such-page-why = This address does not exist, or no longer does. A stray dash, perhaps.
trouble-wrong-method = This address is not a page.
trouble-wrong-method-why = A form leads here; it cannot be opened by itself.
trouble-too-large = That is too much for the trunk.
trouble-too-large-why = What was sent is larger than anything our pages send.
trouble-http = This could not be read.
trouble-http-why = Your browser asked for it in a way that we do not understand.

# The tables that were begun
resume-yours = Your turn
resume-kept = A robot keeps your seat
resume-waiting = Waiting for { $names }
resume-filling = The table is filling up
resume-over = The game is over
resume-paused = Paused
resume-aside = It waits for its rules
resume-go = Resume
resume-look = Look
resume-end = See the end
resume-more = { $n ->
    [one] and { $n } more
   *[other] and { $n } more
}

# About
about-what = A trunk of games
about-what-text = Malle keeps board games that are no longer to be found and whose booklets are in French, with their rules, in French and English. What the booklets lost on the way, boards and numbers, is rebuilt and marked as such. Play them with friends or against robots, without an account and without advertising.
about-chance = Chance can be checked
about-chance-text = The draw is sealed before the deal and opened at the end. A game can be downloaded as one file, and one command makes every draw again.
about-secrets = Secrets are kept
about-secrets-text = Your screen receives only what you are allowed to see. So do the robots: no cheating, no peeking.
about-source = The code is open
about-source-text = Malle is free software under the Apache 2.0 licence. Anybody may read it, change it and run it at home.
about-host = Open a trunk of your own
about-host-text = A club, a family, a library of games: Malle runs on a small machine. The guide is in the code, docs/hosting.md.
about-author = Write a game
about-author-text = A game is a folder of Python: screen, terminal, robots and tests come with it. The guide is in the code, docs/author.md.
about-rights = Whose games these are
about-rights-text = The rules and numbers of a game are facts; the sentences and drawings here are our own. The names of games and publishers belong to whoever has them: Malle is affiliated with none. Do you hold rights in one of these games, or own the box? Write to whoever runs this site, or to the project at its code repository.
rights-game = Game
rights-printed = What is printed
rights-scan = Booklet online
rights-author = author: { $what }
rights-licence = licence: { $what }
rights-publisher = publisher: { $what }
rights-number = number: { $what }
rights-place = place: { $what }
rights-year = year: { $what }
rights-not-printed = not stated
rights-scan-line = The booklet is online thanks to
about-contact = To reach whoever runs this site:
about-licences = The typefaces and libraries of the client, and their licences

## A person: their games, their devices, what is kept of them

date-today = today
date-yesterday = yesterday
date-day = { $day } { $month }
date-day-year = { $day } { $month } { $year }
date-month-1 = January
date-month-2 = February
date-month-3 = March
date-month-4 = April
date-month-5 = May
date-month-6 = June
date-month-7 = July
date-month-8 = August
date-month-9 = September
date-month-10 = October
date-month-11 = November
date-month-12 = December
span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
span-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
}
span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
me-title = Me
me-called = At tables you are
me-name-keep = Change
me-what = No password, no account to open. You are this device, and those you add to it.
me-nobody = You are nobody yet
me-nobody-why = Play a game, and this device will know that it is you: there is no account to open, and no password.
me-devices = Devices
me-device-this = this one
me-device-here = here
me-device-since = since { $month }
me-device-seen = last seen: { $day }
me-device-close = Close
me-device-close-of = Close: { $name }
me-device-sure = { $name } will not be able to play for you any more.
kept-title = Keep your seats elsewhere
kept-lead = Should this device be lost, one of these doors is enough.
kept-stamp = kept
kept-make = Make one
kept-passkey = Passkey
kept-passkey-note = on this phone or computer; nothing to remember
kept-passkey-made = made { $day }
kept-passkey-sure = No passkey opens this identity any more. If a device is lost, close it too, further down.
kept-passkey-trouble = Nothing was done: the device refused, or the key is not from here. Try again whenever you like.
kept-paper = Recovery link
kept-paper-note = to print and put away in a drawer
kept-paper-made = made { $day }; it opens once
kept-paper-print = Print
kept-paper-again = Make another
kept-paper-of = This link opens the games of { $name } on another device, once.
kept-paper-how = Print it now: it will not be shown again. Whoever has it can play for you; making another closes this one.
kept-done = Done
kept-square = Add a device
square-how = Point the other device at this square. It works once.
square-minutes = It closes in two minutes.
square-left = It closes in { $n ->
    [60] one minute
    [one] { $n } second
   *[other] { $n } seconds
}.
square-closed = The square is closed. Another one?
square-led = Done:
square-typed = Without a camera, type at { $site }:
square-again = Another square
enter-title = Find my games again
enter-lead = With a recovery link, a square shown on another device, or a passkey.
enter-field = The link, or the twelve characters
enter-go = Go on
enter-passkey = With my passkey
enter-wrong = This opens nothing, or nothing any more: a square works once and for two minutes, a recovery link once.
enter-sure = Play here for { $name }?
enter-asks-square = { $name } asks for it from: { $device }. This device will be able to play for them until they close it.
enter-asks-paper = This is the recovery link of { $name }. This device will be able to play for them until they close it.
enter-stay = { $n ->
    [one] The game of this device stays with whoever played it here: they come back to it by a way of their own.
   *[other] The { $n } games of this device stay with whoever played them here: they come back to them by a way of their own.
}
enter-joined = { $n ->
    [one] The game of this device comes along.
   *[other] The { $n } games of this device come along.
}
enter-yes = Yes, it is me
enter-no = No
leave-title = Take away, erase
leave-lead = All that the house keeps of you, in one file. Erasing takes your name away everywhere; finished games can still be verified.
leave-export = Take everything
leave-erase = Erase me…
erase-title = Erase me
erase-goes = What goes
erase-goes-what = Your name, your devices, your keys and links, your address and notices, your figures, the people you blocked.
erase-stays = What stays
erase-stays-what = The moves, without a name, so that the others can finish and verify their games. Nothing in them leads to you.
erase-field = To confirm, write your name: { $name }
erase-wrong = That is not the name. Nothing was erased.
erase-go = Erase everything
figures-title = My figures
figures-private = for your eyes
figures-none = After your first finished game your figures will be here.
figures-deeds = { $good }: { $well } · { $bad }: { $ill }
figures-of = { $games }, { $won ->
    [0] none won
   *[other] { $won } won
}{ $drawn ->
    [0] {""}
   *[other] , { $drawn } drawn
}
statement-responsible = Responsible for this site:
statement-no-contact = Whoever runs this site has not said yet how to reach them.
privacy-title = Privacy
privacy-device = One cookie, to know that it is you
privacy-device-text = Your browser keeps a secret drawn at random; the house keeps a fingerprint of it alone. Two other small cookies remember your name and your language; where the house is opened by a link, a third remembers that you came by it. Nothing is measured, nothing is shared, there is no advertising and nothing of third parties.
privacy-name = Your name
privacy-name-text = The one you type, so that the others know you. It lies apart from the games, and you change or erase it on the page “Me”.
privacy-games = Your games
privacy-games-text = The moves, so that everybody can come back, look again and verify. No game is deleted by itself: whoever runs the site may delete finished games, as a rule after a year, and those that nobody touches, after a week, or after two months where a decision has a day or more.
privacy-kept = What you add
privacy-kept-text = Passkeys, a recovery link, devices (in two words, such as “Firefox, phone”), people you blocked, invitations. All of it goes when you erase yourself.
privacy-notices = Notices
privacy-notices-text = A mail address or a subscription of your browser, if you give one, and only to tell you that it is your turn. Nothing of a game is in a notice but which one it is and with whom.
privacy-logs = Logs of the server
privacy-logs-text = They say what breaks, never who plays, what, or from where.
privacy-others = Who else sees it
privacy-others-text = At a table, your name and your public moves. Nobody else, and no more: a secret of a game does not leave the server before the end.
privacy-rights = Take away, correct, erase
privacy-rights-text = On the page “Me”: a file with everything, and a button that erases at once. Backups from before go in their turn, when they are replaced. For anything else write to whoever runs this site.
legal-title = Legal notice
legal-who = Who runs this site
legal-who-text = A person or a club that has put Malle on a machine of theirs.
legal-what = What it is
legal-what-text = A free site to play on, without accounts and without money. The software is free, under the Apache 2.0 licence; its authors do not run this site.
legal-report = Reporting
legal-report-text = A name or a table is reported from the table’s menu. For anything else write to whoever runs this site.
accessibility-title = Accessibility
accessibility-does = What is done
accessibility-does-text = Everything can be played with a keyboard alone, read by a screen reader and enlarged, and hangs on no colour, no motion and no clock but the one you choose.
accessibility-tried = What is tried
accessibility-tried-text = A tool (axe) looks at some pages and moments of games at every change, and at most of them in a longer run now and then; tests play whole games by keyboard and read what a screen reader would say.
accessibility-not = What nobody has tried
accessibility-not-text = Nobody who lives with a screen reader, a magnifier or control by voice has played here yet, as far as we know. There has been no full audit.
accessibility-tell = Tell us
accessibility-tell-text = If something stops you, say so: it is a fault, and will be treated as one.
me-language = Language
me-language-name = English
device-name = { $browser }, { $kind }
browser-firefox = Firefox
browser-edge = Edge
browser-opera = Opera
browser-samsung = Samsung Internet
browser-chrome = Chrome
browser-safari = Safari
browser-other = Browser
kind-tablet = tablet
kind-phone = phone
kind-computer = computer
kind-other = device
mine-title = My games
# At what pace
pace-title = At what pace?
pace-live = Live
pace-live-note = we play together, now
pace-live-long = Everybody answers when it is their turn, and all wait at their pages. A clock of a few minutes can be chosen in the options.
pace-half = 12 hours a decision
pace-day = 1 day a decision
pace-three = 3 days a decision
pace-bank = { $days ->
    [one] { $days } day in the bank
   *[other] { $days } days in the bank
}
pace-days-short = { $days } d
pace-night = from { $begins } to { $ends } your clock is asleep
pace-no-night = the clock never sleeps: you have no quiet hours
pace-then-bank = then your bank
pace-bank-note = { $days ->
    [one] { $days } day for the whole game
   *[other] { $days } days for the whole game
}
pace-then-table = then a harmless move is made
pace-table-note = the seat stays yours, nothing is lost
pace-quiet = Quiet hours:
pace-quiet-own = everybody has their own. Yours: from { $begins } to { $ends }.
pace-quiet-none = everybody has their own. You have none.
pace-change = change
pace-pause = Pause:
pace-pause-note = if everybody agrees, for as long as you like
pace-long = Length:
pace-long-weeks = about { $decisions ->
    [one] { $decisions } decision
   *[other] { $decisions } decisions
} each; at { $a_day } a day, { $weeks ->
    [one] { $weeks } week
   *[other] { $weeks } weeks
}
pace-long-months = A whole game would take months.
pace-with = Then you invite whom you like.
pace-open = Open the table
pace-slow = A slow table
pace-line = A slow table: { $pace }, { $days ->
    [one] { $days } day in the bank
   *[other] { $days } days in the bank
}. Nights do not count.
pace-row = Pace
pace-row-note = live, or over days
hour-of-day = { $hour }:00
house-title = The house
house-unnamed = A house without a name
house-enter = Come in
house-enter-why = This link opens the page of the house to this device, once. It belongs to whoever runs the server.
house-gone = This link was used, or its quarter of an hour is over. On the server the command malle house gives another.
house-leave = Leave the house
house-counts =
    { $tables ->
        [one] { $tables } open table
       *[other] { $tables } open tables
    }, { $people ->
        [one] { $people } person
       *[other] { $people } people
    }, { $present } here now.
house-well = All is well.
house-todo-name = Give the house a name.
house-todo-address = Say where the site is: setting MALLE_ADDRESS.
house-todo-reports = { $n ->
    [one] A report waits for you.
   *[other] { $n } reports wait for you.
}
house-keep = Keep
house-kept = Kept.
house-name-title = Name
house-name-what = What is this house called?
house-opens = Who opens tables
house-opens-title = Who opens tables?
house-opens-all = Everybody
house-opens-all-why = an open house
house-opens-link = Whoever has the link of the house
house-opens-link-why = friends and family
house-opens-keepers = I do
house-opens-keepers-why = I open, the others sit down
house-link = Link of the house
house-link-new = Another link
house-address-title = Address
house-address-none = Not said yet
house-address-why = the one in invitations
house-address-why-not = without it invitations are good at home only
house-tls = Encrypted
house-tls-none = In the clear
house-tls-why = the proxy has a certificate
house-tls-why-not = fine at home; for outside put nginx or Caddy before it
house-reports-title = Reports
house-reports-none = Nothing waits.
house-report-table = A table
house-report-by = { $n ->
    [one] reported by one person
   *[other] reported by { $n } people
}
house-report-hide = Take away
house-report-keep = Leave it
house-numbers-title = Tables and people
house-open = Open tables
house-over = Finished games
house-people = People
house-present = Screens open at a table
house-no-hand = From here nobody sees a hand of a table in play. Nor do you.
house-load-title = Load
house-processor = Processor
house-memory = Memory
house-disk = Disk
house-answer = Answer
house-percent = { $n }%
house-of = { $used } of { $all } GB
house-register-title = Register
house-did-came-in = { $who ->
    [you] You opened the house by a link.
    [command] A command opened the house by a link.
   *[other] Somebody else opened the house by a link.
}
house-did-left = { $who ->
    [you] You left the house.
    [command] A command left the house.
   *[other] Somebody else left the house.
}
house-did-link-made = { $who ->
    [you] You made a link to come in.
    [command] A command made a link to come in.
   *[other] Somebody else made a link to come in.
}
house-did-settled-name = { $who ->
    [you] You changed the name of the house.
    [command] A command changed the name of the house.
   *[other] Somebody else changed the name of the house.
}
house-did-settled-opens = { $who ->
    [you] You changed “who opens tables”.
    [command] A command changed “who opens tables”.
   *[other] Somebody else changed “who opens tables”.
}
house-did-settled-link = { $who ->
    [you] You made another link of the house.
    [command] A command made another link of the house.
   *[other] Somebody else made another link of the house.
}
house-did-hide-name = { $who ->
    [you] You took a name away, table { $about }.
    [command] A command took a name away, table { $about }.
   *[other] Somebody else took a name away, table { $about }.
}
house-did-hide-table = { $who ->
    [you] You took table { $about } away.
    [command] A command took table { $about } away.
   *[other] Somebody else took table { $about } away.
}
house-did-keep-name = { $who ->
    [you] You left a reported name, table { $about }.
    [command] A command left a reported name, table { $about }.
   *[other] Somebody else left a reported name, table { $about }.
}
house-did-keep-table = { $who ->
    [you] You left reported table { $about }.
    [command] A command left reported table { $about }.
   *[other] Somebody else left reported table { $about }.
}
trouble-not-opener = Tables are opened by invitation here.
trouble-not-opener-why = Ask whoever keeps the house for its link. You can always sit down at a table you are invited to.

mine-head = { $n ->
    [one] One table is waiting for you
    [2] Two tables are waiting for you
    [3] Three tables are waiting for you
    [4] Four tables are waiting for you
   *[other] { $n } tables are waiting for you
}
mine-head-wait = No hurry: the others are to move
mine-head-none = No game under way
mine-others = Waiting for the others
mine-tables = { $n ->
    [one] { $n } table
   *[other] { $n } tables
}
mine-games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
mine-since = for { $span }
mine-yours = Your move
mine-asleep = { $n ->
    [one] { $names } is asleep for another { $span }, and so is the clock
   *[other] { $names } are asleep for another { $span }, and so is the clock
}
mine-paused = Paused
mine-aside = It waits for its rules: whoever runs this site has to put them back.
mine-left = { $span } left
mine-left-reserve = on the bank: { $span } left
mine-reserve = + { $span } in the bank
mine-finished = Finished
mine-place = { $n ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $n }th
}
mine-of = of { $n }
mine-sums = { $own } to { $other }
mine-with = with { $names }
mine-again = Replay
mine-again-of = Replay: { $title }
mine-people = You have played with
mine-playing = one under way
mine-ago = { $span } ago
mine-invite = Invite
mine-invite-of = Invite { $name } to a new game
mine-block = Block { $name }
mine-unblock = Unblock { $name }
mine-blocked = chance will not seat you together any more
mine-block-note = Chance will not seat you together any more. They are not told.
mine-keep = This list lives on this device.
mine-keep-it = Keep it
mine-asked = { $host } keeps a seat for you.
mine-asked-go = Go there
mine-asked-no = No, thanks

# Being told
tell-title = When to tell you
tell-push = On this device
tell-push-what = when it is your move at a slow table, with two reminders
tell-push-on = Tell me
tell-push-off = Stop
tell-push-is-on = this device is told
tell-push-refused = The browser refuses: allow notifications of this site in its settings.
tell-push-none = This browser cannot do it here. On an iPhone, add Malle to the home screen first.
tell-mail = By mail
tell-mail-what = a link proves that the address is yours
tell-mail-field = Your address
tell-mail-send = Send the link
tell-feed = Feed and calendar
tell-feed-what = a secret address, to paste into your reader or calendar
tell-feed-make = Make one
tell-feed-atom = Copy the feed
tell-feed-ics = Copy the calendar
tell-quiet = Quiet hours
tell-quiet-from = from { $begins } to { $ends }
tell-quiet-none = none
tell-quiet-begins = From
tell-quiet-ends = to
tell-quiet-what = No notices, and your clock is asleep too at slow tables, where the others see it. Counts from your next turn on.
letter-sent = Look at your mail
letter-sent-why = If this address is known here, or if you have just given it, a link arrives there. It opens once, within half an hour.
letter-open-why = This link makes this browser one of your devices. If you did not ask for it, close this page: whoever asked for it would see what is played here.
letter-prove = Is this address yours?
letter-prove-why = Notices will come to it, and it leads you back here on another device. If you did not ask for this link, close this page.
letter-use = It is me
letter-done = Here you are again
letter-done-why = This browser plays for you, and the address is yours.
letter-on = My notices
letter-ask = Been here on another device? Your mail address
trouble-old-link = This link does not open any more
trouble-old-link-why = It has been used, it is older than half an hour, or another browser asked for it. Open it there, or ask for another one.
house-mail-subject = Mail: a test from Malle
house-mail-text = If you read this, the house can send mail.
house-mail-none = The house sends no mail. The settings mail and mail_from tell it how.
house-mail-by = Mail server: { $server }
house-mail-to = your address
house-mail-test = Send a test
house-mail-sent = Accepted in { $seconds } s. Look into the spam folder, too.
house-mail-gone = The server does not know this address.
house-mail-trouble = The server did not accept it, after { $seconds } s. Check its address, name and password.
house-did-tried-mail = { $who ->
    [you] You sent a test of mail.
    [command] A command sent a test of mail.
   *[other] Somebody else sent a test of mail.
}
house-mail-title = Mail
house-todo-backup = No backup of the last two days.
house-backup-title = Backups
house-backup-none = Not one yet
house-backup-last = The latest: { $day }
house-backup-holds = { $n ->
    [one] { $n } table, { $size } MB.
   *[other] { $n } tables, { $size } MB.
}
house-backup-how = The command “malle backup” makes one; “malle up --install” every night.
house-backup-key = The key of the house
house-backup-key-why = Is in no backup: keep it apart, on paper.

# The page that plays without a server.
page-lid-lead = { $n ->
    [4] Four games
   *[other] Games
} out of print, and robots to lie to.
page-lid-games = Games
page-lid-skip = Go to “Play”
page-lid-both = { $first } and { $last }
page-lid-two = { $level }. They do not see your cards.
page-lid-two-novice = Two novices
page-lid-two-regular = Two regulars
page-lid-two-wily = Two wily ones
page-lid-one = { $level }. She sees nothing of your hand.
page-lid-one-novice = A novice
page-lid-one-regular = A regular
page-lid-one-wily = A wily one
page-lid-script = Rules and robots run in this page, with JavaScript. Without it, the table stays empty.
page-lid-drawn = The table is laid. Nothing has been downloaded yet.
page-lid-anew = A new game
page-lid-name = Name { $n }
page-lid-several = Several, on this device
page-lid-change = Change
page-lid-minute = The rules in a minute
page-lid-promises = Four promises
page-lid-secrets = Secrets that do not leak
page-lid-secrets-text = The screen is sent only what your seat may know. So are the robots.
page-lid-secrets-way = How we make sure
page-lid-chance = Chance that can be checked
page-lid-chance-text = The seed is sealed before the deal and opened at the end. Here your own device deals: that proves nothing between two people.
page-lid-chance-way = What it proves
page-lid-robots = Honest robots
page-lid-robots-text = They run in this tab, see their hand and the table, and think on your battery.
page-lid-robots-way = Their strength, measured
page-lid-folder = A game, a folder
page-lid-folder-text = A new game is written in Python, without a line for the screen.
page-lid-folder-way = Write a game
page-lid-friends = With friends
page-lid-friends-text = Among yourselves, somebody must deal without looking: a house.
page-lid-friends-here = Round one table, this device is enough: it goes from hand to hand.
page-lid-friends-site = This one takes you in, without an account.
page-lid-host = Host it
page-lid-host-text = A machine, five commands, a folder. Or this page alone: a folder of files, on any host.
page-lid-host-way = The page for hosts
page-lid-python = In Python
page-lid-python-text = The same rules, without the page.
page-lid-python-file = game
page-lid-private = No account, cookie or counter. Nothing is sent. Whoever serves these files sees what every server sees: that they were asked for.
page-lid-digests = Digest of each file
page-lid-erase = Delete what is kept here
page-lid-under = To know more
here-newer = A newer version waits. It will take the next game, never the one under way.
here-newer-anew = New game, new version
here-replayed = move { $n } of { $what }
here-said-held = Your answer is kept
here-said-trouble = The table waits
here-said-replaying = One moment
here-dealt = dealt on this device, kept at each move
here-size = { $n } MB once, then even without a network
here-kept = everything is here already
here-resume = Go on
here-coming = The trunk is on its way
here-of = { $n } of { $what } MB
here-already = The trunk was here already
here-slow = Your line is slow. The lesson is here already.
here-slow-why = { $n ->
    [one] About { $n } second more; your answer waits for its turn.
   *[other] About { $n } seconds more; your answer waits for its turn.
}
here-lesson = Take the lesson meanwhile
here-wait = Wait here
here-ready = The table is ready
here-go = Go to it
here-start = The start
here-starting = Python is starting
here-dealing = Dealing
here-again = The file came cut short. Asking again
here-last = Your last game is over: see its end again
here-longer = Longer than usual
here-replaying = The engine stopped. We go on from the log, no move is lost.
here-held = Kept: { $what }
here-held-note = played as soon as the table is ready
here-held-stopped = nothing is played yet
here-change = Change
here-changed = The deal has changed. Your turn again.
here-unkept = This browser keeps nothing: the game will go with the tab.
here-network = No network, and nothing kept here.
here-network-why = The robots need { $n } MB before they can answer. The page goes on by itself when the network is back.
here-wasm = This browser refuses WebAssembly.
here-wasm-why = The rules are in Python, and Python needs it here. Nothing was downloaded.
here-memory = There is not enough memory left.
here-memory-why = Close other tabs; your game is kept.
here-never = Python did not start.
here-never-why = Nothing has come for thirty seconds.
here-cut = A file keeps coming cut short.
here-cut-why = It is the host, not you.
here-missing = A file is missing.
here-missing-why = The host may have a newer page.
here-old = This browser is too old for these rules.
here-old-why = The rules are older still.
here-died = The engine stopped.
here-died-why = We go on from the log, no move is lost.
here-retry = Try again now
here-restart = Start again
here-reload = Load the page again
here-copy = Copy the link
here-copied = Link copied
here-terminal = At the terminal:
