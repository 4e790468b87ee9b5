// Hits: an award from a meter or of the house fills a sign, for as long as the house says. Those of
// several tables that come together stand beside each other. Each of a training says that it is one:
// the sign's own band is behind them. A frame with the house and the time stays for a photo.

import { element, moment, say, words } from "./live.js";
import { Meter } from "./meter.js";
import { LEAD_MS, Moment } from "./sign_moment.js";
import { unbroken } from "./sign_panel.js";

const text = words.sign;
const FRESH_MS = 3000; // the age up to which a hit's amount still rolls
const MANY = 3; // more prizes than these form a grid
const REHEARSAL = "rehearsal"; // instead of a table
const REHEARSED_CENTS = 1_234_567; // nobody takes it for a meter

export class Hits {
  /** `boardOf` gives a jackpot's newest picture, `cellOf` its cell, with its theme and logo. */
  constructor(place, { boardOf, cellOf, data }) {
    this.place = place;
    this.data = data;
    this.hitMs = data.hit_ms;
    this.moment = new Moment(place, data);
    this.boardOf = boardOf;
    this.cellOf = cellOf;
    this.shown = new Map(); // by table: the hit, its large awards, and when it is over
    this.timer = 0;
  }

  /** Show a hit that is `ageMs` old; whether it is one that fills the sign. */
  show(hit, ageMs) {
    const large = hit.awards.filter((award) => award.meter_cents || award.house_cents);
    if (!large.length) return false;
    const awards = large.filter((award) => this.cellOf(award.jackpot));
    if (!awards.length || ageMs >= this.hitMs) return true;
    const began = performance.now() - ageMs + LEAD_MS; // one instant on every screen
    this.shown.delete(REHEARSAL); // nothing made up beside a hit
    this.shown.set(hit.table, { hit, awards, began, over: began - LEAD_MS + this.hitMs, isFresh: ageMs < FRESH_MS });
    this.draw();
    return true;
  }

  /** Show what a hit would look like. It says so all over, and nobody else sees it. */
  rehearse(board, atMs) {
    if (!board || this.shown.size) return;
    const [level] = board.levels;
    const award = {
      award: REHEARSAL, jackpot: board.jackpot, level: level?.level, level_name: level?.name ?? "", restarts: true,
      total_cents: REHEARSED_CENTS, hand_long: board.hands[0]?.hand_long ?? "", seat: 0,
    };
    const began = performance.now();
    const hit = { table: "", at_ms: atMs, rehearsed: true };
    this.shown.set(REHEARSAL, { hit, awards: [award], began, over: began + this.hitMs, isFresh: true });
    this.draw();
  }

  /** A hit that was undone is removed. */
  drop(undone) {
    for (const [table, { awards }] of this.shown) {
      if (!awards.some((award) => undone.includes(award.award))) continue;
      this.shown.delete(table);
      this.draw();
    }
  }

  /** Whether a hit of this jackpot is shown. */
  has(jackpot) {
    return [...this.shown.values()].some(({ awards }) => awards.some((award) => award.jackpot === jackpot));
  }

  hide() {
    this.shown.clear();
    this.draw();
  }

  draw() {
    clearTimeout(this.timer);
    const at = performance.now();
    for (const [table, each] of this.shown) if (each.over <= at) this.shown.delete(table);
    this.place.hidden = !this.shown.size;
    this.place.toggleAttribute("data-rehearsed", this.shown.has(REHEARSAL));
    if (!this.shown.size) return this.moment.end();
    const wins = [...this.shown.values()].flatMap(({ hit, awards, isFresh }) =>
      awards.map((award) => ({ hit, award, isFresh })),
    );
    wins.sort((one, other) => other.award.total_cents - one.award.total_cents);
    this.fill(wins);
    const began = Math.max(...[...this.shown.values()].map((each) => each.began));
    if (began !== this.began) this.moment.begin(performance.now() - began, this.place.dataset.motion);
    this.began = began;
    for (const each of this.shown.values()) each.isFresh = false; // it rolls once
    const next = Math.min(...[...this.shown.values()].map((each) => each.over));
    this.timer = setTimeout(() => this.draw(), Math.max(0, next - at));
  }

  fill(wins) {
    const [{ award: best }] = wins;
    const cell = this.cellOf(best.jackpot);
    this.place.dataset.theme = cell.dataset.theme;
    this.place.dataset.motion = this.moment.isCalm ? "still" : cell.dataset.motion;
    this.place.dataset.rank = String(this.rankOf(best));
    this.place.dataset.count = String(wins.length);
    this.place.toggleAttribute("data-many", wins.length > MANY);
    const word = this.wordOf(best);
    const headline = element("p", { class: "hit-word" }, wins.length === 1 ? word : text.hit);
    headline.style.setProperty("--letters", String(Math.max(4, headline.textContent.length)));
    const logo = cell.querySelector("h2 .logo")?.cloneNode() ?? null;
    const jackpots = new Set(wins.map(({ award }) => award.jackpot));
    const title = jackpots.size === 1 ? (this.boardOf(best.jackpot)?.title ?? "") : "";
    this.place.querySelector(".told").replaceChildren(
      headline,
      element("p", { class: "hit-title" }, logo, title),
      element("div", { class: "wins" }, ...wins.map((win) => this.winOf(win, wins.length, jackpots.size))),
      element("p", { class: "hit-when" }, [this.data.house, moment(wins[0].hit.at_ms, this.data.time_zone)].join(" · ")),
    );
    const figures = [...this.place.querySelectorAll(".figure")];
    const meters = figures.map((figure) => new Meter(figure));
    meters[0].stand(best.total_cents); // the largest amount is the widest
    this.place.style.setProperty("--widest", figures[0].style.getPropertyValue("--wide"));
    wins.forEach(({ award, isFresh }, index) => {
      if (isFresh) meters[index].stand(0);
      meters[index].show(award.total_cents);
    });
  }

  winOf({ hit, award }, count, jackpots) {
    const title = this.boardOf(award.jackpot)?.title;
    const named = title ? element("span", { class: jackpots > 1 ? "of" : "of same" }, ` · ${title}`) : null;
    return element(
      "div",
      { class: "win", "data-rank": this.rankOf(award) },
      hit.training ? element("p", { class: "training" }, words.common.training) : null,
      count > 1 ? element("p", { class: "win-word" }, this.wordOf(award), named) : null,
      element("p", { class: "hit-hand" }, unbroken(award.hand_long)),
      element("div", { class: "figure" }),
      element("p", { class: "hit-place" }, hit.rehearsed ? text.rehearsal : say(text.hit_place, { table: hit.table, seat: award.seat })),
    );
  }

  /** The word that fills the room: the level won whole; else that someone won. */
  wordOf(award) {
    const levels = this.boardOf(award.jackpot)?.levels ?? [];
    return award.restarts && levels.length > 1 ? award.level_name : text.hit;
  }

  rankOf(award) {
    const levels = this.boardOf(award.jackpot)?.levels ?? [];
    return Math.min(6, Math.max(0, levels.findIndex((level) => level.level === award.level)) + 1);
  }
}
