// What a console's spots represent: wagers, marks, awards, hits a hub is verifying; and which
// jackpots take no wagers.

import { has, isOpen } from "./console_parts.js";
import { isStopped } from "./live.js";
import { isCut } from "./wide.js";

/** The shared jackpots of this table that take no wagers now. */
export function cutOff(view) {
  const now = view.aheadMs === null ? null : Date.now() + view.aheadMs;
  const boards = (view.board?.jackpots ?? []).map((name) => view.jackpots.get(name));
  return boards.filter((board) => board && isCut(board.wide, now));
}

/** Whether the jackpot of a sensor takes wagers now. */
export function takesWagers(view, sensor) {
  if (view.board.phase === "closed" || isStopped(view.board)) return false;
  const jackpot = view.jackpots.get(view.board.jackpots[sensor - 1]);
  return !jackpot?.suspended && !cutOff(view).includes(jackpot);
}

/** Seats with wagers on a jackpot that takes none: they go back before START. */
export function seatsToReturn(view) {
  if (view.board.phase !== "idle") return [];
  const stray = view.lights.lit.filter((spot) => !takesWagers(view, spot.sensor));
  return [...new Set(stray.map((spot) => spot.seat))].sort((one, other) => one - other);
}

/** A spot's mark: its own, or a shared one. */
export function markOf(board, { seat, sensor }) {
  return board.marks.find((each) => each.sensor === sensor && (each.seat === seat || each.sharers.includes(seat)));
}

/** What a spot shows, its hand, and whether the amount is held. */
export function spotState(view, seat, sensor) {
  const { board } = view;
  const won = board.awards.find((each) => each.seat === seat && each.sensor === sensor) ?? grantedTo(board, seat, sensor);
  if (won) return { state: "awarded", hand: won.hand };
  const claim = board.claims.find((each) => isOfRound(board, each) && each.seats.includes(seat) && each.sensor === sensor);
  if (claim) return { state: "pending", hand: claim.hand };
  const mark = markOf(board, { seat, sensor });
  if (mark) return { state: "marked", hand: mark.hand, held: mark.held };
  const lit = has(view.lights.lit, seat, sensor);
  if (!isOpen(board)) return { state: lit ? "lit" : takesWagers(view, sensor) ? "empty" : "shut" };
  if (has(board.spots, seat, sensor)) return { state: "locked" };
  return { state: lit || has(board.late, seat, sensor) ? "late" : "out" };
}

/** Whether a claim or grant belongs to the open round. */
function isOfRound(board, each) {
  return isOpen(board) && each.round === board.round;
}

/** Whether a round has a recorded win, here or at a hub. */
export function hasWon(board) {
  return board.awards.length > 0 || [...board.claims, ...board.granted].some((each) => isOfRound(board, each));
}

/** Whether all wins of a round are still being verified. */
export function waitsForHub(board) {
  const isWon = board.awards.length || board.granted.some((each) => isOfRound(board, each));
  return board.phase === "awarded" && !isWon;
}

/** What a hub granted to a seat in the open round. */
function grantedTo(board, seat, sensor) {
  return board.granted.find((each) => isOfRound(board, each) && each.seat === seat && each.sensor === sensor);
}
