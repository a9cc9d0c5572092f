title = La chasse aux contrebandiers
title-short = Chasse
original-title = La chasse aux contrebandiers
blurb = Cinq plaquettes sous treize pions, et une frontière. Passez la marchandise, ou trouvez-la ; un contrôle pour rien coûte sa place à un douanier.
tagline = Cinq plaquettes à passer sous leur nez.
edition = D’après la notice de la boîte française, Rudi Hoffmann, © 1962 Spear-Spiele, n° 22030. L’image du tableau est perdue : deux descriptions publiques en comptent les cases, une partie des nombres de colonne est reconstituée.

option-memory = De mémoire : l’écran de la contrebande ne montre pas où sont ses plaquettes
option-straight = Sans coude : les pions vont tout droit
option-1981 = Sans coude : les pions vont tout droit
option-chalk = À la craie : une marque sur les pions contrôlés et trouvés vides

role-smuggler = contrebande
role-customs = douane

# Choses
square = { $square }
either = { $one } ou { $two }
nowhere = nulle part
plates-at = { $square } ({ $n ->
    [one] { $n } plaquette
   *[other] { $n } plaquettes
})

# Ce qui se décide
phase-hide = { $you ->
    [yes] Cachez une plaquette sous un pion, de gauche à droite.
   *[no] { $who } cache ses plaquettes.
}
phase-smuggler = { $you ->
    [yes] Contrebande : déplacez un pion.
   *[no] { $who } déplace un contrebandier.
}
phase-customs = { $you ->
    [yes] Douane : déplacez un pion, ou contrôlez.
   *[no] { $who } déplace un douanier.
}
phase-over = La partie est finie.

# La table
table-smugglers = { $seat_you ->
    [yes] Vous, à la contrebande
   *[no] { $seat }, à la contrebande
} : { $points ->
    [one] { $points } point
   *[other] { $points } points
}, { $n ->
    [one] { $n } pion
   *[other] { $n } pions
} ({ $squares }).
table-customs = { $seat_you ->
    [yes] Vous, à la douane
   *[no] { $seat }, à la douane
} : { $points ->
    [one] { $points } point
   *[other] { $points } points
}, { $n ->
    [one] { $n } pion
   *[other] { $n } pions
} ({ $squares }).
table-plates = Plaquettes : { $plates }.
table-chalked = À la craie : { $squares }.
table-quiet = { $quiet ->
    [one] { $quiet } coup
   *[other] { $quiet } coups
} sans contrôle ni progrès ; la partie s’arrête dans { $left ->
    [one] { $left } coup.
   *[other] { $left } coups.
}

# Actions
action-hide = Cacher une plaquette sous le pion { $square }
action-move = { $corner ->
    [no] { $origin } → { $target }
   *[other] { $origin } → { $target } par { $corner }
}
action-pass = Passer : aucun pion ne peut bouger

# Le journal
event-plate-hidden = { $seat_you ->
    [yes] Vous cachez une plaquette ({ $hidden } sur { $plates }).
   *[no] { $seat } cache une plaquette ({ $hidden } sur { $plates }).
}
event-plate-placed = Elle est sous le pion { $square }.
event-moved = { $seat_you ->
    [yes] Vous jouez
   *[no] { $seat } joue
} { $origin } → { $target }.
event-controlled = { $seat_you ->
    [yes] Vous contrôlez { $square }
   *[no] { $seat } contrôle { $square }
} : { $found ->
    [0] en règle. { $seat_you ->
        [yes] Vous perdez un douanier
       *[no] Un douanier y perd sa place
    }. À la contrebande : { $points ->
        [one] { $points } point.
       *[other] { $points } points.
    }
   *[other] { $found ->
        [one] { $found } plaquette ! Saisie avec son porteur.
       *[other] { $found } plaquettes ! Saisies avec leur porteur.
    } À la douane : { $points ->
        [one] { $points } point.
       *[other] { $points } points.
    }
}
event-arrived = Un contrebandier atteint la ligne d’arrivée en { $square }.
event-passed = { $seat_you ->
    [yes] Aucun de vos pions ne peut bouger : vous passez.
   *[no] { $seat } ne peut bouger aucun pion et passe.
}
event-shown = On soulève les pions : { $plates }.

over-plates = Plus une plaquette en route. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Égalité : { $winners }.
}
over-no-customs = Plus un douanier à la frontière : tout passe. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Égalité : { $winners }.
}
over-two-passes = Plus personne ne peut bouger. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Égalité : { $winners }.
}
over-standstill = Plus rien n’avance : chaque plaquette compte selon sa rangée. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Égalité : { $winners }.
}

# Chiffres
figure-controls-right = contrôles qui trouvent quelque chose
figure-plates-seized = plaquettes saisies
figure-plates-across = plaquettes arrivées
figure-ahead = parties où la contrebande est devant
figure-ahead-apart = … quand les plaquettes voyagent une par une
figure-ahead-two-three = … quand elles voyagent à deux et à trois
figure-ahead-together = … quand toutes sont sous un seul pion
figure-draws = parties nulles

# L’écran
board = Le tableau, { $columns ->
    [one] { $columns } colonne
   *[other] { $columns } colonnes
} et { $rows ->
    [one] { $rows } rangée
   *[other] { $rows } rangées
}
screen-plain = Règle habituelle : un coude permis
screen-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
screen-over = La frontière ferme
screen-quiet = Arrêt dans { $left ->
    [one] { $left } coup
   *[other] { $left } coups
} si rien n’avance
screen-has-smuggler = { $pawns ->
    [one] { $pawns } pion
   *[other] { $pawns } pions
}, { $plates ->
    [one] { $plates } plaquette à passer
   *[other] { $plates } plaquettes à passer
}
screen-has-customs = { $pawns ->
    [one] { $pawns } pion
   *[other] { $pawns } pions
}, { $seized ->
    [one] { $seized } plaquette saisie
   *[other] { $seized } plaquettes saisies
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
} de la ligne d’arrivée.
screen-plates = { $n ->
    [one] { $n } plaquette
   *[other] { $n } plaquettes
}
screen-plate = Plaquette
screen-to-hide = { $n ->
    [one] Votre dernière plaquette
   *[other] Vos { $n } plaquettes
}
screen-hidden = Placées : { $n } sur { $plates }
pawn-smuggler = { $empty ->
    [yes] Contrebandier, trouvé vide
   *[no] { $n ->
        [0] Contrebandier
        [one] Contrebandier, { $n } plaquette
       *[other] Contrebandier, { $n } plaquettes
    }
}
pawn-customs = Douanier

prompt-hide-you = { $n ->
    [1] Cachez vos **{ $plates }** plaquettes
   *[other] Cachez le reste de vos plaquettes
}
prompt-hide = { $seat } cache ses plaquettes
prompt-smuggler-you = Déplacez un contrebandier
prompt-smuggler = { $seat } déplace un contrebandier
prompt-customs-you = Déplacez un douanier, ou contrôlez
prompt-customs = { $seat } déplace un douanier
prompt-stuck = Aucun de vos pions ne peut bouger

verb-hide = Cacher
verb-move = Valider
verb-pass = Passer
other-way = Autre chemin
ask-hide = Touchez vos pions, dans l’ordre que vous voulez ; plusieurs fois le même si le cœur vous en dit. En face, on voit que vous cachez, pas où.
move-note = { $n ->
    [one] { $n } case
   *[other] { $n } cases
}{ $bends ->
    [0] { "" }
   *[other] , 1 coude
}
control-say = Contrôler { $square }
control-note = rien dessous : un douanier perdu, { $pawn ->
    [one] { $pawn } point
   *[other] { $pawn } points
} à l’adversaire
why-order = Des plaquettes sont déjà cachées plus à droite ; reprenez-les pour en cacher une ici.
why-plate = Touchez un pion, ou faites-y glisser la plaquette.
why-stuck = Ce pion ne peut pas bouger : tous ses chemins sont barrés.
why-number = En colonne { $column }, le nombre de cases est imposé : { $numbers }. Tout droit{ $bends ->
    [0] { "" }
   *[other] { " " }ou avec un coude
}, jamais par-dessus un pion.

event-plate-yours = Vous cachez une plaquette sous le pion { $square } ({ $n } sur { $plates }).

control-title = { $seat_you ->
    [yes] Vous contrôlez { $square }
   *[no] { $seat } contrôle { $square }
}
control-found = Sous le pion { $square } : { $found ->
    [one] { $found } plaquette
   *[other] { $found } plaquettes
}
control-empty = Sous le pion { $square } : rien
stamp-empty = RIEN
verdict-found = SAISI
verdict-empty = EN RÈGLE
bill-title = Procès-verbal
bill-plates = { $n ->
    [one] { $n } plaquette saisie
   *[other] { $n } plaquettes saisies
}
bill-smuggler = Le contrebandier est pris
bill-customs = Le douanier perd sa place
bill-to-customs = À la douane
bill-to-smuggler = À la contrebande

screen-seized = { $n ->
    [one] { $n } plaquette saisie
   *[other] { $n } plaquettes saisies
}
end-lifted = On soulève les pions
end-account = Les comptes
account-plates-smuggler = { $n ->
    [one] { $n } plaquette passée
   *[other] { $n } plaquettes passées
}
account-plates-customs = { $n ->
    [one] { $n } plaquette retenue
   *[other] { $n } plaquettes retenues
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
summary-moving = Au bord de chaque colonne : de combien de cases un pion qui s’y trouve avance, **exactement** ; tout droit{ $bends ->
    [0] .
   *[other] , ou avec **un** coude.
}
summary-points = Une plaquette passée ou saisie : { $plate ->
    [one] { $plate } point
   *[other] { $plate } points
}. Un pion perdu : { $pawn ->
    [one] { $pawn } point
   *[other] { $pawn } points
} à l’adversaire.
summary-end = Sans contrôle ni progrès pendant { $standstill ->
    [one] { $standstill } coup
   *[other] { $standstill } coups
}, on arrête : les plaquettes qui ont dépassé le milieu du tableau vont à la contrebande, celles qui n’y sont pas arrivées, à la douane.

# L’histoire, après la fin
deeds-good = contrôles justes
deeds-bad = pour rien
story-note-smuggler = { $n ->
    [0] aucun pion à l’arrivée
    [one] { $n } pion à l’arrivée
   *[other] { $n } pions à l’arrivée
}{ $n ->
    [0] { "" }
   *[other] , { $plates ->
        [0] aucune plaquette dessous
        [one] { $plates } plaquette dessous
       *[other] { $plates } plaquettes dessous
    }
}
story-note-customs = { $n ->
    [0] aucun contrôle
    [one] { $n } contrôle
   *[other] { $n } contrôles
}{ $n ->
    [0] { "" }
   *[other] , { $right ->
        [0] aucun de juste
        [one] { $right } de juste
       *[other] { $right } de justes
    }
}
story-catch = La plus belle prise
story-catch-told = { $seat_you ->
    [yes] Vous soulevez
   *[no] { $seat } soulève
} le bon pion en { $square } : { $n ->
    [one] **{ $n } plaquette**.
   *[other] **{ $n } plaquettes** d’un coup.
}
story-passage = Le plus beau passage
story-passage-told = { $seat_you ->
    [yes] Vous arrivez
   *[no] { $seat } arrive
} en { $square } avec { $n ->
    [one] **{ $n } plaquette** sous le pion.
   *[other] **{ $n } plaquettes** sous le même pion.
}
story-nothing = Pour rien
story-nothing-told = { $n ->
    [one] Un contrôle sans plaquette
   *[other] { $n } contrôles sans plaquette
} : { $points ->
    [one] **{ $points } point** offert
   *[other] **{ $points } points** offerts
} à la contrebande.

thought-title = Ce que pensait le robot
thought-control = { $seat } donnait au pion en { $square } { $percent } % de chances d’être chargé avant de le soulever, et { $found ->
    [0] n’a rien trouvé.
   *[other] avait raison.
}

# Les nombres de cette édition
value-rest = Le reste
value-columns = Les nombres au bord
value-column = Colonne
value-column-customs = Douane
value-column-smugglers = Contrebande
value-rows = Rangées
value-plates = Plaquettes
value-most = Plaquettes sous un même pion, au plus
value-plate = Points d’une plaquette
value-pawn = Points d’un pion perdu
value-standstill = Coups sans progrès avant l’enlisement
value-customs = Départ des douaniers
value-smugglers = Départ des contrebandiers

# La leçon
lesson-1 = Cachez vos cinq plaquettes, dans l’ordre que vous voulez : deux sous le pion E13, une sous G13, deux sous K13. Puis « Cacher ».
lesson-2 = Sortez d’abord un pion vide : C13. Colonne C, le nombre est 6, ni plus ni moins. Allez en C7.
lesson-3 = La douane contrôle C7 et ne trouve rien : le douanier perd sa place, { $points ->
    [one] { $points } point
   *[other] { $points } points
} pour vous. Et la case E3 est libre.
lesson-4 = Maintenant le porteur. Colonne E : 5 cases. Tout droit, E8.
lesson-5 = Personne ne peut l’atteindre au nombre exact. Encore cinq cases : E3, là où se tenait le douanier.
lesson-6 = Cinq cases encore, avec un coude : deux vers la ligne d’arrivée, trois de côté. Allez en H1.
lesson-7 = À vous la douane. Un pion s’avance, seul, en G7. Contrôlez-le avec le douanier de G3 : colonne G, 4 cases.
lesson-8 = Deux plaquettes saisies, { $points ->
    [one] { $points } point
   *[other] { $points } points
}. En voici un autre, en C7. Contrôlez depuis E3 : on ne trouve pas à tous les coups.
lesson-9 = Rien : { $points ->
    [one] { $points } point
   *[other] { $points } points
} en face. Retenez que C7 est vide : il ne portera aucune marque. Et sur leurs cases foncées, les contrebandiers sont à l’abri.

# Conseils de la première partie : un message guide-X paraît quand X est dit
guide-prompt-hide-you = Touchez un pion : une plaquette va dessous. Touchez la plaquette pour la reprendre.
guide-prompt-smuggler-you = Touchez un pion. Le nombre au bord de sa colonne dit de combien de cases il avance, exactement.
guide-prompt-customs-you = Finir sur un contrebandier, c’est le contrôler. Rien dessous : vous perdez le douanier.
guide-event-arrived = Arrivé, il ne bouge plus, et ce qu’il porte reste caché. Les comptes se font à la fin.

# Les règles en une minute. Le nom d’un message est celui du dessin
minute-plate = Cachez cinq plaquettes
minute-plate-text = La contrebande les glisse sous ses pions : une chacun, ou toutes sous le même.
minute-smuggler = Marchez vers la frontière
minute-smuggler-text = Un pion avance du nombre écrit au bord de sa colonne. Il peut faire un coude, sans jamais sauter.
minute-customs = Contrôlez, ou laissez courir
minute-customs-text = Un douanier qui s’arrête sur un pion regarde dessous. S’il n’y a rien, c’est lui qui s’en va.
minute-end = Plaquettes passées, plaquettes saisies, pions perdus : tout se compte. Puis on change de camp.
