// An amount in large figures. Its wheels roll up to a new amount and stop on it exactly within a
// second; they never overshoot or roll down.

import { dollars, words } from "./live.js";

const ROLL_MS = 700;
const FIGURES = 11; // on a wheel: 0 to 9, and 0 again
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** An amount as it is posted: whole dollars without cents. */
export function posted(cents) {
  const decimals = cents % 100 ? "" : `${words.notation.decimal}00`;
  return decimals ? dollars(cents).replace(decimals, "") : dollars(cents);
}

export class Meter {
  constructor(place) {
    this.place = place;
    this.cents = null; // the meter's amount, or its target
    this.shown = null; // what the wheels show now
    this.wheels = []; // the wheel of the lowest figure first
    this.turned = []; // the figure that each of them shows
    this.frame = 0;
    this.landing = 0;
    place.setAttribute("role", "img");
  }

  /** Roll up to an amount; a lower one, or the first, appears at once. */
  show(cents) {
    if (cents === this.cents) return;
    const from = this.shown;
    if (from === null || cents < from || still.matches) return this.stand(cents);
    this.cents = cents;
    this.label();
    this.roll(from, performance.now());
  }

  /** Show an amount at once. */
  stand(cents) {
    this.stop();
    this.cents = cents;
    this.label();
    this.turn(cents);
  }

  /** Show nothing at all. */
  blank() {
    this.stop();
    this.cents = this.shown = null;
    this.wheels = [];
    this.place.replaceChildren();
    this.place.removeAttribute("aria-label");
    delete this.place.dataset.cents;
  }

  label() {
    this.place.dataset.cents = String(this.cents);
    this.place.setAttribute("aria-label", dollars(this.cents));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.landing);
  }

  roll(from, start) {
    this.stop();
    const step = (at) => {
      const part = Math.min(1, (at - start) / ROLL_MS);
      if (part >= 1) return this.stand(this.cents);
      // Slow down at the end, so people can see the last figures come to rest.
      const eased = 1 - (1 - Math.max(0, part)) ** 3;
      this.turn(from + (this.cents - from) * eased);
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
    // A background page draws no frames: finish anyway.
    this.landing = setTimeout(() => this.stand(this.cents), ROLL_MS + 100);
  }

  /** Turn the wheels to an amount, which may lie between two cents while they roll. */
  turn(amount) {
    const whole = Math.floor(amount);
    this.build(dollars(Math.max(whole, this.cents ?? 0)));
    this.shown = whole;
    let part = amount - whole; // how far the wheel below has gone from 9 to 0
    let rest = whole;
    this.wheels.forEach((wheel, index) => {
      const figure = rest % 10;
      const at = figure + part;
      // Most wheels rest while the last ones turn: unchanged ones cost nothing.
      if (this.turned[index] !== at) {
        this.turned[index] = at;
        wheel.style.transform = `translateY(-${(at * 100) / FIGURES}%)`;
      }
      part = figure === 9 ? part : 0;
      rest = Math.floor(rest / 10);
    });
  }

  /** As many wheels as the amount has figures, with its signs between them. */
  build(text) {
    const shape = text.replace(/\d/g, "0");
    if (this.shape === shape && this.wheels.length) return;
    this.shape = shape;
    this.place.replaceChildren();
    this.wheels = [];
    this.turned = [];
    for (const sign of shape) {
      const cell = document.createElement("span");
      cell.className = sign === "0" ? "window" : "mark";
      if (sign === "0") {
        const wheel = document.createElement("span");
        wheel.className = "wheel";
        wheel.textContent = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0";
        cell.append(wheel);
        this.wheels.unshift(wheel);
      } else {
        cell.textContent = sign;
      }
      this.place.append(cell);
    }
    fit(this.place);
  }
}

/** Tell the style sheet an amount's width for its size in this typeface, so it fits. */
export function fit(place) {
  const range = document.createRange();
  range.selectNodeContents(place);
  const grown = place.getBoundingClientRect().width / place.offsetWidth || 1; // while it is animated
  const width = range.getBoundingClientRect().width / grown;
  const size = parseFloat(getComputedStyle(place).fontSize);
  if (width) place.style.setProperty("--wide", String(width / size));
}
