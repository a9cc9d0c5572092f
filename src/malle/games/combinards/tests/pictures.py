"""Moments of the game worth a picture: the deal, how many moves robots have made since, who looks, and what happens
while they look. One for every kind of decision, for every place of sale, and for what is revealed."""

from __future__ import annotations

from msgspec import Struct


class Picture(Struct, frozen=True):
    """A moment of a game of four."""

    name: str
    seed: int
    """Of the deal, and of the robots' luck."""
    robots: int
    """So many moves by robots first; -1: until the end."""
    seat: int | None
    """Who looks; None: a spectator."""
    last: str = ""
    """Played by the seat that is awaited while the page looks on."""
    lamps: tuple[str, ...] = ("light",)
    """By day; places of sale that look like another are tested and not kept."""


PICTURES = (
    Picture("fork", 1, 9, 0),
    Picture("buy", 1, 4, 3),
    Picture("announce", 1, 5, 3),
    Picture("doubt", 1, 6, 0),
    Picture("doubt-answered", 1, 7, 0),
    Picture("doubt-seen-by-the-buyer", 1, 6, 3),
    Picture("sell-melina", 1, 47, 3),
    Picture("sell-flea-market", 1, 3, 3),
    Picture("sell-hangar", 1, 42, 2, lamps=()),
    Picture("sell-nightclub", 1, 181, 1, lamps=()),
    Picture("sell-gallery", 1, 34, 3, lamps=()),
    Picture("sell-harbour", 1, 71, 2, lamps=()),
    Picture("sell-casino", 1, 73, 0),
    Picture("sell-palace", 2, 77, 3, lamps=()),
    Picture("sell-marina", 1, 17, 2, lamps=()),
    Picture("sell-building-site", 1, 54, 1, lamps=()),
    Picture("refinery", 1, 55, 0),
    Picture("stop", 1, 10, 0),
    Picture("customs", 1, 20, 0),
    Picture("police-station", 3, 105, 3),
    Picture("flying-control", 1, 53, 0),
    Picture("reward", 31, 243, 3),
    Picture("airport", 1, 23, 1),
    Picture("tax", 1, 72, 3),
    Picture("shown-honest", 1, 8, 2, last="doubt"),
    Picture("shown-caught", 1, 65, 2, last="doubt"),
    Picture("shown-control", 1, 53, 0, last="denounce 2"),
    Picture("spectator", 1, 60, None),
    Picture("end", 1, -1, 0),
)
