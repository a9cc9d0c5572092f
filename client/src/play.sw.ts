// The service worker of a folder that plays: it keeps the folder of one build, whole, for days without a network. A game that was
// begun is played to its end in the build that dealt it. `tools/play_page.py` puts MADE before this text.

export {};

/** The build; the addresses of its files, below the folder; those that have a twin for hosts that pack nothing. */
declare const MADE: { build: string; files: string[]; twins: string[] };

/** What a service worker has that a page has not. */
interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetches extends Waits {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(kind: "install" | "activate", heard: (event: Waits) => void): void;
  addEventListener(kind: "fetch", heard: (event: Fetches) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string; unregister(): Promise<boolean> };
}
const worker = self as unknown as Worker;
const { scope } = worker.registration;
/** As in kept.ts: the cache of a build, and of the name of the build that a game was begun with. */
const prefix = `malle-play ${scope} `;
const begun = `${prefix}begun`;
const own = prefix + MADE.build;
const KIND = "content-encoding";

/** A file to be kept. What another build has under the same address is the same; where nothing is packed, the packed twin comes. */
async function fetched(name: string): Promise<Response> {
  const url = new URL(name, scope).href;
  const known = name.includes("/") && (await caches.match(url, { ignoreVary: true }));
  if (known) return known;
  let answer = await fetch(url, { cache: name.includes("/") ? "default" : "no-cache" });
  let body = answer.body;
  const headers = new Headers(answer.headers);
  if (MADE.twins.includes(name) && !answer.headers.has(KIND)) {
    void body?.cancel();
    answer = await fetch(`${url}.gz`);
    body = answer.body!.pipeThrough(new DecompressionStream("gzip"));
    headers.set(KIND, "gzip");
  }
  if (!answer.ok) throw new Error(`missing: ${answer.url}`);
  return new Response(body, { headers });
}

async function keep(): Promise<void> {
  const cache = await caches.open(own);
  for (const name of MADE.files) await cache.put(new URL(name, scope).href, await fetched(name));
}

/** The build of the game that was begun; it may be kept here or not. */
const playing = async (): Promise<string> => (await (await caches.match(scope, { cacheName: begun }))?.text()) ?? "";

/** Caches of builds that nobody needs any more; all of them, and this worker, where the folder has no worker now. */
async function tidy(): Promise<void> {
  const { status } = await fetch(`${scope}sw.js`, { cache: "no-store" }).catch(() => ({ status: 0 }));
  const gone = status === 404 || status === 410;
  const needed = gone ? [] : [own, begun, prefix + (await playing())];
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && !needed.includes(name)) await caches.delete(name);
  if (gone) await worker.registration.unregister();
}

/** A page: of the build that the game was begun with; else the newest, where there is a network. */
async function page(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const file = url.origin + url.pathname + (url.pathname.endsWith("/") ? "index.html" : "");
  const from = (name: string) => caches.match(file, { cacheName: prefix + name, ignoreVary: true });
  const found = await from(await playing());
  return found ?? fetch(request).catch(async () => (await from(MADE.build)) ?? Response.error());
}

worker.addEventListener("install", (event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request));
    event.waitUntil(tidy());
  } else event.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
});
