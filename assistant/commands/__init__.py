"""One file a command; `assistant.cli` finds them by their names."""
