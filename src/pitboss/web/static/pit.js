// The pit: every table as a felt with its state, those needing attention first or each where it
// stands in the room. A wall shows the same without controls.

import { clockTime, dayText, dollars, element, figure, lostSince, moment, press, say, stream, toast, whyWords, words } from "./live.js";
import { Chime } from "./chime.js";
import { feltOf } from "./felt.js";
import { Plan } from "./pit_plan.js";
import { cutWords, isCut } from "./wide.js";

const w = words.pit;
const data = JSON.parse(document.getElementById("data").textContent);
const { titles, training, time_zone: timeZone, reads_badges: readsBadges } = data;
const list = document.getElementById("tables");
const waiting = document.getElementById("waiting");
const band = document.getElementById("band");
const page = document.querySelector(".pit");

// What needs attention, most urgent first.
const URGENCY = ["confirm", "key", "supervisor", "sensor", "stopped", "console", "sign", "resume"];

// On a screen as wide as this the cards fill the picture; their print, in hundredths of the width.
const WALL_PX = 1900;
const WALL_MOST_VW = 1.75;
const LEAST_PX = 16;
const LEAST_WALL_PX = 9;
const NAMED_MOST = 8; // tables; with more, see the cards below

const chime = new Chime(document.getElementById("sound"), w);
let board = null;
let offset = 0; // how far this screen's clock is from the server's
let heardMs = null; // the server's clock when it was last heard
let lockedOut = []; // people whose PINs aren't accepted for now
let isLeast = false; // whether no smaller print is left for this wall
let cutShown = ""; // which shared jackpots were shown as closed

/** A table's needs, most urgent first; a call matters more than the table's own state. */
function needsOf(table) {
  const needs = new Set([table.needs, table.call && "supervisor"].filter(Boolean));
  return [...needs].sort((a, b) => URGENCY.indexOf(a) - URGENCY.indexOf(b));
}

function urgency(table) {
  const [first] = needsOf(table);
  return first ? URGENCY.indexOf(first) : URGENCY.length;
}

/** How long someone has waited, in minutes and seconds. */
function waited(since) {
  const seconds = Math.max(0, Math.floor((Date.now() + offset - since) / 1000));
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}

/** Since when someone waits for one of them; nothing if no clock runs. */
function waitsSince(table, need) {
  const dark = table.screen_dark_ms;
  return { supervisor: table.called_ms, resume: table.paused_ms, sign: dark, console: dark }[need] ?? table.waiting_since_ms;
}

/** Since when anyone waits there. */
function waitingSince(table) {
  const clocks = needsOf(table).map((need) => waitsSince(table, need));
  return Math.min(...clocks.map((since) => since ?? Infinity));
}

/** A link to a table; on a wall nobody presses anything. */
function linkTo(table, ...parts) {
  return data.is_wall ? element("div", {}, ...parts) : element("a", { href: `/pit/${encodeURIComponent(table)}` }, ...parts);
}

/** A table from above: who bet in this round, who won, and what its first meter shows. */
function felt(table) {
  const { seats = 0, jackpot } = data.tables[table.table] ?? {};
  const lit = board.lit[table.table] ?? [];
  const won = new Set(table.wins.map(({ seat }) => seat));
  const classOf = (seat) => (won.has(seat) ? "marked" : lit.includes(seat) ? "locked" : "");
  const shown = element("span", { class: "drawn" }, feltOf(seats, 1, classOf));
  if (lit.length) shown.append(element("span", { class: "unseen" }, say(w.lit, { seats: lit.join(", ") })));
  const cents = board.meters[jackpot?.name];
  if (cents === undefined) return shown;
  shown.append(element("span", { class: "meter" }, element("span", { class: "unseen" }, `${jackpot.title} `), dollars(cents)));
  return shown;
}

function card(table) {
  const needs = needsOf(table);
  const state = table.stopped.length ? "stopped" : table.phase;
  const parts = [
    element(
      "span",
      { class: "name" },
      element("b", {}, table.table),
      element("span", { class: "quiet" }, titles[table.table] || table.title || ""),
    ),
    felt(table),
    element("span", { class: "state" }, w.phase[state]),
  ];
  for (const need of needs) {
    const since = waitsSince(table, need);
    const clock = since ? element("span", { class: "figure wait", "data-since": since }, waited(since)) : null;
    parts.push(element("strong", { class: "need" }, element("span", {}, w.needs[need]), clock));
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
  if (table.stopped.length) parts.push(element("span", { class: "why" }, whyWords(table.stopped)));
  if (table.why.length) parts.push(element("span", { class: "why" }, whyWords(table.why)));
  const dealer = table.dealer?.name ?? table.dealer ?? w.nobody;
  if (table.phase !== "no_dealer") parts.push(element("span", { class: "quiet" }, `${w.dealer}: ${dealer || w.nobody}`));
  parts.push(
    element("span", { class: "quiet pace" }, table.round ? say(w.pace, { round: figure(table.round), count: figure(board.pace[table.table] ?? 0) }) : w.no_round),
  );
  for (const jackpot of table.suspended) {
    parts.push(element("span", { class: "chip suspended" }, heldWords(jackpot)));
  }
  for (const wide of table.wide.filter(isCutNow)) {
    parts.push(element("span", { class: "chip suspended" }, say(words.wide.chip, wide)));
  }
  if (training.includes(table.table)) parts.push(element("span", { class: "chip training" }, w.training));
  if (table.late) parts.push(element("span", { class: "chip late" }, `${w.late}: ${table.late}`));
  const held = { "data-table": table.table, "data-need": needs[0] };
  return element("li", { class: `table ${state} ${needs.length ? "needs" : ""}`, ...held }, linkTo(table.table, ...parts));
}

/** A table's needs, for a screen reader. */
function saidOf(table) {
  return needsOf(table).map((need) => `${table.table}: ${w.needs[need]}`);
}

function draw() {
  if (!board) return;
  const older = (a, b) => (waitingSince(a) < waitingSince(b) ? -1 : Number(waitingSince(a) > waitingSince(b)));
  const tables = board.tables.filter(isShown).sort(
    (a, b) => urgency(a) - urgency(b) || older(a, b) || byName(a.table, b.table),
  );
  const count = tables.filter((table) => needsOf(table).length).length;
  document.getElementById("summary").textContent = count ? say(w.tables_waiting, { count }) : wellWords(tables);
  document.getElementById("summary").className = count ? "waiting" : "quiet";
  document.querySelector("main").dataset.standing = standing(tables);
  const focused = document.activeElement?.closest("#tables a, #waiting a");
  const places = plan.layout(tables.map(({ table }) => table).sort(byName));
  const cards = tables.map(card);
  if (places) {
    const [left, top] = [0, 1].map((side) => (each) => places.get(each.dataset.table)[side]);
    cards.sort((a, b) => top(a) - top(b) || left(a) - left(b)); // as the eye reads them
    plan.draw(places, cards);
  }
  list.classList.toggle("plan", Boolean(places));
  list.replaceChildren(...(cards.length ? cards : [element("li", { class: "quiet" }, w.no_tables)]));
  const needing = places ? tables.filter((table) => needsOf(table).length).sort(older) : [];
  waiting.replaceChildren(...needing.map(waitingLine));
  waiting.hidden = !needing.length;
  const fresh = chime.follow(tables.flatMap(saidOf));
  if (fresh.length) document.getElementById("said").textContent = fresh.join(". ");
  if (focused) {
    const place = document.getElementById(focused.closest("#tables, #waiting")?.id) ?? list;
    place.querySelector(`[href="${CSS.escape(focused.getAttribute("href"))}"]`)?.focus();
  }
}

/** A table that waits, and for what, in front of the plan. */
function waitingLine(table) {
  const since = waitingSince(table);
  const clock = since < Infinity ? element("span", { class: "figure wait", "data-since": since }, waited(since)) : null;
  const what = needsOf(table).map((need) => w.needs[need]).join(", ");
  return element("li", {}, linkTo(table.table, element("b", {}, table.table), element("span", {}, what), clock));
}

/** Whether this page is about a table: about all, or those named in its address. */
function isShown({ table }) {
  return !data.only.length || data.only.includes(table);
}

function byName(one, other) {
  return one.localeCompare(other, undefined, { numeric: true });
}

/** What the help describes: the first table's most urgent need, or that there is none. */
function standing(tables) {
  if (!tables.length) return "";
  const isIdle = tables.some((table) => table.phase === "no_dealer");
  return needsOf(tables[0])[0] ?? (isIdle ? "no_dealer" : "well");
}

/** The text when nothing waits: a table without a dealer isn't running. */
function wellWords(tables) {
  const idle = tables.filter((table) => table.phase === "no_dealer").length;
  if (!idle) return w.tables_well;
  if (idle === tables.length) return w.tables_no_dealer;
  return say(w.tables_some, { count: tables.length - idle, idle });
}

/** A floor without any rounds yet: what is running, and what comes next. */
function drawNew() {
  const shown = document.getElementById("new");
  shown.hidden = !board.tables.length || board.tables.some((table) => table.round);
  const named = (trains) => {
    const found = board.tables.filter(({ table }) => training.includes(table) === trains);
    const isMany = found.length > NAMED_MOST;
    return isMany ? say(w.new.count, { count: found.length }) : found.map(({ table }) => table).join(", ");
  };
  const lines = [
    named(false) ? say(w.new.money, { tables: named(false) }) : "",
    named(true) ? say(w.new.training, { tables: named(true) }) : "",
    w.new.next,
  ];
  shown.replaceChildren(...lines.filter(Boolean).map((line) => element("li", {}, line)));
}

/** On a wall, where nobody scrolls, use the largest print that shows every table. */
function fitWall() {
  const { style } = document.documentElement;
  const overflows = () => document.documentElement.scrollHeight > innerHeight;
  const key = `${innerWidth} ${innerHeight} ${list.childElementCount} ${list.className}`;
  if (innerWidth < WALL_PX) style.fontSize = "";
  else if (list.dataset.fitted !== key || (overflows() && !isLeast)) {
    list.dataset.fitted = key;
    const least = (100 * (data.is_wall ? LEAST_WALL_PX : LEAST_PX)) / innerWidth;
    let [fits, size, step] = [least, WALL_MOST_VW, WALL_MOST_VW - least];
    for (; step > 0.02; step /= 2) {
      style.fontSize = `${size.toFixed(2)}vw`;
      if (!overflows()) fits = size;
      if (fits === WALL_MOST_VW) break;
      size += (fits === size ? step : -step) / 2;
    }
    style.fontSize = `${fits.toFixed(2)}vw`;
    isLeast = fits === least;
  }
}

/** Whether a jackpot shared by several rooms takes no wagers now. */
function isCutNow(wide) {
  return isCut(wide, Date.now() + offset);
}

/**
 * Jackpots on hold: not covered by the bank account, suspended, with a pending award, or out of
 * touch with their hub.
 */
function drawLocked() {
  const shown = document.getElementById("locked");
  const hits = board.wide.flatMap((wide) => wide.pending.map((claim) => pending(wide, claim)));
  const lines = [...board.bank_stopped.map(short), ...board.locked.map(locked), ...hits, ...board.wide.filter(isCutNow).map(cut)];
  shown.replaceChildren(...lines);
  shown.hidden = !lines.length;
  fitWall();
}

function short(why) {
  return element("li", { class: "suspended" }, say(w[why.word], why));
}

function cut(wide) {
  return element("li", { class: "suspended" }, cutWords(wide, wide.title, (at) => moment(at, timeZone)));
}

function pending({ title }, { table, hand, seats }) {
  return element("li", { class: "pending" }, say(words.wide.pit_pending, { title, table, hand, seats: seats.join(", ") }));
}

/** Why a jackpot takes no wagers: someone suspended it, or a change holds it. */
function heldWords(jackpot) {
  return say(jackpot.change ? w.locked_change : w.locked_suspended, jackpot);
}

/** Where people handle that. */
function heldLink({ at, change }) {
  if (change) return element("a", { href: `/office/changes#change-${change}` }, w.locked_change_go);
  return at ? element("a", { href: `/pit/${encodeURIComponent(at)}#jackpots` }, w.locked_go) : "";
}

function locked(jackpot) {
  const { title, level, tables } = jackpot;
  if (!tables.length) return element("li", { class: "suspended" }, heldWords(jackpot), " ", heldLink(jackpot));
  const where = tables.map((table) => [table, titles[table]].filter(Boolean).join(" ")).join(", ");
  return element("li", { class: "pending" }, say(w.locked_pending, { meter: `${title} ${level}`.trim(), tables: where }));
}

/** People locked out by wrong PINs, while that lasts, and where to issue a new one. */
function drawLockedOut() {
  const now = Date.now() + offset;
  const people = lockedOut.filter((each) => each.until_ms > now);
  const shown = document.getElementById("locked-out");
  const sentences = people.map((each) => {
    const until = clockTime(each.until_ms, timeZone);
    return say(each.table ? w.locked_out_at : w.locked_out, { ...each, until });
  });
  if (shown.dataset.told === sentences.join()) return; // a redrawn status is read out again
  shown.dataset.told = sentences.join();
  const link = () => (readsBadges ? element("a", { href: "/office/badges" }, w.locked_out_go) : "");
  shown.replaceChildren(...sentences.map((text) => element("li", { class: "pending" }, text, " ", link())));
  shown.hidden = !sentences.length;
}

function tick() {
  for (const clock of page.querySelectorAll("[data-since]")) {
    clock.textContent = waited(Number(clock.dataset.since));
  }
}

/** A clock that jumped, while the server says so. */
function drawClock(clock) {
  const shown = document.getElementById("clock");
  shown.hidden = !clock;
  if (!clock) return;
  const [expected, found] = [clock.expected_ms, clock.found_ms].map((at) => moment(at, timeZone));
  shown.replaceChildren(element("li", { class: "pending" }, say(w.clock, { expected, found })));
}

/** A finished gambling day, waiting for its close. */
function drawDay(day) {
  const shown = document.getElementById("day");
  shown.hidden = !day;
  if (!day) return;
  const ended = moment(day.ended_ms, timeZone);
  const text = say(day.is_overdue ? w.day_overdue : w.day_waiting, { day: dayText(day.day), ended });
  const link = element("a", { href: "/office/day" }, w.day_go);
  shown.replaceChildren(element("li", { class: day.is_overdue ? "suspended" : "pending" }, text, " ", link));
}

// ---- arranging ----------------------------------------------------------------------------------

const plan = new Plan(list, {
  redraw: draw,
  moved: (table, [column, row]) => tell(say(w.plan.moved, { table, column: column + 1, row: row + 1 })),
});
const arrange = document.getElementById("arrange");

function tell(text) {
  document.getElementById("said").textContent = text;
}

/** Show the buttons of somebody who arranges the tables. */
function arranging(isOn) {
  page.toggleAttribute("data-arranging", isOn);
  arrange.hidden = isOn;
  document.getElementById("arranging").hidden = !isOn;
  if (isOn) plan.begin(board.tables.map(({ table }) => table).sort(byName));
  else plan.end();
  (isOn ? list.querySelector("a") : arrange)?.focus();
}

async function keep(places) {
  const named = Object.entries(places).map(([table, [column, row]]) => ({ table, column, row }));
  const answer = await press("arrange-tables", { places: named });
  if (answer.code) return toast(answer.reason, "refused", answer.code);
  plan.places = places;
  arranging(false);
  tell(w.plan.saved);
}

if (arrange) {
  arrange.addEventListener("click", () => board && arranging(true));
  document.getElementById("plan-save").addEventListener("click", () => keep(plan.draft));
  document.getElementById("plan-rows").addEventListener("click", () => keep({}));
  document.getElementById("plan-cancel").addEventListener("click", () => arranging(false));
  addEventListener("keydown", (event) => event.key === "Escape" && plan.draft && arranging(false));
}

function say_band(text) {
  band.textContent = text;
  band.hidden = !text;
}

stream(
  data.stream,
  {
    pit(picture) {
      board = picture;
      plan.places = picture.places;
      draw();
      drawNew();
      drawLocked();
    },
    locked_out({ people }) {
      lockedOut = people;
      drawLockedOut();
    },
    beat(beat) {
      offset = beat.at_ms - Date.now();
      heardMs = beat.at_ms;
      say_band(beat.journal === "ok" ? "" : w.journal);
      drawClock(beat.clock);
      drawDay(beat.day);
      drawLockedOut();
      fitWall();
      tick();
      const now = board?.wide.filter(isCutNow).map(({ jackpot }) => jackpot).join();
      if (board && now !== cutShown) {
        cutShown = now;
        draw();
        drawLocked();
      }
    },
  },
  {
    lost(beat) {
      page.dataset.link = "lost";
      say_band(lostSince(beat, heardMs, timeZone));
    },
    back() {
      page.dataset.link = "live";
      say_band("");
    },
  },
);
addEventListener("resize", fitWall);
