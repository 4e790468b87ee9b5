"""People's data, apart from everything else: names, addresses, birth dates, numbers.

Each person's record is sealed with a key of its own, and that key with a master key which never
lies in the site's folder: whoever copies the folder has nothing to read. To purge a person is to
destroy both the record and its key; the journal, which has only ids and digests, stays as it is."""
