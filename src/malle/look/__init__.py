"""The look of the house: symbols and icons shared by all games."""
