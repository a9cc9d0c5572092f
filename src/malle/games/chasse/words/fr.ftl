title = La chasse aux contrebandiers
original-title = La chasse aux contrebandiers
blurb = Cinq plaques cachées sous treize pions, et une frontière. Passez la marchandise, ou trouvez-la ; un contrôle pour rien coûte un douanier.

option-memory = De mémoire : l’écran du contrebandier ne montre pas où sont ses plaques
option-1981 = Édition de 1981 : les pions vont tout droit, sans angle
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

over-plates = Chaque plaque est saisie ou arrivée. { $winners } { $n ->
    [one] gagne.
   *[other] sont à égalité.
}
over-no-customs = Il n’y a plus de douanier : tout passe. { $winners } { $n ->
    [one] gagne.
   *[other] sont à égalité.
}
over-two-passes = Plus personne ne peut bouger. { $winners } { $n ->
    [one] gagne.
   *[other] sont à égalité.
}
over-standstill = Plus rien n’avance : les plaques au-delà du milieu vont au contrebandier, les autres au douanier. { $winners } { $n ->
    [one] gagne.
   *[other] sont à égalité.
}

# Chiffres
figure-controls-right = contrôles qui trouvent quelque chose
figure-plates-seized = plaques saisies
figure-plates-across = plaques arrivées
figure-hidden-apart = parties où les plaques sont cachées une à une
figure-hidden-together = parties où toutes les plaques sont sous un pion
