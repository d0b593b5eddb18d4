"""Tournaments as pages: the list, one of them with its rounds, the form that creates one, the desk, files."""
