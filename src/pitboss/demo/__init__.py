"""The demonstration: a made-up card room with simulated dealers and players, to see a floor run
before you have one."""
