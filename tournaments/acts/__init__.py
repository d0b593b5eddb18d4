"""What is done to a tournament, act by act; `tournaments.director` is their public face."""
