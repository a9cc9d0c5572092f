title = Combinus
original-title = Combinus
blurb = Un jeu de tuiles et de chemins. Reliez vos deux bords et gardez-y le plus de branchements possible.

option-variant = Comment on prend les tuiles
option-variant-pool = piochées face cachée
option-variant-hands = douze chacun, face visible, joker au centre
option-variant-open = toutes face visible dans une seule pioche, joker au centre : aucun hasard
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
table-totals = Jusqu’ici : { $one } { $mine }, { $other } { $yours }.
table-borders = { $seat_you ->
    [yes] Vous avez
   *[no] { $seat } a
} { $pair } : { $points ->
    [one] { $points } point
   *[other] { $points } points
}{ $linked ->
    [yes] , bords reliés.
   *[no] , pas encore relié.
}
table-row = { $row }  { $tiles }
table-unseen = { $n ->
    [one] { $n } tuile jamais vue : { $tiles }
   *[other] { $n } tuiles jamais vues : { $tiles }
}
table-pool = Face visible : { $tiles }
table-own = { $seat_you ->
    [yes] Vos tuiles : { $tiles }
   *[no] { $seat } : { $tiles }
}
table-hand = { $seat_you ->
    [yes] Dans votre main : { $tile }, { $code }.
   *[no] { $seat } tient { $tile }, { $code }.
}

# Actions
action-place = Poser { $code } en { $cell }
action-exchange = Échanger : { $code } à la place de la tuile en { $cell }
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
event-tile-turned-up = C’est { $tile } : impossible à jouer, elle reste face visible.
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
    [yes] Vous échangez en { $cell } : { $tile } contre { $removed }.
   *[no] { $seat } échange en { $cell } : { $tile } contre { $removed }.
}
event-path-made = { $seat_you ->
    [yes] Vos bords sont reliés : échange permis.
   *[no] Les bords de { $seat } sont reliés : l’échange lui est permis.
}
event-path-cut = { $seat_you ->
    [yes] Votre chemin est coupé.
   *[no] Le chemin de { $seat } est coupé.
}
event-game-blocked = Le jeu est bloqué : rien ne va et personne n’a de chemin. L’échange est permis aux deux.
event-turn-missed = { $seat_you ->
    [yes] Vous ne pouvez pas jouer et passez votre tour.
   *[no] { $seat } ne peut pas jouer et passe son tour.
}
event-game-ended = Plus personne ne peut jouer. { $one } : { $mine }. { $other } : { $yours }.

over-full = La grille est pleine. { $winners } { $n ->
    [one] a le plus de branchements reliés et gagne.
   *[other] ont autant de branchements reliés : partie nulle.
}
over-stuck = Les tuiles restantes ne vont nulle part. { $winners } { $n ->
    [one] a le plus de branchements reliés et gagne.
   *[other] ont autant de branchements reliés : partie nulle.
}

# Chiffres
figure-turned-up = tuiles piochées impossibles à jouer
figure-exchanges = tuiles posées par échange
figure-filled = cases remplies à la fin
figure-blocked = parties bloquées avant tout chemin
