"""Applies events of approvals to the floor."""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from pitboss.floor.facts import approvals
from pitboss.floor.facts.values import ApprovalRecord
from pitboss.floor.fold.shared import put_table_compared, with_approval
from pitboss.floor.state.approved import ReleaseState
from pitboss.floor.state.floor import State, changed


def approval_entered(state: State, event: approvals.ApprovalEntered) -> None:
    table = state.table(event.table)
    assert table.bundle == event.bundle
    assert event.approval.release == state.release
    put_table_compared(state, with_approval(state, table, event.approval, state.release))


def bundle_changed(state: State, event: approvals.BundleChanged) -> None:
    table = state.table(event.table)
    assert table.plays == event.before
    table = changed(table, plays=event.plays, folded_qualify=event.folded_qualify)
    put_table_compared(state, table)


def release_noted(state: State, event: approvals.ReleaseNoted) -> None:
    assert state.release == event.before
    assert sha256(event.manifest.encode()).hexdigest() == event.release
    state.releases[event.release] = ReleaseState(event.version, event.manifest)
    state.release = event.release
    papers = state.release_papers.get(event.release)
    if papers is not None:
        state.release_papers.drop(event.release)
        _cover_tables(state, papers)
    _compare_all(state)


def release_approved(state: State, event: approvals.ReleaseApproved) -> None:
    """Cover every table for money from now on; if other software is running, once this one does."""
    assert event.approval.release == event.release
    if event.release == state.release:
        _cover_tables(state, event.approval)
        _compare_all(state)
    else:
        state.release_papers[event.release] = event.approval


def _cover_tables(state: State, papers: ApprovalRecord) -> None:
    """Give tables for money these papers for the software, beside their own."""
    for name, table in state.tables.items():
        if table.approval is not None and not table.closed:
            approval = replace(table.approval, release=papers.release, release_record=papers)
            state.tables[name] = changed(table, approval=approval)


def _compare_all(state: State) -> None:
    for _, table in state.tables.items():
        if not table.closed:
            put_table_compared(state, table)
