// Small parts of the console: what a board says, the meters of the header, an older keypad's key.

import { dollars, element, say, words } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";

/** Whether a round is open at a table. */
export function isOpen(board) {
  return board.round_open;
}

/** Whether a spot is among these. */
export function has(spots, seat, sensor) {
  return spots.some((spot) => spot.seat === seat && spot.sensor === sensor);
}

/** The levels players can win here; for a house jackpot, its best posted prize. */
function amountsOf(jackpot, cut) {
  if (jackpot.kind === "house") {
    const best = jackpot.hands.find((hand) => hand.from === "house");
    return [{ key: jackpot.jackpot, name: jackpot.title, amount: dollars(best.pays_cents), pending: false }];
  }
  return jackpot.levels.map((level) => ({
    key: `${jackpot.jackpot} ${level.level}`,
    name: jackpot.levels.length > 1 ? level.name : jackpot.title,
    amount: cut.includes(jackpot) ? words.wide.sign_closed : dollars(level.meter_cents),
    pending: level.pending.length > 0 || Boolean(jackpot.wide?.pending.some((each) => each.level === level.level)),
  }));
}

/**
 * What players can win here; texts are rewritten in place. Jackpots that are `cut` off show no
 * current amount.
 */
export function meterRows(place, jackpots, cut) {
  const levels = jackpots.flatMap((jackpot) => amountsOf(jackpot, cut));
  const key = levels.map((level) => level.key).join();
  if (place.dataset.made !== key) {
    place.dataset.made = key;
    place.replaceChildren(
      ...levels.map(() => element("div", {}, element("dt"), element("dd", { class: "money" }))),
    );
  }
  levels.forEach((level, index) => {
    const [name, amount] = place.children[index].children;
    name.textContent = level.name;
    amount.textContent = level.amount;
    place.children[index].classList.toggle("pending", level.pending);
  });
}

/** What happens to the chips once they are locked, by jackpot, as each paytable says. */
export function chipsHint(board, jackpots) {
  if (board.phase === "idle") return returnedHint(board, jackpots);
  if (board.phase !== "open") return "";
  return board.jackpots
    .map((name, index) => [jackpots.get(name), board.spots.some((spot) => spot.sensor === index + 1)])
    .filter(([jackpot, wagered]) => jackpot && wagered)
    .map(([jackpot]) => {
      const amount = dollars(jackpot.wager_cents).replace(/\.00$/, "");
      return `${say(words.console.chips[jackpot.after_start], { amount, title: jackpot.title })} `;
    })
    .join("");
}

/** Chips to return because the round was void, until the next one starts. */
function returnedHint(board, jackpots) {
  return board.jackpots
    .map((name, index) => [jackpots.get(name), board.returned.filter((spot) => spot.sensor === index + 1)])
    .filter(([jackpot, spots]) => jackpot && spots.length)
    .map(([jackpot, spots]) => {
      const amount = dollars(jackpot.wager_cents).replace(/\.00$/, "");
      const seats = spots.map((spot) => spot.seat).join(", ");
      return `${say(words.console.returned, { amount, title: jackpot.title, seats })} `;
    })
    .join("");
}

/** The buttons for a round's number of hands, if a bet's pays depend on it. */
export class HandCount {
  /** `chosen(count)` is called before START and, as a correction, during a round. */
  constructor(place, counts, chosen) {
    this.place = place;
    this.buttons = counts.map((count) => {
      const button = element("button", { type: "button", "data-hands": count }, String(count));
      button.addEventListener("click", () => chosen(count));
      return button;
    });
    place.append(element("span", { class: "quiet" }, words.console.hands.count), ...this.buttons);
    place.hidden = !counts.length;
  }

  show(count, { dead }) {
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.hands === String(count)));
      button.disabled = dead;
    }
  }
}

/** The key switch: a lock with its key, pointing to its position. */
export function keyDrawing(button, position) {
  if (button.dataset.position === position) return;
  button.dataset.position = position;
  button.setAttribute("aria-label", say(words.console.key.name, { position }));
  if (button.childElementCount) return;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 120 120");
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of [
    ["circle", { class: "plate", cx: 60, cy: 66, r: 44 }],
    ["circle", { class: "lock", cx: 60, cy: 66, r: 30 }],
    ["path", { class: "bow", d: "M60 28c-9 0-13 6-13 13s5 10 9 12v40h8V53c4-2 9-5 9-12s-4-13-13-13z" }],
  ]) {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    svg.append(shape);
  }
  button.append(
    element("span", { class: "at run" }, "RUN"),
    element("span", { class: "at jph" }, "JPH"),
    svg,
  );
}
