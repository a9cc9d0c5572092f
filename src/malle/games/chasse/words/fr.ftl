title = La chasse aux contrebandiers
original-title = La chasse aux contrebandiers
blurb = Cinq plaques cachées sous treize pions, et une frontière. Passez la marchandise, ou trouvez-la ; un contrôle pour rien coûte un douanier.

option-memory = De mémoire : l’écran du contrebandier ne montre pas où sont ses plaques
option-1981 = Édition de 1981 : les pions vont tout droit, sans coude
option-chalk = Une marque à la craie sur les pions contrôlés et trouvés vides

role-smuggler = contrebandier
role-customs = douanier

# Choses
square = { $square }
nowhere = nulle part
plates-at = { $square } ({ $n ->
    [one] { $n } plaque
   *[other] { $n } plaques
})

# Ce qui se décide
phase-hide = { $you ->
    [yes] Cachez une plaque sous un pion, de gauche à droite.
   *[no] { $who } cache ses plaques.
}
phase-smuggler = { $you ->
    [yes] Contrebandier : déplacez un pion.
   *[no] { $who } déplace un contrebandier.
}
phase-customs = { $you ->
    [yes] Douanier : déplacez un pion, ou contrôlez.
   *[no] { $who } déplace un douanier.
}
phase-over = La partie est finie.

# La table
table-smugglers = { $seat_you ->
    [yes] Vous, contrebandier
   *[no] { $seat }, contrebandier
} : { $points } points, { $n ->
    [one] { $n } pion
   *[other] { $n } pions
} ({ $squares }).
table-customs = { $seat_you ->
    [yes] Vous, douanier
   *[no] { $seat }, douanier
} : { $points } points, { $n ->
    [one] { $n } pion
   *[other] { $n } pions
} ({ $squares }).
table-plates = Plaques : { $plates }.
table-chalked = Marqués à la craie : { $squares }.
table-quiet = { $quiet ->
    [one] { $quiet } coup
   *[other] { $quiet } coups
} sans contrôle ni progrès ; la partie s’arrête dans { $left ->
    [one] { $left } coup.
   *[other] { $left } coups.
}

# Actions
action-hide = Cacher une plaque sous { $square }
action-move = { $corner ->
    [no] { $origin } → { $target }
   *[other] { $origin } → { $target } par { $corner }
}
action-pass = Passer : aucun pion ne peut bouger

# Le journal
event-plate-hidden = { $seat_you ->
    [yes] Vous cachez la plaque { $hidden } sur { $plates }.
   *[no] { $seat } cache la plaque { $hidden } sur { $plates }.
}
event-plate-placed = Elle est sous { $square }.
event-moved = { $seat_you ->
    [yes] Vous jouez
   *[no] { $seat } joue
} { $origin } → { $target }.
event-controlled = { $seat_you ->
    [yes] Vous contrôlez { $square }
   *[no] { $seat } contrôle { $square }
} : { $found ->
    [0] rien. { $seat_you ->
        [yes] Vous perdez un pion, { $points } points à l’autre.
       *[no] Un douanier perdu, { $points } points à l’autre.
    }
    [one] { $found } plaque ! Elle est saisie avec le pion : { $points } points.
   *[other] { $found } plaques ! Elles sont saisies avec le pion : { $points } points.
}
event-arrived = Un contrebandier est arrivé en { $square }.
event-passed = { $seat_you ->
    [yes] Vous ne pouvez pas bouger et passez.
   *[no] { $seat } ne peut pas bouger et passe.
}
event-shown = On soulève les pions : { $plates }.

over-plates = Plus de plaque en route. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } sont à égalité.
}
over-no-customs = Plus de douanier : tout passe. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } sont à égalité.
}
over-two-passes = Plus personne ne peut bouger. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } sont à égalité.
}
over-standstill = Plus rien n’avance : chaque plaque compte selon sa rangée. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } sont à égalité.
}

# Chiffres
figure-controls-right = contrôles qui trouvent quelque chose
figure-plates-seized = plaques saisies
figure-plates-across = plaques arrivées
figure-ahead = parties où le contrebandier est devant
figure-ahead-apart = … quand les plaques sont une à une
figure-ahead-two-three = … quand elles sont deux et trois ensemble
figure-ahead-together = … quand toutes sont sous un pion
figure-draws = parties nulles

# L’écran
board = Le plateau, treize colonnes et treize rangées
screen-plain = Règles habituelles : un coude permis
screen-points = { $points } points
screen-over = Partie finie
screen-quiet = Arrêt dans { $left ->
    [one] { $left } coup
   *[other] { $left } coups
} si rien n’avance
screen-has-smuggler = { $pawns ->
    [one] { $pawns } pion
   *[other] { $pawns } pions
}, { $plates ->
    [one] { $plates } plaque non saisie
   *[other] { $plates } plaques non saisies
}
screen-has-customs = { $pawns ->
    [one] { $pawns } pion
   *[other] { $pawns } pions
}, { $seized ->
    [one] { $seized } plaque saisie
   *[other] { $seized } plaques saisies
}
screen-lost-customs = { $n ->
    [one] { $n } douanier hors jeu
   *[other] { $n } douaniers hors jeu
}
screen-lost-smuggler = { $n ->
    [one] { $n } contrebandier pris
   *[other] { $n } contrebandiers pris
}
screen-nearest = Le contrebandier le plus avancé est à { $rows ->
    [one] **{ $rows } rangée**
   *[other] **{ $rows } rangées**
} de l’arrivée.
screen-plates = { $n ->
    [one] { $n } plaque
   *[other] { $n } plaques
}
screen-plate = Plaque
screen-to-hide = { $n ->
    [one] Encore { $n } plaque à cacher
   *[other] Encore { $n } plaques à cacher
}
pawn-smuggler = { $empty ->
    [yes] Contrebandier, trouvé vide
   *[no] { $n ->
        [0] Contrebandier
        [one] Contrebandier, { $n } plaque
       *[other] Contrebandier, { $n } plaques
    }
}
pawn-customs = Douanier

prompt-hide-you = Cachez la plaque **{ $n }** sur { $plates } : touchez un pion
prompt-hide = { $seat } cache ses plaques
prompt-smuggler-you = Déplacez un contrebandier
prompt-smuggler = { $seat } déplace un contrebandier
prompt-customs-you = Déplacez un douanier, ou contrôlez
prompt-customs = { $seat } déplace un douanier
prompt-stuck = Aucun de vos pions ne peut bouger

verb-hide = Cacher
verb-move = Valider
verb-pass = Passer
other-way = Autre chemin
hide-note = plaque { $n } sur { $plates }
ask-hide = De gauche à droite, autant que vous voulez sous un même pion. L’adversaire voit seulement que vous cachez.
move-note = { $n ->
    [one] { $n } case
   *[other] { $n } cases
}{ $bends ->
    [0] { "" }
   *[other] , 1 coude
}
control-say = Contrôler { $square }
control-note = rien dessous : vous perdez un pion, { $pawn } points à l’autre
why-order = Les plaques se cachent de gauche à droite ; reprenez la dernière pour revenir en arrière.
why-stuck = Ce pion ne peut pas bouger : ses chemins sont barrés.
why-number = En colonne { $column }, on avance d’exactement { $numbers }, tout droit ou avec un coude, sans passer sur un pion.

event-plate-yours = Vous cachez une plaque sous { $square } ({ $n } sur { $plates }).

control-title = { $seat_you ->
    [yes] Vous contrôlez { $square }
   *[no] { $seat } contrôle { $square }
}
control-found = Sous { $square } : { $found ->
    [one] { $found } plaque
   *[other] { $found } plaques
}
control-empty = Sous { $square } : rien
stamp-empty = RIEN
verdict-found = SAISI
verdict-empty = EN RÈGLE
bill-title = Le contrôle
bill-plates = { $n ->
    [one] { $n } plaque saisie
   *[other] { $n } plaques saisies
}
bill-smuggler = Le contrebandier quitte le plateau
bill-customs = Le douanier quitte le plateau
bill-to-customs = Aux douaniers
bill-to-smuggler = Au contrebandier

end-lifted = On soulève les pions
end-account = Le compte
account-plates-smuggler = { $n ->
    [one] { $n } plaque passée
   *[other] { $n } plaques passées
}
account-plates-customs = { $n ->
    [one] { $n } plaque retenue
   *[other] { $n } plaques retenues
}
account-pawns-smuggler = { $n ->
    [one] { $n } douanier hors jeu
   *[other] { $n } douaniers hors jeu
}
account-pawns-customs = { $n ->
    [one] { $n } contrebandier pris
   *[other] { $n } contrebandiers pris
}
account-sum = { $seat }

summary-title = Rappel
summary-moving = Au bord de chaque colonne : combien de cases un pion qui s’y trouve avance, **exactement** ; tout droit, ou avec **un** coude.
summary-points = Une plaque passée ou saisie : { $plate } points. Un pion perdu : { $pawn } points à l’autre.
summary-end = Après { $standstill } coups sans contrôle ni progrès, la partie s’arrête : les plaques au-delà de la rangée 7 comptent pour le contrebandier, les autres pour les douaniers.
