# The doctor: what a line is about, what was found, what to do
about-python = python
about-user = user
about-settings = settings
about-database = database
about-people = people
about-clock = clock
about-bus = bus
about-port = port
about-address = address
about-front = front
about-socket = socket
about-mail = mail
about-push = push
about-disk = disk
about-backup = backup
doctor-well = All is well.
doctor-sum = { $stops ->
    [0] Nothing stops people from playing
    [one] One thing stops people from playing
   *[other] { $stops } things stop people from playing
}, { $better ->
    [0] the rest is well
    [one] one thing could be better
   *[other] { $better } things could be better
}.
doctor-root = this runs as root
doctor-root-todo = run it as somebody who has nothing else to do
doctor-settings = all of them known and right
doctor-settings-todo = correct it in { $file }, or `malle set NAME VALUE`
doctor-settings-set = correct it where you set it
doctor-database = PostgreSQL { $version }, answers in { $took }, schema { $revision } of { $head }
doctor-database-bare = PostgreSQL { $version }, answers in { $took }, no schema yet: { $head } is wanted
doctor-database-away = { $address } cannot be used ({ $trouble })
doctor-database-old = PostgreSQL { $version } is old
doctor-database-old-todo = use 14 or newer
doctor-clock = { $apart } from the database’s
doctor-clock-todo = set both by the network: timedatectl set-ntp true
doctor-bus-inside = inside the process (one process)
doctor-bus = NATS answers
doctor-bus-away = no answer from { $where } ({ $trouble }): updates come two seconds late
doctor-bus-todo = start nats-server there, or `malle set nats ''` for one process
doctor-not-ready = { $port }: the server answers, but it is not ready
doctor-not-ready-todo = see what is missing above, and the server’s log
doctor-port-ours = { $port }: a server of ours answers
doctor-port-other = { $port } is taken by something else
doctor-port-other-todo = end it, or say --port
doctor-port-taken = { $port } cannot be listened on ({ $why })
doctor-port-taken-todo = end what does, or say --port
doctor-port-free = { $port } is free; nothing runs: `malle up`
doctor-address = leads here: { $address }
doctor-address-wrong = { $address }: { $why }
doctor-address-status = answers { $status }
doctor-address-todo = let the front pass everything on to the server: `malle front caddy --address { $address }` (or nginx) prints a file that does
doctor-address-none = not set: for this network only
doctor-certificate = its certificate is not right: { $why }
doctor-front = says how visitors come
doctor-front-before = the server that answers is of a release before: it does not tell how visitors come
doctor-front-before-todo = start the server again
doctor-front-mute = does not say that visitors come over TLS: cookies go unguarded, and all visitors may count as one
doctor-front-todo = let it pass on X-Forwarded-Proto and X-Forwarded-For: `malle front caddy --address { $address }` (or nginx) prints a file that does; a front on another machine: malle set proxies ITS-ADDRESS
doctor-socket = passes the front
doctor-socket-name = the front’s name for this site is not the address
doctor-socket-status = the front answers { $status } to an upgrade
doctor-socket-todo = let it pass on Upgrade and Host: `malle front caddy --address { $address }` (or nginx) prints a file that does
doctor-socket-fails = does not pass ({ $trouble })
doctor-socket-fails-todo = mend the address first
doctor-mail = answers: { $host }
doctor-mail-away = no answer from { $host }, port { $port } ({ $trouble })
doctor-mail-todo = mend MALLE_MAIL: malle set mail smtp://…
doctor-mail-none = not set: people are told by push and feed only
doctor-push = to the services of the usual browsers
doctor-push-more = to the services of the usual browsers, and { $n } more
doctor-push-tls = browsers take notices under TLS only
doctor-push-tls-todo = put a front with TLS before it: `malle front caddy --address { $address }` (or nginx) prints a file for one
doctor-disk = { $whole }.{ $tenth } GB free
doctor-disk-soon = make room soon
doctor-disk-full = make room where { $folder } is, or nothing can be written
doctor-backup = { $file }, { $days ->
    [0] of today
    [one] one day old
   *[other] { $days } days old
}
doctor-backup-none = there is none
doctor-backup-untried = { $told }, never tried out
doctor-backup-todo = malle backup (every night with `malle up --install`)

# What a host can do about a database
advice-password = mend the name and password in its address
advice-database = create the database, or mend its address
advice-newer = install the newer release that brought it up to date, or restore the backup from before it
advice-migrate = run `malle migrate`
advice-write = point its address to the server that may write
advice-resources = give it connections, memory or disk
advice-start = start PostgreSQL there, or mend its address
advice-old-primary = start the new primary, and let the old one follow it: A standby, in docs/host.md
advice-answer = start PostgreSQL there, and the standby that it waits for, if any; or mend its address

# malle up, set, house
up-postgres = PostgreSQL: found, started in this folder
up-key = Key: in { $file }: keep a copy apart from this folder
up-secrets = Secrets: made, readable by you alone
up-folder = The folder of this house is { $folder }. Ctrl-C ends it.
up-house = `malle house` prints a link to the page of the house, for whoever keeps it.
up-way-in = The page of the house, for whoever keeps it, by this link, once:
up-key-shown = The key of this house. Print it or scan it, and keep it apart from this folder: it is shown once.
up-key-why = Without it no table in play goes on, and no backup of one.
up-lines = Several processes ({ $n }): nginx sends each table to one of them with these lines.
set-kept = { $name } is kept in { $file }; it counts when `malle up` is started again
unit-house = Malle, board games with secrets
unit-backup = The nightly backup of Malle
unit-linger = so that it runs while you are not logged in

# malle backup, restore, rehearse
backup-done = { $file }: { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
}, { $whole }.{ $tenth } MB. The key is not in it: keep it apart.
restore-done = { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
} of { $moment }, { $right } replayed and right, { $bad } not
rehearse-noted = { $n ->
    [one] { $n } table
   *[other] { $n } tables
} in play noted by { $release } in { $file }
rehearse-table = { $table }: { $sort }
rehearse-why = { $sort } ({ $why })
rehearse-count = { $n } { $sort }
rehearse-none = No table in play.
rehearse-sum = { $n ->
    [one] { $n } table
   *[other] { $n } tables
} in play: { $sorts }
rehearse-before = those that are not noted can go on; whether as before, `malle rehearse --note` before an upgrade tells
sort-same = same
sort-differs-unseen = differs unseen
sort-differs-for-somebody = differs for somebody
sort-fails = fails
sort-not-noted = not noted

# Why a command does not do it
database-away = { $address } cannot be used ({ $trouble }): { $advice }
database-newer = { $address } was brought up to date by a newer release of Malle: install that one again, or restore the backup from before it
database-busy = { $address } was too busy: try again in a minute
nats-needed = several processes tell each other over NATS, and MALLE_NATS is not set: start nats-server and set it, such as nats://127.0.0.1:4222, or run one process
port-taken = { $host }, port { $port } cannot be listened on ({ $why }): end what does, or say --port
folder-unwritable = { $folder } cannot be written ({ $why }): choose another one with --folder
folder-too-long = { $folder } is too long a path for PostgreSQL’s socket: choose a shorter --folder
folder-unreachable = the user `postgres` cannot reach { $folder }, and PostgreSQL does not run as root: choose another --folder, such as /var/lib/malle, or run this as somebody else
folder-in-use = { $folder } is in use by process { $pid }: end it first (kill { $pid }), then { $what }
folder-of-another = { $folder } is not of { $name }: chown -R { $name } { $folder }
house-missing = there is no house in { $folder }: `malle up --folder { $folder }` makes one
file-unreadable = { $file } cannot be read ({ $why }): run this as its owner
file-wrong = { $file } cannot be read: { $why }; mend that line
postgres-missing = PostgreSQL is not installed ({ $tool } is missing): { $line }
postgres-install = install PostgreSQL 14 or newer
postgres-root = PostgreSQL does not run as root, and there is no user `postgres`: run this as somebody else
postgres-fails = PostgreSQL does not start: { $why }
postgres-no-room = there is no room for the databases where { $folder } is: make some, or choose another place with --folder
postgres-address = --postgres is an address such as postgresql://owner:password@host/malle
postgres-role = the role in { $address } may not make the server’s role: give it CREATEROLE, or set MALLE_DATABASES and MALLE_OWNER_DATABASES yourself
key-lost = { $folder } has tables, and { $file } with their key is gone: put it back, or say --folder
units-postgres = units can be read by everybody on this machine, and the address has a password: run `malle up --postgres ADDRESS` once, so that it is kept in the settings, then `malle up --install` without it
root-house = a house does not run as root: say --user NAME, whose folder it is, or run this as that person
user-missing = there is no user { $name }: useradd --system --home-dir { $folder } { $name }
tables-unservable = { $count ->
    [one] { $count } table
   *[other] { $count } tables
} of { $game } could not go on: { $why }. `malle up --anyway` starts without them, and loses nothing
notes-unreadable = { $file } cannot be read ({ $why }): note again with the release before
backup-where = say where to write it: malle backup FILE
backup-unwritable = { $file } cannot be written ({ $why }): make room, or name another file
backup-unreadable = { $file } cannot be read ({ $why })
backup-damaged = { $file } is damaged: not every byte of it is as it was written; take another backup
backup-key-unknown = { $file } was made with key { $number }, which MALLE_KEY does not name: say the right one with MALLE_KEY=… before the command; nothing was changed
backup-key-other = { $file } was made with another key than MALLE_KEY: say the right one with MALLE_KEY=… before the command; nothing was changed
backup-no-list = { $file } has no list: it is no backup of ours
restore-key = the key is not in a backup: say it with MALLE_KEY=… before the command, from where you keep it; nothing was changed
restore-which = say which backup: malle restore FILE; with --rehearse, the latest of the folder if there is one
restore-database = the backup has a database { $number }: name it in MALLE_DATABASES; nothing was changed
restore-other-key = { $file } has another key than the one you said: with it the restored games could not go on. Restore into an empty --folder; nothing was changed
restore-not-empty = { $where } has rows already: restore into an empty --folder; nothing was changed
restore-rows = { $where } came back with other rows than it had; nothing was changed there

# Settings that are missing or wrong
setting-missing = { $name } is not set: `malle up` makes it
setting-unknown = { $name } is no setting: leave it out
setting-meant = { $name } is no setting: did you mean { $meant }?
setting-by-hand = { $name } is not changed by this: change it by hand in { $file }, the new one beside the old one, 2=…,1=…
setting-made = { $name } is not changed: the house made it for its own PostgreSQL
setting-number = { $name } is a number such as { $usual }, not { $given }
setting-whole = { $name } is a whole number such as { $usual }, not { $given }
setting-switch = { $name } is 0 or 1, not { $given }
setting-key = MALLE_KEY must be 64 hexadecimal digits, or several with their numbers, 2=…,1=…: copy it again, digit by digit, from where you keep it; a new one opens none of your tables
setting-robots-key = MALLE_ROBOTS_KEY must be a number and 64 hexadecimal digits, 1=…: `malle robots --print-key` prints it where MALLE_KEY is set
setting-databases = databases are written 1=postgresql://…,2=postgresql://…, not { $given }
setting-database = an address of a database is postgresql://name:password@host/database; mend MALLE_DATABASES
setting-address = MALLE_ADDRESS is where the site is, such as https://games.example, not { $given }
setting-nats = MALLE_NATS is an address such as nats://127.0.0.1:4222, not { $given }
setting-proxies = MALLE_PROXIES has addresses and networks such as 10.0.0.0/8, not { $given }
setting-mail = MALLE_MAIL is a mail server such as smtp://name:password@mail.example:587
setting-mail-too = with MALLE_MAIL, set MALLE_MAIL_FROM (such as malle@games.example) and MALLE_ADDRESS too
setting-responsible = MALLE_RESPONSIBLE is one line of at most 300 characters, a name and an address such as Games Club, 3 Harbour Street, Quimper
setting-zone = MALLE_ZONE is a time zone such as Europe/Paris, not { $given }
setting-metrics = MALLE_METRICS is an address such as 127.0.0.1:9100, not { $given }
setting-games = MALLE_WITHOUT names { $given }, which is none of { $games }
