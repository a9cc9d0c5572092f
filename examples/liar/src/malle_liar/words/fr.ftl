title = Le menteur
original-title = Liar’s dice
blurb = Des dés sous des gobelets, des annonces qui montent, et une seule question : est-ce encore vrai ?

phase-play = { $you ->
    [yes] Montez, ou traitez le dernier de menteur.
   *[no] { $who } monte ou doute.
}
phase-over = La partie est finie.
over-last = { $winner_you ->
    [yes] Vous avez les derniers dés et gagnez.
   *[no] { $winners } a les derniers dés et gagne.
}

dice-1 = { $n } as
dice-2 = { $n } deux
dice-3 = { $n } trois
dice-4 = { $n } quatre
dice-5 = { $n } cinq
dice-6 = { $n } six

event-die-rolled = Vous lancez { $dice }.
event-bid-made = { $seat_you ->
    [yes] Vous annoncez **{ $dice }**.
   *[no] { $seat } annonce **{ $dice }**.
}
event-called = { $seat_you ->
    [yes] Vous traitez { $bidder } de menteur.
   *[no] { $bidder_you ->
        [yes] { $seat } vous traite de menteur.
       *[no] { $seat } traite { $bidder } de menteur.
    }
} Il y a **{ $dice }**. { $loser_you ->
    [yes] Vous perdez un dé.
   *[no] { $loser } perd un dé.
}

action-roll = lancer un dé
action-bid = annoncer { $dice }
action-call = traiter le dernier de menteur

table-dice = { $seat } : { $n ->
    [one] { $n } dé
   *[other] { $n } dés
}
table-bid = { $seat_you ->
    [yes] Vous avez annoncé { $dice }
   *[no] { $seat } a annoncé { $dice }
}
table-cup = Sous votre gobelet : { $dice }.

figure-right-calls = doutes justifiés

prompt-bid = { $seat_you ->
    [yes] Faites la première annonce.
   *[no] { $seat } fait la première annonce.
}
prompt-answer = { $seat_you ->
    [yes] Montez, ou traitez le dernier de menteur.
   *[no] { $seat } monte ou doute.
}
screen-each = { $n ->
    [one] { $n } dé chacun
   *[other] { $n } dés chacun
}
screen-dice = { $n ->
    [one] { $n } dé
   *[other] { $n } dés
}
screen-cups = sous tous les gobelets
screen-cup = Sous votre gobelet
screen-faces = Annoncer
screen-bid = { $seat } annonce
screen-least = au moins { $dice }
screen-verb = Annoncer
screen-more = un de plus
screen-call = Menteur !
screen-true-stake = si c’est vrai, vous perdez un dé
screen-lie-stake = si c’est faux, le dernier perd un dé
screen-true = vrai
screen-lie = faux

lesson-1 = Trois cinq sous votre gobelet, et Basile ne les voit pas. Annoncez trois cinq : au moins autant, sous les deux gobelets ensemble.
lesson-2 = Basile annonce cinq fois le cinq. Vous en avez trois ; il lui en faudrait deux. Traitez-le de menteur.
lesson-3 = Quatre cinq : c’était faux, Basile perd un dé. On relance tout. Qui garde les derniers dés gagne.

guide-prompt-bid = Choisissez une face, puis combien : au moins tant de dés de cette face, sous tous les gobelets ensemble.
guide-event-called = Qui s’est trompé a un dé de moins, et fait l’annonce suivante.
