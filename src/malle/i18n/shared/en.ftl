seat = Seat { $number }
name = { $seat }
you = you
seat-let = { $seat_you ->
    [yes] Everybody agrees: you take seat { $number } from the robot.
   *[no] Everybody agrees: { $seat } takes seat { $number } from the robot.
}
seat-left = A robot now plays seat { $number }, kept for whoever left it.
seat-kept = { $seat_you ->
    [yes] You were waited for: a robot keeps your seat until you are back.
   *[no] { $seat } does not answer: a robot keeps their seat until they are back.
}
seat-given-up = Seat { $number } was given up: a robot plays it to the end.
seat-back = { $seat_you ->
    [yes] You take your seat again.
   *[no] { $seat } takes their seat again.
}
list-last = { $first } and { $last }
beside = { $one } · { $two }
times = { $what } × { $n }
edition-named = Edition: { $name }
usual-lesson = This is the lesson of Malle’s edition: with “{ $name }” its moves would come out otherwise. { $said }

# Terminal
cli-welcome = { $title } · { $seats ->
    [one] { $seats } player
   *[other] { $seats } players
}. You have seat { $seat }; robots play the others. Type a number, part of an action, ? for all actions, or q to stop.
cli-awaited = Your turn.
cli-choose = Your choice
cli-many = Possible actions: { $n }. Type part of one, such as “{ $example }”.
cli-match = { $n ->
    [0] Nothing possible matches “{ $text }”.
   *[other] Matching actions: { $n }. Type more, or a number:
}
cli-bye = The game was not finished.
cli-over = The game is over.
cli-place = { $place }. { $name }: { $score }
cli-match-leg = The match, game { $leg } of { $legs }
cli-match-sum = { $name }: { $scores } = { $sum }
cli-match-won = { $you ->
    [yes] You win the match.
   *[other] { $name } wins the match.
}
cli-match-drawn = The match is drawn.
cli-next-leg = Game { $leg } of { $legs }: swap sides? [Y/n]
cli-saved = Record saved to { $file }. Check it with: malle record verify { $file }
cli-thinking = Robots are thinking…

# Simulation
sim-title = { $title } · { $games ->
    [one] { $games } game
   *[other] { $games } games
} with { $seats ->
    [one] { $seats } player
   *[other] { $seats } players
}
sim-figure = figure
sim-value = value
sim-length = entries per game (median, from, to)
sim-decisions = decisions per game (median, 95 % interval)
sim-wins = wins of seat { $seat }
sim-score = mean score of seat { $seat }
sim-speed = games per second
sim-progress = playing
lab-title = { $title } · { $games ->
    [one] { $games } game
   *[other] { $games } games
} with { $seats ->
    [one] { $seats } player
   *[other] { $seats } players
}: one against others called “{ $others }”
lab-robot = robot
lab-wins = wins
lab-ahead = points ahead of the others' mean
lab-matches = whole matches
lab-seat = as seat { $seat }
lab-progress = deals
lab-no-robot = There is no robot “{ $name }” in { $game }; there are { $known }.
lab-two-deals = Let them play at least two deals: one alone has no interval.
lab-two-robots = Name two robots or more; deals have numbers from 0 on.
lab-each-once = Name two robots or more, each once, and at most a million deals.
lab-other-origin = { $file } is of another game or of other robots: move it aside, or name another file.
lab-no-ray = Ray is not installed here: pip install "ray[client]", or leave out --ray.
lab-ray-away = The Ray cluster at { $address } cannot be used ({ $why }): look whether it runs, or leave out --ray.
lab-ray-other = The machines of the Ray cluster at { $address } have no Malle or another one: install the same one there.
lab-ray-edition = A Ray cluster plays by the usual edition: leave out --edition, or --ray.
lab-not-written = { $file } cannot be written ({ $why }): go to another folder, or name another file.
lab-broken-off = Broken off. What was played is in { $file }: the same command goes on with it.
ladder-title = { $title }: the ladder of its robots
ladder-section = { $title } · { $seats ->
    [one] { $seats } player
   *[other] { $seats } players
}
ladder-how = Every robot against every other: one of a kind sits at each seat in turn, all others are of the other kind, and chance is the same. { $number ->
    [one] { $number } deal
   *[other] { $number } deals
} a pair, each from every seat, so { $games ->
    [one] { $games } game
   *[other] { $games } games
}; these are deals for { $kind ->
    [choosing] choosing
   *[reporting] reporting
}. Behind ± is half of the 95 % interval over deals.
ladder-matrix = Wins, and points ahead of the others’ mean
ladder-corner = one against the others
ladder-plot = Wins of one against the others, with 95 % intervals; dashed: an even share
ladder-thinking = Processor time of a decision: 95 of 100 take less
ladder-made = Made from source { $commit } (rules and robots: { $digest }) by
ladders-title = How strong the robots are
ladders-before = Three levels of every game, against each other and nobody else: how strong they are against people is not measured. A pair whose interval holds the even share is not told apart. Thinking is measured in processor time, of the machine that made this page.
ladders-left = Not played for this page, by number of players: { $names }.

# Verifying a record
check-text = readable
check-chain = chain of digests
check-signature = host’s signature
check-seal = sealed seed
check-pledges = players’ words
check-play = every draw, move and the result
check-good = good
check-bad = REFUSED
check-unknown = not checked
check-verified = This record is verified.
check-refused = This record is refused.

# Notices: they are shown before everybody, and tell nothing of a position.
notice-turn = Your move · { $title }
notice-fifth = { $hours ->
    [one] { $hours } hour left · { $title }
   *[other] { $hours } hours left · { $title }
}
notice-hour = One hour · { $title }
notice-with = With { $names }.
notice-until = Until { $until }.
notice-until-reserve = Until { $until }; then your bank.
notice-hour-then = Then a harmless move is made. The seat stays yours.
notice-digest = { $n ->
    [one] One table is waiting for you
   *[other] { $n } tables are waiting for you
}
notice-digest-row = { $title }: { $until }
notice-last = Last moment
notice-moment = { $weekday } { $day }, { $hour }:{ $minute }
notice-moment-sharp = { $weekday } { $day }, { $hour }:00
notice-feed = Malle · your move
notice-mail-foot = Fewer notices, or none:
letter-title = Your link to Malle
letter-lead = Open this link within half an hour, once:
letter-foot = You did not ask for it? Leave this message: nothing happens without the link.
weekday-1 = Monday
weekday-2 = Tuesday
weekday-3 = Wednesday
weekday-4 = Thursday
weekday-5 = Friday
weekday-6 = Saturday
weekday-7 = Sunday
