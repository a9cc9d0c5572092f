"""stub"""
def choose(game, view, legal, luck):  # type: ignore
    return legal[0]
