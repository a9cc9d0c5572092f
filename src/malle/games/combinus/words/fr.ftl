title = Combinus
original-title = Combinus
blurb = Un jeu de tuiles et de chemins. Reliez vos deux bords et gardez-y le plus de branchements possible.

option-variant = Comment on prend les tuiles
option-variant-pool = piochées face cachée
option-variant-hands = douze chacun, face visible, joker au centre
option-variant-open = toutes face visible dans une seule pioche, joker au centre : aucun hasard
option-games = Nombre de parties du match, points additionnés

# Tuiles et bords
tile = { $n ->
    [0] la tuile blanche
    [1] une tuile à un point
    [2] une tuile à deux points
    [3] une tuile à trois points
   *[other] une tuile à quatre points
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
    [yes] Prenez une tuile.
   *[no] { $who } prend une tuile.
}
phase-place = { $you ->
    [yes] Posez votre tuile.
   *[no] { $who } pose une tuile.
}
phase-exchange = { $you ->
    [yes] Posez votre tuile, ou échangez-la.
   *[no] { $who } pose ou échange une tuile.
}
phase-again = { $you ->
    [yes] Reposez la tuile enlevée.
   *[no] { $who } repose la tuile enlevée.
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
   *[no] , pas encore relié.
}
table-columns = { "   " }{ $tiles }
table-row = { $row }  { $tiles }
table-unseen = { $n ->
    [one] { $n } tuile jamais vue : { $tiles }
   *[other] { $n } tuiles jamais vues : { $tiles }
}
table-pool = Face visible : { $tiles }
table-own = { $seat_you ->
    [yes] Vos tuiles : { $tiles }
   *[no] { $seat } : { $tiles }
}
table-hand = { $seat_you ->
    [yes] Dans votre main : { $tile }, { $code }.
   *[no] { $seat } tient { $tile }, { $code }.
}

# Actions
action-place = Poser { $code } en { $cell }
action-exchange = Échanger : { $code } à la place de la tuile en { $cell }
action-take-down = Piocher une tuile
action-take-up = Prendre { $tile } ({ $code })
action-draw = Piocher { $tile } ({ $code })
action-deal = Donner { $tile } ({ $code })
action-choose = Les bords { $pair }
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
    [yes] Vous choisissez les bords { $pair }.
   *[no] { $seat } choisit les bords { $pair }.
}
event-tile-taken = { $seat_you ->
    [yes] Vous piochez une tuile.
   *[no] { $seat } pioche une tuile.
}
event-tile-seen = C’est { $tile }.
event-tile-turned-up = C’est { $tile } : impossible à jouer, elle reste face visible.
event-tile-picked = { $seat_you ->
    [yes] Vous prenez { $tile } parmi les tuiles visibles.
   *[no] { $seat } prend { $tile } parmi les tuiles visibles.
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
    [yes] Vos bords sont reliés : échange permis.
   *[no] Les bords de { $seat } sont reliés : l’échange lui est permis.
}
event-path-cut = { $seat_you ->
    [yes] Votre chemin est coupé.
   *[no] Le chemin de { $seat } est coupé.
}
event-game-blocked = Le jeu est bloqué : rien ne va et personne n’a de chemin. L’échange est permis aux deux.
event-turn-missed = { $seat_you ->
    [yes] Vous ne pouvez pas jouer et passez votre tour.
   *[no] { $seat } ne peut pas jouer et passe son tour.
}
event-game-ended = Plus personne ne peut jouer. { $one } : { $mine }. { $other } : { $yours }.

over-full = La grille est pleine. { $n ->
    [one] { $winner_you ->
        [yes] Vous avez le plus de branchements reliés et gagnez.
       *[no] { $winners } a le plus de branchements reliés et gagne.
    }
   *[other] { $winners } ont autant de branchements reliés : partie nulle.
}
over-stuck = Les tuiles restantes ne vont nulle part. { $n ->
    [one] { $winner_you ->
        [yes] Vous avez le plus de branchements reliés et gagnez.
       *[no] { $winners } a le plus de branchements reliés et gagne.
    }
   *[other] { $winners } ont autant de branchements reliés : partie nulle.
}

# Chiffres
figure-turned-up = tuiles piochées impossibles à jouer
figure-exchanges = tuiles posées par échange
figure-filled = cases remplies à la fin
figure-blocked = parties bloquées avant tout chemin

# L’écran
screen-grid = Grille
screen-tiles = Tuiles
screen-reminder = Il y a aussi le **joker**, qui s’accorde avec tout. Un côté blanc touche un côté blanc, un point touche un point.
screen-legend = Disque plein : branchement relié, **1 point**. Disque vide : pas encore relié.
screen-match = match en { $n } parties
screen-over = La grille est finie
screen-game = partie { $game } sur { $games }
screen-linked = relié
screen-not-linked = pas encore relié
screen-exchange = Vos bords sont reliés : échange permis.
screen-exchange-blocked = Jeu bloqué : échange permis.
screen-count = Les branchements reliés
screen-count-left-right = { $seat } : { $one } à gauche + { $other } à droite{ $lost ->
    [0] { "" }
   *[other] { "" } ({ $lost } sans valeur)
}
screen-count-top-bottom = { $seat } : { $one } en haut + { $other } en bas{ $lost ->
    [0] { "" }
   *[other] { "" } ({ $lost } sans valeur)
}
screen-own = { $seat_you ->
    [yes] Vos tuiles : { $n }
   *[no] Les tuiles de { $seat } : { $n }
}
screen-down = { $n ->
    [0] aucune tuile
    [one] { $n } tuile
   *[other] { $n } tuiles
}
screen-pool = face cachée
screen-up = { $n ->
    [one] { $n } tuile visible
   *[other] { $n } tuiles visibles
}
screen-back = Tuile face cachée
screen-held = { $seat_you ->
    [yes] Votre tuile
   *[no] La tuile de { $seat }
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
screen-box = Les tuiles du jeu : { $n } pas encore vues
screen-choose = Quels bords voulez-vous relier ?
screen-choose-note = L’autre joueur aura les deux autres.
pair-left-right-cap = Gauche et droite
pair-top-bottom-cap = Haut et bas
screen-draw-note = face cachée
screen-take = Prendre { $tile }
screen-take-note = Piochez, ou prenez une tuile visible que vous pouvez jouer.
screen-take-only = Prenez une tuile que vous pouvez jouer.
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
why-not-playable = Cette tuile ne va nulle part : elle ne peut pas être prise.
why-taken = Case occupée ; sans chemin, pas d’échange.
why-taken-again = Case occupée : un seul échange par tour.
why-no-room = La tuile enlevée n’irait sur aucune case vide.
why-blank = **Blanc contre point** : aucun sens de la tuile ne s’accorde ici.
why-junctions = **Les points ne se touchent pas** : aucun sens de la tuile ne s’accorde ici.
event-tile-drawn = { $seat_you ->
    [yes] Vous piochez { $tile }.
   *[no] { $seat } pioche { $tile }.
}
event-tile-useless = { $seat_you ->
    [yes] Vous piochez { $tile } : impossible à jouer, elle reste face visible.
   *[no] { $seat } pioche { $tile } : impossible à jouer, elle reste face visible.
}

# Seul
challenge-none = Aucun branchement
challenge-none-goal = Aucun chemin ne doit sortir
challenge-twenty = Vingt branchements
challenge-twenty-goal = Un branchement sur chaque côté du cadre
challenge-one-in-two = Une case de bord sur deux
challenge-one-in-two-goal = Sur chaque bord, un branchement une case sur deux
challenge-middles = Un au milieu de chaque bord
challenge-middles-goal = Un seul branchement par bord, au milieu
challenge-two-each = Deux, symétriques, sur chaque bord
challenge-two-each-goal = Deux branchements par bord, symétriques
challenge-five-on-two = Cinq sur deux bords
challenge-five-on-two-goal = Deux bords pleins, rien sur les deux autres
challenge-three-facing = Trois, centrés, face à face
challenge-three-facing-goal = Trois branchements au milieu de deux bords opposés
challenge-corners-narrow = Deux à chaque coin, serrés
challenge-corners-narrow-goal = Deux branchements à chaque coin, au plus près
challenge-corners-wide = Deux à chaque coin, écartés
challenge-corners-wide-goal = Deux branchements à chaque coin, au plus loin
challenge-blank-centre = La blanche au centre
challenge-blank-centre-goal = La tuile blanche au centre, le reste à votre goût
challenge-diagonal = Symétrie, à une tuile près
challenge-diagonal-goal = Une diagonale pour miroir, à une tuile près
challenge-in-order = Par nombre de points
challenge-in-order-goal = Rangée par rangée, le nombre de points ne remonte jamais
solo-alone = Combinus · seul
solo-twelve = Défi { $n } sur 12
solo-daily = Défi du jour
solo-daily-goal = Des branchements là où le cadre les demande, et nulle part ailleurs
solo-daily-goal-free = Seuls les branchements demandés ; bords libres : { $borders }
solo-border-0 = haut
solo-border-1 = droite
solo-border-2 = bas
solo-border-3 = gauche
solo-free-borders = bords libres : { $borders }
solo-place-branch = { $borders } : branchement demandé
solo-place-none = { $borders } : pas de branchement
solo-place-free = { $borders } : libre
solo-goal = Objectif
solo-left = Encore { $n } tuiles
solo-scroll = glissez pour les voir toutes
solo-undo = Reprendre
solo-hint = Indice
solo-turn = Tourner
solo-remove = Enlever
solo-solvable = Encore possible ?
solo-yes = Oui, c’est encore possible.
solo-no = Non : avec ces tuiles-là, plus aucune solution.
solo-unknown = Je n’ai pas trouvé de réponse à temps.
solo-asking = Je cherche…
solo-offline = Hors ligne
solo-offline-note = Vos défis sont gardés sur cet appareil ; les indices demandent le réseau.
solo-solved = Défi réussi !
solo-solved-note = Les 25 tuiles sont posées et tout s’accorde.
solo-clash-blank = **Blanc contre point** : { $cell } ne s’accorde pas avec { $other }.
solo-clash-junctions = **Les points ne se touchent pas** : { $cell } ne s’accorde pas avec { $other }.
solo-centre-joker = Joker au centre
solo-centre-blank = Blanche au centre
solo-point-branches = Branchements demandés
solo-point-fits = Tout s’accorde
solo-point-junctions = Dans l’ordre
solo-point-diagonal = Symétrie
solo-time = Temps
solo-hints = Indices demandés
solo-none = aucun
solo-tabs = Les douze défis du livret
solo-rules = Règles
solo-back = Retour
solo-people = Réussi par { $n } personnes
solo-people-0 = Personne ne l’a encore réussi
solo-people-1 = Réussi par une personne
solo-today = Le défi du jour
solo-keys = R pour tourner, Entrée pour poser
solo-hint-place = Indice : une tuile a été posée en { $cell }.
solo-hint-remove = Indice : la tuile en { $cell } empêchait de finir ; elle est enlevée.
solo-empty = Toutes les tuiles sont posées
solo-empty-square = case vide
solo-board = Grille
solo-tray = Tuiles à poser
solo-given = donnée
