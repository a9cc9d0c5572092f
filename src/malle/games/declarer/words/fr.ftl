title = Rien à déclarer ?
original-title = Rien à déclarer ?
blurb = Un jeu de douane et de déclarations. Dites ce que contiennent vos bagages, ou autre chose ; à la fin, le plus riche l’emporte.

option-short = Partie courte : chaque manche s’arrête après { $cards } cartes
option-capped = L’indicateur ne reçoit jamais plus que ce que paie le menteur
option-strict = Si le voyageur suivant doute à tort d’une valise diplomatique, c’est le douanier qui paie, et non lui
option-rounds = Nombre de manches (0 : une par joueur)

# Cartes
nothing = rien
card-luggage = { $n ->
    [one] { $n } bagage
   *[other] { $n } bagages
}
card-bag = { $n ->
    [one] la valise diplomatique
   *[other] { $n } valises diplomatiques
}
card-wine = { $n ->
    [one] { $n } vin
   *[other] { $n } vins
}
card-cigars = { $n ->
    [one] { $n } boîte de cigares
   *[other] { $n } boîtes de cigares
}
card-cognac = { $n ->
    [one] { $n } cognac
   *[other] { $n } cognacs
}
card-perfume = { $n ->
    [one] { $n } parfum
   *[other] { $n } parfums
}
card-watch = { $n ->
    [one] { $n } montre
   *[other] { $n } montres
}
card-camera = { $n ->
    [one] { $n } appareil photo
   *[other] { $n } appareils photo
}
card-necklace = { $n ->
    [one] { $n } collier
   *[other] { $n } colliers
}
card-crown = { $n ->
    [one] { $n } couronne
   *[other] { $n } couronnes
}

# Ce qui se décide
phase-declare = { $you ->
    [yes] Déclarez ce que contiennent vos bagages ; rien ne vous oblige à dire vrai.
   *[no] { $who } va déclarer.
}
phase-officer = { $you ->
    [yes] À vous, douanier : croyez-vous cette déclaration, ou fouillez-vous ?
   *[no] { $who } décide de croire ou de fouiller.
}
phase-neighbour = { $you ->
    [yes] Avant de regarder : acceptez-vous ces cartes, ou vous faites-vous indicateur ?
   *[no] { $who } décide d’accepter les cartes ou de douter.
}
phase-throw = { $you ->
    [yes] Jetez une carte, face visible ; vous en prendrez une autre.
   *[no] { $who } jette une carte.
}
phase-over = La partie est finie.

# La table
table-round = Manche { $round } sur { $rounds }. { $officer_you ->
    [yes] Vous êtes le douanier.
   *[no] { $officer } est le douanier.
}
table-purses = Bourses : { $purses }.
purse = { $seat_you ->
    [yes] vous { $money } F
   *[no] { $seat } { $money } F
}
purse-debt = { $seat_you ->
    [yes] vous devez { $money } F
   *[no] { $seat } doit { $money } F
}
table-pack = { $left ->
    [0] Le paquet est épuisé.
    [one] Il reste 1 carte à prendre.
   *[other] Il reste { $left } cartes à prendre.
} Dans la valise ouverte : { $laid }.
table-claim = { $seat_you ->
    [yes] Vous avez déclaré
   *[no] { $seat } a déclaré
} : { $cards } (droits : { $duty } F ; { $hand ->
    [one] 1 carte en main
   *[other] { $hand } cartes en main
}).
table-last = C’est la dernière déclaration de la manche.
table-hand = Votre main : { $cards }. Droits si vous dites vrai : { $duty } F ; amendes si l’on vous prend à mentir : { $fine } F.

# Actions
action-declare = Déclarer { $cards } ({ $duty } F)
action-claim = Revendiquer la valise diplomatique
action-believe = Croire et laisser passer
action-search = Fouiller
action-accept = Accepter les cartes
action-doubt = Douter et se faire indicateur
action-throw = Jeter { $cards }
action-draw = Prendre { $cards }
action-lot = { $seat } est le premier douanier

# Le journal
event-officer-drawn = { $seat_you ->
    [yes] Le sort vous désigne comme premier douanier.
   *[no] Le sort désigne { $seat } comme premier douanier.
}
event-round-began = La manche { $round } commence. { $officer_you ->
    [yes] Vous êtes le douanier.
   *[no] { $officer } est le douanier.
}
event-card-taken = { $seat_you ->
    [yes] Vous prenez une carte.
   *[no] { $seat } prend une carte.
}
event-card-seen = La carte : { $cards }.
event-declared = { $seat_you ->
    [yes] Vous déclarez
   *[no] { $seat } déclare
} : { $cards } (droits : { $duty } F).
event-bag-claimed = { $seat_you ->
    [yes] Vous revendiquez la valise diplomatique.
   *[no] { $seat } revendique la valise diplomatique.
}
event-believed = { $seat_you ->
    [yes] Vous laissez passer { $traveller }.
   *[no] { $traveller_you ->
        [yes] { $seat } vous laisse passer.
       *[no] { $seat } laisse passer { $traveller }.
    }
}
event-searched = { $seat_you ->
    [yes] Vous fouillez { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } vous fouille
       *[no] { $seat } fouille { $traveller }
    }
} : { $cards }. { $true ->
    [yes] La déclaration était vraie.
   *[no] La déclaration était fausse !
}
event-accepted = { $seat_you ->
    [yes] Vous acceptez les cartes.
   *[no] { $seat } accepte les cartes.
}
event-hand-seen = La main : { $cards }.
event-doubted = { $seat_you ->
    [yes] Vous doutez de { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } doute de vous
       *[no] { $seat } doute de { $traveller }
    }
} : { $cards }. { $true ->
    [yes] La déclaration était vraie.
   *[no] La déclaration était fausse !
}
event-thrown = { $seat_you ->
    [yes] Vous jetez { $cards }.
   *[no] { $seat } jette { $cards }.
}
event-paid = { $payer_you ->
    [yes] Vous payez à { $payee }
   *[no] { $payee_you ->
        [yes] { $payer } vous paie
       *[no] { $payer } paie à { $payee }
    }
} { $amount } F{ $reason ->
    [duty] { " " }de droits.
    [fine] { " " }d’amendes.
    [compensation] { " " }de dédommagement.
   *[reward] , la récompense de l’indicateur.
}
event-round-ended = Le paquet est épuisé : la manche { $round } est finie.

over-last-officer = Le dernier douanier quitte son poste. { $winners } { $n ->
    [one] a la bourse la mieux garnie et gagne.
   *[other] ont la même fortune et se partagent la victoire.
}

# Chiffres
figure-lies = déclarations mensongères
figure-searches = déclarations suivies d’une fouille
figure-searches-right = fouilles qui ont révélé un mensonge
figure-informers = mains laissées passer, puis mises en doute
figure-informers-right = doutes qui ont révélé un mensonge
