// A jackpot's hand buttons, best on top, each with its current pay, and the round's awards. Buttons
// are made once and then only rewritten: a finger may be on one.

import { dollars, element, payWords, say, seatWords, words } from "./live.js";
import { drawn } from "./console_felt.js";
import { envyWords } from "./envy.js";

const text = words.console.hands;
const awardText = words.console.awards;

/** An amount as paytables print it, without repeating a pay that is only an amount. */
function whole(cents) {
  return dollars(cents).replace(/\D00$/, "");
}

/** What the same press undoes: a shared mark goes at all of its seats. */
function backWords({ sharers }) {
  return sharers.length > 1 ? say(text.back_shared, { seats: sharers.join(", ") }) : text.back;
}

export class Hands {
  /** `pressed(hand)` is called with the hand of the jackpot's board. */
  constructor(place, pressed) {
    this.place = place;
    this.pressed = pressed;
    this.made = "";
    this.rows = [];
  }

  /** Show the hands of a jackpot for a spot: `mark` is its mark, which pays `markedCents`, `would`
   *  are its own amounts. */
  show(jackpot, { mark, markedCents, would, dead }) {
    this.build(jackpot);
    jackpot.hands.forEach((hand, index) => {
      const row = this.rows[index];
      const standing = hand.outcomes.includes(mark?.outcome);
      const cents = (standing && markedCents) || (would[hand.outcome] ?? hand.pays_cents);
      row.hand = hand;
      row.pay.textContent = standing ? backWords(mark) : hand.pay === whole(cents) ? "" : payWords(hand.pay);
      row.amount.textContent = dollars(cents);
      row.button.dataset.state = standing ? "marked" : "";
      row.button.setAttribute("aria-pressed", String(standing));
      row.button.disabled = dead;
    });
  }

  build(jackpot) {
    const key = `${jackpot.jackpot} ${jackpot.hands.map((hand) => hand.outcome).join(" ")}`;
    if (this.made === key) return;
    this.made = key;
    this.rows = jackpot.hands.map((hand, index) => this.row(hand, index));
    this.place.replaceChildren(...this.rows.map((row) => row.button));
  }

  row(hand, index) {
    const letter = String.fromCharCode(65 + index);
    const row = {
      hand,
      pay: element("span", { class: "pay" }),
      amount: element("span", { class: "amount money" }),
    };
    row.button = element(
      "button",
      { type: "button", class: "hand", "data-outcome": hand.outcome, "data-from": hand.from },
      element("kbd", { "aria-hidden": "true" }, letter),
      drawn("crown"),
      element("span", { class: "name", title: hand.hand_long }, hand.hand),
      row.pay,
      row.amount,
    );
    row.button.addEventListener("click", () => this.pressed(row.hand));
    return row;
  }

  /** The button of a letter, or the one before or after the focused one. */
  byLetter(letter) {
    return this.rows[letter.toUpperCase().charCodeAt(0) - 65]?.button;
  }

  beside(step) {
    const at = this.rows.findIndex((row) => row.button === document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : this.rows.length - 1) : at + step;
    return this.rows[Math.max(0, Math.min(this.rows.length - 1, next))]?.button;
  }
}

/** An award's level by name; a jackpot's only meter goes by the jackpot's title. */
function levelOf(award, jackpots) {
  const jackpot = jackpots.get(award.jackpot);
  return jackpot?.levels.length === 1 ? jackpot.title : award.level_name;
}

/** Where an award comes from, in words. */
function source(award, jackpots) {
  const level = levelOf(award, jackpots);
  if (award.tray_cents) return awardText.from_tray;
  if (!award.meter_cents && !award.level) return awardText.from_house;
  return say(award.house_cents ? awardText.from_both : awardText.from_meter, { level });
}

/** The same in one word, for a list. */
export function sourceWord(award, jackpots) {
  if (award.level) return award.house_cents ? source(award, jackpots) : levelOf(award, jackpots);
  return award.tray_cents ? awardText.tray_word : awardText.house;
}

/** The awards of the round with what the dealer does about each, the envy to come, hits that a hub
 *  verifies, and what it has granted and nobody has paid yet. */
export function awardCards({ awards, envy, claims, granted, forms }, jackpots) {
  const unpaid = granted.filter((each) => !awards.some((award) => award.award === each.award));
  const cards = [
    ...awards.map((award) => awardCard(award, jackpots, forms, envy.some((pay) => isFor(pay, award)))),
    ...claims.map(claimCard),
    ...unpaid.map((award) => awardCard(award, jackpots, forms)),
  ];
  if (envy.length && cards.length) cards.push(element("p", { class: "envy-line" }, envyLine(envy)));
  return cards.length ? [element("h2", {}, awards.length ? awardText.title : words.wide.title), ...cards] : [];
}

function claimCard(claim) {
  return element(
    "article",
    { class: "award", "data-status": "pending", "data-claim": claim.claim },
    element("b", { class: "place" }, seatWords(claim.seats)),
    element("span", { class: "name" }, claim.hand),
    element("span", { class: "amount" }, words.wide.pending),
    element("span", { class: "quiet" }, say(words.wide.claim, claim)),
    element("span", { class: "todo" }, words.wide.claim_todo),
  );
}

/** Whether no meter has yet to move for a recorded award. */
function isAtRest({ status, level }) {
  return status === "recorded" && !level;
}

/** Whether an envy pay is for the hand of an award. */
function isFor(pay, award) {
  return pay.seat_hit === award.seat && pay.sensor === award.sensor;
}

/** What the dealer does about an award: prizes that need a tax form wait in the tray. */
function todo(award, forms) {
  if (!award.tray_cents) return awardText.cage;
  if (award.status === "paid") return awardText.tray_form_done;
  return isHeld(award, forms) ? awardText.tray_form : awardText.tray;
}

/** Whether the dealer holds the tray's pay for a wager because it needs a tax form. */
export function isHeld({ seat, sensor }, forms) {
  return forms.some((spot) => spot.seat === seat && spot.sensor === sensor);
}

function awardCard(award, jackpots, forms, isEnvied = false) {
  const stake = award.stake_cents ? say(awardText.stake, { amount: dollars(award.stake_cents) }) : null;
  return element(
    "article",
    { class: "award", "data-status": award.status, "data-award": award.award },
    element("b", { class: "place" }, `${words.common.seat} ${award.seat}`),
    element("span", { class: "name" }, award.hand),
    element("span", { class: "amount money" }, dollars(award.total_cents)),
    element(
      "span",
      { class: "quiet" },
      [
        award.round ? say(words.wide.granted, award) : null,
        source(award, jackpots),
        awardText[`status_${isAtRest(award) ? "moved" : award.status}`],
        stake,
      ].filter(Boolean).join(" · "),
    ),
    element("span", { class: "todo" }, [todo(award, forms), isEnvied ? awardText.face_up : ""].join(" ").trim()),
    element(
      "a",
      { class: "button", href: `/wins/${encodeURIComponent(award.award)}`, target: "_blank", rel: "noopener" },
      awardText.win_page,
    ),
  );
}

function envyLine(envy) {
  return `${awardText.envy}: ${envyWords(envy)} · ${awardText.envy_more}`;
}

/** A list of prizes or envy pays for a sheet: rows of cells, the last one money. */
export function listOf(heads, rows, total) {
  const body = rows.map((cells) =>
    element(
      "tr",
      {},
      ...cells.map((cell, index) =>
        element(index ? "td" : "th", { class: index === cells.length - 1 ? "money" : null }, cell),
      ),
    ),
  );
  const table = element("table", { class: "prizes" });
  if (heads) {
    const head = heads.map((name) => element("th", { scope: "col" }, name));
    table.append(element("thead", {}, element("tr", {}, ...head)));
  }
  table.append(element("tbody", {}, ...body));
  if (total) {
    // A large total also takes the column before it, without widening any.
    const label = element("th", { colspan: heads.length - 2 }, words.console.sheet.total);
    const amount = element("td", { class: "money", colspan: 2 }, dollars(total));
    table.append(element("tfoot", {}, element("tr", {}, label, amount)));
  }
  return table;
}
