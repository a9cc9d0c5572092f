"""SVG artwork that all games share: symbols and icons."""
