// The service worker: pages that asked for it open without a network. Newest first where there is one; files under /static/ never
// change under their address, so those are taken from what is kept. Tables, sockets and questions are never kept.

/** What a service worker has that a page has not. */
interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetches extends Waits {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waits {
  data: { json(): { title: string; body: string; url: string; tag: string } } | null;
}
interface Tapped extends Waits {
  notification: { close(): void; data: { url: string } };
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  addEventListener(kind: "install" | "activate", heard: (event: Waits) => void): void;
  addEventListener(kind: "message", heard: (event: Waits & { data: unknown }) => void): void;
  addEventListener(kind: "fetch", heard: (event: Fetches) => void): void;
  addEventListener(kind: "push", heard: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", heard: (event: Tapped) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(of: object): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
  registration: { showNotification(title: string, more: object): Promise<void> };
  location: Location;
}
const worker = self as unknown as Worker;
const KEPT = "malle-1";

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("message", (event) => {
  const { keep, lang } = event.data as { keep?: string[]; lang?: string };
  if (keep) event.waitUntil(Promise.all(keep.map((address) => put(address, lang ?? "").catch(() => undefined))));
});

/** Keeps a file; or a page, as a stranger sees it: whoever uses this browser next is not shown whose it was. */
async function put(address: string, lang: string): Promise<void> {
  const kept = await caches.open(KEPT);
  if (address.includes("/static/")) return kept.add(address);
  const answer = await fetch(`${address}?lang=${lang}`, { credentials: "omit" });
  if (answer.ok) await kept.put(address, answer);
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  // The page that plays has a worker of its own.
  if (pathname.startsWith("/play/")) return;
  if (pathname.startsWith("/static/"))
    event.respondWith(caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)));
  else if (request.mode === "navigate")
    event.respondWith(
      fetch(request)
        // What is not kept leads to the shelf, which says that there is no network.
        .catch(
          async () =>
            (await caches.match(origin + pathname, { ignoreVary: true })) ??
            (await caches.match(`${origin}/`, { ignoreVary: true })) ??
            Response.error(),
        ),
    );
});

// Somebody is awaited: what they were told before about the same table is replaced, and a tap leads there.
worker.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (told)
    event.waitUntil(
      worker.registration.showNotification(told.title, { body: told.body, tag: told.tag, data: { url: told.url } }),
    );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, worker.location.origin).href;
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => page.url.split(/[?#]/)[0] === url);
      return open ? open.focus() : worker.clients.openWindow(url);
    }),
  );
});
