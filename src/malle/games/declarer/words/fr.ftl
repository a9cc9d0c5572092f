title = Rien à déclarer ?
title-short = Déclarer
original-title = Rien à déclarer ?
blurb = Quatre cartes dans les bagages, une phrase à la douane. La vérité est permise. La bourse la mieux garnie l’emporte.
tagline = Mentez à la douane, l’air innocent.
edition = D’après la notice de la boîte française, qui ne nomme ni auteur, ni éditeur, ni année ; une boîte sœur, Contraband, est de 1950. Les amendes données en exemple sont d’époque ; les droits et les autres amendes, dont l’image est perdue, sont reconstitués et marqués comme tels.

option-short = Partie courte : chaque manche s’arrête après { $short ->
    [one] { $short } carte
   *[other] { $short } cartes
}
option-capped = Indicateur au rabais : sa récompense ne dépasse jamais ce que paie le fraudeur
option-strict = Fausse alerte sur la valise diplomatique : c’est la douane qui dédommage, et non l’indicateur
option-rounds = Nombre de manches
option-rounds-0 = une par personne

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
    [one] { $n } appareil de photo
   *[other] { $n } appareils de photo
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
    [yes] Rien à déclarer ? Dites la vérité, ou dites autre chose.
   *[no] { $who } prépare sa déclaration.
}
phase-officer = { $you ->
    [yes] Vous tenez la douane : laisser passer, ou fouiller ?
   *[no] { $who } hésite : laisser passer, ou fouiller ?
}
phase-neighbour = { $you ->
    [yes] Avant de regarder ces cartes : les acceptez-vous, ou jouez-vous les indicateurs ?
   *[no] { $who } accepte les cartes, ou joue les indicateurs.
}
phase-throw = { $you ->
    [yes] Jetez une carte au vu de tous ; vous en prendrez une neuve.
   *[no] { $who } jette une carte.
}
phase-over = La partie est finie.

# La table
table-round = Manche { $round } sur { $rounds }. { $officer_you ->
    [yes] Vous tenez la douane.
   *[no] { $officer } tient la douane.
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
    [0] La valise fermée est vide.
    [one] Il reste 1 carte dans la valise fermée.
   *[other] Il reste { $left } cartes dans la valise fermée.
} Dans la valise ouverte : { $laid }.
table-claim = { $articles ->
    [0] { $seat_you ->
        [yes] Vous n’avez rien déclaré (
       *[no] { $seat } n’a rien déclaré (
    }
   *[other] { $seat_you ->
        [yes] Vous avez déclaré
       *[no] { $seat } a déclaré
    } : « { $cards } » (droits : { $duty } F ;{ " " }
}{ $hand ->
    [one] 1 carte en main
   *[other] { $hand } cartes en main
}).
table-last = Dernière déclaration de la manche.
table-hand = Votre main : { $cards }. Si vous dites vrai : { $duty } F de droits. Si l’on vous prend à mentir : { $fine } F d’amendes.

# Actions
action-declare = { $articles ->
    [0] Ne rien déclarer
   *[other] Déclarer : { $cards } ({ $duty } F)
}
action-claim = Revendiquer l’immunité : valise diplomatique
action-believe = Croire et laisser passer
action-search = Fouiller
action-accept = Accepter les cartes
action-doubt = Dénoncer, et faire fouiller
action-throw = Jeter { $cards }
action-draw = Prendre { $cards }
action-lot = { $seat } tient la douane en premier

# Le journal
event-officer-drawn = { $seat_you ->
    [yes] Le sort vous confie la douane pour commencer.
   *[no] Le sort confie la douane à { $seat } pour commencer.
}
event-round-began = Manche { $round }. { $officer_you ->
    [yes] Vous tenez la douane.
   *[no] { $officer } tient la douane.
}
event-card-taken = { $seat_you ->
    [yes] Vous prenez une carte.
   *[no] { $seat } prend une carte.
}
event-card-seen = La carte : { $cards }.
event-declared = { $articles ->
    [0] { $seat_you ->
        [yes] Vous n’avez rien à déclarer.
       *[no] { $seat } n’a rien à déclarer.
    }
   *[other] { $seat_you ->
        [yes] Vous déclarez
       *[no] { $seat } déclare
    } : « { $cards } » (droits : { $duty } F).
}
event-bag-claimed = { $seat_you ->
    [yes] Vous revendiquez l’immunité : valise diplomatique.
   *[no] { $seat } revendique l’immunité : valise diplomatique.
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
    [yes] Tout était en règle.
   *[no] Flagrant délit !
}
event-accepted = { $seat_you ->
    [yes] Vous acceptez les cartes.
   *[no] { $seat } accepte les cartes.
}
event-got-away = Passé. { $kind ->
    [hidden] Vous cachiez **{ $cards }**.
    [bag] Pas de valise diplomatique dans vos cartes{ $n ->
        [0] { "" }.
       *[other] , et vous cachiez **{ $cards }**.
    }
   *[more] Vous déclariez **{ $cards }** de trop.
}
event-hand-seen = La main : { $cards }.
event-doubted = { $seat_you ->
    [yes] Vous dénoncez { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } vous dénonce
       *[no] { $seat } dénonce { $traveller }
    }
} : { $cards }. { $true ->
    [yes] Tout était en règle.
   *[no] Flagrant délit !
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
} { $amount } F { $reason ->
    [duty] de droits.
    [fine] d’amendes.
    [compensation] de dédommagement, pour diffamation.
   *[reward] de récompense d’indicateur.
}
event-round-ended = Toutes les cartes ont été jouées : fin de la manche { $round }.

over-last-officer = Le dernier douanier rend son képi. { $n ->
    [one] { $winner_you ->
        [yes] Votre bourse est la mieux garnie : vous gagnez.
       *[no] { $winners } a la bourse la mieux garnie et gagne.
    }
   *[other] À fortune égale, victoire partagée : { $winners }.
}

# Chiffres
figure-lies = déclarations mensongères
figure-searches = déclarations suivies d’une fouille
figure-searches-right = fouilles fondées
figure-informers = mains que la douane a laissées passer, puis dénoncées
figure-debts = parties où quelqu’un s’endette
figure-debtors = joueurs qui s’endettent
figure-informers-right = dénonciations fondées

# L’écran
money = { $amount } F
name-luggage = Bagages
name-bag = Valise diplomatique
name-wine = Vin
name-cigars = Cigares
name-cognac = Cognac
name-perfume = Parfum
name-watch = Montre
name-camera = Appareil de photo
name-necklace = Collier
name-crown = Couronne
role-officer = Douane
role-traveller = En voyage
screen-table = { $rounds ->
    [one] Une manche
   *[other] { $rounds } manches
} de { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
} · tirage scellé
screen-round = manche { $round } sur { $rounds }
screen-question = « Rien à déclarer ? »
screen-cards = { $n ->
    [0] Vide
    [one] 1 carte
   *[other] { $n } cartes
}
screen-in-pack = valise fermée
screen-seen = valise ouverte
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
screen-next = aura le dernier mot
screen-waits = attend
screen-risk = Si { $officer } vous prend à mentir, vous paierez l’amende sur **tout ce que vous portez** : **{ $fine } F**.
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
tariff-reminder = Fausse accusation : **{ $compensation } F** à qui l’a subie. Dénonciation fondée : **{ $reward } F**, de la poche du douanier.
tariff-reminder-capped = Récompense plafonnée : jamais plus que ce que le menteur doit payer.
tariff-reminder-strict = Valise stricte : qui dénonce une valise bien réelle ne paie rien, c’est le douanier qui verse **{ $compensation } F**.
compose-title = Ce que vous déclarez
compose-count = cartes : { $n } sur { $most }
compose-nothing = rien à déclarer
compose-rest = , rien d’autre
compose-and = { " " }et{ " " }
compose-total = droits à payer : { $sum } F
compose-claim = Revendiquer l’immunité : **valise diplomatique**
compose-claim-risk = aucun droit ; si elle n’y est pas, { $fine } F en plus des amendes
verb-declare = Déclarer
verb-throw = Jeter
slip-title = Déclaration · { $traveller }
slip-rest = rien d’autre
slip-nothing = rien à déclarer
slip-bag = rien à montrer, rien à payer
slip-total = Droits déclarés
prompt-declare-you = { $n ->
    [one] Déclarez votre carte
   *[other] Déclarez vos { $n } cartes
}
prompt-declare = { $traveller } prépare sa déclaration
prompt-officer-you = { $articles ->
    [0] { $traveller } n’a rien à déclarer
   *[other] { $traveller } déclare : « { $cards } »
}
prompt-officer = { $articles ->
    [0] { $traveller_you ->
        [yes] Vous n’avez rien à déclarer. { $officer } décide
       *[no] { $traveller } n’a rien à déclarer. { $officer } décide
    }
   *[other] { $traveller_you ->
        [yes] Vous déclarez : « { $cards } ». { $officer } décide
       *[no] { $traveller } déclare : « { $cards } ». { $officer } décide
    }
}
prompt-neighbour-you = { $traveller } vous passe sa main : la prendre ?
prompt-neighbour = { $traveller_you ->
    [yes] { $next } hésite : prendre vos cartes, ou vous dénoncer ?
   *[no] { $next } hésite : croire { $traveller }, ou dénoncer ?
}
prompt-throw-you = Jetez une carte, vous en prendrez une neuve
prompt-throw = { $traveller } jette une carte
ask-officer = Croyez-vous { $traveller } ?
ask-officer-note = Si vous laissez passer et si { $next } dénonce à raison, c’est vous qui lui devrez { $most ->
    [yes] l’amende, jusqu’à **{ $reward } F**
   *[no] **{ $reward } F**
}{ $wrong ->
    [0] .
   *[other] { "" } ; à tort, **{ $wrong } F** à { $traveller }.
}
answer-believe = Laisser passer
answer-believe-stake = { $duty ->
    [0] je ne reçois rien
   *[other] je reçois **{ $duty } F**
}
answer-search = Fouiller
answer-search-true = { $duty ->
    [0] vrai : je verse **{ $compensation } F**
   *[other] vrai : je reçois **{ $duty } F** et je verse **{ $compensation } F**
}
answer-search-lie = { $extra ->
    [0] faux : l’amende est pour moi
   *[other] faux : l’amende est pour moi, et **{ $extra } F** de plus
}
ask-neighbour = La douane a cru { $traveller }. Et vous ?
ask-neighbour-note = Vous ne verrez ces cartes qu’après avoir répondu.
ask-neighbour-note-last = Dernière main de la manche : laissée passer, on ne la verra qu’en revoyant la partie.
answer-accept = Je prends les cartes
answer-accept-last = Je laisse passer
answer-accept-stake = sans les avoir regardées
answer-accept-stake-last = et la manche est finie
answer-doubt = Je dénonce
answer-doubt-lie = { $most ->
    [yes] faux : autant que l’amende pour moi, jusqu’à **{ $reward } F**
   *[no] faux : **{ $reward } F** pour moi
}
answer-doubt-true = { $wrong_you ->
    [yes] vrai : je verse **{ $compensation } F**
   *[no] vrai : { $wrong } verse **{ $compensation } F**, et moi rien
}
ask-throw-note = Touchez la carte à jeter : tout le monde la verra.
throw-say = Jeter : { $card }
throw-note = puis une carte neuve
declare-why-free = Sur les bagages, rien à payer : ils ne se déclarent pas.
declare-why-bag = La valise diplomatique se revendique par l’interrupteur, sous la liste.
throw-why = La valise diplomatique ne sert qu’une fois : reçue du voisin, c’est elle qu’on jette.
shown-searched = { $seat_you ->
    [yes] Vous avez fouillé { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } a fouillé vos bagages
       *[no] { $seat } a fouillé { $traveller }
    }
}
shown-doubted = { $seat_you ->
    [yes] Vous dénoncez { $traveller }
   *[no] { $traveller_you ->
        [yes] { $seat } vous dénonce
       *[no] { $seat } dénonce { $traveller }
    }
}
stamp-declared = en règle
stamp-free = franchise
stamp-hidden = fraude !
verdict-true = En règle
verdict-lie = Fraude
verdict-passed = Passé
verdict-away = { $kind ->
    [hidden] Vous cachiez **{ $cards }**.
    [bag] Pas de **valise diplomatique** dans vos cartes{ $n ->
        [0] { "" }.
       *[other] , et vous cachiez **{ $cards }**.
    }
   *[more] Vous déclariez **{ $cards }** de trop.
}
verdict-true-said = { $traveller_you ->
    [yes] Vous disiez **la vérité**.
   *[no] { $traveller } disait **la vérité**.
}
verdict-true-bag = La **valise diplomatique** y était.
verdict-lie-bag = **Pas de valise diplomatique** dans ces cartes.
verdict-lie-hidden = { $traveller_you ->
    [yes] Flagrant délit : vous cachiez **{ $cards }**.
   *[no] Flagrant délit : { $traveller } cachait **{ $cards }**.
}
verdict-lie-more = { $traveller_you ->
    [yes] Vous mentiez : **{ $cards }** de trop.
   *[no] { $traveller } mentait : **{ $cards }** de trop.
}
bill-title-lie = Amendes, toute la main · { $traveller }
bill-title-true = Dédommagement · { $traveller }
bill-hidden = **{ $card }**, en fraude
bill-hidden-some = **{ $card }**, dont { $hidden } en fraude
bill-rule = Qui a menti paie sur toute la main.
bill-bag = Valise diplomatique imaginaire
bill-nothing = Rien à payer
bill-pays = { $payer_you ->
    [yes] Vous payez à { $payee }
   *[no] { $payee_you ->
        [yes] { $payer } vous paie
       *[no] { $payer } paie à { $payee }
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

# L’histoire, après la fin
deeds-good = mensonges passés
deeds-bad = pris
story-note = { $said ->
    [0] aucune déclaration
   *[other] { $lies ->
        [0] aucun mensonge
        [one] { $lies } mensonge
       *[other] { $lies } mensonges
    } sur { $said ->
        [one] { $said } déclaration
       *[other] { $said } déclarations
    }{ $lies ->
        [0] { "" }
       *[other] { $caught ->
            [0] , aucun de pris
           *[other] , { $caught } de pris
        }
    }
}
story-mark-true = vrai
story-mark-passed = mensonge passé
story-mark-caught = mensonge pris
story-mark-officer = à la douane
story-lie = Le plus beau mensonge
story-lie-told = { $traveller_you ->
    [yes] Vous déclarez
   *[no] { $traveller } déclare
} : « { $claim } ». Dans la valise : **{ $cards }**. { $officer_you ->
    [yes] Vous laissez passer
   *[no] { $officer } laisse passer
}, et **{ $fine } F** d’amende s’envolent.
story-catch = La plus belle prise
story-catch-told = { $traveller_you ->
    [yes] Vous déclarez
   *[no] { $traveller } déclare
} : « { $claim } ». { $seat_you ->
    [yes] Vous faites ouvrir
   *[no] { $seat } fait ouvrir
} : **{ $cards }**, et **{ $fine } F** d’amende.
story-believed = Qui a cru qui
story-believed-told = { $officer_you ->
    [yes] Vous avez cru **{ $traveller }** { $n } fois de trop.
   *[no] { $traveller_you ->
        [yes] **{ $officer }** a cru votre parole { $n } fois de trop.
       *[no] **{ $officer }** a cru **{ $traveller }** { $n } fois de trop.
    }
}
story-slip = { $seat_you ->
    [yes] D’où vient votre argent
   *[no] D’où vient l’argent : { $seat }
}
story-start = Au départ
story-total = À la fin
story-in = + { $amount } F
story-out = − { $amount } F
story-duty-in = Droits encaissés
story-duty-out = Droits payés
story-fine-in = Amendes encaissées
story-fine-out = Amendes payées
story-compensation-in = Dédommagements reçus
story-compensation-out = Dédommagements versés
story-reward-in = Récompenses reçues
story-reward-out = Récompenses versées

# L’image de la fin
final-said = { $traveller_you ->
    [yes] Vous, manche { $round }
   *[no] { $traveller }, manche { $round }
} : « { $kind ->
    [nothing] rien à déclarer
    [bag] valise diplomatique
   *[some] { $claim }, rien d’autre
} »
final-passed = { $officer_you ->
    [yes] Vous avez laissé passer
   *[no] { $officer } a laissé passer
}, { $next_you ->
    [yes] vous aussi
   *[no] { $next } aussi
}. Droits payés : **{ $duty } F**. La fouille aurait coûté **{ $fine } F**.
final-caught = { $seat_you ->
    [yes] Vous avez fait ouvrir
   *[no] { $seat } a fait ouvrir
} : **{ $fine } F** d’amende. Aucun mensonge n’est passé.
final-count = { $lies ->
    [0] Aucun mensonge
    [one] { $lies } mensonge
   *[other] { $lies } mensonges
} sur { $said ->
    [one] { $said } déclaration
   *[other] { $said } déclarations
}{ $lies ->
    [0] { "" }
   *[other] { $caught ->
        [0] , aucun pris
       *[other] , { $caught } pris
    }
}.
stamp-said = déclaré
stamp-kept = caché

# Les nombres de cette édition
value-rest = Le reste
value-cards = Cartes
value-hand = Cartes en main
value-luggage = Cartes de bagages
value-bags = Valises diplomatiques
value-compensation = À qui a été soupçonné à tort
value-reward = À l’indicateur qui a vu juste
value-bag_fine = Valise imaginaire, en plus des amendes
value-money = Argent en tout
value-rounding = Parts arrondies à
value-short = Cartes d’une manche courte

# La leçon
lesson-1 = Vos cartes : { $goods }. Seul ce qui est au tarif se paie. Inès tient la douane et n’en voit que le dos.
lesson-2 = Pour une fois, la vérité : déclarez { $goods }. En vert le droit, que l’on paie en déclarant ; en rouge l’amende, si l’on est pris.
lesson-3 = Inès vous croit : { $duty } F de droits. Vos cartes passent à Basile, faces cachées. Avant de les regarder, il peut encore vous dénoncer.
lesson-4 = Basile a jeté { $thrown }, gardé le reste et pris une carte neuve. Il déclare { $goods }, rien de plus. Une seule de ses cartes vous est inconnue.
lesson-5 = Sa carte neuve ne vaudrait donc rien ? C’est vrai une fois sur deux. Dénoncez : { $reward } F si vous voyez juste, { $amount } F de votre poche sinon.
lesson-6 = Flagrant délit, { $reward } F pour vous. Main neuve : { $goods }, { $duty } F de droits. Mentez : rien à déclarer.
lesson-7 = Fouille. Vous payez l’amende sur toute la main : { $fine } F. Elle frappe aussi ce que vous auriez déclaré. « Rien » attire les douaniers.
lesson-8 = À vous la douane. Basile revendique l’immunité : { $card }, une seule carte sur { $pack }. Fouillez.
lesson-9 = Il mentait : { $fine } F pour vous. Inès, elle, déclare { $goods }. Laissez passer : { $duty } F à coup sûr. Fouiller une personne honnête coûterait { $amount } F.
lesson-10 = Chacun tient la douane une manche. À la fin, la bourse la mieux garnie gagne, et personne ne demande comment.

# Conseils de la première partie : un message guide-X paraît quand X est dit
guide-prompt-declare-you = Touchez une de vos cartes pour la déclarer. Personne ne les voit : taisez-en, ou inventez-en avec « + ».
guide-event-declared-you = La douane décide d’abord, votre voisin ensuite. Si les deux vous croient, vous ne payez que ce que vous avez déclaré.
guide-prompt-neighbour-you = Avant de regarder ces cartes, choisissez : les prendre telles qu’on les a déclarées, ou dénoncer.
guide-prompt-throw-you = Jetez une carte, tout le monde la voit. La neuve n’est vue que de vous ; puis vous déclarez le tout.
guide-event-searched = Un mensonge, même petit, coûte l’amende sur toute la main. Après une fouille pour rien, c’est au douanier de dédommager.
guide-prompt-officer-you = Képi sur la tête, les droits et les amendes sont pour vous. Mais un menteur que vous croyez et qu’un voisin dénonce vous coûte la récompense.

# Les règles en une minute. Le nom d’un message est celui du dessin
minute-suitcase = Mentez, ou non
minute-suitcase-text = On prend quatre cartes. On déclare ce qu’on veut, et l’on paie le droit de ce qu’on déclare.
minute-kepi = La douane croit, ou fouille
minute-kepi-text = Prise en mensonge, toute la main paie l’amende. Fouillée pour rien, elle reçoit 200 F.
minute-i-eye = Le suivant dénonce, ou accepte
minute-i-eye-text = Avant de regarder vos cartes : 1 000 F s’il voit juste, 200 F de sa poche sinon.
minute-end = Chacun tient la douane une manche. À la fin, la bourse la mieux garnie gagne, et personne ne demande comment.
