// What moves and sounds while a hit is shown: a flash, the amount that grows, coins or light. All of it
// follows the server's clock from one instant, so every sign and wall is at the same point. Only
// transform and opacity change, which the browser draws without any script or layout in a frame; after
// the motion nothing changes, for a photo.

import { HitSound } from "./sign_sound.js";

export const LEAD_MS = 400; // from the record to the first frame: every screen has heard of it by then
const COINS = 42;
const COINS_MS = 12_000;
const GROW_MS = 2600;
const FLASH_MS = 700;
const GLOWS = 8;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Moment {
  constructor(place, { calm, sound }) {
    this.place = place;
    this.calm = calm;
    this.sound = sound ? new HitSound() : null;
    this.moving = [];
  }

  get isCalm() {
    return this.calm || still.matches;
  }

  /** Begin, or join what began `sinceMs` ago. */
  begin(sinceMs, motion) {
    this.end();
    if (this.isCalm) return;
    this.move(this.place.querySelector(".flash"), [{ opacity: 0 }, { opacity: 0.85, offset: 0.1 }, { opacity: 0 }], { duration: FLASH_MS });
    for (const figure of this.place.querySelectorAll(".figure")) {
      this.move(figure, [{ transform: "scale(0.25)" }, { transform: "scale(1)" }], { duration: GROW_MS, easing: "cubic-bezier(0.16, 1, 0.3, 1)" });
    }
    if (motion === "light") this.shine();
    if (motion === "coins") this.rain();
    // An instant, not a time since then: a screen that is late with its first frame joins the others.
    for (const each of this.moving) each.startTime = performance.now() - sinceMs;
    this.sound?.play(sinceMs);
  }

  /** Stop at once, and let go of everything. */
  end() {
    for (const each of this.moving) each.cancel();
    this.moving = [];
    this.sound?.stop();
  }

  move(part, frames, timing) {
    this.moving.push(part.animate(frames, { fill: "backwards", ...timing }));
  }

  shine() {
    const frames = [{ opacity: 0.35 }, { opacity: 1, offset: 0.5 }, { opacity: 0.35 }];
    this.move(this.place.querySelector(".rays"), frames, { duration: COINS_MS / GLOWS, iterations: GLOWS, easing: "ease-in-out" });
  }

  /** Coins fall past the words, each at its own pace; no two screens differ. */
  rain() {
    const place = this.place.querySelector(".coins");
    while (place.childElementCount < COINS) place.append(document.createElement("i"));
    [...place.children].forEach((coin, index) => {
      const duration = 1700 + ((index * 7) % 13) * 110;
      const delay = ((index * 11) % COINS) * 45;
      coin.style.setProperty("--x", `${(index * 41 + 7) % 98}%`);
      coin.style.setProperty("--side", `${3 + ((index * 5) % 4) * 0.8}vmin`);
      const turns = [1, 0.2, -1, -0.2, 1].map((wide, step) => ({
        transform: `translateY(${-14 + step * 32}vh) scaleX(${wide})`, opacity: 1,
      }));
      this.move(coin, [{ ...turns[0], opacity: 1 }, ...turns.slice(1)], {
        duration, delay, iterations: Math.floor((COINS_MS - delay) / duration), easing: "linear",
      });
    });
  }
}
