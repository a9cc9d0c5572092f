title = Combinus
title-short = Combinus
original-title = Combinus
blurb = Vingt-cinq pièces, quatre bords, des chemins. Reliez vos deux bords, gardez-y vos branchements, et gare aux échanges.
tagline = Reliez vos deux bords, pièce à pièce.
edition = D’après la notice, Pascal P. Parmentier, Casablanca, 1978. Les dessins des pièces manquent ; une seule famille de 25 pièces a les nombres que donne la notice.

option-variant = Comment on prend les pièces
option-variant-pool = piochées à l’envers
option-variant-hands = douze chacun, à l’endroit, joker au centre
option-variant-open = toutes à l’endroit, joker au centre : aucune part de hasard
option-variant-spread = toutes à l’endroit, le joker parmi elles : aucune part de hasard
option-games = Nombre de parties du match, points additionnés

# Tuiles et bords
tile = { $n ->
    [0] la pièce blanche
    [1] une pièce à un point
    [2] une pièce à deux points
    [3] une pièce à trois points
   *[other] une pièce à quatre points
}
tile-joker = le joker
pair-left-right = gauche et droite
pair-top-bottom = haut et bas

# Ce qui se décide
phase-borders = { $you ->
    [yes] Choisissez vos deux bords.
   *[no] { $who } choisit deux bords.
}
phase-take = { $you ->
    [yes] Prenez une pièce.
   *[no] { $who } prend une pièce.
}
phase-place = { $you ->
    [yes] Posez votre pièce.
   *[no] { $who } pose une pièce.
}
phase-exchange = { $you ->
    [yes] Posez votre pièce, ou échangez-la.
   *[no] { $who } pose ou échange une pièce.
}
phase-again = { $you ->
    [yes] Replacez la pièce enlevée.
   *[no] { $who } replace la pièce enlevée.
}
phase-over = La partie est finie.

# La table
table-game = { $games ->
    [one] Une seule partie.
   *[other] Partie { $game } sur { $games }.
}
table-totals = Jusqu’ici : { $one } { $mine }, { $other } { $yours }.
table-borders = { $seat_you ->
    [yes] Vous avez
   *[no] { $seat } a
} { $pair } : { $points ->
    [one] { $points } point
   *[other] { $points } points
}{ $linked ->
    [yes] , bords reliés.
   *[no] , bords pas encore reliés.
}
table-columns = { "   " }{ $tiles }
table-row = { $row }  { $tiles }
table-unseen = { $n ->
    [one] { $n } pièce jamais vue : { $tiles }
   *[other] { $n } pièces jamais vues : { $tiles }
}
table-pool = À l’endroit : { $tiles }
table-own = { $seat_you ->
    [yes] Vos pièces : { $tiles }
   *[no] { $seat } : { $tiles }
}
table-hand = { $seat_you ->
    [yes] Dans votre main : { $tile }, { $code }.
   *[no] { $seat } tient { $tile }, { $code }.
}

# Actions
action-place = Poser { $code } en { $cell }
action-exchange = Échanger : { $code } à la place de la pièce en { $cell }
action-take-down = Piocher une pièce
action-take-up = Prendre { $tile } ({ $code })
action-draw = Piocher { $tile } ({ $code })
action-deal = Donner { $tile } ({ $code })
action-choose = Choisir { $pair }
action-first = { $seat_you ->
    [yes] Vous commencez
   *[no] { $seat } commence
}

# Le journal
event-first-drawn = { $seat_you ->
    [yes] Le sort vous fait commencer.
   *[no] Le sort fait commencer { $seat }.
}
event-tile-dealt = { $seat_you ->
    [yes] Vous recevez { $tile }.
   *[no] { $seat } reçoit { $tile }.
}
event-rest-dealt = { $seat_you ->
    [yes] Vous recevez les autres.
   *[no] { $seat } reçoit les autres.
}
event-borders-chosen = { $seat_you ->
    [yes] Vous choisissez vos bords : { $pair }.
   *[no] { $seat } choisit ses bords : { $pair }.
}
event-tile-taken = { $seat_you ->
    [yes] Vous piochez une pièce.
   *[no] { $seat } pioche une pièce.
}
event-tile-seen = C’est { $tile }.
event-tile-turned-up = C’est { $tile } : injouable, retour à la pioche, à l’endroit.
event-tile-picked = { $seat_you ->
    [yes] Vous prenez { $tile } parmi les pièces à l’endroit.
   *[no] { $seat } prend { $tile } parmi les pièces à l’endroit.
}
event-tile-shown = C’est { $tile }.
event-tile-placed = { $seat_you ->
    [yes] Vous posez { $tile } en { $cell }.
   *[no] { $seat } pose { $tile } en { $cell }.
}
event-tile-exchanged = { $seat_you ->
    [yes] Vous échangez en { $cell } : { $tile } contre { $removed }.
   *[no] { $seat } échange en { $cell } : { $tile } contre { $removed }.
}
event-path-made = { $seat_you ->
    [yes] Vos bords sont reliés : vous avez droit aux échanges.
   *[no] { $seat } a ses bords reliés, et droit aux échanges.
}
event-path-cut = { $seat_you ->
    [yes] Votre chemin est coupé : plus d’échange.
   *[no] { $seat } n’a plus de chemin, ni d’échange.
}
event-game-blocked = Jeu bloqué : rien ne va et personne n’a de chemin. L’échange est permis aux deux.
event-turn-missed = { $seat_you ->
    [yes] Vous ne pouvez rien jouer et passez votre tour.
   *[no] { $seat } ne peut rien jouer et passe son tour.
}
event-game-ended = Plus personne ne peut jouer. { $one } : { $mine }. { $other } : { $yours }.

over-full = La grille est pleine. { $n ->
    [one] { $winner_you ->
        [yes] Vous avez le plus de branchements reliés et gagnez.
       *[no] { $winners } a le plus de branchements reliés et gagne.
    }
   *[other] Autant de branchements reliés de part et d’autre : partie nulle.
}
over-stuck = Les pièces restantes ne vont nulle part. { $n ->
    [one] { $winner_you ->
        [yes] Vous avez le plus de branchements reliés et gagnez.
       *[no] { $winners } a le plus de branchements reliés et gagne.
    }
   *[other] Autant de branchements reliés de part et d’autre : partie nulle.
}

# Chiffres
figure-turned-up = pièces piochées injouables
figure-exchanges = pièces posées par échange
figure-filled = cases remplies à la fin
figure-blocked = parties bloquées avant tout chemin

# L’écran
screen-grid = Grille
screen-tiles = Pièces
screen-reminder = Un côté blanc ne touche qu’un côté blanc, un point ne touche qu’un point. Le **joker**, lui, s’entend avec tout le monde.
legend-full = Plein : branchement relié, **1 point**.
legend-hollow = Creux : pas encore relié, 0 point.
legend-numbers = Chaque branchement au bord a son numéro.
screen-legend = Disque plein : branchement relié, **1 point**. Disque vide : sans valeur pour l’instant.
screen-match = match en { $n ->
    [one] { $n } partie
   *[other] { $n } parties
}
screen-over = La grille est finie
screen-game = partie { $game } sur { $games }
screen-linked = relié
screen-not-linked = pas encore relié
screen-exchange = Vos bords sont reliés : échange permis.
screen-exchange-blocked = Jeu bloqué : échange permis.
screen-count = Les branchements reliés
screen-count-left-right = { $seat_you ->
    [yes] Vous
   *[no] { $seat }
} : { $one } à gauche + { $other } à droite{ $lost ->
    [0] { "" }
   *[other] { "" } ({ $lost } sans valeur)
}
screen-count-top-bottom = { $seat_you ->
    [yes] Vous
   *[no] { $seat }
} : { $one } en haut + { $other } en bas{ $lost ->
    [0] { "" }
   *[other] { "" } ({ $lost } sans valeur)
}
screen-own = { $seat_you ->
    [yes] Vos pièces : { $n }
   *[no] { $seat }, pièces : { $n }
}
screen-down = { $n ->
    [0] aucune pièce
    [one] { $n } pièce
   *[other] { $n } pièces
}
screen-pool = à l’envers
screen-up = { $n ->
    [one] { $n } pièce à l’endroit
   *[other] { $n } pièces à l’endroit
}
screen-back = Pièce à l’envers
screen-held = { $seat_you ->
    [yes] Votre pièce
   *[no] Pièce en main, { $seat }
}
screen-places = { $n ->
    [0] Aucune case vide ne l’accepte
    [one] { $n } case l’accepte
   *[other] { $n } cases l’acceptent
}{ $swaps ->
    [0] .
    [one] { "" } ; { $swaps } échange possible.
   *[other] { "" } ; { $swaps } échanges possibles.
}
screen-box = Les pièces du jeu : { $n ->
    [one] { $n } jamais vue
   *[other] { $n } jamais vues
}
screen-choose = Quels bords voulez-vous relier ?
screen-choose-note = Les deux autres vont à l’adversaire.
pair-left-right-cap = Gauche et droite
pair-top-bottom-cap = Haut et bas
screen-draw-note = à l’envers
screen-take = Prendre { $tile }
screen-take-note = Piochez, ou prenez une pièce à l’endroit que vous pouvez jouer.
screen-take-only = Prenez une pièce que vous pouvez jouer.
screen-place = Poser en { $cell }
screen-swap = Échanger en { $cell }
screen-turn = { $n ->
    [0] sans tourner
    [1] un quart de tour
    [2] un demi-tour
   *[other] trois quarts de tour
}
verb-choose = Choisir
verb-draw = Piocher
verb-take = Prendre
verb-place = Poser
verb-turn = Tourner
why-not-playable = Injouable : cette pièce ne va nulle part pour l’instant.
why-taken = Case occupée ; sans chemin, pas d’échange.
why-taken-again = Case occupée : un seul échange par tour.
why-no-room = La pièce enlevée n’irait nulle part.
why-blank = **Blanc contre point** : aucun sens de la pièce ne convient ici.
why-junctions = **Les points ne coïncident pas** : aucun sens de la pièce ne convient ici.
event-tile-drawn = { $seat_you ->
    [yes] Vous piochez { $tile }.
   *[no] { $seat } pioche { $tile }.
}
event-tile-useless = { $seat_you ->
    [yes] Vous piochez { $tile } : injouable, retour à la pioche, à l’endroit.
   *[no] { $seat } pioche { $tile } : injouable, retour à la pioche, à l’endroit.
}

# Seul
challenge-none = Aucun branchement
challenge-none-goal = Aucun chemin ne sort de la grille
challenge-twenty = Vingt branchements
challenge-twenty-goal = Un branchement contre chaque case du cadre
challenge-one-in-two = Un branchement sur deux
challenge-one-in-two-goal = Tout autour, une case de bord sur deux porte un branchement
challenge-middles = Un au milieu de chaque bord
challenge-middles-goal = Un seul branchement par bord, au milieu
challenge-two-each = Deux, symétriques, sur chaque bord
challenge-two-each-goal = Deux branchements par bord, symétriques
challenge-five-on-two = Cinq sur deux bords
challenge-five-on-two-goal = Deux bords pleins, rien sur les deux autres
challenge-three-facing = Trois, centrés, face à face
challenge-three-facing-goal = Trois branchements au milieu de deux bords opposés
challenge-corners-narrow = Deux à chaque coin, écart étroit
challenge-corners-narrow-goal = Deux branchements à chaque coin, au plus près
challenge-corners-wide = Deux à chaque coin, écart large
challenge-corners-wide-goal = Deux branchements à chaque coin, au plus loin
challenge-blank-centre = Carré blanc centré
challenge-blank-centre-goal = La pièce blanche au centre ; le reste est affaire de goût
challenge-diagonal = Symétrie, à une pièce près
challenge-diagonal-goal = Une diagonale pour miroir, à une pièce près
challenge-in-order = Par points de jonction
challenge-in-order-goal = Rangée par rangée, le nombre de points ne remonte jamais
solo-alone = Combinus · en solitaire
solo-twelve = Défi { $n } sur 12
solo-daily = Défi du jour
solo-daily-goal = Des branchements là où le cadre les demande, aucun là où il les refuse
solo-daily-goal-free = Seuls les branchements demandés ; bords libres : { $borders }
solo-title-each = { $n ->
    [0] Un cadre sans branchement
    [1] Un branchement par bord
    [2] Deux branchements par bord
    [3] Trois branchements par bord
    [4] Quatre branchements par bord
   *[5] Cinq branchements par bord
}
solo-title-part = { $borders } { $n ->
    [0] aucun
    [1] un
    [2] deux
    [3] trois
    [4] quatre
   *[5] cinq
}
solo-at-0 = en haut
solo-at-1 = à droite
solo-at-2 = en bas
solo-at-3 = à gauche
solo-and = { $one } et { $two }
solo-which = Case { $cell } : quelle pièce ?
solo-solved-alone = Sans indice.
solo-solved-helped = Avec { $n } indices.
solo-solved-helped-1 = Avec un indice.
solo-people-alone = Sans indice : { $n }.
solo-streak = Série
solo-streak-days = { $n } jours
solo-streak-days-1 = 1 jour
solo-week = lu ma me je ve sa di
solo-share = Partager
solo-share-note = Le cadre, et l’ordre de vos cases. Aucune pièce : rien n’est gâché.
solo-share-text = Combinus, { $name } : { $time }, sans indice
solo-share-helped = Combinus, { $name } : { $time }, indices : { $n }
solo-shared = Copié : à coller où vous voulez.
solo-again = Recommencer
solo-next = Un autre défi
solo-counted-later = Hors ligne : compté à votre retour.
solo-spot-0a = haut gauche
solo-spot-0b = haut droite
solo-spot-1a = droite haut
solo-spot-1b = droite bas
solo-spot-2a = bas droite
solo-spot-2b = bas gauche
solo-spot-3a = gauche bas
solo-spot-3b = gauche haut
solo-border-0 = haut
solo-border-1 = droite
solo-border-2 = bas
solo-border-3 = gauche
solo-free-borders = bords libres : { $borders }
solo-place-branch = { $borders } : branchement demandé
solo-place-none = { $borders } : pas de branchement
solo-place-free = { $borders } : libre
solo-goal = Objectif
solo-left = Pièces à poser : { $n }
solo-undo = Annuler
solo-hint = Indice
solo-turn = Tourner
solo-remove = Enlever
solo-solvable = Encore possible ?
solo-yes = Oui, c’est encore possible.
solo-no = Non, c’est cuit : ces pièces-là ne laissent aucune solution.
solo-unknown = Pas trouvé à temps. Rien ne dit que c’est perdu.
solo-asking = Je cherche…
solo-offline = Hors ligne
solo-offline-note = Vos défis sont gardés sur cet appareil ; les indices demandent le réseau.
solo-refused = Le serveur ne donne pas d’indice pour l’instant ; redemandez plus tard.
solo-solved = Résolu !
solo-clash-blank = **Blanc contre point** : { $cell } ne s’accorde pas avec { $other }.
solo-clash-junctions = **Les points ne coïncident pas** : { $cell } ne s’accorde pas avec { $other }.
solo-centre-joker = Joker au centre
solo-centre-blank = Blanche au centre
solo-point-branches = Branchements
solo-point-fits = Tout s’accorde
solo-point-junctions = Dans l’ordre
solo-point-diagonal = Symétrie
solo-time = Temps
solo-hints = Indices demandés
solo-none = aucun
solo-lesson = Leçon
solo-lesson-step = Leçon, { $n } sur { $want }
solo-lesson-1 = Plus que quatre pièces. Objectif : aucun chemin ne sort de la grille. Celle à deux points face à face va en C4, couchée : tournez-la si besoin.
solo-lesson-2 = Essayez la pièce blanche en B5.
solo-lesson-3 = Zigzag : blanc contre point, cela ne va pas. Enlevez-la.
solo-lesson-4 = En C5, tous ses voisins sont blancs, le cadre compris : elle y est chez elle.
solo-lesson-5 = En B5, il faut un seul point, vers le haut. Posez la pièce, tournez-la jusqu’à ce que le zigzag disparaisse.
solo-lesson-6 = La dernière, en D5. Un doute ? « Encore possible ? » répond sans rien poser ; « Indice » pose une pièce, et cela se saura.
solo-tabs = Les douze défis de la notice
solo-rules = Règles
solo-back = Retour
solo-people = Réussi par { $n } personnes
solo-people-0 = Personne ne l’a encore réussi
solo-people-1 = Réussi par une personne
solo-today = Le défi du jour
solo-keys = R pour tourner, Entrée pour poser
solo-hint-place = Indice : une pièce vient d’être posée en { $cell }.
solo-hint-remove = Indice : la pièce en { $cell } empêchait de finir ; on l’enlève.
solo-empty-square = case vide
solo-board = Grille
solo-tray = Pièces à poser
solo-given = donnée

# L’histoire, après la fin
story-note = { $laid ->
    [one] { $laid } pièce posée
   *[other] { $laid } pièces posées
}{ $swapped ->
    [0] { "" }
    [one] , { $swapped } échange
   *[other] , { $swapped } échanges
}
story-linked = Le premier chemin
story-linked-told = { $by_you ->
    [yes] Vous posez
   *[no] { $by } pose
} { $tile } en **{ $cell }** : { $seat_you ->
    [yes] vos deux bords sont reliés.
   *[no] { $seat } a ses deux bords reliés.
}
story-cut = Le coup de ciseaux
story-cut-told = { $by_you ->
    [yes] Vous jouez
   *[no] { $by } joue
} { $tile } en **{ $cell }** : { $seat_you ->
    [yes] votre chemin est coupé.
   *[no] un chemin est coupé, et c’est { $seat } qui le perd.
}
story-slip = { $seat_you ->
    [yes] Vos points, partie par partie
   *[no] Les points, partie par partie : { $seat }
}
story-game = Partie { $game }
story-total = En tout

# Les nombres de cette édition
value-rest = La boîte
value-rows = Rangées
value-columns = Colonnes
value-joker = Joker
value-fit = Deux points s’accordent
value-fit-coincide = quand ils se touchent
value-fit-alike = quand ils sont à la même place
value-tiles = Pièces sans le joker

# La leçon
lesson-1 = Deux bords opposés de la grille sont à vous. Prenez gauche et droite ; Basile aura haut et bas.
lesson-2 = Votre pièce a deux points de jonction. Posez-la en A3, contre votre bord gauche. Un autre appui la fait tourner.
lesson-3 = Disque vide : un branchement, mais qui ne mène encore nulle part. Continuez le tracé en B3, point contre point.
lesson-4 = On a joué C3 pour vous. Basile pose où il veut : une pièce posée sert à tout le monde. Le joker va partout : D3.
lesson-5 = Une pièce à trois points. Posez-la en E3 pour toucher le bord droit : votre chemin sera complet.
lesson-6 = Bords reliés : deux disques pleins, 2 points, et le droit d’échanger. Mettez votre pièce à la place de celle en E3.
lesson-7 = La pièce enlevée doit retrouver une place. En E4, elle touche encore votre bord, et le chemin passe par elle.
lesson-8 = 3 points. Un échange peut aussi couper le chemin d’en face. Quand plus rien ne se pose, on compte les branchements reliés.

# Conseils de la première partie : un message guide-X paraît quand X est dit
guide-phase-borders = Reliez vos deux bords. Les pièces posées servent aux deux joueurs.
guide-phase-place = Cases éclairées : elle y va. Touchez encore pour la tourner ; aucune obligation de la coller aux autres.
guide-event-tile-placed-you = Un disque vide est un branchement sans valeur pour l’instant. Il se remplit quand un tracé le relie au bord opposé.
guide-event-tile-useless = Injouable : elle retourne à la pioche, à l’endroit. Tout le monde la voit, et pourra la prendre.
guide-event-path-made-you = Votre chemin vous donne l’échange : votre pièce contre une de la grille, à replacer ailleurs.
guide-event-path-made = En face, le chemin est fait. Un échange, ou une pièce bien placée, peut encore le gêner.

# Les règles en une minute. Le nom d’un message est celui du dessin
minute-borders-left-right = Choisissez deux bords
minute-borders-left-right-text = Qui commence prend gauche et droite, ou haut et bas. Les deux autres sont pour l’adversaire.
minute-tile-aabb = Posez une pièce
minute-tile-aabb-text = Sur n’importe quelle case vide. Les côtés voisins doivent s’accorder, et le tracé continuer.
minute-tile-joker = Reliez, puis échangez
minute-tile-joker-text = Un chemin d’un bord à l’autre vous laisse prendre la place d’une pièce déjà posée.
minute-end = À la fin, chaque branchement relié au bord opposé vaut un point. Le plus haut score gagne.
