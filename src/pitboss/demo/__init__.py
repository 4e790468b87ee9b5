"""The demonstration: a made-up card room with simulated dealers and players, for whoever wants to
see a floor run before he has one."""
