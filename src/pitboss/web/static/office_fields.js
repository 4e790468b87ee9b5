// The fields of an office form: their values, and the body they form together.

import { centsOf, say, tell, words } from "./live.js";

const w = words.desk;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A whole number; its thousands may be grouped. */
function countOf(text) {
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})$/.test(text.trim())) throw new Error(w.count_wrong);
  return Number(text.replaceAll(",", ""));
}

/** Parts per million from a percentage with up to four decimals. */
function ppm(text) {
  const match = text.trim().match(/^(\d{0,3})(?:\.(\d{1,4}))?\s*%?$/);
  if (!match || !(match[1] || match[2])) throw new Error(w.percent_wrong);
  return Number(match[1] + (match[2] ?? "").padEnd(4, "0"));
}

const office = document.querySelector("[data-now-ms]");
/** The server's clock minus this machine's, when the page loaded. */
const aheadMs = office ? Number(office.dataset.nowMs) - Date.now() : 0;

/** The time so many days or minutes ahead, by the server's clock. */
function ahead(text, unit_ms, wrong) {
  if (!/^\d{1,6}$/.test(text.trim())) throw new Error(wrong);
  return Date.now() + aheadMs + Number(text) * unit_ms;
}

/** Seats by their numbers, several of them as 1-6 or 6-1. */
function seatsOf(text) {
  return text.split(/[\s,]+/).filter(Boolean).flatMap((part) => {
    if (!/^\d{1,2}([-–]\d{1,2})?$/.test(part)) throw new Error(w.order_wrong);
    const [first, last = first] = part.split(/[-–]/).map(Number);
    const step = last < first ? -1 : 1;
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, n) => first + n * step);
  });
}

/** A field that may be empty; then the body doesn't have it. */
const optional = (reader) => (field) => (field.required || field.value.trim() ? reader(field) : undefined);

const READERS = {
  text: (field) => field.value,
  optional_text: optional((field) => field.value),
  paper: optional((field) => [field.name.split("+")[1], field.value]),
  day: (field) => field.value,
  time: optional((field) => field.value.replace("T", " ")),
  count: optional((field) => countOf(field.value)),
  milliseconds: (field) => Number(field.value),
  flag: (field) => field.checked,
  dollars: optional((field) => centsOf(field.value)),
  days_ahead: optional((field) => ahead(field.value, DAY_MS, w.days_wrong)),
  minutes_ahead: optional((field) => ahead(field.value, MINUTE_MS, w.minutes_wrong)),
  percent: (field) => ppm(field.value),
  seats: (field) => seatsOf(field.value),
  lines: (field) => (field.value ? JSON.parse(field.value) : undefined),
  same: (field) => [...field.querySelectorAll("input:checked")].map(({ dataset: { line, entry } }) => ({ line, entry })),
  prize: optional((field) => -centsOf(field.value)),
  spot: (field) => JSON.parse(field.value),
};

/** Put a value where a dotted name says: a number in it is a place in a list, +WORD the next. */
function put(body, name, value) {
  const path = name.split(".");
  let at = body;
  path.slice(0, -1).forEach((step, n) => {
    at[step] ??= /^(\d+$|\+)/.test(path[n + 1]) ? [] : {};
    at = at[step];
  });
  const last = path.at(-1);
  at[last.startsWith("+") ? at.length : last] = value;
}

/** A field's value; an error names its field. */
function read(field) {
  try {
    return READERS[field.dataset.kind](field);
  } catch (fault) {
    throw Object.assign(fault, { field });
  }
}

/** A form's command, without the person. */
export function bodyOf(form) {
  const body = {};
  for (const field of form.querySelectorAll("[name][data-kind]:enabled")) {
    const value = read(field);
    if (value !== undefined) put(body, field.name, value);
  }
  for (const pair of form.querySelectorAll("[data-pair]")) {
    const values = pair.value.split("|");
    pair.dataset.pair.split(" ").forEach((name, n) => put(body, name, values[n]));
  }
  return body;
}

const cards = new Map(); // the second person's card, by fieldset, until it is sent

/** A card swiped for a second person, where cards count. */
export function takeCard(second, track) {
  if (!second) return false;
  cards.set(second, track);
  const badge = second.querySelector("[data-badge]");
  badge.value = track.slice(1).split("=")[0];
  tell(second, say(words.till.card_read, { badge: badge.value }), "done");
  return true;
}

/** A card counts once. */
export function dropCards(form) {
  for (const second of form.querySelectorAll("[data-cards]")) cards.delete(second);
}

/** The second person, by card or by badge and PIN; nobody if the form needs none. */
export function secondOf(form) {
  const second = form.querySelector("[data-second]");
  if (!second) return {};
  if (cards.has(second)) return { second_swipe: { track: cards.get(second) } };
  const badge = second.querySelector("[data-badge]").value.trim();
  const pin = second.querySelector("[data-pin]").value;
  return badge || pin ? { second_swipe: { badge, pin } } : {};
}
