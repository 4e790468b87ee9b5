// Tells a phone without a connection so, in place of the browser's own page. It keeps that one page,
// asked for without a session, and nothing that somebody signed in to see.

const STORE = "phone-1";
const OFFLINE = `/phone/offline${globalThis.location.search}`; // in the language of the page
const NEEDED = [OFFLINE, "/static/base.css", "/static/front.css", "/static/phone_offline.js"];

addEventListener("install", (event) => event.waitUntil(keep().then(() => globalThis.skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(globalThis.clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  else if (NEEDED.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

async function keep() {
  const store = await globalThis.caches.open(STORE);
  await store.addAll(NEEDED.map((address) => new Request(address, { credentials: "omit", cache: "reload" })));
}

async function kept(address) {
  const store = await globalThis.caches.open(STORE);
  return (await store.match(address, { ignoreVary: true })) ?? Response.error();
}
