// The players' sign of one table. It shows what the stream says, exactly, and takes no input.

import { dollars, element, say, showColumn, stream, words } from "./live.js";
import { Meter, fit, posted } from "./meter.js";

const data = JSON.parse(document.getElementById("data").textContent);
const text = words.sign;
const sign = document.querySelector(".sign");
const panels = new Map(
  [...sign.querySelectorAll(".jackpot")].map((panel) => [panel.dataset.jackpot, panel]),
);
const meters = new Map(); // "jackpot level" -> Meter
const LONG = 20; // letters of a hand's name that need a wider column
const FRESH_MS = 3000; // how young a hit is whose amount still rolls
const PAID_MS = 8000; // how long a win from the tray stays in the line
const now = {
  table: null,
  jackpots: new Map(),
  journal: "ok",
  aheadMs: null, // the server's clock less this machine's, known from the first beat on
  paid: null, // the newest win from the tray, in words
};
let waitingHit = null; // a hit that came before the first beat
let hitTimer = 0;
let paidTimer = 0;

// ---- one jackpot --------------------------------------------------------------------------------

/** Put these children into a place, only if what they say has changed. */
function fill(place, key, children) {
  const wanted = JSON.stringify(key);
  if (place.dataset.key === wanted) return;
  place.dataset.key = wanted;
  place.replaceChildren(...children());
  place.querySelectorAll(".figure").forEach(fit);
}

function showJackpot(board) {
  now.jackpots.set(board.jackpot, board);
  const panel = panels.get(board.jackpot);
  if (!panel) return;
  panel.dataset.kind = board.kind;
  panel.dataset.state = board.suspended ? "suspended" : "playing";
  panel.querySelector(".name").textContent = board.title;
  panel.querySelector(".wager").textContent = say(text.wager, { amount: posted(board.wager_cents) });
  if (board.suspended) showSuspended(panel);
  else if (board.kind === "house") showHouse(panel, board);
  else showLevels(panel, board);
  showHands(panel, board);
  fill(panel.querySelector(".notices"), board.notices, () =>
    board.notices.map((notice) => element("p", {}, notice)),
  );
  const told = [...board.footnotes, text.split[board.split], data.folded];
  const footnotes = board.suspended ? [] : told.filter(Boolean);
  fill(panel.querySelector(".footnotes"), footnotes, () =>
    footnotes.map((footnote) => element("p", {}, footnote)),
  );
  showLine();
}

function showSuspended(panel) {
  fill(panel.querySelector(".first"), "suspended", () => [
    element("p", { class: "word" }, text.suspended),
    element("p", { class: "under" }, text.suspended_more),
  ]);
  fill(panel.querySelector(".others"), [], () => []);
}

/** The first level large, the others below it; each with its own meter that rolls. */
function showLevels(panel, board) {
  const names = board.levels.map((level) => level.level);
  const made = (level) => levelOf(board, level);
  fill(panel.querySelector(".first"), names.slice(0, 1), () => board.levels.slice(0, 1).map(made));
  fill(panel.querySelector(".others"), names.slice(1), () => board.levels.slice(1).map(made));
  for (const level of board.levels) {
    const meter = meters.get(`${board.jackpot} ${level.level}`);
    meter.show(level.meter_cents);
    const place = meter.place.closest(".level");
    place.toggleAttribute("data-pending", level.pending.length > 0);
    place.querySelector(".under").textContent = underneath(level);
  }
}

function levelOf(board, level) {
  const figure = element("div", { class: "figure" });
  meters.set(`${board.jackpot} ${level.level}`, new Meter(figure));
  const winners = board.hands.filter((hand) => takesAll(hand, level));
  return element(
    "div",
    { class: "level", "data-level": level.level },
    element(
      "p",
      { class: "level-name" },
      board.levels.length > 1 ? element("b", {}, level.name) : null,
      element("span", {}, winners.map((hand) => unbroken(hand.hand_long)).join(text.or)),
    ),
    figure,
    element("p", { class: "under" }),
  );
}

/** Whether a hand wins a level's whole meter: it stands beside the meter. */
function takesAll(hand, level) {
  return hand.takes_all_of === level.level;
}

function underneath(level) {
  if (level.pending.length) {
    const elsewhere = level.pending.filter((table) => table !== data.table);
    return elsewhere.length ? say(text.pending, { tables: elsewhere.join(", ") }) : text.pending_here;
  }
  return level.maximum_cents === null ? "" : say(text.limit, { amount: posted(level.maximum_cents) });
}

/** A house jackpot is a fixed amount: it stands there, and nothing of it ever moves (WA-671k). */
function showHouse(panel, board) {
  const prizes = board.hands.filter((hand) => hand.from === "house");
  const made = (hand) =>
    element(
      "div",
      { class: "level" },
      element("p", { class: "level-name" }, element("span", {}, unbroken(hand.hand_long))),
      fixed(hand.pays_cents),
    );
  fill(panel.querySelector(".first"), prizes.slice(0, 1), () => prizes.slice(0, 1).map(made));
  fill(panel.querySelector(".others"), prizes.slice(1, 4), () => prizes.slice(1, 4).map(made));
}

function fixed(cents) {
  const figures = posted(cents).replace("$", "");
  return element("div", { class: "figure", "data-cents": cents }, element("span", { class: "mark" }, "$"), figures);
}

/** The posted awards that do not stand beside a meter, best first, and what others get for a hit. */
function showHands(panel, board) {
  const large =
    board.kind === "house"
      ? board.hands.filter((hand) => hand.from === "house").slice(0, 4)
      : board.hands.filter((hand) => board.levels.some((level) => takesAll(hand, level)));
  const hands = board.suspended ? [] : board.hands.filter((hand) => !large.includes(hand));
  const list = panel.querySelector(".hands");
  list.toggleAttribute("data-long", hands.some((hand) => hand.hand_long.length > LONG));
  fill(list, hands, () =>
    hands.map((hand) =>
      element(
        "li",
        {},
        element("span", { class: "hand" }, unbroken(hand.hand_long)),
        element("span", { class: "pay" }, ...payOf(hand)),
      ),
    ),
  );
  const envious = board.suspended ? [] : board.hands.filter((hand) => hand.envy_cents);
  fill(panel.querySelector(".envy"), envious, () => [
    element("b", {}, board.kind === "house" ? text.house_envy : text.envy),
    ...envious.map((hand) =>
      element("span", {}, hand.hand_long, " ", element("b", {}, posted(hand.envy_cents))),
    ),
  ]);
  panel.querySelector(".envy").hidden = !envious.length;
}

/** Cards such as 2-3-4 stay on one line. */
function unbroken(title) {
  return title.replace(/(\d)-(?=\d)/g, "$1\u2011");
}

/** What is posted for a hand; beside a part of a meter, what that part is now. */
function payOf(hand) {
  const amount = posted(hand.pays_cents);
  if (hand.pay === amount) return [amount];
  return [element("small", {}, hand.pay), " ", amount];
}

// ---- the table ----------------------------------------------------------------------------------

const LOCKED = new Set(["open"]);
const CHECKING = new Set(["marked", "recorded"]);

/** The one quiet line at the foot, and whether the table is closed or in training. */
function showLine() {
  const [kind, sentence] = lineOf();
  const line = sign.querySelector(".line");
  line.dataset.line = kind;
  line.textContent = sentence;
  const training = [...now.jackpots.values()].some((board) => board.training);
  sign.querySelector(".training").hidden = !(now.table?.training || training);
}

function lineOf() {
  const phase = now.table?.phase;
  const house = [...now.jackpots.values()].some((board) => board.kind === "house");
  if (now.journal !== "ok") return data.plain ? ["paused", text.paused] : ["closed", text.no_journal];
  if (phase === "closed") return ["closed", data.plain ? text.game_closed : house ? text.house_closed : text.closed];
  if (phase === "paused") return ["paused", text.paused];
  if (now.paid) return ["paid", now.paid];
  if (phase === "no_dealer") return ["waiting", text.no_dealer];
  if (CHECKING.has(phase)) return ["checking", text.checking];
  if (LOCKED.has(phase)) return ["locked", data.plain ? text.game_open : text.locked];
  return ["", ""];
}

// ---- two pages: the jackpots, and what the other bets of the table pay ----------------------------

/** The pages take turns; a winner or a pending award brings the jackpots back. */
function showPage(page) {
  const busy =
    CHECKING.has(now.table?.phase) ||
    [...now.jackpots.values()].some((board) => board.levels.some((level) => level.pending.length));
  sign.dataset.page = data.page || (busy ? "jackpots" : page);
}

function turnPages(page) {
  showPage(page);
  setTimeout(() => turnPages(page === "bets" ? "jackpots" : "bets"), data.turn_ms[page]);
}

// ---- hits ---------------------------------------------------------------------------------------

/** An award was recorded. One from a meter or of the house fills the sign; one from the tray is a
 *  line at its own table. */
function showHit(hit) {
  if (now.aheadMs === null) {
    waitingHit = hit;
    return;
  }
  const large = hit.awards.filter((award) => award.meter_cents || award.house_cents);
  const leftMs = Number(hit.at_ms) + data.hit_ms - (Date.now() + now.aheadMs);
  if (large.length && leftMs > 0) return fillWithHit(hit, large, leftMs);
  if (!large.length && hit.table === data.table && leftMs > data.hit_ms - PAID_MS) showPaid(hit.awards);
}

function fillWithHit(hit, awards, leftMs) {
  const place = sign.querySelector(".hit");
  place.dataset.awards = awards.map((award) => award.award).join(" ");
  place.dataset.count = String(awards.length);
  place.toggleAttribute("data-many", awards.length > 3);
  place.hidden = false;
  const [best] = awards;
  place.replaceChildren(
    element("p", { class: "hit-word" }, wordOf(best)),
    element("p", { class: "hit-title" }, now.jackpots.get(best.jackpot)?.title ?? ""),
    element("div", { class: "wins" }, ...awards.map((award) => hitOf(hit, award))),
  );
  const isFresh = leftMs > data.hit_ms - FRESH_MS;
  place.querySelectorAll(".figure").forEach((figure, index) => {
    const meter = new Meter(figure);
    if (isFresh) meter.stand(0);
    meter.show(awards[index].total_cents);
  });
  clearTimeout(hitTimer);
  hitTimer = setTimeout(hideHit, leftMs);
}

/** The word that fills the room: the level that was won whole; else that somebody won. */
function wordOf(award) {
  const levels = now.jackpots.get(award.jackpot)?.levels ?? [];
  return award.restarts && levels.length > 1 ? award.level_name : text.hit;
}

function hitOf(hit, award) {
  return element(
    "div",
    { class: "win" },
    element("p", { class: "hit-hand" }, unbroken(award.hand_long)),
    element("div", { class: "figure" }),
    element("p", { class: "hit-place" }, say(text.hit_place, { table: hit.table, seat: award.seat })),
  );
}

function hideHit() {
  clearTimeout(hitTimer);
  sign.querySelector(".hit").hidden = true;
}

/** A hit that was undone meanwhile is no hit. */
function dropUndone(table) {
  const shown = sign.querySelector(".hit").dataset.awards?.split(" ") ?? [];
  const undone = table.awards.filter((award) => award.status === "backed out");
  if (undone.some((award) => shown.includes(award.award))) hideHit();
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

if (data.turn_ms) turnPages("jackpots");

// ---- the stream ---------------------------------------------------------------------------------

stream(
  `/api/stream/sign/${encodeURIComponent(data.table)}`,
  {
    table(board) {
      if (board.table !== data.table) return;
      now.table = board;
      showColumn(board.hands);
      if (sign.dataset.page === "bets") showPage("bets");
      dropUndone(board);
      showLine();
    },
    jackpot: showJackpot,
    hit: showHit,
    beat(beat) {
      sign.dataset.link = "live";
      now.journal = beat.journal;
      now.aheadMs = Number(beat.at_ms) - Date.now();
      if (waitingHit) showHit(waitingHit);
      waitingHit = null;
      showLine();
    },
  },
  {
    // What is not current is not shown: the amounts leave the page until the stream is back.
    lost() {
      sign.dataset.link = "lost";
      hideHit();
      for (const meter of meters.values()) meter.blank();
    },
    back() {
      for (const board of now.jackpots.values()) showJackpot(board);
    },
  },
);
