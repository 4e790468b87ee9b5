// Keeps what a sign needs, so that its browser can load it again while no server answers. The server
// always comes first; what is kept is only for when it is silent. The page itself says how old its
// amounts are (sign_kept.js).

const STORE = "signs-1";
const PATIENCE_MS = 3000;
const UNUSED_MOST_MS = 30 * 24 * 3_600_000;
const KEPT_AT = "x-kept-at";

addEventListener("install", () => globalThis.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(globalThis.clients.claim()));
addEventListener("message", (event) => event.waitUntil(keepAll(event.data)));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(answer(event.request));
});

/** The server's answer, else what is kept. */
async function answer(request) {
  const store = await globalThis.caches.open(STORE);
  const kept = await store.match(request, { ignoreVary: true });
  const asked = fetch(request);
  try {
    const found = await (kept ? Promise.race([asked, late()]) : asked);
    if (found.status >= 500 && kept) return kept;
    await keep(store, request, found.clone());
    return found;
  } catch (fault) {
    asked.catch(() => {});
    if (kept) return kept;
    throw fault;
  }
}

function late() {
  return new Promise((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE_MS));
}

async function keep(store, request, found) {
  if (!found.ok || found.redirected || found.type !== "basic") return;
  const headers = new Headers(found.headers);
  headers.set(KEPT_AT, String(Date.now()));
  await store.put(request, new Response(await found.blob(), { status: found.status, headers }));
}

/** Keep all that a page has loaded, and let go of what no page has needed for a month. */
async function keepAll(addresses) {
  const store = await globalThis.caches.open(STORE);
  for (const address of addresses) {
    try {
      await keep(store, address, await fetch(address));
    } catch {
      return; // the server is gone: what is kept stays
    }
  }
  for (const request of await store.keys()) {
    const kept = await store.match(request);
    if (Date.now() - Number(kept.headers.get(KEPT_AT)) > UNUSED_MOST_MS) await store.delete(request);
  }
}
