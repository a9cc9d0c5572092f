def choose(game, view, legal, luck):
    return luck.choice(legal)
