"""A failover drill: three database machines under Patroni, two engines, fifty tables at play, and
one fault after the other. `make drill`; docs/operations.md says how to read it."""
