// The seats of a table in an arc, as the dealer sees them: seat 1 at the left, the curve away.

import { element, say, words } from "./live.js";

const text = words.console.spot;
const SVG = "http://www.w3.org/2000/svg";
const TWO_LINES = 18; // that many letters fit into a spot on a phone
const SHAPES = {
  crown: "M3 18h18l1.6-11-5.8 4L12 3 7.200 11 1.400 7z",
  check: "M4 12.500 10 18 20.500 6.500",
  late: "M12 3 22.500 20.500H1.500z M12 9v6 M12 17v1.500",
};

/** A small drawing that goes with a word. */
export function drawn(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `drawn ${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export class Felt {
  /** `touched(seat, sensor)` is called for a press on a spot. */
  constructor(place, touched) {
    this.place = place;
    this.touched = touched;
    this.spots = new Map();
    this.made = "";
    new ResizeObserver(() => this.lay()).observe(place);
  }

  /** Make the seats of a table, once. */
  build(seats, sensors) {
    if (this.made === `${seats} ${sensors}`) return;
    this.made = `${seats} ${sensors}`;
    this.seats = [];
    this.sensors = Math.max(1, sensors); // a seat without a spot takes the same room
    this.spots.clear();
    for (let seat = 1; seat <= seats; seat += 1) {
      const made = element("div", { class: "seat" });
      for (let sensor = 1; sensor <= sensors; sensor += 1) made.append(...this.spot(seat, sensor));
      if (!sensors) made.append(element("span", { class: "place" }, String(seat)));
      this.seats.push(made);
    }
    this.place.replaceChildren(...this.seats);
    this.lay();
  }

  /** A wager's spot, and what shows of it while the seat's other wager is in front. */
  spot(seat, sensor) {
    const word = element("span", { class: "word" });
    const badge = element("span", { class: "shape" });
    const tag = element("span", { class: "tag" });
    const button = element(
      "button",
      {
        type: "button",
        class: "spot",
        "data-seat": seat,
        "data-sensor": sensor,
        onclick: () => this.touched(seat, sensor),
      },
      badge,
      element("span", { class: "number" }, String(seat)),
      word,
      tag,
    );
    const behind = element("span", { class: "behind", role: "img", "data-sensor": sensor });
    this.spots.set(`${seat}.${sensor}`, { button, word, badge, tag, behind, state: "" });
    return [button, behind];
  }

  /** Show a spot: its state, whether it is chosen, the hand it is marked with, and whether the
   *  amount of that hand is held. */
  show(seat, sensor, { state, jackpot, chosen, hand, held }) {
    const spot = this.spots.get(`${seat}.${sensor}`);
    const said = [text[state], hand, held ? text.held : ""].filter(Boolean).join(", ");
    const name = say(text.name, { seat, jackpot, state: said });
    spot.button.dataset.state = state;
    spot.button.setAttribute("aria-pressed", String(chosen));
    spot.button.setAttribute("aria-label", name);
    spot.word.textContent = text[state];
    spot.tag.replaceChildren(...tagged(hand, held));
    spot.behind.setAttribute("aria-label", name);
    spot.behind.dataset.state = state;
    if (spot.state !== state) {
      spot.state = state;
      const shape = { marked: "crown", pending: "crown", awarded: "check", late: "late" }[state];
      spot.badge.replaceChildren(...(shape ? [drawn(shape)] : []));
      spot.behind.replaceChildren(...(shape ? [drawn(shape)] : []));
    }
  }

  /** Which sensor's spots are in front when both don't fit. */
  front(sensor) {
    this.place.dataset.sensor = sensor;
  }

  /** Put the seats on the curve: side by side if they fit, else around a deep arc. */
  lay() {
    if (!this.seats) return;
    const { width, height } = this.place.getBoundingClientRect();
    const style = getComputedStyle(this.place);
    const size = parseFloat(style.getPropertyValue("--spot")) || 76;
    const said = parseFloat(style.getPropertyValue("--said")) || 0; // the words between the seats
    const gap = parseFloat(getComputedStyle(this.seats[0]).rowGap);
    const room = this.seats.length * (size + gap) <= width;
    const whole = this.sensors * size + (this.sensors - 1) * gap;
    const layers = room && whole + said <= height ? this.sensors : 1;
    this.place.dataset.layers = layers;
    const high = layers > 1 ? whole : size;
    const count = this.seats.length;
    const curve = room ? bow(count, width, height, size, high) : arc(count, width, height, size);
    this.seats.forEach((seat, index) => {
      seat.style.left = `${curve[index][0]}px`;
      seat.style.top = `${curve[index][1]}px`;
    });
  }
}

/** The parts of a tag: the hand, and whether its amount is held. */
function tagged(hand, held) {
  const parts = hand ? [element("span", { class: hand.length > TWO_LINES ? "made long" : "made" }, hand)] : [];
  if (held) parts.push(element("span", { class: "held" }, text.held), element("span", { class: "held short" }, text.held_short));
  return parts;
}

/** Even steps across, the middle seats farthest away. */
function bow(count, width, height, size, high) {
  const step = Math.min((width - size) / Math.max(1, count - 1), 2.2 * size);
  const drop = Math.max(0, Math.min(height - high, height * 0.6));
  return Array.from({ length: count }, (_, index) => {
    const from = count === 1 ? 0 : (2 * index) / (count - 1) - 1;
    return [width / 2 + (from * step * (count - 1)) / 2, high / 2 + drop * from * from];
  });
}

/** Even steps along half an ellipse, for a narrow screen: one with wide shoulders, which leave room
 *  between seven spots; for more of them it is nearly square. */
function arc(count, width, height, size) {
  const across = (width - size) / 2;
  const deep = Math.max(0, height - size);
  const power = count > 7 ? 0.5 : 2 / 3;
  const shoulder = (part) => Math.sign(part) * Math.abs(part) ** power;
  const fine = 2000;
  const points = [];
  let length = 0;
  for (let index = 0; index <= fine; index += 1) {
    const turn = Math.PI * (1 - index / fine);
    const at = [width / 2 + across * shoulder(Math.cos(turn)), size / 2 + deep * (1 - shoulder(Math.sin(turn)))];
    if (index) length += Math.hypot(at[0] - points[index - 1].at[0], at[1] - points[index - 1].at[1]);
    points.push({ at, length });
  }
  return Array.from({ length: count }, (_, index) => {
    const wanted = count === 1 ? length / 2 : (length * index) / (count - 1);
    const after = Math.max(1, points.findIndex((point) => point.length >= wanted - 1e-9));
    const [one, other] = [points[after - 1], points[after]];
    const part = (wanted - one.length) / (other.length - one.length); // a step may be several pixels long
    return one.at.map((from, axis) => from + part * (other.at[axis] - from));
  });
}
