"""Forms of the tournament pages: the plan of a tournament, the filters of lists, the desk."""
