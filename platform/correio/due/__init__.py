"""Due work: what the site must do is a row; here it is claimed, handled, parked, watched and hurried.

Knows no app: those above register what is theirs. Imports only Django and Celery's publisher.
"""
