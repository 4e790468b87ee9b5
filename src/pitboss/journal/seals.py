"""Where a journal begins whose old rows were taken out: the floor after the last of them."""

from __future__ import annotations

from pitboss.floor.snapshot import is_of_another_shape, read_snapshot
from pitboss.floor.state import State
from pitboss.journal import Snapshot
from pitboss.journal.chain import tampered
from pitboss.refusal import Refusal


def sealed_state(sealed: Snapshot) -> State:
    """The floor to go on from. There are no rows here to replay in its place."""
    if is_of_another_shape(sealed.text):
        reason = (
            "another version wrote the state that it begins with; put the archives into the folder"
            " archives beside it, and let pitboss archive --reseal make that state anew"
        )
        raise Refusal("SEAL_OTHER_VERSION", where=f"row {sealed.seq}", reason=reason)
    state = read_snapshot(sealed.text)
    if state.seq != sealed.seq:
        raise tampered(f"snapshot {sealed.seq}", "it is not the state after its row")
    return state
