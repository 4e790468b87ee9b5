// The last picture of a sign: kept in this browser, and shown as old while no server answers, for a
// week. It is also what a page shows that was loaded without a server (sign_worker.js).

import { element, moment, say, words } from "./live.js";

const OLD_MOST_MS = 7 * 24 * 3_600_000;
const KEEP_EVERY_MS = 2000;
const LOOK_EVERY_MS = 60_000;
const SETTLED_MS = 5000; // what a page needs has been loaded by then
const RELOADED = "sign.reloaded"; // when a page that was loaded without a server was loaded again
const AWAKE_MS = 5000;
const text = words.sign;

export class KeptPicture {
  /** `shows` has what shows a picture, by its kind. */
  constructor(sign, data, shows) {
    this.sign = sign;
    this.data = data;
    this.shows = shows;
    this.name = `sign.picture ${location.pathname}`;
    this.pictures = new Map(); // the newest, by kind and name
    this.atMs = null; // the server's time at the newest beat
    this.keptMs = 0;
    this.wasOld = false;
    this.playFilm();
    this.beReady();
  }

  /** Note a picture, to have it when the server is gone. */
  keep(kind, name, board) {
    if (this.sign.dataset.link !== "old") this.pictures.set(`${kind} ${name}`, [kind, board]);
  }

  /** A beat arrived. A page that was loaded without a server, or whose look has changed, is loaded
   *  again, though never during a hit. */
  isLive(beat, hasHit) {
    const isStale = this.wasStale && Date.now() - Number(sessionStorage.getItem(RELOADED)) > LOOK_EVERY_MS;
    if (isStale || (beat.signs !== undefined && beat.signs !== this.data.signs && !hasHit)) {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      this.data.signs = beat.signs;
      return location.reload();
    }
    this.atMs = Number(beat.at_ms);
    if (this.sign.dataset.link !== "live") this.sign.dataset.link = "live";
    if (Date.now() - this.keptMs < KEEP_EVERY_MS || !this.pictures.size) return;
    this.keptMs = Date.now();
    const kept = { at_ms: this.atMs, key: this.data.signs, pictures: [...this.pictures.values()] };
    try {
      localStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      // A full or forbidden store: the sign says that it is not connected.
    }
  }

  /** No server answers, or it is too far behind: show the last picture, and say how old it is. */
  isOld(lastMs) {
    const kept = this.read();
    const atMs = lastMs ?? kept?.at_ms ?? null;
    if (lastMs === null && kept) for (const [kind, board] of kept.pictures) this.shows[kind]?.(board);
    this.wasStale = lastMs === null && this.isFromWorker();
    clearInterval(this.timer);
    const look = () => {
      const isKept = atMs !== null && this.pictures.size > 0 && Date.now() - atMs < OLD_MOST_MS;
      this.sign.dataset.link = isKept ? "old" : "lost";
    };
    look();
    this.timer = setInterval(() => this.sign.dataset.link === "old" && look(), LOOK_EVERY_MS);
    const said = atMs === null ? "" : say(text.old, { time: moment(atMs, this.data.time_zone) });
    this.sign.querySelector(".old").replaceChildren(element("b", {}, said), " · ", text.old_more);
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.name));
    } catch {
      return null;
    }
  }

  /** Whether this page came out of the worker's store, so that it may be older than the server. */
  isFromWorker() {
    return Boolean(navigator.serviceWorker?.controller);
  }

  /** A button that shows what a hit looks like, for people who signed in; no monitor has it. */
  offerRehearsal(rehearse) {
    const button = this.sign.querySelector(".rehearse");
    if (!button) return;
    button.addEventListener("click", rehearse);
    let timer = 0;
    addEventListener("pointermove", () => {
      this.sign.toggleAttribute("data-awake", true);
      clearTimeout(timer);
      timer = setTimeout(() => this.sign.toggleAttribute("data-awake", false), AWAKE_MS);
    });
  }

  /** The video of the ground, loaded whole: then it repeats without the server. */
  async playFilm() {
    const film = this.sign.querySelector(".film");
    if (!film || this.data.calm || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    try {
      const answer = await fetch(film.dataset.film);
      film.src = URL.createObjectURL(await answer.blob());
      await film.play();
    } catch {
      film.remove(); // the ground's own color is behind it
    }
  }

  /** Let a worker keep this page and all that it needs. Browsers allow one over HTTPS alone, and on the
   *  server's own machine. */
  async beReady() {
    if (!navigator.serviceWorker) return;
    const scope = location.pathname.startsWith("/wall") ? "/wall" : "/sign/";
    try {
      await navigator.serviceWorker.register("/sign_worker.js", { scope });
      const { active } = await navigator.serviceWorker.ready;
      const tell = () => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        const needed = loaded.filter((name) => name.startsWith(`${location.origin}/`) && !name.includes("/api/"));
        active.postMessage([location.href, ...new Set(needed)], []);
      };
      setTimeout(tell, SETTLED_MS);
    } catch {
      // This browser has no worker; the picture is still kept for as long as the page stays open.
    }
  }
}
