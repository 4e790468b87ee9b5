// The pit: every table as a card, those that need attention first.

import { dollars, element, figure, lostWords, moment, say, stream, whyWords, words } from "./live.js";
import { Chime } from "./chime.js";
import { cutWords, isCut } from "./wide.js";

const w = words.pit;
const { titles, training, time_zone: timeZone } = JSON.parse(document.getElementById("data").textContent);
const list = document.getElementById("tables");
const band = document.getElementById("band");

// What needs attention, the most urgent first.
const URGENCY = ["confirm", "key", "supervisor", "sensor", "console", "resume"];

const chime = new Chime(document.getElementById("sound"), w);
let board = null;
let offset = 0; // how far this screen's clock is from the server's
let cutShown = ""; // which shared jackpots were shown as closed

function urgency(table) {
  const place = URGENCY.indexOf(table.needs);
  return place < 0 ? URGENCY.length : place;
}

/** How long somebody has waited, as minutes and seconds. */
function waited(since) {
  const seconds = Math.max(0, Math.floor((Date.now() + offset - since) / 1000));
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}

/** Since when somebody waits there; nothing where nobody does. */
function waitingSince(table) {
  return table.waiting_since_ms ?? table.called_ms ?? table.paused_ms;
}

function card(table) {
  const since = waitingSince(table);
  const parts = [
    element(
      "span",
      { class: "name" },
      element("b", {}, table.table),
      element("span", { class: "quiet" }, titles[table.table] || table.title || ""),
    ),
    element("span", { class: "state" }, w.phase[table.phase] ?? table.phase),
  ];
  if (table.needs) {
    const clock = since ? element("span", { class: "figure wait", "data-since": since }, waited(since)) : null;
    parts.push(element("strong", { class: "need" }, w.needs[table.needs] ?? table.needs, " ", clock));
  }
  for (const win of table.wins) {
    const what = element("span", {}, say(w.win, win));
    parts.push(element("span", { class: "win" }, what, element("b", { class: "money" }, dollars(win.cents))));
  }
  for (const claim of table.claims) {
    const what = element("span", {}, say(w.win, { ...claim, seat: claim.seats.join(", ") }));
    parts.push(element("span", { class: "win" }, what, element("b", {}, words.wide.pending)));
  }
  if (table.call) parts.push(element("span", { class: "call" }, say(w.call, table)));
  if (table.why.length) parts.push(element("span", { class: "why" }, whyWords(table.why)));
  const dealer = table.dealer?.name ?? table.dealer ?? w.nobody;
  parts.push(
    element("span", { class: "quiet" }, `${w.dealer}: ${dealer || w.nobody}`),
    element("span", { class: "quiet figure" }, table.round ? `${w.round} ${figure(table.round)}` : w.no_round),
  );
  for (const title of table.suspended) {
    parts.push(element("span", { class: "chip suspended" }, say(w.locked_suspended, { title })));
  }
  for (const wide of table.wide.filter(isCutNow)) {
    parts.push(element("span", { class: "chip suspended" }, say(words.wide.chip, wide)));
  }
  if (training.includes(table.table)) parts.push(element("span", { class: "chip training" }, w.training));
  if (table.late) parts.push(element("span", { class: "chip late" }, `${w.late}: ${table.late}`));
  const link = element("a", { href: `/pit/${encodeURIComponent(table.table)}` }, ...parts);
  return element("li", { class: `table ${table.phase} ${table.needs ? "needs" : ""}`, "data-need": table.needs }, link);
}

/** What a table needs, as a screen reader says it. */
function needOf(table) {
  return `${table.table}: ${w.needs[table.needs] ?? table.needs}`;
}

function draw() {
  if (!board) return;
  const waiting = (table) => waitingSince(table) ?? Infinity;
  const tables = [...board.tables].sort(
    (a, b) => urgency(a) - urgency(b) || waiting(a) - waiting(b) || a.table.localeCompare(b.table, undefined, { numeric: true }),
  );
  const count = tables.filter((table) => table.needs).length;
  document.getElementById("summary").textContent = count ? say(w.tables_waiting, { count }) : w.tables_well;
  document.getElementById("summary").className = count ? "waiting" : "quiet";
  const focused = document.activeElement?.getAttribute?.("href");
  list.replaceChildren(...(tables.length ? tables.map(card) : [element("li", { class: "quiet" }, w.no_tables)]));
  const fresh = chime.follow(tables.filter((table) => table.needs).map(needOf));
  if (fresh.length) document.getElementById("said").textContent = fresh.join(". ");
  if (focused) list.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
}

/** Whether a jackpot that several rooms share takes no wagers now. */
function isCutNow(wide) {
  return isCut(wide, Date.now() + offset);
}

/** Jackpots on hold: suspended, with an award pending, or out of touch with their hub. */
function drawLocked() {
  const shown = document.getElementById("locked");
  const hits = board.wide.flatMap((wide) => wide.pending.map((claim) => pending(wide, claim)));
  const lines = [...board.locked.map(locked), ...hits, ...board.wide.filter(isCutNow).map(cut)];
  shown.replaceChildren(...lines);
  shown.hidden = !lines.length;
}

function cut(wide) {
  return element("li", { class: "suspended" }, cutWords(wide, wide.title, (at) => moment(at, timeZone)));
}

function pending({ title }, { table, hand, seats }) {
  return element("li", { class: "pending" }, say(words.wide.pit_pending, { title, table, hand, seats: seats.join(", ") }));
}

function locked({ title, level, tables, at }) {
  if (!tables.length) {
    const link = at ? element("a", { href: `/pit/${encodeURIComponent(at)}#jackpots` }, w.locked_go) : "";
    return element("li", { class: "suspended" }, say(w.locked_suspended, { title }), " ", link);
  }
  const where = tables.map((table) => [table, titles[table]].filter(Boolean).join(" ")).join(", ");
  return element("li", { class: "pending" }, say(w.locked_pending, { title, level, tables: where }));
}

function tick() {
  for (const clock of list.querySelectorAll("[data-since]")) {
    clock.textContent = waited(Number(clock.dataset.since));
  }
}

/** A clock that has jumped: for as long as the server says so. */
function drawClock(clock) {
  const shown = document.getElementById("clock");
  shown.hidden = !clock;
  if (!clock) return;
  const [expected, found] = [clock.expected_ms, clock.found_ms].map((at) => moment(at, timeZone));
  shown.replaceChildren(element("li", { class: "pending" }, say(w.clock, { expected, found })));
}

/** A gambling day that is over and waits for its close. */
function drawDay(day) {
  const shown = document.getElementById("day");
  shown.hidden = !day;
  if (!day) return;
  const ended = moment(day.ended_ms, timeZone);
  const text = say(day.is_overdue ? w.day_overdue : w.day_waiting, { day: day.day, ended });
  const link = element("a", { href: "/office/day" }, w.day_go);
  shown.replaceChildren(element("li", { class: day.is_overdue ? "suspended" : "pending" }, text, " ", link));
}

function say_band(text) {
  band.textContent = text;
  band.hidden = !text;
}

stream(
  "/api/stream/pit",
  {
    pit(picture) {
      board = picture;
      draw();
      drawLocked();
    },
    beat(beat) {
      offset = beat.at_ms - Date.now();
      say_band(beat.journal === "ok" ? "" : w.journal);
      drawClock(beat.clock);
      drawDay(beat.day);
      tick();
      const now = board?.wide.filter(isCutNow).map(({ jackpot }) => jackpot).join();
      if (board && now !== cutShown) {
        cutShown = now;
        draw();
        drawLocked();
      }
    },
  },
  { lost: (beat) => say_band(lostWords(beat)), back: () => say_band("") },
);
