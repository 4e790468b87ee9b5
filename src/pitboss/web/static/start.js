// A demo's start page: a live map of the floor, and who plays there.

import { clockTime, element, figure, post, say, stream, toast, words } from "./live.js";
import { feltOf } from "./felt.js";
import { Meter } from "./meter.js";

const data = JSON.parse(document.getElementById("data").textContent);
const text = words.start;
const page = document.querySelector(".start");
const meters = new Map(); // "jackpot level" -> Meter
const cards = new Map(); // table -> its card
let stands = { speed: data.speed, away: data.away, cut: data.cut };

const colorOf = (jackpot) => `color-${data.jackpots.indexOf(jackpot) % 8}`;

// ---- tables -------------------------------------------------------------------------------------

/** A table's felt, a spot in its jackpot's color for each sensor. */
function startFelt({ seats, sensors, jackpots }) {
  const classOf = (_, sensor) => (sensors ? colorOf(jackpots[sensor - 1]) : "plain");
  return feltOf(seats, Math.max(1, sensors), classOf);
}

function cardOf(table) {
  const take = element("button", { class: "small", type: "button", onclick: () => takeOver(table.table) });
  return element(
    "article",
    { class: "table", "data-table": table.table },
    element(
      "header",
      {},
      element("b", {}, table.table),
      element("span", { class: "title" }, table.title),
      ...table.jackpots.map((jackpot) => element("i", { class: `tag ${colorOf(jackpot)}` })),
    ),
    startFelt(table),
    element("p", { class: "phase" }),
    element(
      "nav",
      { "aria-label": table.table },
      element("a", { href: `/demo/table/${table.table}` }, text.both),
      element("a", { href: `/table/${table.table}`, target: "_blank" }, text.console),
      element("a", { href: `/sign/${table.table}`, target: "_blank" }, text.sign),
      take,
    ),
  );
}

function showTable(board) {
  const card = cards.get(board.table);
  if (!card) return;
  const locked = new Set(board.spots.map((spot) => `${spot.seat}.${spot.sensor}`));
  const marked = new Set(
    [...board.marks, ...board.awards].map((spot) => `${spot.seat}.${spot.sensor}`),
  );
  for (const dot of card.querySelectorAll(".spot")) {
    dot.classList.toggle("locked", locked.has(dot.dataset.spot));
    dot.classList.toggle("marked", marked.has(dot.dataset.spot));
  }
  card.dataset.phase = board.phase;
  const plain = board.sensors ? undefined : words.phase[`${board.phase}_plain`];
  const phase = plain ?? words.phase[board.phase];
  card.querySelector(".phase").textContent = say(text.phase, {
    phase,
    round: figure(board.round),
  });
}

// ---- jackpots -----------------------------------------------------------------------------------

function showJackpot(board) {
  if (board.wide) showLine(board.wide);
  const place = page.querySelector(`[data-jackpot="${board.jackpot}"]`);
  place.querySelector("h3").textContent = board.title;
  const levels = board.kind === "house" ? prizesOf(board) : board.levels;
  for (const level of levels) {
    const key = `${board.jackpot} ${level.level}`;
    if (!meters.has(key)) place.append(lineOf(key, level, levels.length));
    meters.get(key)[board.kind === "house" ? "stand" : "show"](level.meter_cents);
  }
}

/** A house jackpot's posted amounts, in place of meters. */
function prizesOf(board) {
  const prizes = board.hands.filter((hand) => hand.from === "house");
  return prizes.map((hand) => ({
    level: hand.outcome,
    name: hand.hand,
    meter_cents: hand.pays_cents,
  }));
}

function lineOf(key, level, count) {
  const amount = element("span", { class: "figure" });
  meters.set(key, new Meter(amount));
  return element("p", {}, element("span", { class: "quiet" }, count > 1 ? level.name : ""), amount);
}

// ---- the line to the hub ------------------------------------------------------------------------

let line = null; // what the hub's jackpot board last said

function showLine(wide) {
  line = wide;
  const place = page.querySelector(".line");
  if (!place) return;
  const until = line.open_until_ms;
  // The server is on this machine: its clock is the browser's.
  const left = Math.ceil((until - Date.now()) / 1000);
  const said = left > 0 ? (stands.cut ? text.line.closes : text.line.open) : text.line.closed;
  const values = {
    seconds: figure(Math.max(0, left)),
    time: line.confirmed_ms ? clockTime(line.confirmed_ms, data.time_zone) : "–",
    pending: figure(line.pending.length),
  };
  place.dataset.open = String(left > 0);
  place.querySelector(".how").textContent = say(said, values);
}

function showCut() {
  const button = page.querySelector(".line .cut");
  if (!button) return;
  button.textContent = stands.cut ? text.line.restore : text.line.cut;
  if (line) showLine(line);
}

// ---- the simulated players ----------------------------------------------------------------------

async function change(path, body) {
  try {
    const answer = await post(path, body);
    if (answer.code) toast(answer.reason);
    else showHow(answer);
  } catch {
    toast(words.common.lost);
  }
}

function takeOver(table) {
  change(`/demo/tables/${table}`, { playing: stands.away.includes(table) });
}

function showHow(how) {
  stands = how;
  for (const button of page.querySelectorAll(".speeds button")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === how.speed));
  }
  for (const [table, card] of cards) {
    const yours = how.away.includes(table);
    card.toggleAttribute("data-yours", yours);
    card.querySelector("button").textContent = yours ? text.give : text.take;
  }
  showCut();
}

// ---- the page -----------------------------------------------------------------------------------

page.querySelector(".meters").append(
  ...data.jackpots.map((jackpot) =>
    element("div", { class: `jackpot ${colorOf(jackpot)}`, "data-jackpot": jackpot }, element("h3")),
  ),
);
for (const table of data.tables) cards.set(table.table, cardOf(table));
page.querySelector(".tables").append(...cards.values());
page.querySelector(".speeds").append(
  ...data.speeds.map((speed) =>
    element(
      "button",
      { type: "button", class: "small", "data-speed": speed, onclick: () => change("/demo/speed", { speed }) },
      speed ? say(text.speed, { speed }) : text.stopped,
    ),
  ),
);
for (const button of page.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    toast(text.copied, "done");
  });
}
page.querySelector(".line .cut")?.addEventListener("click", () => {
  change("/demo/line", { cut: !stands.cut });
});
setInterval(() => line && showLine(line), 1000);
showHow(stands);
stream(
  "/api/stream/start",
  {
    table: showTable,
    jackpot: showJackpot,
    hit(hit) {
      const [award] = hit.awards.filter((each) => each.level);
      if (award) toast(say(text.hit, { ...award, table: hit.table }), "done");
    },
  },
  {
    lost() {
      page.querySelector(".band").hidden = false;
      for (const meter of meters.values()) meter.blank();
    },
    back() {
      location.reload();
    },
  },
);
