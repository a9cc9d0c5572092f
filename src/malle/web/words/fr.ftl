# Les mots de l’écran, les mêmes pour tous les jeux.
ui-you = Vous
ui-your-turn = À vous
ui-waiting-for = On attend { $names }
ui-late = Vous regardez la partie en différé, retard en coups : { $n }
ui-opening = La malle s’ouvre…
ui-reconnecting = Reconnexion…
ui-sending = Envoi…
ui-home = Accueil
ui-leave = Quitter la table
ui-players = Joueurs
ui-level-novice = Robots débutants
ui-level-regular = Robots habitués
ui-level-wily = Robots retors
ui-this-table = Cette table
ui-robot = robot
ui-here = en ligne
ui-away = ailleurs
ui-gone = hors ligne
ui-awaited = à son tour
ui-rules = Règles
ui-log = Journal
ui-menu = Menu
ui-yours = À vous
ui-cancel = Annuler
ui-undo = Annuler mon coup
ui-other-way = Autre chemin
ui-which-one = Lequel ?
ui-pick-one = Choisissez sur la table.
ui-again = Revoir
ui-go-on = Continuer
ui-last-events = Ce qui vient de se passer
ui-reading = On attend { $names }. **Toucher** pour aller plus vite.
ui-thinking = { $names } réfléchit.
ui-reading-on = **Toucher** pour continuer.
ui-roll = Lancer les dés
ui-roll-title = Lancez les dés
ui-rolled-title = Les dés roulent…
ui-seen = J’ai vu
ui-seen-note = Rien ne continue sans vous.
ui-left = Il vous reste
ui-out = Hors jeu
ui-out-title = La partie continue sans vous
ui-out-had = Vous aviez
ui-out-place = Votre place
ui-out-of = { $n } sur { $what }
ui-out-stay = Regarder la suite
ui-out-again = Rejouer
ui-eyes-only = pour vos yeux seulement
ui-hold-to-see = Maintenir pour voir
ui-hidden = carte cachée
ui-target = possible
ui-no-more = Le compte y est : retirez-en d’abord.
ui-fewer = Retirer : { $what }
ui-more = Ajouter : { $what }
ui-choose-back = Défaire
ui-choose-more = Encore { $n } à choisir.
ui-choose-full = Le compte y est. Pour changer, reprenez d’abord l’un de vos choix.
ui-choose-most = Au même endroit : { $n } au plus.
ui-chosen-times = { $what } : { $n } en tout.
ui-chosen-none = { $what } : repris.
ui-other-price = Autre prix
ui-price-less = Un de moins
ui-price-more = Un de plus
ui-seconds-left = temps restant : { $n }
ui-map-whole = Voir tout le plateau
ui-map-part = Voir de près
ui-command = Jouer en toutes lettres
ui-send = Jouer
ui-not-a-move = Ce n’est pas un coup possible ici. Par exemple : { $names }
ui-which-move = Plusieurs coups se lisent ainsi : { $names }
ui-board-words = Le plateau en mots
ui-square-empty = vide
ui-watch-link = Lien pour regarder
ui-language = English
ui-close = Fermer
ui-see-rule = Voir la règle
ui-while-away = Pendant votre absence
ui-decision = Votre décision
ui-new-version = Une nouvelle version de Malle est prête.
ui-reload = Recharger
ui-end = Fin de partie
ui-end-won = Vous avez gagné.
ui-end-shared = Victoire partagée.
ui-end-drawn = Égalité.
ui-end-lost = Vous avez perdu.
ui-end-watched = { $names } a gagné.
ui-end-watched-several = Victoire partagée : { $names }
ui-leg = Partie { $n } sur { $what }
ui-leg-head = Partie { $n }
ui-next-leg = Partie { $n } sur { $what } : changer de camp
ui-next-leg-open = La partie { $n } sur { $what } a commencé : y aller
ui-rematch = Revanche, places décalées
ui-stronger = Des robots plus forts
ui-challenge = Le défi du jour
ui-replay = Revoir la partie
ui-tale-share = Partager
ui-tale-copied = Copié
ui-tale-of = { $what } :
ui-others-slips = D’où vient l’argent des autres
ui-see-moment = Revoir ce coup
ui-back-to-table = Retour à la table
ui-eyes = Vu par
ui-eyes-of = Vu par { $names }
ui-eyes-public = Public
ui-eyes-public-note = ce que tous ont vu
ui-eyes-all = Tout
ui-eyes-all-note = les secrets ouverts
ui-moment = coup { $n } sur { $what }
ui-reel = Le fil de la partie
ui-reel-first = Au début
ui-reel-back = Un coup en arrière
ui-reel-forward = Un coup en avant
ui-reel-last = À la fin
ui-reel-play = Lire
ui-reel-pause = Pause
ui-reel-link = Lien vers ce coup
ui-link-copied = Lien copié
ui-reel-failed = Ce coup n’est pas arrivé jusqu’ici. Réessayez.
ui-reel-keys = Clavier : ← → un coup, Début et Fin, Espace pour lire, 1 à 6 pour changer d’yeux, P public, 0 tout, L le lien.
ui-rematch-open = La revanche a commencé : y aller
ui-so-far = match jusqu’ici :
ui-match = Match
ui-match-over = Fin du match
ui-total = Total
ui-sealed = Le tirage était scellé avant la donne : toute la partie se vérifie.
ui-known-here = Votre nom n’est connu que de cet appareil.
ui-keep-who = Retrouver ma place ailleurs
ui-record = Télécharger la partie
ui-wish-sound = Sons
ui-wish-still = Sans mouvement
ui-wish-confirm = Toujours valider avant de jouer
ui-wish-shared = Écran partagé : mes cartes restent cachées
ui-lesson = Leçon
ui-lesson-step = Leçon, { $n } sur { $what }
ui-lesson-skip = Passer la leçon
ui-lesson-leave = Quitter la leçon
ui-lesson-else = C’est permis aussi. Pour la leçon, essayez ce qui est demandé ici.
ui-lesson-again = Depuis le début
ui-lesson-play = Jouer contre des robots
ui-tips = Conseils pour une première partie
ui-tips-seen = Compris
ui-tips-end = Assez de conseils
ui-theme = Thème
ui-theme-auto = automatique
ui-theme-light = jour
ui-theme-dark = nuit
ui-watching = Vous regardez.
ui-ask-seat = Demander une place
ui-ask-robot = un robot y joue : demander sa place
ui-ask-seat-note = Les personnes à table ont vingt secondes pour répondre. Vous prenez la suite avec ce que cette place sait, rien de plus.
ui-your-name = Votre nom à table
ui-knock-sent = Demande faite : on attend la réponse…
ui-knock-over = Pas cette fois : la place reste au robot.
ui-knock-refused = Pas maintenant : cette place est gardée, quelqu’un demande déjà, ou personne n’est là pour répondre.
ui-knocking = { $names } voudrait jouer
ui-knocking-note = à la place du robot { $what }, avec ce que cette place sait et rien de plus.
ui-knocking-left = { $n } s
ui-let-yes = Laisser la place
ui-let-no = Non merci
ui-let-said = Vous avez dit oui : on demande à tout le monde.
ui-keys = Clavier : Tab, flèches, Entrée pour prendre, Échap pour lâcher, i pour voir de près, r pour tourner, ? pour les règles.

# Les manières : les absences, les départs, les pauses, qui regarde
ui-missing = pas là
ui-missing-for-s = { $names } ne répond plus depuis { $n } s
ui-missing-for-min = { $names } ne répond plus depuis { $n } min
ui-missing-note = Sa place lui reste. Personne ne perd à cause d’une mauvaise connexion.
ui-nudge = Relancer
ui-nudged = Relance envoyée il y a { $n } s
ui-nudge-heard = On vous attend à table.
ui-wait-on = Attendre encore
ui-wait-on-note = on redemande dans 2 min
ui-stand-in = Un robot pour l’instant
ui-stand-in-alone = il rend la place dès le retour
ui-stand-in-none = voix : { $n } sur { $what }
ui-stand-in-some = d’accord : { $names } ; voix : { $n } sur { $what }
ui-back-title = Vous revoilà, { $names }.
ui-back-note = Un robot tient votre place. Il ne sait que ce que cette place sait.
ui-take-back = Reprendre ma place
ui-leave-title = Quitter la table ?
ui-later = Revenir plus tard
ui-later-note = la table vous attend ; elle est sur la page d’accueil
ui-let-robot = Laisser un robot jouer
ui-let-robot-note = il joue pour vous jusqu’à votre retour
ui-give-up = Abandonner
ui-give-up-note = la place n’est plus à vous ; un robot achève la partie pour les autres
ui-stay = Rester à table
ui-pause = Proposer une pause
ui-pause-wanted = Pause demandée par { $names }
ui-pause-yes = D’accord
ui-paused = La table est en pause.
ui-resume = Reprendre la partie
ui-watching-one = Une autre personne aussi.
ui-watching-many = Autres spectateurs : { $n }
ui-host = hôte
ui-watchers = Spectateurs : { $n }
ui-say = Dire quelque chose
ui-emote-wink = Entre nous
ui-emote-bravo = Bravo !
ui-emote-phew = Ouf…
ui-emote-oops = Oups !
ui-emote-really = Vraiment ?
ui-emote-well = Bien joué
ui-emote-wait = J’attends
ui-emote-nose = Menteur !
ui-emote-said = { $names } : { $what }
ui-emote-more = Encore { $n } s.
ui-emote-note = Trois par minute. Les robots n’en envoient pas.
ui-emote-not-now = Pas maintenant : répondez d’abord.
ui-busy = La malle a beaucoup à faire : c’est renvoyé tout seul dans un instant.
ui-mute = Ne plus entendre { $names }
ui-unmute = Entendre { $names }
ui-mute-all = Ne plus entendre personne
ui-unmute-all = Entendre tout le monde
ui-report = Signaler
ui-report-title = Signaler à qui tient le site
ui-report-name = ce nom n’a rien à faire ici
ui-report-table = cette table n’a rien à faire ici
ui-reported = C’est signalé. Merci.
ui-not-reported = Le signalement n’est pas parti. Réessayez.
ui-round-device = Un seul appareil, { $names }
ui-round-people-2 = deux personnes
ui-round-people-3 = trois personnes
ui-round-people-4 = quatre personnes
ui-round-people-5 = cinq personnes
ui-round-people-6 = six personnes
ui-round-robots-1 = un robot
ui-round-robots-2 = deux robots
ui-round-robots-3 = trois robots
ui-round-robots-4 = quatre robots
ui-round-all = Ce que tout le monde voit
ui-round-pass = Passez l’appareil à { $names }.
ui-round-turn = C’est à { $names }.
ui-round-away = Les autres regardent ailleurs.
ui-round-done = { $names } a fini. Ses cartes ont quitté la page, et pas seulement l’écran.
ui-round-trust = Ici, la confiance est entre vous.
ui-round-me = C’est moi, { $names }
ui-round-thumb = gardez le pouce une seconde
ui-round-hold = gardez le bouton, ou la barre d’espace, une seconde

# La page qui joue : ce qu’elle garde, et ce qu’elle dit d’elle-même.
here-elsewhere = La partie est ouverte dans un autre onglet. Fermez-le, et elle continue ici.
here-device = Sur cet appareil
here-device-all = Tout se passe sur cet appareil.
here-device-robots = Les robots jouent dans cet onglet.
here-device-robots-why = Ils voient leur jeu et la table, rien d’autre, et réfléchissent sur votre batterie.
here-device-kept-title = La partie est gardée à chaque coup.
here-device-kept = Fermez, revenez : elle vous attend ici, et nulle part ailleurs.
here-device-cards = Toutes les cartes sont dans ce navigateur.
here-device-cards-why = Qui sait y fouiller les verra. À vous de ne pas savoir.
here-device-licences = Licences de ce qui est ici
here-back = Reprendre le jeu
here-record-title = L’enregistrement
here-record-kept = Gardé dans ce navigateur.
here-record-note = Toute la partie, la graine ouverte. Le fichier est celui d’une maison, à une ligne près : « distribué sur cet appareil ».
here-record = Le fichier
here-verify = Vérifier
here-verified = { $n ->
    [one] Vérifié : sceau, tirages, { $n } décision.
   *[other] Vérifié : sceau, tirages, { $n } décisions.
}
here-verified-why = Cela prouve que la partie est entière. Entre deux personnes, cela ne prouve rien de plus : c’est vous qui avez distribué.
here-unverified = Refusé : cette partie n’est pas entière.
here-friends = Jouer avec des amis
here-friends-why = Ici, toutes les cartes sont dans une seule machine. Entre amis, il en faut une autre qui distribue sans regarder : une maison.
here-friends-none = Pas de maison ? Cinq commandes en font une.
here-erase = Effacer cette partie
here-erase-why = Elle n’existe qu’ici. Effacée, elle n’existe plus du tout, et tout ce que la page garde part avec elle.
here-erase-sure = Effacer pour de bon ?
here-erase-no = Garder
here-erase-yes = Effacer

# Les pages
page-title = Malle, des jeux de société à secrets
page-open = Ouvrez la malle.
page-lead = { $n ->
    [one] Un jeu
   *[other] { $n } jeux
}{ $found ->
    [yes] {" "}retrouvés, pleins de secrets
   *[no] {" "}à secrets
}, à jouer entre amis ou contre des robots sans scrupules.
page-players = { $least } à { $most ->
    [one] { $most } joueur
   *[other] { $most } joueurs
}
page-players-one = { $least ->
    [one] { $least } joueur
   *[other] { $least } joueurs
}
page-play-now = Jouer tout de suite
page-play-now-note = contre des robots, sans compte
page-with-friends = Jouer entre amis
page-with-friends-note = un code, un lien, sans compte
page-alone = Jouer en solitaire
page-alone-note = des défis, un nouveau chaque jour
page-options = Options
page-level = Les robots
page-level-novice = Débutants
page-level-regular = Habitués
page-level-wily = Retors
page-tempo = Le temps de lire ce que font les robots
page-tempo-calm = calme
page-tempo-usual = usuel
page-tempo-quick = rapide
page-late = Les spectateurs voient la partie
page-late-by = { $n ->
    [0] en direct
    [one] { $n } coup plus tard
   *[other] { $n } coups plus tard
}
page-clock = Une pendule pour chaque décision
page-clock-of = { $n ->
    [0] aucune
    [one] { $n } minute
   *[other] { $n } minutes
}
page-clock-seconds = { $n ->
    [one] { $n } seconde
   *[other] { $n } secondes
}
page-when-late = Quand quelqu’un tarde
page-when-late-wait = on attend ; en cas d’absence, les autres peuvent confier sa place à un robot
page-when-late-clock = un coup sans risque est joué, et la place reste la sienne
page-when-late-slow = sa réserve est entamée, puis un coup sans risque est joué
page-your-name = Votre nom
page-name-asked = Comment vous appelle-t-on ? C’est le nom que verront les autres.
page-default-name = Camille
page-rules = Règles
page-free = Libre, gratuit, sans publicité. Chaque tirage au sort se vérifie : on ne bluffe que dans les règles.
page-language = English
page-invite = Invitez vos amis
page-copy = Copier le lien
page-copied = Lien copié
page-seat-free = place libre
page-seats = Autour de la table
page-fill = Compléter par des robots et commencer
page-waiting = { $n ->
    [one] On attend encore une personne.
   *[other] On attend encore { $n } personnes.
}
page-your-table = Votre table : { $title }
page-whose-table = Chez { $host } : { $title }
page-host = hôte
page-taken = { $n } sur { $seats }, il en faut { $least }
page-seat-open = Place libre
page-a-robot = Un robot
page-seat-up = Déplacer { $name } vers le haut
page-seat-down = Déplacer { $name } vers le bas
page-you-play = Vous jouez
page-swap-sides = Échanger les camps
page-swap-sides-note = Vous jouez : { $side }
page-seat-more = { $name } : plus
page-seat-remove = Retirer { $name }
page-code-anew = Quelqu’un a été retiré : le code et le lien sont nouveaux.
page-no-seat = Toutes les places sont prises pour l’instant. Cette page change dès que l’une se libère.
page-options-now = Tout le monde à table le verra.
page-start = Commencer
page-start-with = Commencer à { $n }
page-seats-go = { $n ->
    [one] la place libre sera retirée
   *[other] les { $n } places libres seront retirées
}
page-host-begins = { $host } donnera le départ.
page-leave = Quitter la table
page-ready = C’est bon pour moi
page-is-ready = c’est bon
page-not-ready = { $n ->
    [one] { $names } n’a pas encore dit que c’est bon.
   *[other] { $names } n’ont pas encore dit que c’est bon.
}
page-start-anyway = Commencer quand même
page-seat-key = Donner la clé à { $name }
page-with-open = Avec des inconnus
page-with-open-note = une table ouverte à tous
page-open-tables = Tables ouvertes
page-open-row = { $host } attend, { $free ->
    [one] { $free } place libre
   *[other] { $free } places libres
} sur { $seats }
page-since = { $n ->
    [0] à l’instant
   *[other] depuis { $n } min
}
page-since-hours = depuis { $n } h
page-sit = S’asseoir
page-sit-with = S’asseoir : { $host }, { $title }
page-table-private = Table privée
page-table-private-note = seulement avec le code ou le lien ; l’ouvrir à tous
page-table-open = Table ouverte à tous
page-table-open-note = qui veut peut s’asseoir ; la rendre privée
page-code = Le code à dicter
page-code-read = Code : { $letters }
page-code-field = Code d’invitation
page-code-go = Rejoindre
page-code-wrong = Ce code n’ouvre aucune table. Il s’efface quand la partie commence, et au bout d’un jour : redemandez-le.
page-share = Partager
page-join-note = Ni compte ni mot de passe. Votre place reste à vous sur cet appareil.
page-not-invited = Pour prendre place, il faut l’invitation : redemandez le lien à qui vous invite, ou tapez son code.
page-join = Prendre place
page-join-lead = { $host } vous garde une place : { $title }
page-yes = oui
page-no = non
page-description = Des jeux de société à secrets, en français et introuvables, à jouer dans le navigateur entre amis ou contre des robots. Sans compte, sans publicité.
page-hello = Re-bonjour, { $name }.
page-back-to = { $n ->
    [one] Une table vous attend. Le reste est toujours dans la malle.
   *[other] { $n } tables vous attendent. Le reste est toujours dans la malle.
}
page-players-or = { $least } ou { $most ->
    [one] { $most } joueur
   *[other] { $most } joueurs
}
page-age = dès { $n ->
    [one] { $n } an
   *[other] { $n } ans
}
page-minutes = { $minutes } min
page-minutes-between = { $least } à { $most }
page-minutes-about = { $minutes } min entre amis, { $robots } contre des robots
page-play = Jouer
page-play-game = Jouer : { $title }
page-friends = Entre amis
page-friends-game = Entre amis : { $title }
page-at-table = À table
page-learn = Apprendre en jouant
page-learn-note = une leçon de trois minutes, sur le vrai plateau
page-rules-note = une page, des exemples
page-options-title = Options de la partie
page-changes = { $n ->
    [0] Réglages habituels
    [one] { $n } changement
   *[other] { $n } changements
}
page-letter = À la lettre
page-letter-note = Les points où la notice dit autre chose que nos réglages habituels :
page-letter-choice = { $option } : { $choice }
page-keep = Garder
page-restore = Rétablir
page-edition = Cette édition
page-edition-free = Malle n’est liée ni aux auteurs ni aux éditeurs de ce jeu.
page-edition-more = D’où viennent ces nombres ?
page-edition-note = donné, déduit, rapporté ou reconstitué
edition-lead = { $given ->
    [0] La notice n’en donne aucun.
   *[other] La notice donne { $given } de ces **{ $n ->
        [one] { $n } nombre
       *[other] { $n } nombres
    }**. Les autres, les voici, chacun avec sa marque.
}
mark-given = donné
mark-deduced = déduit
mark-reported = rapporté
mark-rebuilt = reconstitué
mark-given-count = { $n ->
    [one] { $n } donné
   *[other] { $n } donnés
}
mark-deduced-count = { $n ->
    [one] { $n } déduit
   *[other] { $n } déduits
}
mark-reported-count = { $n ->
    [one] { $n } rapporté
   *[other] { $n } rapportés
}
mark-rebuilt-count = { $n ->
    [one] { $n } reconstitué
   *[other] { $n } reconstitués
}
mark-given-note = la notice le dit
mark-deduced-note = la logique ne laisse pas d’autre réponse naturelle
mark-reported-note = une description publique de la boîte le dit
mark-rebuilt-note = l’image est perdue, nous avons choisi
edition-owner = Vous avez la boîte ?
edition-owner-text = Envoyez les nombres qui vous semblent faux, ou ceux qui manquent : des nombres, jamais de photo des dessins. Un fichier à remplir s’écrit avec la commande **malle edition new { $game }** ; on peut jouer avec aussitôt.
edition-legend = Chaque nombre porte sa marque :
page-box = Quelle boîte ouvrir ?
page-box-note = Une édition, ce sont les nombres et les noms d’une vraie boîte. Son nom reste sur la table et dans l’enregistrement.
page-box-usual = Édition Malle
page-box-usual-note = la nôtre, en partie reconstituée
page-box-own = fichier de cette maison
page-box-broken = refusé :
page-box-changes = Ce que « { $name } » change
page-of-box = Édition : { $name }
edition-box = Une édition de cette maison : qui tient ce site l’a remplie, avec ses marques.
edition-box-value = nombre
edition-box-file = Le fichier de cette édition
edition-box-verify = Avec lui et l’enregistrement d’une partie, tout se vérifie ailleurs : malle record verify, suivi de --edition et du fichier.
page-daily = Défi du jour
page-offline = Hors ligne : les règles s’ouvrent, les tables attendent le réseau.
page-about = À propos
page-source = Source
page-skip = Aller au contenu
page-back-up = Retour
page-home = Ouvrir la malle
page-back = Revenir à la page d’avant
page-again = Réessayer
page-error = Erreur { $status }
page-error-number = Erreur { $status }. Qui gère ce site la retrouve par son numéro, { $number }.

# Les pannes : ce qui s’est passé, et pourquoi
trouble-malformed = Ce lien n’est pas entier.
trouble-malformed-why = Une lettre s’est perdue ou ajoutée en route. Copiez-le de nouveau, ou redemandez-le.
trouble-refused = Cela n’est pas dans la malle.
trouble-refused-why = Ce qui est demandé n’existe pas ici : un jeu, un nombre de joueurs ou une option.
trouble-not-yours = Cette place n’est pas la vôtre.
trouble-not-yours-why = Seul le navigateur qui a pris la place peut faire cela. Ouvrez-y la table, ou regardez.
trouble-not-invited = Cette invitation ne mène plus nulle part.
trouble-not-invited-why = Ce n’est pas celle de cette table. Redemandez le lien à qui vous invite, ou tapez le code qui est sur son écran.
trouble-wrong-origin = Cela ne vient pas de nos pages.
trouble-wrong-origin-why = Un autre site l’a envoyé, ou l’adresse de celui-ci a changé. Ouvrez la page ici et recommencez.
trouble-no-such-table = Il n’y a pas de table ici.
trouble-no-such-table-why = Elle n’a jamais été ouverte, ou une lettre du lien est fausse. Redemandez-le à qui vous invite, ou tapez son code.
trouble-illegal = Pas maintenant.
trouble-illegal-why = Le jeu ne le permet pas à ce moment, ou ne le permet plus.
trouble-table-full = Toutes les places sont prises.
trouble-table-full-why = Quelqu’un est allé plus vite. Vous pouvez regarder la partie, ou ouvrir une table.
trouble-not-your-turn = Ce n’est pas à vous.
trouble-not-your-turn-why = La table attend quelqu’un d’autre.
trouble-stale = La table a avancé.
trouble-stale-why = Quelqu’un a joué entre-temps. Regardez-la de nouveau et choisissez.
trouble-key-reused = C’est déjà envoyé.
trouble-key-reused-why = La première fois a compté ; cela ne se fait pas deux fois.
trouble-too-fast = Une chose à la fois.
trouble-too-fast-why = Trop de demandes d’un coup depuis votre adresse. Attendez quelques secondes, puis réessayez.
trouble-too-many-tries = Dix codes, pas un de bon.
trouble-too-many-tries-why = Pour que personne ne devine celui d’une autre table, il faut attendre : réessayez dans une minute. Le lien de l’invitation, lui, s’ouvre tout de suite.
trouble-bug = C’est notre faute.
trouble-bug-why = Quelque chose s’est cassé ici. Chaque coup confirmé est gardé ; personne à la table n’a à le payer.
trouble-no-such-rules = Cette partie attend ses règles.
trouble-no-such-rules-why = Elle a commencé avec des règles que ce serveur n’a plus. Rien n’est perdu : prévenez qui l’héberge.
trouble-unavailable = La malle est fermée un instant.
trouble-unavailable-why = Le serveur n’atteint pas ses tables. Chaque coup confirmé est gardé. Réessayez dans un moment.
trouble-no-such-page = Stop. Rien à voir ici.
trouble-no-such-page-why = Cette adresse n’existe pas, ou plus. Un tiret en trop, peut-être.
trouble-wrong-method = Cette adresse n’est pas une page.
trouble-wrong-method-why = Un formulaire y mène ; elle ne s’ouvre pas seule.
trouble-too-large = C’est trop pour la malle.
trouble-too-large-why = Ce qui a été envoyé dépasse tout ce que nos pages envoient.
trouble-http = Cela n’a pas pu être lu.
trouble-http-why = Votre navigateur l’a demandé d’une façon que nous ne comprenons pas.

# Les tables que l’on avait commencées
resume-yours = À vous de jouer
resume-kept = Un robot tient votre place
resume-waiting = On attend { $names }
resume-filling = La table se remplit
resume-over = Partie finie
resume-paused = En pause
resume-aside = Elle attend ses règles
resume-go = Reprendre
resume-look = Revoir
resume-end = Voir la fin
resume-more = { $n ->
    [one] et { $n } autre
   *[other] et { $n } autres
}

# À propos
about-what = Une malle de jeux
about-what-text = Malle garde des jeux de société que l’on ne trouve plus et dont la notice est en français, avec leurs règles, en français et en anglais. Ce que les notices ont perdu en route, plateaux et nombres, est reconstitué et marqué comme tel. On y joue entre amis ou contre des robots, sans compte et sans publicité.
about-chance = Le hasard se vérifie
about-chance-text = Le tirage est scellé avant la donne et ouvert à la fin. La partie se télécharge en un fichier, et une commande refait tous les tirages.
about-secrets = Les secrets sont gardés
about-secrets-text = Votre écran ne reçoit que ce que vous avez le droit de voir. Il en va de même pour les robots : ni tricherie, ni cartes vues.
about-source = Le code est ouvert
about-source-text = Malle est un logiciel libre, sous licence Apache 2.0. Chacun peut le lire, le changer et le faire tourner chez soi.
about-host = Ouvrir sa propre malle
about-host-text = Un club, une famille, une ludothèque : Malle s’héberge sur une petite machine. Le guide est dans le code, docs/heberger.md.
about-author = Écrire un jeu
about-author-text = Un jeu est un dossier de Python : l’écran, le terminal, les robots et les tests viennent avec. Le guide est dans le code, docs/author.md.
about-rights = À qui sont ces jeux
about-rights-text = Les règles et les nombres d’un jeu sont des faits ; les phrases et les dessins d’ici sont les nôtres. Les noms des jeux et des éditeurs appartiennent à leurs titulaires : Malle n’est liée à aucun d’eux. Vous avez des droits sur l’un de ces jeux, ou la boîte ? Écrivez à qui tient ce site, ou au projet par son dépôt de code.
rights-game = Jeu
rights-printed = Ce qui est imprimé
rights-scan = Notice en ligne
rights-author = auteur : { $what }
rights-licence = licence : { $what }
rights-publisher = éditeur : { $what }
rights-number = numéro : { $what }
rights-place = lieu : { $what }
rights-year = année : { $what }
rights-not-printed = non indiqué
rights-scan-line = La notice est en ligne grâce à
about-contact = Pour joindre qui tient ce site :
about-licences = Polices et bibliothèques du jeu, et leurs licences

## Une personne : ses parties, ses appareils, ce qui est gardé d’elle

date-today = aujourd’hui
date-yesterday = hier
date-day = { $day ->
    [1] 1er
   *[other] { $day }
} { $month }
date-day-year = { $day ->
    [1] 1er
   *[other] { $day }
} { $month } { $year }
date-month-1 = janvier
date-month-2 = février
date-month-3 = mars
date-month-4 = avril
date-month-5 = mai
date-month-6 = juin
date-month-7 = juillet
date-month-8 = août
date-month-9 = septembre
date-month-10 = octobre
date-month-11 = novembre
date-month-12 = décembre
span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
span-hours = { $n ->
    [one] { $n } heure
   *[other] { $n } heures
}
span-days = { $n ->
    [one] { $n } jour
   *[other] { $n } jours
}
me-title = Moi
me-called = À table, vous êtes
me-name-keep = Changer
me-what = Pas de mot de passe, pas de compte à créer. Vous êtes cet appareil, et ceux que vous lui ajoutez.
me-nobody = Vous n’êtes encore personne
me-nobody-why = Jouez une partie, et cet appareil saura que c’est vous : il n’y a ni compte à créer, ni mot de passe.
me-devices = Appareils
me-device-this = celui-ci
me-device-here = ici
me-device-since = depuis { $month }
me-device-seen = dernière visite : { $day }
me-device-close = Fermer
me-device-close-of = Fermer : { $name }
me-device-sure = { $name } ne pourra plus jouer pour vous.
kept-title = Retrouver mes places ailleurs
kept-lead = Si cet appareil se perd, l’une de ces portes suffit.
kept-stamp = gardée
kept-make = Créer
kept-passkey = Clé d’accès
kept-passkey-note = sur ce téléphone ou cet ordinateur ; rien à retenir
kept-passkey-made = créée : { $day }
kept-passkey-sure = Plus aucune clé d’accès n’ouvrira cette identité. Si un appareil est perdu, fermez-le aussi, plus bas.
kept-passkey-trouble = Rien n’a été fait : l’appareil a refusé, ou la clé n’est pas d’ici. Réessayez quand vous voulez.
kept-paper = Lien de secours
kept-paper-note = à imprimer, à ranger dans un tiroir
kept-paper-made = créé : { $day } ; il ouvre une fois
kept-paper-print = Imprimer
kept-paper-again = En refaire un
kept-paper-of = Avec ce lien, { $name } rouvre ses parties sur un autre appareil, une fois.
kept-paper-how = Imprimez-le maintenant : il ne sera plus montré. Qui l’a peut jouer pour vous ; en refaire un ferme celui-ci.
kept-done = C’est fait
kept-square = Ajouter un appareil
square-how = Visez ce carré avec l’autre appareil. Il sert une fois.
square-minutes = Il se ferme dans deux minutes.
square-left = Il se ferme dans { $n ->
    [60] une minute
    [one] { $n } seconde
   *[other] { $n } secondes
}.
square-closed = Le carré est fermé. Un autre ?
square-led = C’est fait :
square-typed = Sans appareil photo, tapez sur { $site } :
square-again = Un autre carré
enter-title = Retrouver mes parties
enter-lead = Avec un lien de secours, un carré montré sur un autre appareil, ou une clé d’accès.
enter-field = Le lien, ou les douze caractères
enter-go = Continuer
enter-passkey = Avec ma clé d’accès
enter-wrong = Ceci n’ouvre rien, ou plus rien : un carré sert une fois et pendant deux minutes, un lien de secours une fois.
enter-sure = Jouer ici pour { $name } ?
enter-asks-square = { $name } le demande depuis : { $device }. Cet appareil pourra jouer pour cette personne, jusqu’à ce qu’elle le ferme.
enter-asks-paper = Ce lien de secours est à { $name }. Cet appareil pourra jouer pour cette personne, jusqu’à ce qu’elle le ferme.
enter-stay = { $n ->
    [one] La partie de cet appareil reste à qui l’a jouée ici : cette personne y revient par son propre chemin.
   *[other] Les { $n } parties de cet appareil restent à qui les a jouées ici : cette personne y revient par son propre chemin.
}
enter-joined = { $n ->
    [one] La partie de cet appareil vient avec vous.
   *[other] Les { $n } parties de cet appareil viennent avec vous.
}
enter-yes = Oui, c’est moi
enter-no = Non
leave-title = Emporter, effacer
leave-lead = Tout ce que la maison garde de vous, dans un fichier. Effacer ôte votre nom partout ; les parties finies restent vérifiables.
leave-export = Tout emporter
leave-erase = M’effacer…
erase-title = M’effacer
erase-goes = Ce qui s’en va
erase-goes-what = Votre nom, vos appareils, vos clés et liens, votre adresse et vos avis, vos chiffres, les personnes bloquées.
erase-stays = Ce qui reste
erase-stays-what = Les coups, sans nom, pour que les autres puissent finir et vérifier leurs parties. Rien n’y mène à vous.
erase-field = Pour confirmer, écrivez votre nom : { $name }
erase-wrong = Ce n’est pas ce nom-là. Rien n’a été effacé.
erase-go = Tout effacer
figures-title = Mes chiffres
figures-private = pour vos yeux
figures-none = Après votre première partie finie, vos chiffres seront ici.
figures-deeds = { $good } : { $well } · { $bad } : { $ill }
figures-of = { $games }, { $won ->
    [0] aucune gagnée
    [one] { $won } gagnée
   *[other] { $won } gagnées
}{ $drawn ->
    [0] {""}
    [one] , { $drawn } nulle
   *[other] , { $drawn } nulles
}
statement-responsible = Responsable de ce site :
statement-no-contact = Qui tient ce site n’a pas encore dit comment lui écrire.
privacy-title = Vie privée
privacy-device = Un cookie, pour savoir que c’est vous
privacy-device-text = Votre navigateur garde un secret tiré au hasard ; la maison n’en garde qu’une empreinte. Deux autres petits cookies retiennent votre nom et votre langue ; là où la maison s’ouvre par un lien, un troisième retient que vous l’avez suivi. Rien n’est mesuré, rien n’est partagé, il n’y a ni publicité ni outil d’un tiers.
privacy-name = Votre nom
privacy-name-text = Celui que vous tapez, pour que les autres vous reconnaissent. Il est rangé à part des parties, et vous le changez ou l’effacez à la page « Moi ».
privacy-games = Vos parties
privacy-games-text = Les coups, pour que chacun puisse revenir, revoir et vérifier. Aucune partie ne s’efface toute seule : qui tient le site peut effacer les parties finies, d’ordinaire au bout d’un an, et celles auxquelles personne ne touche plus, au bout d’une semaine, ou de deux mois si l’on y a un jour ou plus par décision.
privacy-kept = Ce que vous ajoutez
privacy-kept-text = Clés d’accès, lien de secours, appareils (en deux mots, comme « Firefox, téléphone »), personnes bloquées, invitations. Tout cela s’en va quand vous vous effacez.
privacy-notices = Les avis
privacy-notices-text = Une adresse de courriel ou un abonnement de votre navigateur, si vous en donnez un, et seulement pour vous dire que c’est à vous. Un avis ne dit rien d’une partie, sauf le jeu et avec qui.
privacy-logs = Les journaux du serveur
privacy-logs-text = Ils disent ce qui casse, jamais qui joue, ni à quoi, ni d’où.
privacy-others = Qui d’autre le voit
privacy-others-text = À une table, votre nom et vos coups publics. Personne d’autre, et pas plus : un secret de jeu ne quitte pas le serveur avant la fin.
privacy-rights = Emporter, corriger, effacer
privacy-rights-text = À la page « Moi » : un fichier avec tout, et un bouton qui efface tout de suite. Les sauvegardes d’avant s’effacent à leur tour quand elles sont remplacées. Pour le reste, écrivez à qui tient ce site.
legal-title = Mentions légales
legal-who = Qui tient ce site
legal-who-text = Une personne ou une association qui a installé Malle chez elle.
legal-what = Ce que c’est
legal-what-text = Un site gratuit où l’on joue, sans compte et sans argent. Le logiciel est libre, sous licence Apache 2.0 ; ses auteurs ne tiennent pas ce site.
legal-report = Signaler
legal-report-text = Un nom ou une table se signale depuis le menu de la table. Pour le reste, écrivez à qui tient ce site.
accessibility-title = Accessibilité
accessibility-does = Ce qui est fait
accessibility-does-text = Tout se joue au clavier seul, se lit au lecteur d’écran, s’agrandit, et ne dépend ni de la couleur ni du mouvement ni d’une pendule, sauf celle que vous choisissez.
accessibility-tried = Ce qui est essayé
accessibility-tried-text = Un outil (axe) regarde quelques pages et moments de jeu à chaque changement, et la plupart, de temps en temps, dans un essai plus long ; des essais jouent des parties entières au clavier et lisent ce qu’un lecteur d’écran dirait.
accessibility-not = Ce que personne n’a essayé
accessibility-not-text = Aucune personne qui vit avec un lecteur d’écran, une loupe ou une commande vocale n’a encore joué ici, à notre connaissance. Aucun audit complet n’a été fait.
accessibility-tell = Dites-le
accessibility-tell-text = Si quelque chose vous arrête, dites-le : c’est une faute, et elle sera traitée comme telle.
me-language = Langue
me-language-name = Français
device-name = { $browser }, { $kind }
browser-firefox = Firefox
browser-edge = Edge
browser-opera = Opera
browser-samsung = Samsung Internet
browser-chrome = Chrome
browser-safari = Safari
browser-other = Navigateur
kind-tablet = tablette
kind-phone = téléphone
kind-computer = ordinateur
kind-other = appareil
mine-title = Mes parties
# À quel rythme
pace-title = À quel rythme ?
pace-live = En direct
pace-live-note = on joue ensemble, maintenant
pace-live-long = Chacun répond quand vient son tour, et tout le monde attend devant sa page. Une pendule de quelques minutes se choisit dans les options.
pace-half = 12 heures par décision
pace-day = 1 jour par décision
pace-three = 3 jours par décision
pace-bank = { $days ->
    [one] réserve de { $days } jour
   *[other] réserve de { $days } jours
}
pace-days-short = { $days } j
pace-night = entre { $begins } et { $ends }, la pendule dort
pace-no-night = la pendule ne dort jamais : vous n’avez pas d’heures calmes
pace-then-bank = puis votre réserve
pace-bank-note = { $days ->
    [one] { $days } jour pour toute la partie
   *[other] { $days } jours pour toute la partie
}
pace-then-table = puis un coup sans risque est joué
pace-table-note = la place reste à vous, rien n’est perdu
pace-quiet = Heures calmes :
pace-quiet-own = chacun les siennes. Les vôtres : entre { $begins } et { $ends }.
pace-quiet-none = chacun les siennes. Vous n’en avez pas.
pace-change = changer
pace-pause = Pause :
pace-pause-note = si tout le monde est d’accord, aussi longtemps qu’on veut
pace-long = Durée :
pace-long-weeks = environ { $decisions ->
    [one] { $decisions } décision
   *[other] { $decisions } décisions
} chacun ; à { $a_day } par jour, { $weeks ->
    [one] { $weeks } semaine
   *[other] { $weeks } semaines
}
pace-long-months = Une partie entière demanderait des mois.
pace-with = Vous inviterez ensuite qui vous voulez.
pace-open = Ouvrir la table
pace-slow = Une table lente
pace-line = Une table lente : { $pace }, { $days ->
    [one] réserve de { $days } jour
   *[other] réserve de { $days } jours
}. La nuit ne compte pas.
pace-row = Rythme
pace-row-note = en direct, ou sur plusieurs jours
hour-of-day = { $hour } h
house-title = La maison
house-unnamed = Une maison sans nom
house-enter = Entrer dans la maison
house-enter-why = Ce lien ouvre la page de la maison à cet appareil, une seule fois. Il appartient à la personne qui tient le serveur.
house-gone = Ce lien a déjà servi, ou son quart d’heure est passé. Sur le serveur, la commande malle house en donne un autre.
house-leave = Quitter la maison
house-counts =
    { $tables ->
        [one] { $tables } table ouverte
       *[other] { $tables } tables ouvertes
    }, { $people ->
        [one] { $people } personne
       *[other] { $people } personnes
    }, { $present ->
        [one] { $present } présente
       *[other] { $present } présentes
    }.
house-well = Tout va bien.
house-todo-name = Donnez un nom à la maison.
house-todo-address = Dites où est le site : réglage MALLE_ADDRESS.
house-todo-reports = { $n ->
    [one] Un signalement attend.
   *[other] { $n } signalements attendent.
}
house-keep = Garder
house-kept = Gardé.
house-name-title = Nom
house-name-what = Comment s’appelle cette maison ?
house-opens = Qui ouvre des tables
house-opens-title = Qui ouvre des tables ?
house-opens-all = Tout le monde
house-opens-all-why = une maison ouverte
house-opens-link = Qui a un lien de la maison
house-opens-link-why = amis et famille
house-opens-keepers = Moi
house-opens-keepers-why = j’ouvre, les autres s’assoient
house-link = Lien de la maison
house-link-new = Un autre lien
house-address-title = Adresse
house-address-none = Pas encore indiquée
house-address-why = celle des invitations
house-address-why-not = sans elle, les invitations ne valent que dans la maison
house-tls = Chiffrée
house-tls-none = En clair
house-tls-why = le mandataire a un certificat
house-tls-why-not = bien à la maison ; au dehors, mettez nginx ou Caddy devant
house-reports-title = Signalements
house-reports-none = Rien n’attend.
house-report-table = Une table
house-report-by = { $n ->
    [one] signalé par une personne
   *[other] signalé par { $n } personnes
}
house-report-hide = Retirer
house-report-keep = Laisser
house-numbers-title = Tables et personnes
house-open = Tables ouvertes
house-over = Parties finies
house-people = Personnes
house-present = Écrans ouverts à une table
house-no-hand = D’ici, personne ne voit la main d’une table en cours. Vous non plus.
house-load-title = Charge
house-processor = Processeur
house-memory = Mémoire
house-disk = Disque
house-answer = Réponse
house-percent = { $n } %
house-of = { $used } sur { $all } Go
house-register-title = Registre
house-did-came-in = { $who ->
    [you] Vous avez ouvert la maison par un lien.
    [command] Une commande a ouvert la maison par un lien.
   *[other] Une autre personne a ouvert la maison par un lien.
}
house-did-left = { $who ->
    [you] Vous avez quitté la maison.
    [command] Une commande a quitté la maison.
   *[other] Une autre personne a quitté la maison.
}
house-did-link-made = { $who ->
    [you] Vous avez donné un lien pour entrer.
    [command] Une commande a donné un lien pour entrer.
   *[other] Une autre personne a donné un lien pour entrer.
}
house-did-settled-name = { $who ->
    [you] Vous avez changé le nom de la maison.
    [command] Une commande a changé le nom de la maison.
   *[other] Une autre personne a changé le nom de la maison.
}
house-did-settled-opens = { $who ->
    [you] Vous avez changé « qui ouvre des tables ».
    [command] Une commande a changé « qui ouvre des tables ».
   *[other] Une autre personne a changé « qui ouvre des tables ».
}
house-did-settled-link = { $who ->
    [you] Vous avez fait un autre lien de la maison.
    [command] Une commande a fait un autre lien de la maison.
   *[other] Une autre personne a fait un autre lien de la maison.
}
house-did-hide-name = { $who ->
    [you] Vous avez retiré un nom, table { $about }.
    [command] Une commande a retiré un nom, table { $about }.
   *[other] Une autre personne a retiré un nom, table { $about }.
}
house-did-hide-table = { $who ->
    [you] Vous avez retiré la table { $about }.
    [command] Une commande a retiré la table { $about }.
   *[other] Une autre personne a retiré la table { $about }.
}
house-did-keep-name = { $who ->
    [you] Vous avez laissé un nom signalé, table { $about }.
    [command] Une commande a laissé un nom signalé, table { $about }.
   *[other] Une autre personne a laissé un nom signalé, table { $about }.
}
house-did-keep-table = { $who ->
    [you] Vous avez laissé la table signalée { $about }.
    [command] Une commande a laissé la table signalée { $about }.
   *[other] Une autre personne a laissé la table signalée { $about }.
}
trouble-not-opener = Ici, les tables s’ouvrent sur invitation.
trouble-not-opener-why = Demandez le lien de la maison à la personne qui la tient ; à une table où l’on vous invite, vous pouvez toujours vous asseoir.

mine-head = { $n ->
    [one] Une table vous attend
    [2] Deux tables vous attendent
    [3] Trois tables vous attendent
    [4] Quatre tables vous attendent
   *[other] { $n } tables vous attendent
}
mine-head-wait = Rien ne presse : on attend les autres
mine-head-none = Aucune partie en cours
mine-others = On attend les autres
mine-tables = { $n ->
    [one] { $n } table
   *[other] { $n } tables
}
mine-games = { $n ->
    [one] { $n } partie
   *[other] { $n } parties
}
mine-since = depuis { $span }
mine-yours = À vous
mine-asleep = { $n ->
    [one] { $names } dort encore { $span }, la pendule aussi
   *[other] { $names } dorment encore { $span }, la pendule aussi
}
mine-paused = En pause
mine-aside = Elle attend ses règles : qui tient ce site doit les remettre.
mine-left = il reste { $span }
mine-left-reserve = sur la réserve : il reste { $span }
mine-reserve = + { $span } en réserve
mine-finished = Finies
mine-place = { $n ->
    [1] 1re
   *[other] { $n }e
}
mine-of = sur { $n }
mine-sums = { $own } à { $other }
mine-with = avec { $names }
mine-again = Revoir
mine-again-of = Revoir : { $title }
mine-people = Vous avez joué avec
mine-playing = une en cours
mine-ago = il y a { $span }
mine-invite = Inviter
mine-invite-of = Inviter { $name } à une nouvelle partie
mine-block = Bloquer { $name }
mine-unblock = Débloquer { $name }
mine-blocked = le hasard ne vous mettra plus à la même table
mine-block-note = Le hasard ne vous mettra plus à la même table. Rien ne lui est dit.
mine-keep = Cette liste vit sur cet appareil.
mine-keep-it = La garder
mine-asked = { $host } vous garde une place.
mine-asked-go = Y aller
mine-asked-no = Non merci

# Être prévenu
tell-title = Quand vous prévenir
tell-push = Sur cet appareil
tell-push-what = quand c’est à vous à une table lente, avec deux rappels
tell-push-on = Prévenir
tell-push-off = Arrêter
tell-push-is-on = cet appareil est prévenu
tell-push-refused = Le navigateur refuse : autorisez les notifications de ce site dans ses réglages.
tell-push-none = Ce navigateur ne le peut pas ici. Sur iPhone, ajoutez d’abord Malle à l’écran d’accueil.
tell-mail = Par courriel
tell-mail-what = un lien prouve que l’adresse est la vôtre
tell-mail-field = Votre adresse
tell-mail-send = Envoyer le lien
tell-feed = Flux et agenda
tell-feed-what = une adresse secrète, à coller dans votre lecteur ou votre agenda
tell-feed-make = Créer
tell-feed-atom = Copier le flux
tell-feed-ics = Copier l’agenda
tell-quiet = Heures calmes
tell-quiet-from = entre { $begins } et { $ends }
tell-quiet-none = aucune
tell-quiet-begins = De
tell-quiet-ends = à
tell-quiet-what = Aucun avis, et votre pendule dort aussi aux tables lentes, où les autres le voient. Compte dès votre prochain tour.
letter-sent = Regardez vos messages
letter-sent-why = Si cette adresse est connue ici, ou si vous venez de la donner, un lien y arrive. Il s’ouvre une seule fois, pendant une demi-heure.
letter-open-why = Ce lien fait de ce navigateur l’un de vos appareils. Si vous ne l’avez pas demandé, fermez cette page : qui l’a demandé verrait ce qui se joue ici.
letter-prove = Cette adresse est-elle la vôtre ?
letter-prove-why = Vos avis y arriveront, et elle vous ramènera ici sur un autre appareil. Si vous n’avez pas demandé ce lien, fermez cette page.
letter-use = C’est moi
letter-done = Vous revoilà
letter-done-why = Ce navigateur joue pour vous, et l’adresse est la vôtre.
letter-on = Mes avis
letter-ask = Vous avez déjà joué sur un autre appareil ? Votre adresse de courriel
trouble-old-link = Ce lien ne s’ouvre plus
trouble-old-link-why = Il a servi, il a plus d’une demi-heure, ou un autre navigateur l’a demandé. Ouvrez-le là-bas, ou demandez-en un autre.
house-mail-subject = Courriel : un essai de Malle
house-mail-text = Si vous lisez ceci, la maison sait envoyer du courriel.
house-mail-none = La maison n’envoie pas de courriel. Les réglages mail et mail_from lui disent comment.
house-mail-by = Serveur d’envoi : { $server }
house-mail-to = votre adresse
house-mail-test = Envoyer un essai
house-mail-sent = Accepté en { $seconds } s. Regardez aussi les indésirables.
house-mail-gone = Le serveur ne connaît pas cette adresse.
house-mail-trouble = Le serveur n’a pas accepté, après { $seconds } s. Vérifiez l’adresse du serveur, le nom et le mot de passe.
house-did-tried-mail = { $who ->
    [you] Vous avez envoyé un essai de courriel.
    [command] Une commande a envoyé un essai de courriel.
   *[other] Une autre personne a envoyé un essai de courriel.
}
house-mail-title = Courriel
house-todo-backup = Aucune sauvegarde de ces deux derniers jours.
house-backup-title = Sauvegardes
house-backup-none = Aucune encore
house-backup-last = La dernière : { $day }
house-backup-holds = { $n ->
    [one] { $n } table, { $size } Mo.
   *[other] { $n } tables, { $size } Mo.
}
house-backup-how = La commande « malle backup » en fait une ; « malle up --install », une chaque nuit.
house-backup-key = La clé de la maison
house-backup-key-why = N’est dans aucune sauvegarde : gardez-la à part, sur papier.

# La page qui joue sans serveur.
page-lid-lead = { $n ->
    [4] Quatre jeux introuvables
   *[other] Des jeux introuvables
}, et des robots à qui mentir.
page-lid-games = Jeux
page-lid-skip = Aller à « Jouer »
page-lid-both = { $first } et { $last }
page-lid-two = { $level }. Ils ne voient pas vos cartes.
page-lid-two-novice = Deux débutants
page-lid-two-regular = Deux habitués
page-lid-two-wily = Deux retors
page-lid-one = { $level }. Elle ne voit rien de votre jeu.
page-lid-one-novice = Une débutante
page-lid-one-regular = Une habituée
page-lid-one-wily = Une retorse
page-lid-script = Les règles et les robots tournent dans cette page, avec JavaScript. Sans lui, la table reste vide.
page-lid-drawn = La table est mise. Rien n’est encore téléchargé.
page-lid-anew = Nouvelle partie
page-lid-name = Nom { $n }
page-lid-several = À plusieurs, sur cet appareil
page-lid-change = Changer
page-lid-minute = Les règles, en une minute
page-lid-promises = Quatre promesses
page-lid-secrets = Des secrets qui ne fuient pas
page-lid-secrets-text = L’écran ne reçoit que ce que votre place peut savoir. Les robots aussi.
page-lid-secrets-way = Comment on s’en assure (en anglais)
page-lid-chance = Un hasard qui se vérifie
page-lid-chance-text = La graine se scelle avant la donne et s’ouvre à la fin. Ici, c’est votre appareil qui distribue : cela ne prouve rien entre deux personnes.
page-lid-chance-way = Ce que cela prouve (en anglais)
page-lid-robots = Des robots honnêtes
page-lid-robots-text = Ils tournent dans cet onglet, voient leur main et la table, et réfléchissent sur votre batterie.
page-lid-robots-way = Leur force, mesurée (en anglais)
page-lid-folder = Un jeu, un dossier
page-lid-folder-text = Un jeu nouveau s’écrit en Python, sans une ligne pour l’écran.
page-lid-folder-way = Écrire un jeu (en anglais)
page-lid-friends = Entre amis
page-lid-friends-text = Entre vous, il faut un tiers qui distribue sans regarder : une maison.
page-lid-friends-here = Autour d’une table, cet appareil suffit : il passe de main en main.
page-lid-friends-site = Celle-ci vous reçoit, sans compte.
page-lid-host = L’héberger
page-lid-host-text = Une machine, cinq commandes, un dossier. Ou cette page seule : un dossier de fichiers, sur n’importe quel hébergeur.
page-lid-host-way = La page pour héberger
page-lid-python = En Python
page-lid-python-text = Les mêmes règles, sans la page.
page-lid-python-file = partie
page-lid-private = Ni compte, ni cookie, ni compteur. Rien n’est envoyé. Qui sert ces fichiers voit ce que voit tout serveur : qu’on les a demandés.
page-lid-digests = Empreinte de chaque fichier
page-lid-erase = Effacer ce qui est gardé ici
page-lid-under = Pour en savoir plus
here-newer = Une version plus récente attend. Elle prendra la prochaine partie, jamais celle en cours.
here-newer-anew = Nouvelle partie, nouvelle version
here-replayed = coup { $n } sur { $what }
here-said-held = Votre réponse est retenue
here-said-trouble = La table attend
here-said-replaying = Un instant
here-dealt = distribuée sur cet appareil, gardée à chaque coup
here-size = { $n } Mo une fois, ensuite même sans réseau
here-kept = tout est déjà là
here-resume = Reprendre
here-coming = On apporte la malle
here-of = { $n } sur { $what } Mo
here-already = La malle était déjà là
here-slow = Votre ligne est lente. La leçon, elle, est déjà là.
here-slow-why = { $n ->
    [one] Encore { $n } seconde environ ; votre réponse attend son tour.
   *[other] Encore { $n } secondes environ ; votre réponse attend son tour.
}
here-lesson = Faire la leçon en attendant
here-wait = Attendre ici
here-ready = La table est prête
here-go = Y aller
here-start = Le démarrage
here-starting = Python démarre
here-dealing = On distribue
here-again = Le fichier est arrivé coupé. On le redemande
here-last = Votre dernière partie est finie : en revoir la fin
here-longer = C’est plus long que d’ordinaire
here-replaying = Le moteur s’est arrêté. On reprend depuis le journal, aucun coup n’est perdu.
here-held = Retenu : { $what }
here-held-note = joué dès que la table est prête
here-held-stopped = rien n’est encore joué
here-change = Changer
here-changed = La donne a changé. À vous de nouveau.
here-unkept = Ce navigateur ne garde rien : la partie s’en ira avec l’onglet.
here-network = Pas de réseau, et rien de gardé ici.
here-network-why = Il manque { $n } Mo pour que les robots répondent. La page repart d’elle-même dès que le réseau revient.
here-wasm = Ce navigateur refuse WebAssembly.
here-wasm-why = Les règles sont en Python, et Python en a besoin ici. Rien n’a été téléchargé.
here-memory = Il n’y a plus assez de mémoire.
here-memory-why = Fermez d’autres onglets ; votre partie est gardée.
here-never = Python n’a pas démarré.
here-never-why = Rien n’est venu depuis trente secondes.
here-cut = Un fichier arrive toujours coupé.
here-cut-why = C’est l’hébergeur, pas vous.
here-missing = Un fichier manque.
here-missing-why = L’hébergeur a peut-être une page plus récente.
here-old = Ce navigateur est trop ancien pour ces règles.
here-old-why = Les règles, elles, sont plus anciennes encore.
here-died = Le moteur s’est arrêté.
here-died-why = On reprend depuis le journal, aucun coup n’est perdu.
here-retry = Réessayer maintenant
here-restart = Recommencer
here-reload = Recharger la page
here-copy = Copier le lien
here-copied = Lien copié
here-terminal = Au terminal :
