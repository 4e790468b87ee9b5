// The sheet over the console: what it will do, why, and whose badge it takes. It reads a swipe
// wherever it happens; people can also type badge and PIN, on the screen's own pad too.

import { codeLink, element, say, words } from "./live.js";

const text = words.console.sheet;
const MESSAGE_MS = 4000;
// The second of two quick taps on the button that opened a sheet must not press the sheet's button.
const SETTLE_MS = 700;
const NAMES_MOST = 8; // more would push the PIN out of sight; type those badges
const PIN_LEAST = 4; // digits, as on slips: with so many typed, a name is the last press
const LAST_BADGE = "console.badge"; // the last person to confirm here: a badge number, no secret

export class Sheet {
  /** `letters` are those of the house's badges. */
  constructor(letters) {
    this.dialog = document.getElementById("sheet");
    this.parts = Object.fromEntries(
      ["title", "content", "who", "needs", "needs-why", "people", "badge", "pin", "pad", "message", "go", "close"].map((name) => [
        name,
        document.getElementById(`sheet-${name}`),
      ]),
    );
    this.asked = null;
    this.busy = false;
    this.buildPad(letters);
    this.dialog.addEventListener("cancel", (event) => {
      if (this.busy) event.preventDefault();
    });
    this.dialog.addEventListener("close", () => {
      this.asked = null;
      this.parts.pin.value = "";
    });
    this.parts.close.addEventListener("click", () => this.close());
    this.dialog.addEventListener("keydown", (event) => this.keyed(event));
    this.dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed();
    });
  }

  /** The kind of the open sheet, or nothing. */
  get kind() {
    return this.dialog.open ? (this.asked?.kind ?? "") : "";
  }

  /**
   * Open a sheet. `asked` has kind, title, note, content (nodes), go (the button's word), sub, badge
   * ({needs, why, people} or null), reasons (each as shown and as recorded, or null), reasonIsPress (a
   * chosen reason is the last press), ready() (what is missing, or ""), and done(swipe, reason), a
   * promise of the answer, whose then(), if it has one, opens what comes next in the sheet's place.
   */
  open(asked) {
    this.asked = asked;
    this.reason = "";
    this.say("");
    this.parts.title.replaceChildren(asked.title);
    if (asked.note) this.parts.title.append(element("small", {}, asked.note));
    this.parts.content.replaceChildren(...asked.content, ...this.reasons(asked.reasons));
    this.parts.who.hidden = !asked.badge;
    this.parts.needs.textContent = asked.badge?.needs ?? "";
    this.parts["needs-why"].textContent = asked.badge?.why ?? "";
    this.parts.pin.value = "";
    this.offer(asked.badge?.people ?? []);
    this.wait(false);
    this.label(asked.go, asked.sub);
    this.dialog.dataset.kind = asked.kind;
    if (!this.dialog.open) this.dialog.showModal();
    this.fromTheTop();
    if (asked.badge) this.askBadge();
    else {
      this.parts.title.focus();
      this.settle();
    }
  }

  /**
   * Ready for badge and PIN: with a mouse, the pad's field has the focus. On touch no field opens,
   * because an on-screen keyboard would cover the list; a hardware keyboard types there anyway.
   */
  askBadge() {
    (matchMedia("(pointer: fine)").matches ? this.field : this.parts.title).focus();
  }

  /**
   * The likely people, by name: one press instead of a badge. The last person here, or the only
   * supervisor, is selected, so only the PIN is missing; any other name, pressed after the PIN,
   * also submits.
   */
  offer(able) {
    const last = localStorage.getItem(LAST_BADGE);
    const first = able.filter((person) => person.role === able[0].role); // an executive is the exception
    const likely = able.find((person) => person.badge === last) ?? (first.length === 1 ? first[0] : null);
    this.parts.people.hidden = able.length < 2 || able.length > NAMES_MOST;
    this.parts.people.lastElementChild.replaceChildren(
      ...able.map((person) => {
        const button = element("button", { type: "button", class: "choice", "data-badge": person.badge }, person.name);
        button.addEventListener("click", () => this.named(person.badge));
        return button;
      }),
    );
    this.choose(likely?.badge ?? "");
  }

  /** A name: before the PIN it selects the person, after it submits in that name. */
  named(badge) {
    this.choose(badge);
    if (this.isPinTyped) this.typed();
    else this.askBadge();
  }

  get isPinTyped() {
    return this.parts.pin.value.length >= PIN_LEAST;
  }

  /** A badge is in its field; next the PIN, and before a name pressed after it. */
  choose(badge) {
    this.parts.badge.value = badge;
    this.field = badge || !this.parts.people.hidden ? this.parts.pin : this.parts.badge;
    this.showField();
  }

  /** A button without a badge waits a moment, then gets the focus. */
  settle() {
    const { go, title } = this.parts;
    clearTimeout(this.settling);
    go.disabled = true;
    this.settling = setTimeout(() => {
      go.disabled = this.busy;
      if (document.activeElement === title) go.focus();
    }, SETTLE_MS);
  }

  close() {
    if (!this.busy && this.dialog.open) this.dialog.close();
  }

  label(go, sub = "") {
    this.parts.go.querySelector(".label").textContent = go;
    this.parts.go.querySelector(".sub").textContent = sub;
  }

  /**
   * Update rows and amounts in an open sheet without touching ticks or typed text; returns the rows
   * that are gone.
   */
  refresh(name, node, sub) {
    const old = this.parts.content.querySelector(`[data-part="${name}"]`);
    node.dataset.part = name;
    if (sub !== undefined) this.parts.go.querySelector(".sub").textContent = sub;
    if (!old || old.outerHTML === node.outerHTML) return null;
    old.replaceWith(node);
    return old;
  }

  /** A swipe while the sheet is open. */
  swiped(track) {
    if (this.asked?.badge) this.finish({ track });
  }

  typed() {
    if (!this.asked) return;
    if (!this.asked.badge) {
      this.finish(null);
      return;
    }
    const badge = this.parts.badge.value.trim();
    const pin = this.parts.pin.value;
    if (badge && pin) this.finish({ badge, pin });
    else this.say(text.badge_first, badge ? this.parts.pin : this.parts.badge);
  }

  async finish(swipe) {
    const asked = this.asked;
    if (this.busy || !asked) return;
    const missing = asked.ready?.(swipe) || (asked.reasons && !this.reason.trim() ? text.reason_first : "");
    if (missing) {
      this.say(missing);
      return;
    }
    this.say("");
    this.wait(true);
    const answer = await asked.done(swipe, this.reason.trim());
    this.wait(false);
    this.parts.pin.value = "";
    this.choose(this.parts.badge.value);
    if (answer.accepted) {
      this.remember(swipe);
      if (answer.opens) answer.opens();
      else this.close();
    } else this.refused(answer, asked);
  }

  /** Say why; the pressed button had to wait and lost the focus, which goes to the next field. */
  refused({ reason, code }, { badge }) {
    this.say(reason, null, code);
    this.fromTheTop(); // a message takes its room from the list
    if (badge) this.askBadge();
    else this.parts.go.focus();
  }

  /** The first prize is in sight, wherever the list was scrolled to; the names too, where they scroll with it. */
  fromTheTop() {
    this.parts.content.firstElementChild?.scrollIntoView();
    this.parts.people.scrollIntoView({ block: "nearest" });
  }

  /** The person last chosen by name is the likely one next time. */
  remember(swipe) {
    const badge = swipe?.badge ?? swipe?.track?.slice(1).split("=")[0];
    if (this.asked.badge?.people.some((person) => person.badge === badge)) localStorage.setItem(LAST_BADGE, badge);
  }

  wait(busy) {
    this.busy = busy;
    this.parts.go.setAttribute("aria-busy", String(busy));
    this.parts.go.disabled = busy;
    this.parts.close.disabled = busy;
  }

  /** What went wrong and what to do, for four seconds, below the list and not over it; the rule
      behind it is small. */
  say(message, field, code = "") {
    clearTimeout(this.fading);
    const [, said, rule] = /^(.*)( \(.*\))$/.exec(message) ?? [null, message, ""];
    this.parts.message.replaceChildren(said, element("small", {}, rule, ...(code ? [" (", codeLink(code), ")"] : [])));
    field?.focus();
    if (message) this.fading = setTimeout(() => this.say(""), MESSAGE_MS);
  }

  reasons(reasons) {
    if (!reasons) return [];
    const other = element("input", { class: "other", maxlength: 200, "aria-label": text.reason, placeholder: text.reason_other });
    const choices = reasons.map(({ shown, recorded }) =>
      element("button", { type: "button", class: "choice", "aria-pressed": "false", value: recorded }, shown),
    );
    const choose = (chosen, reason) => {
      this.reason = reason;
      for (const each of choices) each.setAttribute("aria-pressed", String(each === chosen));
    };
    for (const each of choices) {
      each.addEventListener("click", () => {
        other.value = "";
        choose(each, each.value);
        if (this.asked.reasonIsPress) this.typed();
      });
    }
    other.addEventListener("input", () => choose(null, other.value));
    return [
      element(
        "fieldset",
        { class: "reasons" },
        element("legend", {}, text.reason),
        ...choices,
        other,
      ),
    ];
  }

  /** Digits as on a phone, and beside them the letters in the house's badges. */
  buildPad(letters) {
    for (const field of [this.parts.badge, this.parts.pin]) {
      field.addEventListener("focus", () => {
        this.field = field;
        this.showField();
      });
    }
    this.parts.pin.addEventListener("input", () => this.showField());
    const rows = ["123", "456", "789", ["⌫", "0", "⇥"]];
    const extra = Math.max(1, Math.ceil(letters.length / rows.length)); // columns of letters
    const keys = rows.flatMap((row, index) => [
      ...row,
      "", // letters stand apart
      ...Array.from({ length: extra }, (_, column) => letters[column * rows.length + index] ?? ""),
    ]);
    this.dialog.style.setProperty("--letters", extra);
    const names = { "⌫": text.erase, "⇥": text.other_field };
    this.parts.pad.append(
      ...keys.map((key) => {
        const button = element("button", { type: "button", "aria-label": names[key], hidden: !key }, key);
        button.addEventListener("mousedown", (event) => event.preventDefault()); // keep the focus
        button.addEventListener("click", () => this.type(key));
        return key ? button : element("span");
      }),
    );
  }

  /** Typing without a focused field goes where the pad writes. */
  keyed(event) {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isFree = event.target === this.parts.title || event.target === this.dialog;
    if (!this.asked?.badge || !isText || !isFree) return;
    this.field.focus();
  }

  type(key) {
    const { badge, pin } = this.parts;
    if (key === "⇥") this.turn(this.field === badge ? pin : badge);
    else if (key === "⌫") this.field.value = this.field.value.slice(0, -1);
    else this.field.value = (this.field.value + key).slice(0, this.field.maxLength);
    this.showField();
  }

  /** The other field is written into, and has the focus where one had it. */
  turn(field) {
    if (document.activeElement === this.field) field.focus();
    this.field = field;
  }

  /** Which field the pad writes to, and what a name does now. */
  showField() {
    for (const each of [this.parts.badge, this.parts.pin]) {
      each.classList.toggle("now", each === this.field);
    }
    const [legend, names] = this.parts.people.children;
    legend.textContent = this.isPinTyped ? say(text.people_go, { go: this.asked.go }) : text.people;
    names.classList.toggle("go", this.isPinTyped);
    for (const each of names.children) {
      each.setAttribute("aria-pressed", String(each.dataset.badge === this.parts.badge.value));
    }
  }
}
