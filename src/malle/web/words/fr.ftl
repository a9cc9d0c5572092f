# Les mots de l’écran, les mêmes pour tous les jeux.
ui-you = Vous
ui-your-turn = À vous
ui-waiting-for = On attend { $names }
ui-late = Vous regardez la partie avec { $n } coups de retard.
ui-opening = La malle s’ouvre…
ui-reconnecting = Reconnexion…
ui-sending = Envoi…
ui-home = Accueil
ui-leave = Quitter la table
ui-players = Joueurs
ui-this-table = Cette table
ui-robot = robot
ui-here = en ligne
ui-away = ailleurs
ui-gone = hors ligne
ui-awaited = à son tour
ui-rules = Règles
ui-log = Journal
ui-menu = Menu
ui-yours = À vous
ui-cancel = Annuler
ui-undo = Reprendre
ui-other-way = Autre chemin
ui-which-one = Lequel ?
ui-pick-one = Choisissez sur la table.
ui-again = Revoir
ui-go-on = Continuer
ui-eyes-only = pour vos yeux
ui-hold-to-see = Tenir pour voir
ui-hidden = carte cachée
ui-target = possible
ui-fewer = Retirer : { $what }
ui-more = Ajouter : { $what }
ui-other-price = Autre prix
ui-seconds-left = { $n } secondes
ui-map-whole = Voir tout le plateau
ui-map-part = Voir de près
ui-command = Jouer en toutes lettres
ui-send = Jouer
ui-close = Fermer
ui-see-rule = Voir la règle
ui-while-away = Pendant votre absence
ui-decision = Votre décision
ui-new-version = Une nouvelle version de Malle est prête.
ui-reload = Recharger
ui-end = Fin de partie
ui-leg = Partie { $n } sur { $what }
ui-leg-head = Partie { $n }
ui-next-leg = Partie { $n } sur { $what } : échanger les camps
ui-next-leg-open = La partie { $n } sur { $what } a commencé : y aller
ui-rematch = Revanche
ui-rematch-open = La revanche a commencé : y aller
ui-so-far = match jusqu’ici :
ui-match = Match
ui-match-over = Fin du match
ui-match-you = Vous gagnez le match
ui-match-won = { $names } gagne le match
ui-match-drawn = Match nul
ui-total = Total
ui-sealed = Le hasard était scellé avant la donne : la partie se vérifie.
ui-record = Télécharger la partie
ui-wish-sound = Sons
ui-wish-still = Sans mouvement
ui-wish-confirm = Toujours valider avant de jouer
ui-wish-shared = Écran partagé : mes cartes restent cachées
ui-theme = Lumière
ui-theme-auto = comme l’appareil
ui-theme-light = jour
ui-theme-dark = nuit
ui-keys = Clavier : Tab, flèches, Entrée pour prendre, Échap pour lâcher, i pour voir de près, r pour tourner, ? pour les règles.

# Les pages
page-title = Malle, des jeux de société à secrets
page-open = Ouvrez la malle.
page-lead = { $n ->
    [one] Un jeu français introuvable
   *[other] { $n } jeux français introuvables
}, à jouer entre amis ou contre des robots.
page-players = { $least } à { $most } joueurs
page-players-one = { $least } joueurs
page-play-now = Jouer tout de suite
page-play-now-note = contre des robots, sans compte
page-with-friends = Jouer entre amis
page-with-friends-note = un lien à envoyer, sans compte
page-alone = Jouer seul
page-alone-note = des défis, un nouveau chaque jour
page-how-many = Nombre de joueurs
page-options = Façons de jouer
page-late = Les spectateurs voient la partie
page-late-by = { $n ->
    [0] aussitôt
   *[other] { $n } coups plus tard
}
page-your-name = Votre nom
page-default-name = Camille
page-open-table = Ouvrir une table
page-rules = Règles
page-free = Libre, gratuit, sans publicité. Chaque tirage au sort se vérifie.
page-language = English
page-invite = Invitez vos amis
page-invite-note = Ils ouvrent ce lien, ou visent ce carré avec leur téléphone.
page-copy = Copier le lien
page-copied = Lien copié
page-seat-free = place libre
page-seats = Autour de la table
page-fill = Compléter par des robots et commencer
page-waiting = { $n ->
    [one] On attend encore une personne.
   *[other] On attend encore { $n } personnes.
}
page-join = Prendre place
page-join-lead = { $host } vous invite à jouer à { $title }.
page-full = Cette table est complète : vous pouvez regarder.
page-yes = oui
page-no = non
page-no-such = Cette page n’existe pas.
page-back = Retour à l’accueil
