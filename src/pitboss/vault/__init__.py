"""People's data, apart from everything else: names, addresses, birth dates, numbers.

Each person's record is sealed with its own key, and that key with a master key that is never kept
in the site's folder: a copy of the folder reveals nothing. Purging a person destroys both the
record and its key. The journal has only ids and digests, so it stays as it is."""
