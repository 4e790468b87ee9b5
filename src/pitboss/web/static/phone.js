// The supervisor's phone: what waits at the tables, newest first. It sounds and vibrates once for
// each new winner and each call.

import { clockTime, dollars, element, say, stream, whyWords, words } from "./live.js";
import { Chime } from "./chime.js";

const w = words.phone;
const { time_zone: timeZone, confirms, training, checks } = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const title = document.title;
const ALERTED = "phone.alerted"; // what this phone has already sounded for
const OWN = "phone.tables";
const LOST = "phone.lost"; // the sentence of the page without a connection (phone_offline.js)
const BUZZ_MS = [400, 150, 400];
const MINUTE_MS = 60_000;
const SETTLING = ["confirm", "key"]; // what a winner's own card says

const chime = new Chime(part("sound"), words.pit);
chime.known = new Set(read(ALERTED));
const own = new Set(read(OWN));
let board = null;
let offset = 0; // how far this phone's clock is from the server's

function read(name) {
  return JSON.parse(localStorage.getItem(name) ?? "[]");
}

function keep(name, values) {
  localStorage.setItem(name, JSON.stringify([...values]));
}

/** What waits at a table: its winners, its call, and what else it needs. What sounds has an `alert`. */
function waitingAt(table) {
  const cards = table.wins.map((win) => ({
    win,
    need: table.needs === "key" ? "key" : "confirm",
    since: table.waiting_since_ms,
    alert: [table.table, table.round, win.seat, win.hand].join(" "),
  }));
  if (table.called_ms !== null) {
    cards.push({
      need: "supervisor",
      text: say(words.pit.call, table),
      since: table.called_ms,
      alert: `${table.table} ${table.called_ms}`,
    });
  }
  const isShown = table.needs === "supervisor" || (table.wins.length && SETTLING.includes(table.needs));
  if (table.needs && !isShown) {
    const since = table.needs === "resume" ? table.paused_ms : table.screen_dark_ms;
    cards.push({ need: table.needs, text: whyWords([...table.stopped, ...table.why]), since });
  }
  return cards.map((card) => ({ ...card, table: table.table }));
}

function ago(since) {
  const count = Math.floor((Date.now() + offset - since) / MINUTE_MS);
  return count < 1 ? w.now : say(w.ago, { count });
}

function cardOf({ table, need, win, text, since }) {
  const address = `/pit/${encodeURIComponent(table)}`;
  const where = win ? say(w.seat, { table, seat: win.seat }) : table;
  const parts = [element("h2", {}, win ? win.hand : words.pit.needs[need]), element("p", { class: "where" }, where)];
  if (training.includes(table)) parts.push(element("p", { class: "training" }, words.pit.training));
  if (win) parts.push(element("p", { class: "amount money" }, dollars(win.cents)));
  if (since) parts.push(element("p", { class: "quiet", "data-since": since }, ago(since)));
  if (text) parts.push(element("p", {}, text));
  if (!win) return element("li", {}, ...parts, element("a", { class: "button", href: address }, say(w.view, { table })));
  const due = (checks[table] ?? []).filter((check) => win.cents >= check.from_cents);
  parts.push(element("ul", { class: "checks" }, ...due.map((check) => element("li", {}, check.text))));
  if (need === "key") parts.push(element("p", { class: "next" }, w.at_key));
  else if (confirms) parts.push(element("a", { class: "button person", href: `${address}#confirm` }, say(w.confirm, { table })));
  else parts.push(element("p", { class: "next" }, w.at_console));
  return element("li", { class: "win" }, ...parts);
}

/** A card as a screen reader says it. */
function saidOf({ table, need, win }) {
  return win ? `${win.hand}, ${say(w.seat, { table, seat: win.seat })}, ${dollars(win.cents)}` : `${table}: ${words.pit.needs[need]}`;
}

function draw() {
  if (!board) return;
  const names = board.tables.map((table) => table.table);
  const chosen = names.filter((name) => own.has(name));
  const all = board.tables.flatMap(waitingAt).sort((a, b) => (b.since ?? 0) - (a.since ?? 0));
  const cards = all.filter((card) => !chosen.length || own.has(card.table));
  const focused = document.activeElement?.getAttribute?.("href");
  part("cards").replaceChildren(...cards.map(cardOf));
  if (focused) part("cards").querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
  part("none").hidden = cards.length > 0;
  part("others").hidden = cards.length === all.length;
  part("others").firstChild.textContent = say(w.others, { count: all.length - cards.length });
  drawOwn(names, chosen);
  document.title = cards.length ? `(${cards.length}) ${title}` : title;
  if (cards.length) navigator.setAppBadge?.(cards.length);
  else navigator.clearAppBadge?.();
  alertFor(cards.filter((card) => card.alert));
}

/** Sound, vibrate and speak for what is new, once: also after a reload or a lost connection. */
function alertFor(cards) {
  const fresh = new Set(chime.follow(cards.map((card) => card.alert)));
  keep(ALERTED, chime.known);
  if (!fresh.size) return;
  if (chime.isOn && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZ_MS);
  part("said").textContent = cards.filter((card) => fresh.has(card.alert)).map(saidOf).join(". ");
}

/** The tables that a supervisor has chosen on this phone; none means all. */
function drawOwn(names, chosen) {
  const tables = chosen.join(", ") || w.own_all;
  part("own").querySelector("summary").textContent = say(w.own, { tables });
  const boxes = part("own").querySelector("fieldset");
  if (boxes.dataset.names === names.join()) return;
  boxes.dataset.names = names.join();
  const choices = names.map((name) => {
    const box = element("input", { type: "checkbox", checked: own.has(name), onchange: () => choose(name, box.checked) });
    return element("label", {}, box, name);
  });
  boxes.replaceChildren(boxes.querySelector("legend"), ...choices);
}

function choose(name, isOwn) {
  if (isOwn) own.add(name);
  else own.delete(name);
  keep(OWN, own);
  draw();
}

/** A browser stays silent until somebody touches the page. */
function drawTouch() {
  part("touch").hidden = !chime.isOn || navigator.userActivation?.hasBeenActive !== false;
}

function sayBand(text) {
  part("band").textContent = text;
  part("band").hidden = !text;
}

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // The phone saves its battery.
  }
}

stream(
  "/api/stream/pit",
  {
    pit(picture) {
      board = picture;
      draw();
    },
    beat(beat) {
      offset = beat.at_ms - Date.now();
      localStorage.setItem(LOST, say(w.lost, { time: clockTime(beat.at_ms, timeZone) }));
      sayBand(beat.journal === "ok" ? "" : words.pit.journal);
      for (const each of document.querySelectorAll("[data-since]")) each.textContent = ago(Number(each.dataset.since));
      drawTouch();
    },
  },
  {
    lost() {
      document.querySelector(".phone").dataset.link = "lost";
      sayBand(localStorage.getItem(LOST) ?? w.offline);
    },
    back() {
      document.querySelector(".phone").dataset.link = "live";
      sayBand("");
    },
  },
);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
navigator.serviceWorker?.register(`/phone_worker.js?language=${document.documentElement.lang}`, { scope: "/phone" }).catch(() => {});
