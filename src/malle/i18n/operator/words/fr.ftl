# Le docteur : de quoi parle une ligne, ce qui a été trouvé, ce qu’il faut faire
about-python = python
about-user = compte
about-settings = réglages
about-database = base
about-people = personnes
about-clock = horloge
about-bus = bus
about-port = port
about-address = adresse
about-front = mandataire
about-socket = socket
about-mail = courriel
about-push = push
about-disk = disque
about-backup = sauvegarde
doctor-well = Tout va bien.
doctor-sum = { $stops ->
    [0] Rien n’empêche de jouer
    [1] Une chose empêche de jouer
   *[other] { $stops } choses empêchent de jouer
}, { $better ->
    [0] le reste va bien
    [1] un point est à améliorer
   *[other] { $better } points sont à améliorer
}.
doctor-root = ceci tourne sous root
doctor-root-todo = prenez un compte qui n’a rien d’autre à faire
doctor-settings = tous connus et justes
doctor-settings-todo = corrigez-le dans { $file }, ou `malle set NOM VALEUR`
doctor-settings-set = corrigez-le là où vous l’avez défini
doctor-database = PostgreSQL { $version }, répond en { $took }, schéma { $revision } sur { $head }
doctor-database-bare = PostgreSQL { $version }, répond en { $took }, pas encore de schéma : il faut { $head }
doctor-database-away = { $address } ne peut pas servir ({ $trouble })
doctor-database-old = PostgreSQL { $version } est ancien
doctor-database-old-todo = prenez la version 14 ou une plus récente
doctor-clock = { $apart } d’écart avec la base
doctor-clock-todo = réglez les deux par le réseau : timedatectl set-ntp true
doctor-bus-inside = dans le processus (un seul processus)
doctor-bus = NATS répond
doctor-bus-away = pas de réponse : { $where } ({ $trouble }) ; les nouvelles arrivent deux secondes plus tard
doctor-bus-todo = lancez-y nats-server, ou `malle set nats ''` pour un seul processus
doctor-not-ready = { $port } : le serveur répond, mais il n’est pas prêt
doctor-not-ready-todo = regardez ce qui manque ci-dessus, et le journal du serveur
doctor-port-ours = { $port } : un serveur de la maison répond
doctor-port-other = { $port } est pris par autre chose
doctor-port-other-todo = arrêtez ce programme, ou choisissez un autre port avec --port
doctor-port-taken = { $port } ne peut pas être écouté ({ $why })
doctor-port-taken-todo = arrêtez ce qui l’écoute, ou choisissez un autre port avec --port
doctor-port-free = { $port } est libre ; rien ne tourne : `malle up`
doctor-address = mène bien ici : { $address }
doctor-address-wrong = { $address } : { $why }
doctor-address-status = la réponse est { $status }
doctor-address-todo = que le mandataire passe tout au serveur : `malle front caddy --address { $address }` (ou nginx) donne un fichier qui le fait
doctor-address-none = pas définie : pour ce réseau seulement
doctor-certificate = son certificat n’est pas bon : { $why }
doctor-front = dit comment viennent les visiteurs
doctor-front-before = le serveur qui répond est d’une version d’avant : il ne dit pas comment viennent les visiteurs
doctor-front-before-todo = relancez le serveur
doctor-front-mute = ne dit pas que les visiteurs viennent par TLS : les cookies passent sans protection, et tous les visiteurs peuvent compter pour un seul
doctor-front-todo = qu’il transmette X-Forwarded-Proto et X-Forwarded-For : `malle front caddy --address { $address }` (ou nginx) donne un fichier qui le fait ; un mandataire sur une autre machine : malle set proxies SON-ADRESSE
doctor-socket = passe le mandataire
doctor-socket-name = le nom que le mandataire donne au site n’est pas l’adresse
doctor-socket-status = à une demande de socket, le mandataire répond { $status }
doctor-socket-todo = qu’il transmette Upgrade et Host : `malle front caddy --address { $address }` (ou nginx) donne un fichier qui le fait
doctor-socket-fails = ne passe pas ({ $trouble })
doctor-socket-fails-todo = réparez d’abord l’adresse
doctor-mail = le serveur répond : { $host }
doctor-mail-away = pas de réponse : { $host }, port { $port } ({ $trouble })
doctor-mail-todo = corrigez MALLE_MAIL : malle set mail smtp://…
doctor-mail-none = pas défini : on prévient par push et par flux seulement
doctor-push = vers les services des navigateurs courants
doctor-push-more = vers les services des navigateurs courants, et { $n } de plus
doctor-push-tls = les navigateurs ne prennent d’avis que sous TLS
doctor-push-tls-todo = mettez devant un mandataire avec TLS : `malle front caddy --address { $address }` (ou nginx) donne un fichier pour cela
doctor-disk = { $whole },{ $tenth } Go libres
doctor-disk-soon = faites bientôt de la place
doctor-disk-full = faites de la place là où est { $folder }, sinon plus rien ne s’écrit
doctor-backup = { $file }, { $days ->
    [0] d’aujourd’hui
    [1] vieille d’un jour
   *[other] vieille de { $days } jours
}
doctor-backup-none = il n’y en a pas
doctor-backup-untried = { $told }, jamais essayée
doctor-backup-todo = malle backup (chaque nuit avec `malle up --install`)

# Que faire pour une base
advice-password = corrigez le nom et le mot de passe dans son adresse
advice-database = créez la base, ou corrigez son adresse
advice-newer = installez la version plus récente qui l’a mise à jour, ou restaurez la sauvegarde d’avant
advice-migrate = lancez `malle migrate`
advice-write = que son adresse mène au serveur qui peut écrire
advice-resources = donnez-lui des connexions, de la mémoire ou du disque
advice-start = lancez-y PostgreSQL, ou corrigez son adresse
advice-old-primary = lancez le nouveau primaire, et que l’ancien le suive : A standby, dans docs/host.md
advice-answer = lancez-y PostgreSQL, et le serveur de secours qu’il attend, s’il y en a un ; ou corrigez son adresse

# malle up, set, house
up-postgres = PostgreSQL : trouvé, lancé dans ce dossier
up-key = Clé : dans { $file } ; gardez-en une copie ailleurs que dans ce dossier
up-secrets = Secrets : faits, lisibles par vous seulement
up-folder = Le dossier de cette maison est { $folder }. Ctrl-C arrête tout.
up-house = `malle house` donne un lien vers la page de la maison, pour qui la tient.
up-way-in = La page de la maison, pour qui la tient, par ce lien, une seule fois :
up-key-shown = La clé de cette maison. Imprimez-la ou photographiez-la, et gardez-la ailleurs que dans ce dossier : elle ne s’affiche qu’une fois.
up-key-why = Sans elle, aucune table en cours ne continue, pas même depuis une sauvegarde.
up-lines = Plusieurs processus ({ $n }) : avec ces lignes, nginx envoie chaque table à l’un d’eux.
set-kept = { $name } est gardé dans { $file } ; il compte dès que `malle up` est relancé
unit-house = Malle, des jeux de société à secrets
unit-backup = La sauvegarde de Malle, chaque nuit
unit-linger = pour que la maison tourne aussi quand votre session est fermée

# malle backup, restore, rehearse
backup-done = { $file } : { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
}, { $whole },{ $tenth } Mo. La clé n’y est pas : gardez-la à part.
restore-done = { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
} du { $moment } ; rejouées et justes : { $right } ; fautives : { $bad }
rehearse-noted = { $n ->
    [one] { $n } table en cours notée
   *[other] { $n } tables en cours notées
} par { $release } dans { $file }
rehearse-table = { $table } : { $sort }
rehearse-why = { $sort } ({ $why })
rehearse-count = { $sort } : { $n }
rehearse-none = Aucune table en cours.
rehearse-sum = { $n ->
    [one] { $n } table en cours
   *[other] { $n } tables en cours
} ; { $sorts }
rehearse-before = celles qui n’étaient pas notées peuvent continuer ; pour savoir si c’est comme avant, lancez `malle rehearse --note` avant une mise à jour
sort-same = comme avant
sort-differs-unseen = autrement, sans que cela se voie
sort-differs-for-somebody = autrement pour quelqu’un
sort-fails = ne continue pas
sort-not-noted = sans note d’avant

# Pourquoi une commande ne le fait pas
database-away = { $address } ne peut pas servir ({ $trouble }) : { $advice }
database-newer = { $address } a été mise à jour par une version plus récente de Malle : réinstallez-la, ou restaurez la sauvegarde d’avant
database-busy = trop de monde pour l’instant : { $address } ; réessayez dans une minute
nats-needed = plusieurs processus se parlent par NATS, et MALLE_NATS n’est pas défini : lancez nats-server et indiquez son adresse, comme nats://127.0.0.1:4222, ou gardez un seul processus
port-taken = { $host }, port { $port } ne peut pas être écouté ({ $why }) : arrêtez ce qui l’écoute, ou choisissez un autre port avec --port
folder-unwritable = rien ne peut être écrit dans { $folder } ({ $why }) : choisissez un autre dossier avec --folder
folder-too-long = { $folder } est un chemin trop long pour le socket de PostgreSQL : choisissez-en un plus court avec --folder
folder-unreachable = le compte `postgres` ne peut pas atteindre { $folder }, et PostgreSQL ne tourne pas sous root : choisissez un autre dossier avec --folder, comme /var/lib/malle, ou prenez un autre compte
folder-in-use = { $folder } sert déjà au processus { $pid } : arrêtez-le d’abord (kill { $pid }), puis { $what }
folder-of-another = { $folder } n’est pas à { $name } : chown -R { $name } { $folder }
house-missing = il n’y a pas de maison dans { $folder } : `malle up --folder { $folder }` en fait une
file-unreadable = { $file } ne peut pas être lu ({ $why }) : faites-le avec le compte à qui est ce fichier
file-wrong = { $file } ne peut pas être lu : { $why } ; corrigez cette ligne
postgres-missing = PostgreSQL n’est pas installé (il manque { $tool }) : { $line }
postgres-install = installez PostgreSQL 14 ou une version plus récente
postgres-root = PostgreSQL ne tourne pas sous root, et il n’y a pas de compte `postgres` : prenez un autre compte
postgres-fails = PostgreSQL ne démarre pas : { $why }
postgres-no-room = il n’y a pas de place pour les bases là où est { $folder } : faites-en, ou choisissez un autre endroit avec --folder
postgres-address = --postgres est une adresse comme postgresql://owner:password@host/malle
postgres-role = le rôle dans { $address } ne peut pas faire celui du serveur : donnez-lui CREATEROLE, ou définissez vous-même MALLE_DATABASES et MALLE_OWNER_DATABASES
key-lost = { $folder } a des tables, et { $file }, qui contient leur clé, n’est plus là : remettez ce fichier, ou choisissez un autre dossier avec --folder
units-postgres = tout le monde sur cette machine peut lire les unités, et l’adresse contient un mot de passe : lancez une fois `malle up --postgres ADRESSE`, pour qu’elle soit gardée dans les réglages, puis `malle up --install` sans elle
root-house = une maison ne tourne pas sous root : indiquez avec --user NOM le compte à qui est le dossier, ou prenez ce compte
user-missing = il n’y a pas de compte { $name } : useradd --system --home-dir { $folder } { $name }
tables-unservable = { $count ->
    [one] { $count } table ne pourrait pas continuer
   *[other] { $count } tables ne pourraient pas continuer
} ({ $game }) : { $why }. `malle up --anyway` démarre sans, et ne perd rien
notes-unreadable = { $file } ne peut pas être lu ({ $why }) : refaites la note avec la version d’avant
backup-where = indiquez où l’écrire : malle backup FICHIER
backup-unwritable = { $file } ne peut pas être écrit ({ $why }) : faites de la place, ou nommez un autre fichier
backup-unreadable = { $file } ne peut pas être lu ({ $why })
backup-damaged = { $file } est abîmé : certains de ses octets ne sont plus ceux qui ont été écrits ; prenez une autre sauvegarde
backup-key-unknown = { $file } a été fait avec la clé { $number }, que MALLE_KEY ne nomme pas : donnez la bonne avec MALLE_KEY=… avant la commande ; rien n’a été changé
backup-key-other = { $file } n’a pas été fait avec la clé dans MALLE_KEY : donnez la bonne avec MALLE_KEY=… avant la commande ; rien n’a été changé
backup-no-list = { $file } n’a pas de liste : ce n’est pas une sauvegarde de Malle
restore-key = la clé n’est pas dans une sauvegarde : donnez-la avec MALLE_KEY=… avant la commande, depuis l’endroit où vous la gardez ; rien n’a été changé
restore-which = indiquez quelle sauvegarde : malle restore FICHIER ; avec --rehearse, la dernière du dossier s’il y en a une
restore-database = la sauvegarde a une base { $number } : nommez-la dans MALLE_DATABASES ; rien n’a été changé
restore-other-key = { $file } a une autre clé que celle que vous donnez : avec elle, les parties restaurées ne pourraient pas continuer. Restaurez dans un dossier vide avec --folder ; rien n’a été changé
restore-not-empty = il y a déjà des lignes dans { $where } : restaurez dans un dossier vide avec --folder ; rien n’a été changé
restore-rows = { $where } n’a pas retrouvé toutes ses lignes ; rien n’y a été changé

# Réglages absents ou faux
setting-missing = { $name } n’est pas défini : `malle up` le fait
setting-unknown = { $name } n’est pas un réglage : ôtez-le
setting-meant = { $name } n’est pas un réglage : vouliez-vous dire { $meant } ?
setting-by-hand = { $name } ne se change pas ainsi : changez-la à la main dans { $file }, la nouvelle à côté de l’ancienne, 2=…,1=…
setting-made = { $name } ne se change pas : la maison l’a fait pour son propre PostgreSQL
setting-number = { $name } est un nombre comme { $usual }, pas { $given }
setting-whole = { $name } est un nombre entier comme { $usual }, pas { $given }
setting-switch = { $name } est 0 ou 1, pas { $given }
setting-key = MALLE_KEY doit avoir 64 chiffres hexadécimaux, ou plusieurs clés avec leurs numéros, 2=…,1=… : recopiez-la, chiffre par chiffre, depuis l’endroit où vous la gardez ; une nouvelle n’ouvrirait aucune de vos tables
setting-robots-key = MALLE_ROBOTS_KEY doit avoir un numéro et 64 chiffres hexadécimaux, 1=… : `malle robots --print-key` la donne là où MALLE_KEY est définie
setting-databases = les bases s’écrivent 1=postgresql://…,2=postgresql://…, pas { $given }
setting-database = l’adresse d’une base est postgresql://name:password@host/database ; corrigez MALLE_DATABASES
setting-address = MALLE_ADDRESS est l’adresse du site, comme https://games.example, pas { $given }
setting-nats = MALLE_NATS est une adresse comme nats://127.0.0.1:4222, pas { $given }
setting-proxies = MALLE_PROXIES a des adresses et des réseaux comme 10.0.0.0/8, pas { $given }
setting-mail = MALLE_MAIL est un serveur d’envoi comme smtp://name:password@mail.example:587
setting-mail-too = avec MALLE_MAIL, définissez aussi MALLE_MAIL_FROM (comme malle@games.example) et MALLE_ADDRESS
setting-responsible = MALLE_RESPONSIBLE tient en une ligne de 300 caractères au plus, un nom et une adresse comme Club des Jeux, 3 rue du Port, Quimper
setting-zone = MALLE_ZONE est un fuseau horaire comme Europe/Paris, pas { $given }
setting-metrics = MALLE_METRICS est une adresse comme 127.0.0.1:9100, pas { $given }
setting-games = MALLE_WITHOUT nomme { $given }, qui n’est aucun de ceux-ci : { $games }
