"""Changes as people read them: with a sign, and a true minus sign."""

from __future__ import annotations

from ratings.elo import shown


def signed_whole(milli: int) -> str:
    """Whole points with their sign, a true minus sign included; 0 has none."""
    points = shown(milli)
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"


def signed_points(milli: int, places: int = 3) -> str:
    """`+12.345` or `−12.345`: thousandths (or, with six places, millionths) of a point in points."""
    whole, part = divmod(abs(milli), 10**places)
    sign = "\N{MINUS SIGN}" if milli < 0 else "+"
    return f"{sign}{whole}.{part:0{places}}"
