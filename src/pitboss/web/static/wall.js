// A wall of several jackpots: their meters, last winners, and hits at all their tables. It shows
// exactly what the stream says, and takes no input.

import { dollars, element, recentMoment, say, stream, words } from "./live.js";
import { ServerClock } from "./sign_clock.js";
import { Hits } from "./sign_hit.js";
import { KeptPicture } from "./sign_kept.js";
import { Milestones } from "./sign_milestone.js";
import { Panel, fill, isPending, unbroken } from "./sign_panel.js";
import { WallPages } from "./wall_pages.js";

const data = JSON.parse(document.getElementById("data").textContent);
const text = words.sign;
const sign = document.querySelector(".sign");
const cells = new Map(
  [...sign.querySelectorAll(".cell")].map((cell) => [cell.querySelector(".jackpot").dataset.jackpot, cell]),
);
const clock = (atMs) => recentMoment(atMs, data.time_zone);
const server = new ServerClock();
const now = () => server.now();
const panels = new Map([...cells].map(([name, cell]) => [name, new Panel(cell, { clock, now })]));
const hits = new Hits(sign.querySelector(".hit"), {
  boardOf: (name) => panels.get(name)?.board,
  cellOf: (name) => cells.get(name),
  data,
});
const milestones = new Milestones({ step: data.milestone_cents, cellOf: (name) => cells.get(name) });
let waitingHits = [];

function showJackpot(board) {
  const panel = panels.get(board.jackpot);
  if (!panel) return;
  panel.part(".training").hidden = !board.training; // each its own: others may be for money
  panel.show(board);
  kept.keep("jackpot", board.jackpot, board);
  milestones.see(board);
  pages.heed();
}

/** Whether a jackpot has a hit on display, or a pending award. */
function matters(cell) {
  const { jackpot } = cell.querySelector(".jackpot").dataset;
  const board = panels.get(jackpot).board;
  return hits.has(jackpot) || (board !== null && isPending(board));
}

/** A jackpot's newest winner; before the first one, its tables. */
function showWinners(newest) {
  const { jackpot, winners } = newest;
  const panel = panels.get(jackpot);
  if (!panel) return;
  kept.keep("winners", jackpot, newest);
  const place = panel.part(".last");
  const { tables } = place.dataset;
  const changed = fill(place, winners[0] ?? null, () => {
    const played = tables.includes(",") ? text.played_at_tables : text.played_at;
    if (!winners.length) return tables ? [say(played, { tables })] : [];
    const [{ cents, hand_long: hand, table, at_ms: atMs }] = winners;
    const won = element("b", {}, dollars(cents));
    return [
      element("span", {}, `${text.last_winner} `, won, " ·"), " ",
      element("span", {}, unbroken(hand), " ·"), " ",
      element("span", {}, say(text.winner_at, { table }), " ·"), " ",
      element("span", {}, clock(atMs)),
    ];
  });
  if (changed) panel.fit();
}

function showHit(hit) {
  if (server.now() === null) {
    waitingHits.push(hit);
    return;
  }
  hits.show(hit, server.now() - Number(hit.at_ms));
  const won = hit.awards.find(({ jackpot }) => hits.has(jackpot));
  pages.heed(cells.get(won?.jackpot));
}

function showLine(journal) {
  const line = sign.querySelector(".line");
  const kind = journal === "ok" ? "" : "closed";
  if (line.dataset.line === kind) return;
  line.dataset.line = kind;
  line.replaceChildren(...(kind ? [element("span", {}, text.no_journal)] : []));
}

const pages = new WallPages(sign.querySelector(".panels"), sign.querySelector(".pages"), {
  cells: [...cells.values()], turnMs: data.turn_ms, held: data.page, matters,
});
const kept = new KeptPicture(sign, data, { jackpot: showJackpot, winners: showWinners });
kept.offerRehearsal(() => hits.rehearse([...panels.values()][0]?.board, server.now() ?? Date.now()));
pages.begin();
document.fonts.addEventListener("loadingdone", () => {
  for (const panel of panels.values()) panel.refit();
});
stream(
  data.stream,
  {
    jackpot: showJackpot,
    winners(board) {
      showWinners(board);
      hits.drop(board.undone);
    },
    hit: showHit,
    beat(beat) {
      server.hear(Number(beat.at_ms));
      kept.isLive(beat, hits.shown.size > 0);
      for (const panel of panels.values()) panel.tick();
      for (const hit of waitingHits) showHit(hit);
      waitingHits = [];
      showLine(beat.journal);
    },
  },
  {
    // What is not current is shown as old, and never moves.
    lost() {
      hits.hide();
      milestones.forget();
      kept.isOld(server.lastMs);
    },
    back() {
      for (const panel of panels.values()) if (panel.board) panel.show(panel.board);
    },
  },
);
