seat = Place { $number }
name = { $seat }
you = vous
seat-let = { $seat_you ->
    [yes] Tout le monde est d’accord : vous prenez la place { $number } au robot.
   *[no] Tout le monde est d’accord : { $seat } prend la place { $number } au robot.
}
seat-left = Un robot joue désormais à la place { $number }, gardée pour qui l’a quittée.
seat-kept = { $seat_you ->
    [yes] On vous attendait : un robot tient votre place jusqu’à votre retour.
   *[no] { $seat } ne répond plus : un robot tient sa place jusqu’à son retour.
}
seat-given-up = La place { $number } est abandonnée : un robot y achève la partie.
seat-back = { $seat_you ->
    [yes] Vous reprenez votre place.
   *[no] { $seat } reprend sa place.
}
list-last = { $first } et { $last }
beside = { $one } · { $two }
times = { $what } × { $n }
edition-named = Édition : { $name }
usual-lesson = Cette leçon est celle de l’édition Malle : avec « { $name } », ses coups donneraient autre chose. { $said }

# Terminal
cli-welcome = { $title } · { $seats ->
    [one] { $seats } joueur
   *[other] { $seats } joueurs
}. Vous avez la place { $seat } ; des robots jouent les autres. Tapez un numéro, un morceau d’action, ? pour tout voir, ou q pour arrêter.
cli-awaited = À vous.
cli-choose = Votre choix
cli-many = Actions possibles : { $n }. Tapez un morceau de l’une d’elles, par exemple « { $example } ».
cli-match = { $n ->
    [0] Rien de possible ne ressemble à « { $text } ».
   *[other] Actions qui y ressemblent : { $n }. Précisez, ou tapez un numéro :
}
cli-bye = Partie laissée en plan.
cli-over = La partie est finie.
cli-place = { $place }. { $name } : { $score }
cli-match-leg = Le match, partie { $leg } sur { $legs }
cli-match-sum = { $name } : { $scores } = { $sum }
cli-match-won = { $you ->
    [yes] Vous gagnez le match.
   *[other] { $name } gagne le match.
}
cli-match-drawn = Match nul.
cli-next-leg = Partie { $leg } sur { $legs } : échanger les camps ? [O/n]
cli-saved = Partie enregistrée dans { $file }. Pour la vérifier : malle record verify { $file }
cli-thinking = Les robots réfléchissent…

# Simulation
sim-title = { $title } · { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} à { $seats ->
    [one] { $seats } joueur
   *[other] { $seats } joueurs
}
sim-figure = chiffre
sim-value = valeur
sim-length = entrées par partie (médiane, de, à)
sim-decisions = décisions par partie (médiane, intervalle à 95 %)
sim-wins = victoires de la place { $seat }
sim-score = score moyen de la place { $seat }
sim-speed = parties par seconde
sim-progress = en jeu
lab-title = { $title } · { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} à { $seats ->
    [one] { $seats } joueur
   *[other] { $seats } joueurs
} : un seul contre des « { $others } »
lab-robot = robot
lab-wins = victoires
lab-ahead = points d’avance sur la moyenne des autres
lab-matches = matchs entiers
lab-seat = à la place { $seat }
lab-progress = donnes
lab-no-robot = Il n’y a pas de robot « { $name } » dans { $game } ; il y a { $known }.
lab-two-deals = Faites jouer au moins deux donnes : une seule n’a pas d’intervalle.
lab-two-robots = Nommez deux robots ou plus ; les donnes ont des numéros à partir de 0.
lab-each-once = Nommez deux robots ou plus, chacun une fois, et au plus un million de donnes.
lab-other-origin = { $file } est d’un autre jeu ou d’autres robots : mettez-le de côté, ou nommez un autre fichier.
lab-no-ray = Ray n’est pas installé ici : pip install "ray[client]", ou retirez --ray.
lab-ray-away = La grappe Ray à { $address } ne peut pas servir ({ $why }) : voyez si elle tourne, ou retirez --ray.
lab-ray-other = Les machines de la grappe Ray à { $address } n’ont pas Malle, ou en ont un autre : installez-y le même.
lab-ray-edition = Une grappe Ray joue avec l’édition Malle : retirez --edition, ou --ray.
lab-not-written = { $file } ne peut pas être écrit ({ $why }) : allez dans un autre dossier, ou nommez un autre fichier.
lab-broken-off = Interrompu. Ce qui a été joué est dans { $file } : la même commande continue.
ladder-title = { $title } : l’échelle de ses robots
ladder-section = { $title } · { $seats ->
    [one] { $seats } joueur
   *[other] { $seats } joueurs
}
ladder-how = Chaque robot contre chaque autre : un seul d’une sorte prend chaque place à son tour, tous les autres sont de l’autre sorte, et le hasard est le même. { $number ->
    [one] { $number } donne
   *[other] { $number } donnes
} par paire, chacune depuis chaque place, donc { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} ; ce sont des donnes { $kind ->
    [choosing] pour choisir
   *[reporting] pour rendre compte
}. Après ±, la moitié de l’intervalle à 95 % sur les donnes.
ladder-matrix = Victoires, et points d’avance sur la moyenne des autres
ladder-corner = un contre les autres
ladder-plot = Victoires d’un robot contre les autres, avec intervalles à 95 % ; en tirets : la part égale
ladder-thinking = Temps de processeur d’une décision : 95 sur 100 prennent moins
ladder-made = Fait depuis la source { $commit } (règles et robots : { $digest }) par
ladders-title = La force des robots
ladders-before = Trois niveaux de chaque jeu, les uns contre les autres et contre personne d’autre : leur force face aux gens n’est pas mesurée. Une paire dont l’intervalle contient la part égale n’est pas départagée. La réflexion est mesurée en temps de processeur, sur la machine qui a fait cette page.
ladders-left = Non joués pour cette page, par nombre de joueurs : { $names }.

# Vérification
check-text = lisible
check-chain = chaîne des empreintes
check-signature = signature de l’hôte
check-seal = graine scellée
check-pledges = mots des joueurs
check-play = chaque tirage, chaque coup et le résultat
check-good = bon
check-bad = REFUSÉ
check-unknown = non vérifié
check-verified = Cette partie est vérifiée.
check-refused = Cette partie est refusée.

# Avis : ils s’affichent devant tout le monde, et ne disent rien d’une position.
notice-turn = À vous · { $title }
notice-fifth = { $hours ->
    [one] Il reste { $hours } heure · { $title }
   *[other] Il reste { $hours } heures · { $title }
}
notice-hour = Une heure · { $title }
notice-with = Avec { $names }.
notice-until = Jusqu’à { $until }.
notice-until-reserve = Jusqu’à { $until } ; puis votre réserve.
notice-hour-then = Ensuite un coup sans risque est joué. La place reste la vôtre.
notice-digest = { $n ->
    [one] Une table vous attend
   *[other] { $n } tables vous attendent
}
notice-digest-row = { $title } : { $until }
notice-last = Dernier moment
notice-moment = { $weekday } { $day ->
    [1] 1er
   *[other] { $day }
}, { $hour } h { $minute }
notice-moment-sharp = { $weekday } { $day ->
    [1] 1er
   *[other] { $day }
}, { $hour } h
notice-feed = Malle · à vous
notice-mail-foot = Moins d’avis, ou plus aucun :
letter-title = Votre lien pour Malle
letter-lead = Ouvrez ce lien dans la demi-heure, une seule fois :
letter-foot = Vous n’avez rien demandé ? Ignorez ce message : rien ne se passe sans le lien.
weekday-1 = lundi
weekday-2 = mardi
weekday-3 = mercredi
weekday-4 = jeudi
weekday-5 = vendredi
weekday-6 = samedi
weekday-7 = dimanche
