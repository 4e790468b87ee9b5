// The sign studio: what one types shows at once on the sign beside it, by the same variables that a
// saved look sets. The server checks every look again.

import { centsOf, dollars, element, post, press, say, tell, words } from "./live.js";
import { upload } from "./upload.js";

const data = JSON.parse(document.getElementById("studio").textContent);
const s = words.studio;
const $ = (id) => document.getElementById(id);
const [look, frame, settings] = [$("look"), $("frame"), $("settings")];
const LEVELS = [...look.querySelectorAll("[name=level]")];
const COLORS = [...look.querySelectorAll(".colors [type=color]:not([name=level])")].map(({ name }) => name);
const CHOICES = ["pattern", "frame", "family", "motion", "picture", "logo"];
const NUMBERS = ["scale_percent", "veil_percent"];
const READ = { text: 7, money: 7, hit: 7, quiet: 4.5, accent: 4.5 };
const BEHIND = ["ground", "glow", "panel"];
const RELOAD_MS = 700;

// ---- a look --------------------------------------------------------------------------------------

function lookOf() {
  const colors = Object.fromEntries(COLORS.map((name) => [name, look.elements[name].value]));
  const chosen = CHOICES.map((name) => [name, look.elements[name].value]);
  const numbers = NUMBERS.map((name) => [name, Number(look.elements[name].value)]);
  return { colors, levels: LEVELS.map(({ value }) => value), ...Object.fromEntries([...chosen, ...numbers]) };
}

function fillLook(from) {
  for (const name of COLORS) look.elements[name].value = from.colors[name];
  LEVELS.forEach((field, at) => (field.value = from.levels[Math.min(at, from.levels.length - 1)]));
  for (const name of [...CHOICES, ...NUMBERS]) if (name in from) look.elements[name].value = from[name];
  preview();
}

/** Put the look onto the sign in the frame. */
function preview() {
  const now = lookOf();
  tellContrast(now);
  const sign = frame.contentDocument?.querySelector(".sign");
  if (!sign) return;
  const film = data.videos.includes(now.picture);
  for (const part of [sign, ...sign.querySelectorAll("[data-theme]")]) {
    for (const [name, value] of Object.entries(now.colors)) part.style.setProperty(`--${name}`, value);
    now.levels.forEach((value, at) => part.style.setProperty(`--level-${at + 1}`, value));
    part.style.setProperty("--family", data.typefaces[now.family]);
    part.style.setProperty("--scale", String(now.scale_percent / 100));
    part.style.setProperty("--veil", `${now.veil_percent}%`);
    part.style.setProperty("--image", now.picture && !film ? `url("/sign/themes/files/${now.picture}")` : "none");
  }
  sign.dataset.pattern = now.pattern;
  sign.toggleAttribute("data-image", Boolean(now.picture) && !film);
  for (const cell of sign.querySelectorAll(".cell")) {
    cell.dataset.frame = now.frame;
    cell.dataset.motion = now.motion;
  }
}

function light(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The first color that can't be read, before the server says so. */
function tellContrast({ colors, levels }) {
  const read = [...Object.entries(READ).map(([name, least]) => [s.colors[name], colors[name], least]),
    ...levels.map((color, at) => [say(s.level, { level: at + 1 }), color, 4.5])];
  const low = read.flatMap(([name, color, least]) =>
    BEHIND.map((behind) => ({ name, behind: s.colors[behind], least, found: ratio(light(color), light(colors[behind])) })),
  ).find(({ found, least }) => found < least);
  $("contrast").toggleAttribute("data-low", Boolean(low));
  $("contrast").textContent = low ? say(s.contrast_low, { ...low, found: low.found.toFixed(1) }) : s.contrast_ok;
}

function begin(chosen) {
  const name = chosen.replace(/^(theme|own):/, "");
  const own = chosen.startsWith("own:");
  look.elements.name.value = own ? name : "";
  if ($("remove")) $("remove").hidden = !own;
  if (chosen) fillLook(own ? data.looks[name] : data.begins[name]);
}

// ---- files ---------------------------------------------------------------------------------------

/** Send a file in parts, then have the server look at it. */
async function sendFile(file) {
  if (file.size > data.file_bytes) throw new Error(say(s.file_bytes, { most: data.file_bytes / 1e6 }));
  $("progress").hidden = false;
  const onPart = (share) => ($("progress").value = share);
  const { digest, refused } = await upload(file, "/office/signs/files", { needsHttps: s.needs_https, onPart });
  return refused ?? post(`/office/signs/files/${digest}`, { file_name: file.name });
}

// ---- schedule and celebration --------------------------------------------------------------------

function addTime(time = {}) {
  const line = $("time").content.cloneNode(true).firstElementChild;
  const [named] = line.querySelectorAll("[name=look]");
  named.append(...Object.keys(data.looks).map((name) => element("option", { value: name }, name)));
  if (time.look) {
    named.value = time.look;
    line.querySelector("[name=jackpot]").value = time.jackpot ?? "";
    for (const day of line.querySelectorAll("[name=weekdays]")) day.checked = time.weekdays.includes(Number(day.value));
    line.querySelector("[name=from_clock]").value = time.from_clock;
    line.querySelector("[name=to_clock]").value = time.to_clock === "24:00" ? "00:00" : time.to_clock;
  }
  line.querySelector("[data-remove-time]").addEventListener("click", () => line.remove());
  $("times").append(line);
  return line;
}

function timeOf(line) {
  const value = (name) => line.querySelector(`[name=${name}]`).value;
  const days = [...line.querySelectorAll("[name=weekdays]:checked")].map((day) => Number(day.value));
  const to = value("to_clock");
  return { look: value("look"), jackpot: value("jackpot"), weekdays: days, from_clock: value("from_clock"), to_clock: to === "00:00" ? "24:00" : to };
}

function settingsOf() {
  const { calm, sound, shows_code: code, milestone } = settings.elements;
  return {
    times: [...$("times").children].map(timeOf),
    calm: calm.checked, sound: sound.checked, shows_code: code.checked,
    milestone_cents: milestone.value.trim() ? centsOf(milestone.value) : 0,
  };
}

// ---- the page ------------------------------------------------------------------------------------

/** Do what a form asks; then load the page again, where it shows. */
async function done(place, doing) {
  let answer;
  try {
    answer = await doing();
  } catch (fault) {
    answer = { accepted: false, reason: fault.message, code: "" };
  }
  tell(place, answer.accepted ? s.saved : answer.reason, answer.accepted ? "done" : "refused", answer.code ?? "");
  if (answer.accepted) setTimeout(() => location.reload(), RELOAD_MS);
}

$("own").append(...Object.keys(data.looks).map((name) => element("option", { value: `own:${name}` }, name)));
look.addEventListener("input", preview);
frame.addEventListener("load", preview);
$("begin").addEventListener("change", ({ target }) => begin(target.value));
$("shown").addEventListener("change", ({ target }) => (frame.src = target.value));
$("rehearse").addEventListener("click", () => frame.contentDocument.querySelector(".rehearse")?.click());
look.addEventListener("submit", (event) => {
  event.preventDefault();
  done(look, () => press("save-look", { look: look.elements.name.value, shows: lookOf() }));
});
$("remove")?.addEventListener("click", () => done(look, () => press("remove-look", { look: look.elements.name.value })));
$("file")?.addEventListener("change", ({ target }) => target.files[0] && done($("files"), () => sendFile(target.files[0])));
for (const button of document.querySelectorAll("[data-remove-file]")) {
  button.addEventListener("click", () => done($("files"), () => press("remove-sign-file", { sha256: button.dataset.removeFile })));
}
if (settings) {
  const { calm, sound, shows_code: code, milestone } = settings.elements;
  [calm.checked, sound.checked, code.checked] = [data.settings.calm, data.settings.sound, data.settings.shows_code];
  milestone.value = data.settings.milestone_cents ? dollars(data.settings.milestone_cents) : "";
  for (const time of data.settings.times) addTime(time);
  $("add-time").disabled = !Object.keys(data.looks).length;
  $("add-time").addEventListener("click", () => addTime().querySelector("select").focus());
  settings.addEventListener("submit", (event) => {
    event.preventDefault();
    done(settings, () => press("set-signs", { settings: settingsOf() }));
  });
}
fillLook(Object.values(data.looks)[0] ?? data.begins.midnight);
