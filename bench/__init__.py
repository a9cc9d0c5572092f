"""Speed, measured side by side with other programs in one run: `make bench`."""
