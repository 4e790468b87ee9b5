// One demo table: its console and sign side by side, what to do next, and badges that a press
// swipes through the console's reader.

import { post, say, stream, whyWords, words } from "./live.js";

const data = JSON.parse(document.getElementById("data").textContent);
const text = words.side.step;
const STEPS = { sign_in: 1, start: 2, play: 3, confirm: 4, key_jph: 4, j_pot: 4, key_run: 4, end: 5 };
const LAST = 5;
const CHARACTER_MS = 4; // a reader types faster than a person
const ROOM = { width: 1024, height: 720 }; // what a console needs beside its sign
const PHONE_PX = 720; // narrower, a console is laid out for a phone
const seen = { awarded: false, hand: "" };

function showStep(board) {
  if (board.awards.length) seen.awarded = true;
  const step = board.next === "start" && seen.awarded ? "done" : board.next;
  const role = board.confirm?.role ?? "supervisor";
  const person = data.badges.find((badge) => badge.role === role);
  const number = board.sensors ? STEPS[board.next] : 0;
  const plain = board.sensors ? undefined : text[`${step}_plain`];
  const keyed = board.has_key ? text[`${step}_with_key`] : undefined;
  document.getElementById("count").textContent =
    number && step !== "done" ? say(text.count, { number, last: LAST }) : "";
  document.getElementById("step").textContent = say(plain ?? keyed ?? text[step] ?? text.waiting, {
    seat: data.seat,
    hand: seen.hand,
    name: person.name,
    why: whyWords(board.why),
  });
  const pay = document.getElementById("pay");
  if (pay) pay.hidden = step !== "done";
  const wanted = board.next === "sign_in" ? "dealer" : role;
  const swiping = ["sign_in", "confirm", "key_jph", "key_run"].includes(board.next);
  for (const card of document.querySelectorAll(".card")) {
    card.toggleAttribute("data-wanted", swiping && card.dataset.role === wanted);
  }
}

/** The scale that makes the whole console fit. */
function fit(frame) {
  const { width, height } = frame.getBoundingClientRect();
  const size = width <= PHONE_PX ? 1 : Math.min(1, width / ROOM.width, height / ROOM.height);
  frame.style.setProperty("--size", size);
}

/** Type a badge's track into the console, like the reader. */
async function swipe(track) {
  const reader = document.getElementById("console").contentWindow;
  for (const key of [...track, "Enter"]) {
    reader.dispatchEvent(new reader.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve, CHARACTER_MS));
  }
  reader.focus();
}

for (const card of document.querySelectorAll(".card")) {
  const badge = data.badges.find((each) => each.badge === card.dataset.badge);
  card.addEventListener("click", () => swipe(badge.track));
}
new ResizeObserver(([entry]) => fit(entry.target)).observe(document.querySelector(".frame"));
document.getElementById("give").addEventListener("click", async () => {
  await post(`/demo/tables/${data.table}`, { playing: true });
  location.assign("/");
});
stream(`/api/stream/table/${data.table}`, {
  table(board) {
    if (board.table === data.table) showStep(board);
  },
  jackpot(board) {
    if (!seen.hand) seen.hand = board.hands[0].hand;
  },
});
