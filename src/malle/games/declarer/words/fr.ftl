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

over-last-officer = Le dernier douanier quitte son poste. { $n ->
    [one] { $winner_you ->
        [yes] Vous avez la bourse la mieux garnie et gagnez.
       *[no] { $winners } a la bourse la mieux garnie et gagne.
    }
   *[other] { $winners } ont la même fortune et se partagent la victoire.
}

# Chiffres
figure-lies = déclarations mensongères
figure-searches = déclarations suivies d’une fouille
figure-searches-right = fouilles qui ont révélé un mensonge
figure-informers = mains laissées passer, puis mises en doute
figure-informers-right = doutes qui ont révélé un mensonge

# L’écran
money = { $amount } F
name-luggage = Bagages
name-bag = Valise diplomatique
name-wine = Vin
name-cigars = Cigares
name-cognac = Cognac
name-perfume = Parfum
name-watch = Montre
name-camera = Appareil photo
name-necklace = Collier
name-crown = Couronne
role-officer = Douane
role-traveller = En voyage
screen-table = { $rounds ->
    [one] Une manche
   *[other] { $rounds } manches
} de { $cards } cartes · hasard scellé
screen-round = manche { $round } sur { $rounds }
screen-question = « Rien à déclarer ? »
screen-cards = { $n ->
    [0] Vide
    [one] 1 carte
   *[other] { $n } cartes
}
screen-in-pack = dans la malle
screen-seen = vues de tous
screen-your-cards = { $n ->
    [one] Votre carte
   *[other] Vos { $n } cartes
}
screen-back = Carte cachée
screen-duty = droit { $sum }
screen-fine = amende { $sum }
screen-fine-short = am. { $sum }
screen-free = rien à payer
screen-debt = dette
screen-you-have = vous avez **{ $money } F**
screen-at-desk = { $n ->
    [one] à la barrière, 1 carte
   *[other] à la barrière, { $n } cartes
}
screen-next = dira le dernier mot
screen-waits = attend
screen-risk = { $officer } peut vous fouiller. Si vous mentez, vous lui devez l’amende de **tout ce que vous portez** : **{ $fine } F**.
screen-round-ended = Fin de la manche { $round }
screen-round-began = { $officer_you ->
    [yes] **Manche { $round }** : c’est vous qui tenez la douane.
   *[no] **Manche { $round }** : { $officer } tient la douane.
}
screen-over = Le grand déballage
tariff = Tarif
tariff-article = Article
tariff-duty = Droit
tariff-fine = Amende
tariff-reminder = Soupçon injuste : **{ $compensation } F** à la personne soupçonnée. Dénoncer à raison : **{ $reward } F**, payés par la douane.
compose-title = Ce que vous déclarez
compose-count = { $n } sur { $most } cartes
compose-nothing = rien à déclarer
compose-rest = , rien d’autre
compose-and = { " " }et{ " " }
compose-total = droit à payer : { $sum } F
compose-claim = Invoquer la **valise diplomatique**
compose-claim-risk = aucun droit ; si c’est faux, { $fine } F en plus des amendes
verb-declare = Déclarer
verb-throw = Jeter
slip-title = Déclaration · { $traveller }
slip-rest = rien d’autre
slip-nothing = rien à déclarer
slip-bag = rien à montrer, rien à payer
slip-total = Droit déclaré
prompt-declare-you = Déclarez vos { $n } cartes
prompt-declare = { $traveller } prépare sa déclaration
prompt-officer-you = { $traveller } déclare { $cards }
prompt-officer = { $traveller_you ->
    [yes] Vous déclarez { $cards }. { $officer } décide
   *[no] { $traveller } déclare { $cards }. { $officer } décide
}
prompt-neighbour-you = Prenez-vous les cartes de { $traveller } ?
prompt-neighbour = { $traveller_you ->
    [yes] { $next } prend vos cartes, ou vous dénonce
   *[no] { $next } prend les cartes de { $traveller }, ou dénonce
}
prompt-throw-you = Jetez une carte, vous en tirerez une autre
prompt-throw = { $traveller } jette une carte
ask-officer = Croyez-vous { $traveller } ?
ask-officer-note = Si vous laissez passer et que { $next } dénonce à raison, vous lui devrez **{ $reward } F**.
answer-believe = Laisser passer
answer-believe-stake = { $duty ->
    [0] je ne reçois rien
   *[other] je reçois **{ $duty } F**
}
answer-search = Fouiller
answer-search-true = vrai : je verse **{ $compensation } F**
answer-search-lie = faux : l’amende est pour moi
ask-neighbour = Croyez-vous { $traveller }, qui a franchi la douane ?
ask-neighbour-note = Vous ne verrez ces cartes qu’après avoir répondu.
answer-accept = Je prends les cartes
answer-accept-last = Je laisse passer
answer-accept-stake = sans les avoir regardées
answer-accept-stake-last = et la manche est finie
answer-doubt = Je dénonce
answer-doubt-lie = faux : je reçois **{ $reward } F**
answer-doubt-true = vrai : je verse **{ $compensation } F**
ask-throw-note = Touchez la carte à jeter, face visible pour tous.
throw-say = Jeter : { $card }
throw-note = puis une carte neuve
throw-why = La valise diplomatique reçue doit être la carte jetée.
shown-searched = { $seat_you ->
    [yes] Vous avez fouillé la valise de { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } a fouillé votre valise
       *[no] { $seat } a fouillé la valise de { $traveller }
    }
}
shown-doubted = { $seat_you ->
    [yes] Vous avez dénoncé { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } vous a dénoncé
       *[no] { $seat } a dénoncé { $traveller }
    }
}
stamp-declared = déclaré
stamp-free = franchise
stamp-hidden = caché !
verdict-true = Vrai
verdict-lie = Fraude
verdict-true-said = { $traveller_you ->
    [yes] Vous disiez **la vérité**.
   *[no] { $traveller } disait **la vérité**.
}
verdict-true-bag = La **valise diplomatique** y était.
verdict-lie-bag = **Pas de valise diplomatique** dans ces cartes.
verdict-lie-hidden = { $traveller_you ->
    [yes] Vous mentiez : vous cachiez **{ $cards }**.
   *[no] { $traveller } mentait et cachait **{ $cards }**.
}
verdict-lie-more = { $traveller_you ->
    [yes] Vous mentiez : vous n’aviez pas **{ $cards }**.
   *[no] { $traveller } mentait, sans avoir **{ $cards }**.
}
bill-title-lie = Amendes · { $traveller }
bill-title-true = Dédommagement · { $traveller }
bill-hidden = **{ $card }**, caché
bill-bag = Fausse valise diplomatique
bill-nothing = Rien à payer
bill-pays = { $payer_you ->
    [yes] Vous payez { $payee }
   *[no] { $payee_you ->
        [yes] { $payer } vous paie
       *[no] { $payer } paie { $payee }
    }
}{ $reason ->
    [duty] { " " }(droits)
   *[other] { "" }
}
event-cards-taken = { $seat } prend { $n ->
    [one] une carte
   *[other] { $n } cartes
}.
event-cards-seen = Vous prenez { $n ->
    [one] une carte
   *[other] { $n } cartes
} : { $cards }.
