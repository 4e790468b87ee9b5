// A table's players' sign. It shows exactly what the stream says, and takes no input.

import { dollars, element, isStopped, recentMoment, say, showColumn, stream, words } from "./live.js";
import { ServerClock } from "./sign_clock.js";
import { Hits } from "./sign_hit.js";
import { KeptPicture } from "./sign_kept.js";
import { Milestones } from "./sign_milestone.js";
import { Panel, fitPrint, isOverfull, isPending, unbroken } from "./sign_panel.js";
import { Strip, Turns, fitWinners, showWinners } from "./sign_show.js";

const data = JSON.parse(document.getElementById("data").textContent);
const text = words.sign;
const sign = document.querySelector(".sign");
const PAID_MS = 8000; // how long a win from the tray stays in the line
const cells = new Map(
  [...sign.querySelectorAll(".cell")].map((cell) => [cell.querySelector(".jackpot").dataset.jackpot, cell]),
);
const boardOf = (name) => panels.get(name)?.board;
const cellOf = (name) => cells.get(name);
const hits = new Hits(sign.querySelector(".hit"), { boardOf, cellOf, data });
const milestones = new Milestones({ step: data.milestone_cents, cellOf });
const server = new ServerClock();
const strip = data.plain ? null : new Strip(sign.querySelector(".strip"), cells);
const winners = new Map(); // by jackpot
const clock = (atMs) => recentMoment(atMs, data.time_zone);
const serverNow = () => server.now();
const panels = new Map([...cells].map(([name, cell]) => [name, new Panel(cell, { ...data, clock, now: serverNow })]));
const now = {
  table: null,
  journal: "ok",
  paid: null, // the newest win from the tray, in words
  playedAt: performance.now(), // when a round was last seen
};
let waitingHits = []; // hits from before the first beat
let paidTimer = 0;

// ---- the table ----------------------------------------------------------------------------------

const LOCKED = new Set(["open"]);
const CHECKING = new Set(["marked", "recorded"]);
const boards = () => [...panels.values()].map((panel) => panel.board).filter(Boolean);

/** The quiet line at the foot, and whether the table is closed or in training. */
function showLine() {
  const [kind, sentence] = lineOf();
  const line = sign.querySelector(".line");
  if (line.dataset.line !== kind || line.textContent !== sentence) {
    line.dataset.line = kind;
    line.replaceChildren(...(sentence ? [element("span", {}, sentence)] : []));
  }
  sign.querySelector(".training").hidden = !(now.table?.training || boards().some((board) => board.training));
}

function lineOf() {
  const phase = now.table?.phase;
  const house = boards().some((board) => board.kind === "house");
  if (now.journal !== "ok" || (now.table && isStopped(now.table))) return data.plain ? ["paused", text.paused] : ["closed", text.no_journal];
  if (phase === "closed") return ["closed", data.plain ? text.game_closed : house ? text.house_closed : text.closed];
  if (phase === "paused") return ["paused", text.paused];
  if (now.paid) return ["paid", now.paid];
  if (phase === "no_dealer") return ["waiting", text.no_dealer];
  if (CHECKING.has(phase)) return ["checking", text.checking];
  if (LOCKED.has(phase)) return ["locked", data.plain ? text.game_open : text.locked];
  const idle = sign.querySelector(".line").dataset.idle;
  return idle && isIdle() ? ["idle", idle] : ["", ""];
}

/** Whether nobody has played here for a while. */
function isIdle() {
  return performance.now() - now.playedAt > data.idle_after_ms;
}

/** The bets' pays, in the largest print that fits. */
function fitBets(game) {
  const bets = [...game.querySelectorAll(".bet")];
  const isWide = (bet) => bet.querySelector("table").offsetWidth > bet.querySelector("h2").offsetWidth + 1;
  const overflows = () => bets.some((bet) => isOverfull(bet) || isWide(bet)) || isOverfull(game.querySelector(".bets"));
  fitPrint(game, overflows, [...game.querySelectorAll("tbody th")]);
}

/** The pages alternate; a winner or a pending award brings the jackpots back. */
const turns = new Turns(sign, data, {
  idle: isIdle,
  busy: () =>
    CHECKING.has(now.table?.phase) || boards().some(isPending),
  has: (page) => page !== "winners" || sign.querySelector(".winners").childElementCount > 0,
});

// ---- hits ---------------------------------------------------------------------------------------

/** An award was recorded. One from a meter or of the house fills the sign; one from the tray is a
 *  line at its own table. */
function showHit(hit) {
  if (server.now() === null) {
    waitingHits.push(hit);
    return;
  }
  const ageMs = server.now() - Number(hit.at_ms);
  if (!hits.show(hit, ageMs) && hit.table === data.table && ageMs < PAID_MS) showPaid(hit.awards);
}

function showPaid(awards) {
  const [first] = awards;
  now.paid = say(text.paid, { seat: first.seat, amount: dollars(first.total_cents), hand: first.hand_long });
  clearTimeout(paidTimer);
  paidTimer = setTimeout(() => {
    now.paid = null;
    showLine();
  }, PAID_MS);
  showLine();
}

// ---- the stream ---------------------------------------------------------------------------------

function showTable(board) {
  if (board.table !== data.table) return;
  now.table = board;
  kept.keep("table", data.table, board);
  if (board.round_open) now.playedAt = performance.now();
  showColumn(board.hands);
  turns.show();
  showLine();
}

function showJackpot(board) {
  const panel = panels.get(board.jackpot);
  if (!panel) return;
  panel.show(board);
  kept.keep("jackpot", board.jackpot, board);
  milestones.see(board);
  strip?.show(board, panel.stopped);
  listWinners();
  turns.show();
  showLine();
}

function listWinners() {
  showWinners(sign.querySelector(".winners"), winners, { boardOf, cellOf, clock });
}

for (const hand of sign.querySelectorAll(".bet tbody th")) hand.textContent = unbroken(hand.textContent);
if (data.pages.length > 1) turns.begin();
for (const [part, fit] of [[".game", fitBets], [".winners", fitWinners]]) {
  const place = sign.querySelector(part);
  if (place) new ResizeObserver(() => fit(place)).observe(place);
}

function keepWinners(board) {
  if (!panels.has(board.jackpot)) return;
  winners.set(board.jackpot, board);
  kept.keep("winners", board.jackpot, board);
  listWinners();
}

const kept = new KeptPicture(sign, data, { table: showTable, jackpot: showJackpot, winners: keepWinners });
kept.offerRehearsal(() => hits.rehearse(boards()[0], server.now() ?? Date.now()));
document.fonts.addEventListener("loadingdone", () => {
  for (const panel of panels.values()) panel.refit();
});
stream(
  data.stream,
  {
    table: showTable,
    jackpot: showJackpot,
    hit: showHit,
    winners(board) {
      hits.drop(board.undone);
      keepWinners(board);
    },
    beat(beat) {
      now.journal = beat.journal;
      server.hear(Number(beat.at_ms));
      kept.isLive(beat, hits.shown.size > 0);
      for (const panel of panels.values()) {
        panel.tick();
        if (panel.board) strip?.show(panel.board, panel.stopped);
      }
      for (const hit of waitingHits) showHit(hit);
      waitingHits = [];
      showLine();
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
      for (const board of boards()) showJackpot(board);
    },
  },
);
