"""Ace of Spies: city cards, missions, agents with abilities, interrupts out of turn.

A card is data (`components.json`): its texts are lists of typed effects (`vocabulary`), which `effects`
interprets; the flow of a turn (`flow`) names no card. What a seat may be asked although it is not its turn
is a question that can be answered in advance (`orders`). Must import nothing but `engines`.
"""
