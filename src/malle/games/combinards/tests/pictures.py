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
    Picture("fork", 1, 16, 3),
    Picture("buy", 1, 18, 3),
    Picture("announce", 1, 19, 3),
    Picture("doubt", 1, 20, 0),
    Picture("doubt-answered", 1, 21, 0),
    Picture("doubt-seen-by-the-buyer", 1, 20, 3),
    Picture("sell-melina", 1, 17, 3),
    Picture("sell-flea-market", 1, 28, 0),
    Picture("sell-hangar", 1, 44, 2, lamps=()),
    Picture("sell-nightclub", 1, 47, 0, lamps=()),
    Picture("sell-gallery", 1, 54, 0, lamps=()),
    Picture("sell-harbour", 1, 68, 2, lamps=()),
    Picture("sell-casino", 1, 104, 0),
    Picture("sell-palace", 1, 161, 3, lamps=()),
    Picture("sell-marina", 2, 104, 0, lamps=()),
    Picture("sell-building-site", 3, 53, 1, lamps=()),
    Picture("refinery", 1, 70, 1),
    Picture("stop", 1, 25, 2),
    Picture("customs", 1, 74, 0),
    Picture("police-station", 1, 141, 3),
    Picture("flying-control", 1, 30, 2),
    Picture("reward", 10, 100, 3),
    Picture("airport", 1, 23, 1),
    Picture("tax", 1, 125, 3),
    Picture("shown-honest", 1, 187, 0, last="trust"),
    Picture("shown-caught", 4, 207, 0, last="doubt"),
    Picture("shown-control", 1, 30, 0, last="denounce 4"),
    Picture("spectator", 1, 60, None),
    Picture("end", 1, -1, 0),
)
