// The documents' search: every typed word is in a section's heading or text.

const SHOWN_MOST = 20;
const AROUND = 60;
const [IN_TITLE, IN_HEADING, IN_TEXT, FOR_GUIDE, FOR_PHRASE] = [12, 8, 1, 6, 6];
const BEGINS = /[^a-z0-9]/;
const SMALL = ["a", "an", "the", "of", "to", "in", "on", "is", "how", "do", "i"];
const field = document.getElementById("find");
const found = document.getElementById("found");
const article = document.querySelector("article");
let sections;

/** The sections of all pages, loaded at the first search. */
async function allSections() {
  sections ??= fetch("search.json").then((answer) => answer.json());
  return sections;
}

/** The typed words; short ones such as "a" count only if there is nothing else. */
function wordsOf(text) {
  const all = text.toLowerCase().split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !SMALL.includes(word));
  return telling.length > 0 ? telling : all;
}

/** Points for a word in a text, more where it begins a word of the text; 0 where it is missing. */
function pointsIn(text, word, points) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return at === 0 || BEGINS.test(text[at - 1]) ? points : points / 2;
}

/** How well a section fits: 0 where a word is missing. Titles weigh most, then headings, guides, phrases. */
function fit([, page, title, text, rank], words) {
  const [head, heading, body] = [page, title, text].map((each) => each.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const points = pointsIn(head, word, IN_TITLE) + pointsIn(heading, word, IN_HEADING) + pointsIn(body, word, IN_TEXT);
    if (points === 0) return 0;
    sum += points;
  }
  const isPhrase = words.length > 1 && `${heading} ${body}`.includes(words.join(" "));
  return sum / words.length + rank * FOR_GUIDE + (isPhrase ? FOR_PHRASE : 0);
}

/** The text around the first word found, cut between words. */
function around(text, words) {
  const low = text.toLowerCase();
  const first = Math.min(...words.map((word) => low.indexOf(word)).filter((at) => at >= 0));
  const near = Number.isFinite(first) ? Math.max(0, first - AROUND) : 0;
  const begin = near > 0 ? text.indexOf(" ", near) + 1 : 0;
  const far = text.indexOf(" ", begin + 3 * AROUND);
  const shown = far < 0 ? text.slice(begin) : `${text.slice(begin, far)} …`;
  return begin > 0 ? `… ${shown}` : shown;
}

function line([address, page, title, text], words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = title === page ? page : `${page}: ${title}`;
  const part = document.createElement("p");
  part.textContent = around(text, words);
  item.append(link, part);
  return item;
}

async function search() {
  const words = wordsOf(field.value);
  const all = words.length > 0 ? await allSections() : [];
  const fitting = all
    .map((section) => [fit(section, words), section])
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, SHOWN_MOST);
  found.querySelector("ul").replaceChildren(...fitting.map(([, section]) => line(section, words)));
  found.querySelector("p").hidden = fitting.length > 0;
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
}

field.addEventListener("input", search);
found.addEventListener("click", (event) => {
  if (event.target.closest("a")) {
    field.value = "";
    search();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
