title = Les Joyeux Combinards
original-title = Les Joyeux Combinards
blurb = Achetez au prix que vous annoncez, revendez cher, évitez la prison. Le premier à 600 M et casier vierge gagne.

option-goal = But
option-goal-cash = 600 M en argent
option-goal-gain = 600 M de plus qu’au départ
option-goal-short = partie courte : 300 M en argent
option-booklet = Le paquet n’est jamais remêlé : les cartes reviennent dans l’ordre où elles sont passées dessous
option-free = Dénoncer quelqu’un à la douane sans raison ne coûte rien
option-return = Les cartes d’un joueur éliminé vont sous le paquet
option-rounds = Nombre de tours (0 : jusqu’à la victoire)

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
goods-licit = { $card } (licite, prix { $price } ; { $sales } ; remise { $remission })
goods-illicit = { $card } (illicite, prix { $price } ; { $sales } ; amende { $fine }, années { $years } ; remise { $remission })
goods-petrol = { $card } (pétrole, prix { $price } ; { $sales } ; prime { $bonus } ; amende { $fine } ; remise { $remission })

# Ce qui se décide
phase-fork = { $you ->
    [yes] Quel chemin : rester à l’intérieur, ou entrer sur le circuit extérieur ?
   *[no] { $who } choisit son chemin.
}
phase-buy = { $you ->
    [yes] Achetez-vous une carte ? Vous ne la verrez qu’après.
   *[no] { $who } décide d’acheter ou non.
}
phase-announce = { $you ->
    [yes] Annoncez le prix de votre carte, vrai ou non.
   *[no] { $who } va annoncer un prix.
}
phase-doubt = { $you ->
    [yes] Croyez-vous le prix annoncé ?
   *[no] Les autres décident : croire ou douter.
}
phase-sell = { $you ->
    [yes] Vous pouvez vendre une carte ici.
   *[no] { $who } peut vendre une carte.
}
phase-refinery = { $you ->
    [yes] Vous pouvez vendre ici autant de pétrole que vous voulez.
   *[no] { $who } peut vendre du pétrole.
}
phase-stop = { $you ->
    [yes] Vous pouvez déclarer du pétrole : une prime tout de suite, l’engagement de le vendre à une raffinerie.
   *[no] { $who } peut déclarer du pétrole.
}
phase-denounce = { $you ->
    [yes] Douane : dénoncez-vous un engagement non tenu ?
   *[no] Les autres décident : dénoncer ou se taire.
}
phase-station = { $you ->
    [yes] Vous pouvez donner des cartes contre des années de prison en moins.
   *[no] { $who } peut donner des cartes.
}
phase-inform = { $you ->
    [yes] Contrôle volant : dénoncez-vous quelqu’un ?
   *[no] { $who } peut dénoncer quelqu’un.
}
phase-reward = { $you ->
    [yes] Votre récompense : des années en moins, ou de l’argent ?
   *[no] { $who } choisit sa récompense.
}
phase-fly = { $you ->
    [yes] Prenez-vous l’avion pour un autre aéroport ?
   *[no] { $who } peut prendre l’avion.
}
phase-tax = { $you ->
    [yes] Payer l’impôt, ou lancer les dés ?
   *[no] { $who } paie l’impôt ou lance les dés.
}
phase-over = La partie est finie.

# La table
table-turn = Tour { $round }. { $seat_you ->
    [yes] C’est votre tour.
   *[no] C’est le tour de { $seat }.
} Cagnotte : { $pot } M. Paquet : { $pack }, dessous : { $under }.
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
    [yes] Vous avez perdu.
   *[no] { $seat } a perdu.
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
   *[no] Aller à { $square } ({ $name })
}
action-fly = { $outer ->
    [yes] Voler vers { $name }, à l’extérieur
   *[no] Voler vers { $name }, à l’intérieur
}
action-pass = Non, ou c’est tout
action-buy = Acheter une carte
action-announce = Annoncer { $price } M
action-trust = Je laisse passer
action-doubt = Je doute
action-sell = Vendre : { $card }
action-declare = Déclarer : { $card } (prime { $bonus } M)
action-give = Donner : { $card } ({ $years ->
    [one] { $years } an de moins
   *[other] { $years } ans de moins
})
action-denounce = Dénoncer { $seat }
action-pay = Payer { $tax } M
action-throw = Lancer les dés : jusqu’à { $free } rien, au-dessus le total
action-take-years = Des années en moins
action-take-money = De l’argent
action-lot = { $seat } commence
action-draw = Tirer : { $card }
action-check = Contrôler : { $card }
action-dice = Dés : { $low } et { $high }
action-die = Dé : { $value }

# Le journal
event-first-drawn = { $seat_you ->
    [yes] Le sort vous fait commencer.
   *[no] Le sort fait commencer { $seat }.
}
event-card-dealt = Vous recevez : { $card }.
event-rolled = { $seat_you ->
    [yes] Vous faites { $low } et { $high } : { $sum }.
   *[no] { $seat } fait { $low } et { $high } : { $sum }.
}
event-die-rolled = { $seat_you ->
    [yes] Votre dé fait { $value }.
   *[no] Le dé de { $seat } fait { $value }.
}
event-moved = { $seat_you ->
    [yes] Vous vous arrêtez sur **{ $square }**.
   *[no] { $seat } s’arrête sur **{ $square }**.
}
event-flown = { $seat_you ->
    [yes] Vous vous envolez pour { $name }.
   *[no] { $seat } s’envole pour { $name }.
}
event-shuffled = Le paquet est épuisé : { $cards ->
    [one] { $cards } carte en forme
   *[other] { $cards } cartes mêlées en forment
} un nouveau.
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
    [yes] Personne ne doute : vous payez { $price } M et gardez la carte.
   *[no] Personne ne doute : { $seat } paie { $price } M et garde la carte.
}
event-doubted = { $seat_you ->
    [yes] Vous doutez de { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } doute de vous
       *[no] { $seat } doute de { $buyer }
    }
} : { $card }. { $true ->
    [yes] Les { $price } M annoncés suffisaient.
   *[no] Les { $price } M annoncés ne suffisaient pas !
}
event-price-paid = { $seat_you ->
    [yes] Vous payez le prix imprimé : { $amount } M.
   *[no] { $seat } paie le prix imprimé : { $amount } M.
}
event-sold = { $seat_you ->
    [yes] Vous vendez { $card } **{ $amount } M**.
   *[no] { $seat } vend { $card } **{ $amount } M**.
}
event-petrol-declared = { $seat_you ->
    [yes] Vous déclarez { $card } et touchez une prime de { $amount } M.
   *[no] { $seat } déclare { $card } et touche une prime de { $amount } M.
}
event-given-up = { $seat_you ->
    [yes] Vous donnez { $card }.
   *[no] { $seat } donne { $card }.
}
event-denounced = { $seat_you ->
    [yes] Vous dénoncez { $accused }.
   *[no] { $accused_you ->
        [yes] { $seat } vous dénonce.
       *[no] { $seat } dénonce { $accused }.
    }
}
event-not-denounced = { $accused_you ->
    [yes] Personne ne vous dénonce à la douane.
   *[no] Personne ne dénonce { $accused } à la douane.
}
event-judged = { $right ->
    [yes] L’engagement n’était pas tenu : amende et confiscation !
   *[no] C’était sans raison.
}
event-control-clean = { $seat_you ->
    [yes] Une de vos cartes est contrôlée : **pas illicite**.
   *[no] Une carte de { $seat } est contrôlée : **pas illicite**.
}
event-control-seen = C’était : { $card }.
event-confiscated = { $seat_you ->
    [yes] Trouvée sur vous et confisquée : { $card }.
   *[no] Trouvée sur { $seat } et confisquée : { $card }.
}
event-paid-tax = { $seat_you ->
    [yes] Vous versez { $amount } M d’impôt à la cagnotte.
   *[no] { $seat } verse { $amount } M d’impôt à la cagnotte.
}
event-paid-charges = { $seat_you ->
    [yes] Vous versez { $amount } M d’agios à la cagnotte.
   *[no] { $seat } verse { $amount } M d’agios à la cagnotte.
}
event-paid-refund = { $seat_you ->
    [yes] Vous ramassez la cagnotte : **{ $amount } M**.
   *[no] { $seat } ramasse la cagnotte : **{ $amount } M**.
}
event-paid-indemnity = { $seat_you ->
    [yes] Vous payez { $amount } M à { $payee } pour un soupçon injuste.
   *[no] { $payee_you ->
        [yes] { $seat } vous paie { $amount } M pour un soupçon injuste.
       *[no] { $seat } paie { $amount } M à { $payee } pour un soupçon injuste.
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
    [yes] La banque vous récompense : { $amount } M.
   *[no] La banque récompense { $seat } : { $amount } M.
}
event-years-changed = { $seat_you ->
    [yes] Votre casier
   *[no] Le casier de { $seat }
} : { $change ->
    [one] { $change } an
   *[other] { $change } ans
} de { $sign ->
    [more] plus
   *[less] moins
}, soit { $years }.
event-turned-out = { $seat_you ->
    [yes] Vous avez perdu
   *[no] { $seat } a perdu
} : { $why ->
    [prison] trop d’années de prison.
   *[money] impossible de payer.
}
event-hand-shown = { $seat_you ->
    [yes] Vos cartes : { $cards }.
   *[no] Les cartes de { $seat } : { $cards }.
}

# La fin
over-goal = Le but est atteint, casier vierge. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } gagnent ensemble.
}
over-last-one = Tous les autres ont perdu. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } gagnent ensemble.
}
over-rounds = Les tours sont finis. { $n ->
    [one] { $winner_you ->
        [yes] Vous gagnez.
       *[no] { $winners } gagne.
    }
   *[other] { $winners } gagnent ensemble.
}

# Chiffres
figure-lies = prix annoncés plus bas que le prix imprimé
figure-doubts = prix annoncés dont on doute
figure-doubts-right = doutes fondés
figure-controls-clean = contrôles qui ne trouvent rien
figure-petrol-declared = pétrole déclaré, parmi déclarations et ventes
figure-out = joueurs éliminés
figure-answers = lignes qui sont des réponses secrètes

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
sum-purchase = acheter une carte, au prix que vous annoncez
sum-police-station = donner jusqu’à { $given_up } cartes, des années en moins
sum-refund = ramasser la cagnotte
sum-control = une de vos cartes est tirée
sum-flying-control = dénoncer quelqu’un
sum-airport = voler vers un autre
sum-income-tax = { $tax } M, ou les dés au-dessus de { $tax_free }
sum-levy = { $tax } M, ou les dés au-dessus de { $tax_free }
sum-bank-charges = { $charges } M à la cagnotte
sum-stop = déclarer du pétrole contre une prime
sum-customs = dénoncé ? sinon { $customs_move } ou plus : rejouer ; moins : { $customs_due } M par carte
sum-refinery = vendre du pétrole
summary = Les cases
summary-goal = But : **{ $goal } M** et casier vierge. Plus de { $prison } ans éliminent.
summary-prices = Prix imprimés : { $prices }. Douter à tort coûte le prix de la carte et { $indemnity } M.
screen-table = But : { $goal } M et casier vierge{ $rounds ->
    [0] { "" }
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
screen-pack = à l’entrepôt, { $under } dessous
claim-price = « Je la paie { $price } M. »
claim-buyer = { $seat_you ->
    [yes] Vous achetez une carte que vous seul avez vue
   *[no] { $seat } achète une carte que nul autre n’a vue
}
screen-bought = Vous achetez
screen-hand-of = Marchandises de { $seat }
screen-out = hors jeu
screen-role = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
} · { $years ->
    [0] casier vierge
    [one] { $years } an de prison
   *[other] { $years } ans de prison
}
screen-prison = { $years } ans sur { $most }
pawn = Pion de { $seat }
screen-your-goods = Vos marchandises
risk-licit = rien à craindre
risk-illicit = amende { $fine } · { $years ->
    [one] { $years } an
   *[other] { $years } ans
}
risk-petrol = prime { $bonus }
card-detail = { $kind ->
    [illicit] Illicite : amende { $fine } M et { $years } ans si on la trouve.
    [petrol] Pétrole : prime { $bonus } M, amende { $fine } M si l’engagement n’est pas tenu.
   *[licit] Licite : rien à craindre.
} Se vend : { $sales }. Remise : { $remission }.
money = { $amount } M
unit = M
screen-you-have = vous avez { $cash } M
prompt-fork-you = Vous faites { $roll } : quel chemin ?
prompt-fork = { $who } choisit son chemin
prompt-buy-you = Achetez-vous une carte ?
prompt-buy = { $who } peut acheter une carte
prompt-announce-you = Annoncez le prix de votre carte
prompt-announce = { $who } regarde une carte et va annoncer son prix
prompt-doubt-you = { $who } annonce { $price } M : le croyez-vous ?
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
    [yes] Vous êtes à la douane : les autres répondent
   *[no] { $who } est à la douane : les autres répondent
}
prompt-station-you = Commissariat : donnez-vous une carte ?
prompt-station = { $who } peut donner des cartes
prompt-inform-you = Contrôle volant : dénoncez-vous quelqu’un ?
prompt-inform = { $who } peut dénoncer quelqu’un
prompt-reward-you = Des années en moins, ou de l’argent ?
prompt-reward = { $who } choisit sa récompense
prompt-fly-you = Aéroport : vous envolez-vous ?
prompt-fly = { $who } peut s’envoler
prompt-tax-you = { $square } : payer ou lancer les dés ?
prompt-tax = { $who } paie ou lance les dés : { $square }
answer-outside = À l’extérieur
stake-outside = arrêt ici, quels que soient les dés
answer-inside = { $square }
stake-inside = continuer sur la route
answer-buy = Acheter
stake-buy = vous voyez la carte après et annoncez son prix
answer-buy-not = Pas cette fois
stake-buy-not = votre tour est fini
answer-doubt = Je doute
stake-doubt = raison : elle est à moi ; tort : son prix + { $indemnity } M
answer-trust = Je laisse passer
stake-trust = { $price } M vont à la banque, et la carte est gardée
answer-denounce = Je dénonce
stake-denounce = engagement non tenu : amende sur tout le pétrole ; sinon je paie { $indemnity } M
answer-silence = Je me tais
stake-silence = quoi qu’on ait promis, c’est pardonné
answer-sell-enough = Ne rien vendre
stake-sell-enough = garder toutes les cartes
answer-refinery-enough = C’est tout
stake-refinery-enough = garder le reste
answer-stop-enough = C’est tout
stake-stop-enough = rien (d’autre) à déclarer
answer-station-enough = C’est tout
stake-station-enough = garder le reste
answer-inform = { $seat }
stake-inform = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}
answer-inform-not = Personne
stake-inform-not = votre tour est fini
answer-years = { $n ->
    [one] { $n } an de moins
   *[other] { $n } ans de moins
}
stake-years = votre casier en est à { $years }
answer-money = { $n } M
stake-money = de la banque
answer-fly-outside = Voler vers { $name }
stake-fly-outside = à l’extérieur
answer-fly-inside = Voler vers { $name }
stake-fly-inside = à l’intérieur
answer-stay = Rester
stake-stay = votre tour est fini
answer-pay = Payer { $tax } M
stake-pay = à la cagnotte
answer-throw = Lancer les dés
stake-throw = jusqu’à { $free } rien ; au-dessus le total
way-outside = Sortir jusqu’au Stop
way-inside = Continuer jusqu’à { $square }
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
ask-buy = Une carte de l’entrepôt ?
ask-announce = Combien dites-vous qu’elle coûte ?
ask-announce-note = Vrai ou non : si quelqu’un doute, la carte est montrée.
say-announce = J’annonce { $price } M
ask-doubt-note = Réponse secrète. Si plusieurs doutent, seul compte le premier après { $seat }.
claim-customs = { $seat } s’arrête à la douane
claim-clean = « Rien à cacher. »
ask-denounce-note = Réponse secrète. Souvenez-vous : a-t-on déclaré du pétrole lors de ce passage, et l’a-t-on vendu ?
ask-sell = { $square }
ask-sell-note = Choisissez une carte à vendre.
ask-refinery = { $square }
ask-refinery-note = Choisissez du pétrole à vendre, autant que vous voulez.
ask-stop = { $square }
ask-stop-note = Choisissez du pétrole à déclarer : une prime, et un engagement.
ask-station = { $square } : { $given ->
    [one] { $given } donnée
   *[other] { $given } données
}
ask-station-note = Choisissez une carte à donner.
why-sell = Aucune autre carte ne se vend ici.
why-refinery = On ne vend ici que du pétrole.
why-stop = On ne déclare que du pétrole pas encore déclaré.
why-station = Cette carte ne peut être donnée maintenant.
say-sell = Vendre { $card } pour { $sum } M
say-refinery = Vendre { $card } pour { $sum } M
say-stop = Déclarer { $card } : prime { $bonus } M
say-station = Donner { $card } : { $remission ->
    [one] { $remission } an de moins
   *[other] { $remission } ans de moins
}
ask-inform = Qui dénoncez-vous ?
ask-inform-note = Une carte est tirée. Pas illicite : un dé de prison pour vous. Illicite : un dé de récompense.
ask-reward = Le dé fait { $n }
ask-fly = Pour où ?
say-fly = Voler vers { $name }
ask-tax = { $tax } M, ou les dés ?
event-hand-dealt = Vous recevez : { $cards }.
stamp-found = trouvée
stamp-lawful = en règle
stamp-true = suffisant
stamp-lie = trop bas
verdict-illicit = Illicite !
verdict-clean = Pas illicite
verdict-true = Honnête
verdict-lie = Pris !
verdict-true-why = { $price } M annoncés, { $printed } M imprimés.
verdict-lie-why = { $price } M seulement annoncés, { $printed } M imprimés.
shown-control = { $seat_you ->
    [yes] On vous contrôle
   *[no] On contrôle { $seat }
}
shown-doubted = { $seat_you ->
    [yes] Vous doutez de { $buyer }
   *[no] { $buyer_you ->
        [yes] { $seat } doute de vous
       *[no] { $seat } doute de { $buyer }
    }
}
bill-title = L’addition
bill-announced = annoncé
bill-printed = imprimé
bill-bank = { $seat_you ->
    [yes] Vous payez à la banque
   *[no] { $seat } paie à la banque
}
bill-indemnity = { $seat } à { $payee }
bill-card = { $seat_you ->
    [yes] La carte est à vous
   *[no] La carte va à { $seat }
}
