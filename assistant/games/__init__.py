"""One file a game: its steps as data, and the functions that make it different."""
