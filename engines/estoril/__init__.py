"""City of Spies: Estoril 1942 and its Super Box.

The turn flow (`flow`) names no ability, board rule, mission or end-of-game item: each is a small
object registered under the key that the component data uses. Must import nothing but `engines`.
"""
