title = Les Joyeux Combinards
title-short = Combinards
original-title = Les Joyeux Combinards
blurb = Achetez au prix que vous dites, revendez plus cher, dénoncez vos amis. À 600 M et casier vierge, c’est gagné. La morale n’y est pour rien.
tagline = Annoncez un prix. N’importe lequel.
edition = D’après la notice de la boîte française, Habourdin International, Paris, 1986, licence C. Schmitt ; elle ne dit pas si c’est l’auteur. Les règles, la liste des prix imprimés et les sommes des cases sont d’époque ; le plateau et tout ce que disent les cartes, perdus, sont reconstitués.

option-goal = But de la partie
option-goal-cash = { $goal } M en argent
option-goal-gain = { $goal } M de plus qu’au départ
option-goal-short = partie courte : { $short } M en argent
option-booklet = Le paquet n’est jamais rebattu : les cartes reviennent dans l’ordre où elles sont passées dessous
option-free = Dénoncer à tort à la douane ne coûte rien
option-return = Les cartes de qui est hors jeu retournent sous le paquet
option-rounds = Nombre de tours
option-rounds-0 = jusqu’à la victoire

# Cases
square-start = Départ
square-purchase = Achat
square-melina = Mémé Mélina
square-flea-market = Puces
square-police-station = Commissariat
square-refund = Remboursement
square-control = Contrôle
square-flying-control = Contrôle volant
square-airport = Aéroport
square-income-tax = Impôts
square-levy = Taxes
square-bank-charges = Agios
square-stop = Stop
square-customs = Douane
square-road = Route
square-refinery = Raffinerie
square-casino = Casino
square-marina = Marina
square-palace = Palace
square-harbour = Port
square-nightclub = Boîte de nuit
square-building-site = Chantier
square-gallery = Galerie
square-hangar = Hangar

# Cartes
nothing = aucune
card-corks = Bouchons en vrac
card-postcards = Cartes postales jaunies
card-soaps = Savonnettes
card-umbrellas = Parapluies dépareillés
card-gherkins = Bocaux de cornichons
card-buttons = Boutons de culotte
card-socks = Chaussettes au mètre
card-sardines = Sardines en boîte
card-alarm-clocks = Réveille-matin
card-gnomes = Nains de jardin
card-saucepans = Casseroles cabossées
card-slippers = Pantoufles
card-sewing-machines = Machines à coudre
card-bicycles = Vélos d’occasion
card-jams = Confitures maison
card-curtains = Rideaux à fleurs
card-bedside-lamps = Lampes de chevet
card-record-players = Tourne-disques
card-televisions = Téléviseurs
card-carpets = Tapis
card-stoves = Fourneaux
card-accordions = Accordéons
card-mopeds = Mobylettes
card-silverware = Argenterie
card-wardrobes = Armoires rustiques
card-wines = Vins de garde
card-pianos = Pianos droits
card-certified-painting = Tableau certifié
card-vintage-car = Voiture de collection
card-family-jewels = Bijoux de famille
card-cigarettes = Cigarettes de contrebande
card-lottery-tickets = Faux billets de loterie
card-watches = Montres tombées du camion
card-bad-liquor = Alcool frelaté
card-fake-perfumes = Faux parfums
card-car-radios = Autoradios volés
card-fake-handbags = Faux sacs de luxe
card-pirate-tapes = Cassettes pirates
card-fake-papers = Faux papiers
card-caviar = Caviar de contrebande
card-parrots = Perroquets protégés
card-number-plates = Fausses plaques
card-doctored-cars = Voitures maquillées
card-counterfeit-money = Fausse monnaie
card-looted-antiques = Antiquités pillées
card-ivory = Ivoire
card-ingots = Lingots non déclarés
card-fake-paintings = Faux tableaux
card-stolen-diamonds = Diamants volés
card-surplus-arms = Armes de surplus
card-secret-plans = Plans secrets
card-exiled-crown = Couronne d’un roi en exil
card-petrol-1 = Pétrole, citerne 1
card-petrol-2 = Pétrole, citerne 2
card-petrol-3 = Pétrole, citerne 3
card-petrol-4 = Pétrole, citerne 4
card-petrol-5 = Pétrole, citerne 5
card-petrol-6 = Pétrole, citerne 6
card-petrol-7 = Pétrole, citerne 7
card-petrol-8 = Pétrole, citerne 8
card-petrol-9 = Pétrole, citerne 9
card-petrol-10 = Pétrole, citerne 10

# Ce qui est imprimé sur une carte
sale = { $square } { $sum }
goods-licit = { $card } (licite, prix { $price } ; { $sales } ; remise de peine { $remission })
goods-illicit = { $card } (illicite, prix { $price } ; { $sales } ; amende { $fine }, prison { $years } ; remise de peine { $remission })
goods-petrol = { $card } (pétrole, prix { $price } ; { $sales } ; prime { $bonus } ; amende { $fine } ; remise de peine { $remission })

# Ce qui se décide
phase-fork = { $you ->
    [yes] Rester sur le circuit intérieur, ou filer à l’extérieur ?
   *[no] { $who } choisit son circuit.
}
phase-buy = { $you ->
    [yes] Achetez-vous une carte ? Vous ne la verrez qu’après.
   *[no] { $who } se tâte : acheter, ou pas ?
}
phase-announce = { $you ->
    [yes] Annoncez le prix de votre carte. Le bluff est permis.
   *[no] { $who } regarde sa carte et va annoncer un prix.
}
phase-doubt = { $you ->
    [yes] Ce prix, y croyez-vous ?
   *[no] Les autres se demandent s’il faut y croire.
}
phase-sell = { $you ->
    [yes] Vous pouvez vendre une carte ici.
   *[no] { $who } peut vendre une carte.
}
phase-refinery = { $you ->
    [yes] Raffinerie : vendez tout le pétrole que vous voulez.
   *[no] { $who } peut vendre du pétrole.
}
phase-stop = { $you ->
    [yes] Déclarez du pétrole : la prime à l’exportation tout de suite, la promesse de le vendre à une raffinerie ensuite.
   *[no] { $who } peut déclarer du pétrole.
}
phase-denounce = { $you ->
    [yes] Douane : vous souvenez-vous d’un pétrole déclaré et pas vendu ?
   *[no] Les autres fouillent dans leur mémoire.
}
phase-station = { $you ->
    [yes] Vous pouvez donner des cartes contre une remise de peine.
   *[no] { $who } peut donner des cartes contre une remise de peine.
}
phase-inform = { $you ->
    [yes] Contrôle volant : jouez-vous les indics ?
   *[no] { $who } peut jouer les indics.
}
phase-reward = { $you ->
    [yes] Salaire de l’indic : une remise de peine, ou de l’argent ?
   *[no] { $who } choisit son salaire d’indic.
}
phase-fly = { $you ->
    [yes] Vous envolez-vous pour un autre aéroport ?
   *[no] { $who } peut s’envoler.
}
phase-tax = { $you ->
    [yes] Payer sagement, ou tenter les dés ?
   *[no] { $who } paie, ou tente les dés.
}
phase-over = La partie est finie.

# La table
table-turn = Tour { $round }. { $seat_you ->
    [yes] C’est à vous de jouer.
   *[no] C’est à { $seat } de jouer.
} Pot : { $pot } M. Entrepôts généraux : { $pack }, dessous : { $under }.
table-player = { $seat_you ->
    [yes] Vous avez
   *[no] { $seat } a
} { $cash } M, { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}, { $years ->
    [0] casier vierge
    [one] { $years } an de prison
   *[other] { $years } ans de prison
} ; sur { $square } ({ $name }).
table-out = { $seat_you ->
    [yes] Vous êtes hors jeu.
   *[no] { $seat } est hors jeu.
}
table-dice = Les dés font { $sum }.
table-price = { $seat_you ->
    [yes] Vous annoncez
   *[no] { $seat } annonce
} { $price } M pour une carte.
table-card = La carte que vous achetez : { $card }.
table-hand = Vos cartes : { $cards }.

# Actions
action-go = { $outer ->
    [yes] Entrer sur le circuit extérieur : arrêt en { $name }
   *[no] Aller à la case { $square } ({ $name })
}
action-fly = { $outer ->
    [yes] Voler vers { $name }, à l’extérieur
   *[no] Voler vers { $name }, à l’intérieur
}
action-pass = Je m’arrête là
action-buy = Acheter une carte
action-announce = Annoncer { $price } M
action-trust = J’y crois
action-doubt = Je doute
action-sell = Vendre : { $card }
action-declare = Déclarer : { $card } (prime { $bonus } M)
action-give = Donner : { $card } ({ $years ->
    [one] { $years } an de remise
   *[other] { $years } ans de remise
})
action-denounce = Dénoncer { $seat }
action-pay = Payer { $tax } M
action-throw = Tenter les dés : jusqu’à { $free } rien, au-dessus le total
action-take-years = Une remise de peine
action-take-money = De l’argent
action-lot = { $seat } commence
action-draw = Tirer : { $card }
action-check = Contrôler : { $card }
action-dice = Dés : { $low } et { $high }
action-die = Dé : { $value }

# Le journal
event-first-drawn = { $seat_you ->
    [yes] Le sort vous fait commencer.
   *[no] Le sort désigne { $seat } pour commencer.
}
event-card-dealt = Vous recevez : { $card }.
event-rolled = { $seat_you ->
    [yes] Vous faites { $low } et { $high } : { $sum }.
   *[no] { $seat } fait { $low } et { $high } : { $sum }.
}
event-die-rolled = { $seat_you ->
    [yes] Vous lancez un dé : { $value }.
   *[no] { $seat } lance un dé : { $value }.
}
event-moved = { $seat_you ->
    [yes] Vous vous arrêtez sur **{ $square }**.
   *[no] { $seat } s’arrête sur **{ $square }**.
}
event-flown = { $seat_you ->
    [yes] Vous vous envolez pour { $name }.
   *[no] { $seat } s’envole pour { $name }.
}
event-shuffled = Entrepôts généraux vides : { $cards ->
    [one] { $cards } carte y retourne.
   *[other] { $cards } cartes, battues, y retournent.
}
event-passed = { $seat_you ->
    [yes] Vous en restez là.
   *[no] { $seat } en reste là.
}
event-card-taken = { $seat_you ->
    [yes] Vous prenez la première carte.
   *[no] { $seat } prend la première carte.
}
event-card-seen = C’est : { $card }.
event-announced = { $seat_you ->
    [yes] Vous annoncez **{ $price } M**.
   *[no] { $seat } annonce **{ $price } M**.
}
event-answered = { $seat_you ->
    [yes] Vous avez répondu.
   *[no] { $seat } a répondu.
}
event-bought = { $seat_you ->
    [yes] Personne ne bronche : vous payez { $price } M et gardez la carte.
   *[no] Personne ne bronche : { $seat } paie { $price } M et garde la carte.
}
event-got-away = Passé. Annoncé **{ $price } M**, imprimé **{ $printed } M**.
event-doubted = { $seat_you ->
    [yes] Vous ne croyez pas { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } ne vous croit pas
       *[no] { $seat } ne croit pas { $buyer }
    }
} : { $card }. { $true ->
    [yes] Annoncé { $price } M : c’était honnête.
   *[no] Annoncé { $price } M : c’était du bluff !
}
event-price-paid = { $seat_you ->
    [yes] Vous payez le prix imprimé : { $amount } M.
   *[no] { $seat } paie le prix imprimé : { $amount } M.
}
event-sold = { $seat_you ->
    [yes] Vous vendez : { $card }, **{ $amount } M**.
   *[no] { $seat } vend : { $card }, **{ $amount } M**.
}
event-petrol-declared = { $seat_you ->
    [yes] Vous déclarez : { $card }. Prime à l’exportation : { $amount } M.
   *[no] { $seat } déclare : { $card }. Prime à l’exportation : { $amount } M.
}
event-given-up = { $seat_you ->
    [yes] Vous donnez au commissariat : { $card }.
   *[no] { $seat } donne au commissariat : { $card }.
}
event-denounced = { $seat_you ->
    [yes] Vous dénoncez { $accused }.
   *[no] { $accused_you ->
        [yes] { $seat } vous dénonce.
       *[no] { $seat } dénonce { $accused }.
    }
}
event-not-denounced = { $accused_you ->
    [yes] À la douane, personne ne vous dénonce.
   *[no] À la douane, personne ne dénonce { $accused }.
}
event-judged = { $right ->
    [yes] Pétrole promis, pétrole gardé : amende et confiscation !
   *[no] Fausse accusation.
}
event-control-clean = { $seat_you ->
    [yes] Contrôle chez vous : **rien d’illicite**.
   *[no] Contrôle chez { $seat } : **rien d’illicite**.
}
event-control-seen = C’était : { $card }.
event-confiscated = { $seat_you ->
    [yes] Saisie chez vous : { $card }.
   *[no] Saisie chez { $seat } : { $card }.
}
event-paid-tax = { $seat_you ->
    [yes] Vous versez { $amount } M d’impôt au pot.
   *[no] { $seat } verse { $amount } M d’impôt au pot.
}
event-paid-charges = { $seat_you ->
    [yes] Vous versez { $amount } M d’agios au pot.
   *[no] { $seat } verse { $amount } M d’agios au pot.
}
event-paid-refund = { $seat_you ->
    [yes] Vous ramassez le pot : **{ $amount } M**.
   *[no] { $seat } ramasse le pot : **{ $amount } M**.
}
event-paid-indemnity = { $seat_you ->
    [yes] Vous payez à { $payee } { $amount } M d’indemnité.
   *[no] { $payee_you ->
        [yes] { $seat } vous paie { $amount } M d’indemnité.
       *[no] { $seat } paie à { $payee } { $amount } M d’indemnité.
    }
}
event-paid-fine = { $seat_you ->
    [yes] Vous payez { $amount } M d’amende.
   *[no] { $seat } paie { $amount } M d’amende.
}
event-paid-customs = { $seat_you ->
    [yes] Vous payez { $amount } M à la douane.
   *[no] { $seat } paie { $amount } M à la douane.
}
event-paid-reward = { $seat_you ->
    [yes] La banque vous verse { $amount } M, salaire d’indic.
   *[no] La banque verse { $amount } M à { $seat }, salaire d’indic.
}
event-years-changed = { $sign ->
    [more] { $seat_you ->
        [yes] Vous prenez
       *[no] { $seat } prend
    } { $change ->
        [one] { $change } an
       *[other] { $change } ans
    } de prison
   *[less] { $seat_you ->
        [yes] Vous obtenez
       *[no] { $seat } obtient
    } { $change ->
        [one] { $change } an
       *[other] { $change } ans
    } de remise de peine
} : { $years ->
    [0] casier vierge.
    [one] { $years } an au casier.
   *[other] { $years } ans au casier.
}
event-turned-out = { $seat_you ->
    [yes] Vous êtes hors jeu
   *[no] { $seat } est hors jeu
} : { $why ->
    [prison] trop d’années de prison.
   *[money] plus de quoi payer.
}
event-hand-shown = { $seat_you ->
    [yes] Vous aviez en main : { $cards }.
   *[no] { $seat } avait en main : { $cards }.
}

# La fin
over-goal = Le magot y est, le casier est vierge. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Victoire partagée : { $winners }.
}
over-last-one = Tous les autres sont hors jeu. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Victoire partagée : { $winners }.
}
over-rounds = Les tours sont finis. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] Victoire partagée : { $winners }.
}

# Chiffres
figure-lies = prix bluffés
figure-doubts = prix mis en doute
figure-doubts-right = doutes fondés
figure-controls-clean = contrôles qui ne trouvent rien
figure-petrol-declared = pétrole déclaré, parmi déclarations et ventes
figure-out = joueurs hors jeu
figure-answers = lignes du journal qui sont des réponses secrètes

# L’écran
board = Le plateau : un circuit intérieur et deux circuits extérieurs
board-title-above = Les Joyeux
board-title-below = Combinards
board-start = Départ
board-purchase = Achat
board-melina =
    Mémé
    Mélina
board-flea-market = Puces
board-police-station =
    Commis-
    sariat
board-refund =
    Rembour-
    sement
board-control = Contrôle
board-flying-control =
    Contrôle
    volant
board-airport = Aéroport
board-income-tax = Impôts
board-levy = Taxes
board-bank-charges = Agios
board-stop = Stop
board-customs = Douane
board-refinery = Raffinerie
board-casino = Casino
board-marina = Marina
board-palace = Palace
board-harbour = Port
board-nightclub =
    Boîte
    de nuit
board-building-site = Chantier
board-gallery = Galerie
board-hangar = Hangar
sum-start = il ne se passe rien
sum-purchase = acheter une carte, au prix que vous dites
sum-police-station = donner des cartes ({ $given_up } au plus) : remise de peine
sum-refund = ramasser le pot
sum-control = une de vos cartes est tirée
sum-flying-control = jouer les indics
sum-airport = voler vers un autre aéroport
sum-income-tax = { $tax } M, ou les dés (gratuit jusqu’à { $tax_free })
sum-levy = { $tax } M, ou les dés (gratuit jusqu’à { $tax_free })
sum-bank-charges = { $charges } M au pot
sum-stop = déclarer du pétrole : prime à l’exportation
sum-customs = promesse oubliée : gare. Sinon les dés : { $customs_move } ou plus, on rejoue ; moins, { $customs_due } M par carte
sum-refinery = vendre du pétrole
summary = Les cases
summary-goal = But : **{ $goal } M** et casier vierge. Au-delà de { $prison ->
    [one] { $prison } an
   *[other] { $prison } ans
} de prison, on est hors jeu.
summary-prices = Prix imprimés : { $prices }. Soupçonner à tort coûte le prix de la carte, plus { $indemnity } M.
screen-table = But : { $goal } M et casier vierge{ $rounds ->
    [0] { "" }
    [one] { " " }· { $rounds } tour
   *[other] { " " }· { $rounds } tours
}
screen-round = tour { $round }
screen-over = Fin des combines
screen-pot = dans le pot
screen-cards = { $n ->
    [0] aucune carte
    [one] { $n } carte
   *[other] { $n } cartes
}
screen-pack = Entrepôts généraux, { $under } dessous
claim-price = « Je la paie { $price } M. »
claim-buyer = { $seat_you ->
    [yes] Vous achetez une carte que personne d’autre n’a vue
   *[no] { $seat } achète une carte que personne d’autre n’a vue
}
screen-bought = Vous achetez
screen-hand-of = Marchandises : { $seat }
screen-out = hors jeu
screen-role = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
} · { $years ->
    [0] casier vierge
    [one] { $years } an de prison
   *[other] { $years } ans de prison
}
screen-prison = { $years ->
    [one] { $years } an
   *[other] { $years } ans
} de prison sur { $most }
pawn = { $seat_you ->
    [yes] Votre pion
   *[no] Pion : { $seat }
}
screen-your-goods = Vos marchandises
risk-licit = rien à craindre
risk-illicit = amende { $fine } · { $years ->
    [one] { $years } an
   *[other] { $years } ans
}
risk-petrol = prime { $bonus }
card-detail = { $kind ->
    [illicit] Illicite : amende { $fine } M et { $years ->
        [one] { $years } an
       *[other] { $years } ans
    } de prison si on la trouve.
    [petrol] Pétrole : prime { $bonus } M, amende { $fine } M si la promesse n’est pas tenue.
   *[licit] Licite : rien à craindre.
} Se vend : { $sales }. Remise de peine : { $remission ->
    [one] { $remission } an
   *[other] { $remission } ans
}.
money = { $amount } M
unit = M
screen-you-have = vous avez { $cash } M
prompt-fork-you = Vous faites { $roll } : quel chemin ?
prompt-fork = { $who } choisit son circuit
prompt-buy-you = Achetez-vous une carte ?
prompt-buy = { $who } peut acheter une carte
prompt-announce-you = Annoncez le prix de votre carte
prompt-announce = { $who } regarde une carte et va annoncer son prix
prompt-doubt-you = { $who } annonce { $price } M : y croyez-vous ?
prompt-doubt = { $who_you ->
    [yes] Vous annoncez { $price } M : les autres répondent
   *[no] { $who } annonce { $price } M : les autres répondent
}
prompt-sell-you = { $square } : vendez-vous une carte ?
prompt-sell = { $who } peut vendre une carte : { $square }
prompt-refinery-you = Raffinerie : vendez-vous du pétrole ?
prompt-refinery = { $who } peut vendre du pétrole
prompt-stop-you = Stop : déclarez-vous du pétrole ?
prompt-stop = { $who } peut déclarer du pétrole
prompt-denounce-you = { $who } est à la douane : dénoncez-vous ?
prompt-denounce = { $who_you ->
    [yes] Vous êtes à la douane : qui se souvient ?
   *[no] { $who } est à la douane : qui se souvient ?
}
prompt-station-you = Commissariat : donnez-vous une carte ?
prompt-station = { $who } peut donner des cartes
prompt-inform-you = Contrôle volant : jouez-vous les indics ?
prompt-inform = { $who } peut jouer les indics
prompt-reward-you = Une remise de peine, ou de l’argent ?
prompt-reward = { $who } choisit son salaire d’indic
prompt-fly-you = Aéroport : vous envolez-vous ?
prompt-fly = { $who } peut s’envoler
prompt-tax-you = { $square } : payer, ou tenter les dés ?
prompt-tax = { $who } paie, ou tente les dés : { $square }
answer-outside = À l’extérieur
stake-outside = arrêt ici, quels que soient les dés
answer-inside = { $square }
stake-inside = rester sur le circuit intérieur
answer-buy = Acheter
stake-buy = vous voyez la carte ensuite, et vous dites son prix
answer-buy-not = Pas cette fois
stake-buy-not = tour terminé
answer-doubt = Je doute
stake-doubt = bluff : la carte est à moi ; sinon, son prix + { $indemnity } M
answer-trust = J’y crois
stake-trust = { $price } M à la banque, et je n’en saurai jamais rien
answer-denounce = Je dénonce
stake-denounce = promesse non tenue : amende sur tout son pétrole ; sinon, { $indemnity ->
    [0] rien
   *[other] je paie { $indemnity } M
}
answer-silence = Je me tais
stake-silence = quoi qu’on ait promis, c’est oublié
answer-sell-enough = Ne rien vendre
stake-sell-enough = garder toutes les cartes
answer-refinery-enough = C’est tout
stake-refinery-enough = garder le reste
answer-stop-enough = C’est tout
stake-stop-enough = rien d’autre à déclarer
answer-station-enough = C’est tout
stake-station-enough = garder le reste
answer-inform = { $seat }
stake-inform = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}
answer-inform-not = Personne
stake-inform-not = l’honneur est sauf, le tour est fini
answer-years = { $off ->
    [one] { $off } an de remise
   *[other] { $off } ans de remise
}
stake-years = années au casier : { $years }
answer-money = { $n } M
stake-money = par la banque
answer-fly-outside = Voler vers { $name }
stake-fly-outside = à l’extérieur
answer-fly-inside = Voler vers { $name }
stake-fly-inside = à l’intérieur
answer-stay = Rester
stake-stay = tour terminé
answer-pay = Payer { $tax } M
stake-pay = au pot
answer-throw = Tenter les dés
stake-throw = jusqu’à { $free } : rien ; au-dessus : le total
way-outside = Sortir jusqu’au Stop
way-inside = Continuer jusqu’à la case { $square }
verb-go = Aller
verb-buy = Acheter
verb-announce = Annoncer
verb-sell = Vendre
verb-refinery = Vendre
verb-stop = Déclarer
verb-station = Donner
verb-inform = Dénoncer
verb-take = Prendre
verb-fly = S’envoler
verb-pay = Payer
ask-fork = Les dés font { $roll }
ask-buy = Une carte des Entrepôts généraux ?
ask-announce = Combien dites-vous qu’elle coûte ?
ask-announce-note = Le bluff est permis. Si quelqu’un doute, la carte est montrée.
say-announce = J’annonce { $price } M
stake-announce-lie = si quelqu’un doute, je paie { $printed } M et la carte est perdue
stake-announce-true = si quelqu’un doute, la carte est à moi pour rien, avec { $indemnity } M
ask-doubt-note = Réponse secrète. Si plusieurs doutent, seule compte la première personne après { $seat }.
claim-customs = { $seat } s’arrête à la douane
claim-clean = « Rien à cacher. »
ask-denounce-note = Réponse secrète. Du pétrole déclaré à ce passage, et pas tout vendu : vous en souvenez-vous ?
ask-sell = { $square }
ask-sell-note = Choisissez une carte à vendre.
ask-refinery = { $square }
ask-refinery-note = Choisissez du pétrole à vendre, autant que vous voulez.
ask-stop = { $square }
ask-stop-note = Du pétrole à déclarer ? Une prime maintenant, une promesse pour plus tard.
ask-station = { $square } : { $given ->
    [one] { $given } donnée
   *[other] { $given } données
}
ask-station-note = Choisissez une carte à donner contre sa remise de peine.
why-sell = Aucune autre carte ne se vend ici.
why-refinery = On ne vend ici que du pétrole.
why-stop = On ne déclare que du pétrole, et une fois par passage.
why-station = Cette carte ne peut pas être donnée maintenant.
say-sell = Vendre : { $card }, { $sum } M
say-refinery = Vendre : { $card }, { $sum } M
say-stop = Déclarer : { $card }, prime { $bonus } M
say-station = Donner : { $card }, { $remission ->
    [one] { $remission } an de remise
   *[other] { $remission } ans de remise
}
ask-inform = Jouez-vous les indics ?
ask-inform-note = Une carte de sa main est tirée. Illicite : un dé de récompense. Sinon, outrage à magistrat : un dé de prison.
ask-reward = Le dé fait { $n }
ask-fly = Pour où ?
say-fly = Voler vers { $name }
ask-tax = { $tax } M, ou les dés ?
event-hand-dealt = Vous recevez : { $cards }.
stamp-found = saisie
stamp-lawful = en règle
stamp-true = honnête
stamp-lie = bluff
verdict-illicit = Illicite !
verdict-clean = En règle
verdict-true = Honnête
verdict-lie = Bluff !
verdict-passed = Passé
verdict-away = Annoncé **{ $price } M**, imprimé **{ $printed } M**.
verdict-true-why = Annoncé { $price } M, imprimé { $printed } M.
verdict-lie-why = Annoncé { $price } M, imprimé { $printed } M.
shown-control = { $seat_you ->
    [yes] On vous contrôle
   *[no] On contrôle { $seat }
}
shown-doubted = { $seat_you ->
    [yes] Vous ne croyez pas { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } ne vous croit pas
       *[no] { $seat } ne croit pas { $buyer }
    }
}
bill-title = L’addition
bill-announced = annoncé
bill-printed = imprimé
bill-bank = { $seat_you ->
    [yes] Vous payez à la banque
   *[no] { $seat } paie à la banque
}
bill-indemnity = Indemnité, { $seat } à { $payee }
bill-card = { $seat_you ->
    [yes] La carte est à vous
   *[no] La carte va à { $seat }
}

# L’histoire, après la fin
deeds-good = doutes justes
deeds-bad = à tort
story-note = { $bought ->
    [0] aucun achat
    [one] { $bought } achat
   *[other] { $bought } achats
}, { $bluffs ->
    [0] aucun bluff
    [one] { $bluffs } bluff
   *[other] { $bluffs } bluffs
}{ $bluffs ->
    [0] { "" }
   *[other] { $caught ->
        [0] , aucun de pris
       *[other] , { $caught } de pris
    }
}
story-note-out = hors jeu : { $why ->
    [prison] trop d’années de prison
   *[money] plus de quoi payer
}
story-bluff = Le plus gros bluff
story-bluff-told = { $seat_you ->
    [yes] Vous annoncez
   *[no] { $seat } annonce
} **{ $price } M** pour une carte à **{ $printed } M** : { $card }. Personne ne bronche.
story-catch = La plus belle prise
story-catch-told = { $seat_you ->
    [yes] Vous annoncez
   *[no] { $seat } annonce
} **{ $price } M**. { $doubter_you ->
    [yes] Vous doutez
   *[no] { $doubter } doute
}, avec raison : c’était { $card }, à **{ $printed } M**.
story-wrong = Le doute de trop
story-wrong-told = { $seat_you ->
    [yes] Vous dites
   *[no] { $seat } dit
} vrai : { $card }, **{ $printed } M**. { $doubter_you ->
    [yes] Vous en doutez, et vous payez.
   *[no] { $doubter } en doute, et paie.
}
story-sale = La plus belle vente
story-sale-told = { $seat_you ->
    [yes] Vous vendez
   *[no] { $seat } vend
} { $card } : **{ $amount } M**.
story-slip = { $seat_you ->
    [yes] D’où vient votre argent
   *[no] D’où vient l’argent : { $seat }
}
story-start = Au départ
story-total = À la fin
story-in = + { $amount } M
story-out = − { $amount } M
story-sales-in = Ventes
story-petrol-in = Primes sur le pétrole
story-purchases-out = Achats
story-doubts-out = Cartes payées au prix imprimé, après un doute
story-refund-in = Le pot
story-reward-in = Salaire d’indic
story-indemnity-in = Indemnités reçues
story-indemnity-out = Indemnités versées
story-tax-out = Impôts et taxes
story-charges-out = Agios
story-fine-out = Amendes
story-customs-out = Douane

thought-title = Ce que pensait le robot
thought-doubt = { $buyer_you ->
    [yes] Vous annoncez
   *[no] { $buyer } annonce
} **{ $price } M** : { $seat } y voit un mensonge, à { $percent } %{ $answer ->
    [doubted] , et doute.
    [passed] , et laisse passer.
   *[other] . { $doubter_you ->
        [yes] Vous doutez.
       *[no] { $doubter } doute.
    }
} { $lie ->
    [yes] C’en était un.
   *[no] Ce n’en était pas un.
}

# Les nombres de cette édition
value-rest = Les sommes
value-board = Le plateau
value-card = Carte
value-licit = Marchandises licites
value-illicit = Marchandises illicites
value-petrol = Pétrole
value-price = Prix
value-sales = Se vend
value-remission = Remise
value-fine = Amende
value-years = Années
value-bonus = Prime
value-number = Cartes
value-melina = Mélina
value-flea-market = Puces
value-outside = Dehors
value-refinery = Raffinerie
value-range = { $least } à { $most }
value-list = { $what }
value-inner = Circuit intérieur, depuis Départ
value-circuit = Circuit extérieur { $circuit }
value-fork = Circuit { $circuit } : on y entre depuis
value-merge = Circuit { $circuit } : on en sort vers
value-cash = Argent de chacun au départ
value-hand = Cartes de chacun au départ
value-goal = But
value-short = But de la partie courte
value-prison = Années de prison, au plus
value-faces = Faces d’un dé
value-indemnity = Indemnité pour un soupçon injuste
value-tax = Impôts et taxes
value-tax_free = Dés gratuits jusqu’à
value-charges = Agios
value-customs_move = À la douane, on rejoue à partir de
value-customs_due = À la douane, par carte
value-given_up = Cartes données au commissariat, au plus

# La leçon
lesson-1 = Case { $square }. On décide d’abord, on regarde ensuite. Achetez une carte des Entrepôts généraux.
lesson-2 = { $card }, marchandise illicite : la carte dit { $price } M, à vous seulement. Dites 5 M. Ce n’est pas moral, c’est la règle.
lesson-3 = Basile vous croit : 5 M, la carte est à vous. À son tour il annonce 2 M. Doutez : la carte sera montrée.
lesson-4 = Bluff ! Il paie { $price } M, la carte est à vous. Vous passez la bifurcation : sortez vers la case { $square }, c’est dehors que l’on vend cher.
lesson-5 = Case { $square }. Déclarez votre pétrole : { $bonus } M de prime tout de suite, et la promesse de le vendre (case { $place }).
lesson-6 = { $square } : Basile joue les indics. On tire votre carte { $card } : { $fine } M d’amende, { $years ->
    [one] { $years } an
   *[other] { $years } ans
} de prison, et 4 M pour lui.
lesson-7 = { $square } : vendez votre pétrole, { $sum } M. Promesse tenue : à la douane, personne ne pourra vous la reprocher.
lesson-8 = Case { $square } : on y prend { $card } à { $sum } M. Sur la carte : { $price } M. Vendez, sans poser de questions.
lesson-9 = Case { $square }, { $years ->
    [one] { $years } an
   *[other] { $years } ans
} au casier. Donnez une carte : sa remise de peine efface des années. On ne gagne que casier vierge.
lesson-10 = { $goal } M et casier vierge : c’est gagné. Plus de { $years ->
    [one] { $years } an
   *[other] { $years } ans
}, ou plus un sou : hors jeu. Le reste est une question de caractère.

# Conseils de la première partie : un message guide-X paraît quand X est dit
guide-event-rolled-you = Les dés disent combien de cases ; la case dit quoi. Touchez une case pour savoir ce qu’elle fait.
guide-prompt-buy-you = Vous verrez la carte après avoir dit oui. Puis vous annoncez son prix : le vrai, ou mieux.
guide-prompt-doubt-you = Y croire ne coûte rien. Douter à raison rapporte la carte ; à tort, on la paie, plus une indemnité.
guide-prompt-fork-you = Dedans, on achète. Dehors, on vend cher, entre deux contrôles.
guide-event-confiscated = Amende et prison. Le commissariat efface des années contre des cartes : il faut un casier vierge pour gagner.
guide-event-petrol-declared = Retenez qui a déclaré du pétrole. À la douane, on vous demandera si vous vous en souvenez.

# Les règles en une minute. Le nom d’un message est celui du dessin
minute-crate = Annoncez un prix
minute-crate-text = Personne d’autre n’a vu la carte. Dites ce qu’elle coûte : le vrai prix, ou moins.
minute-i-eye = On vous croit, ou non
minute-i-eye-text = Les autres répondent en secret. Qui doute à raison prend la carte, à vos frais.
minute-palace = Revendez plus cher
minute-palace-text = Chaque marchandise a ses lieux. L’illicite paie mieux, tant qu’aucun contrôle ne passe.
minute-end = À 600 M et casier vierge, c’est gagné. La morale n’y est pour rien.
