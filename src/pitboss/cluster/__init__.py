"""A site on several machines: three with the database, two engines, two with HAProxy. What each of
them needs, filled in from a plan (`pitboss deploy`); docs/operations.md says how to set it up."""
