"""A site on several machines: three with the database, two engines, two with HAProxy. Fills in what
each of them needs from a plan (`pitboss deploy`); docs/failover.md says how to set it up."""
