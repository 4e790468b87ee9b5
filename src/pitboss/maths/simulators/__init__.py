"""Seeded play of every wager, so that every exact figure can be seen to come about.

One file for each solver, by its name, with one function `simulate(settings, wanted, rounds,
rng_seed, report)`: it plays rounds of the wager `wanted` under the options of an analysis and
returns how often each outcome came up, in the shape of the solver's counts as far as the wager
needs it. `running` finds the file and holds what came up against the exact figures.

Rounds are played in blocks of fixed size, each with its own stretch of one splitmix64 sequence:
the same rng seed gives the same counts on any machine and any number of threads.
"""
