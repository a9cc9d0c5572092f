// A page that shall open without a network: the service worker is told what the page is made of, and keeps it.

/** The files that another page of ours is made of. */
async function filesOf(page: string): Promise<string[]> {
  const text = await (await fetch(page)).text();
  return [...new Set(text.match(/\/static\/[^"'\s)]+/g) ?? [])].map((file) => location.origin + file);
}

/** Keeps this page and everything it loaded, and the pages it names, with theirs. Does nothing where service workers are not to be had. */
export async function keepOffline(pages: string[] = []): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance
      .getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.startsWith(`${location.origin}/static/`));
    const others = await Promise.all(pages.map(async (page) => [page, ...(await filesOf(page))]));
    active?.postMessage({
      lang: document.documentElement.lang,
      keep: [...new Set([location.origin + location.pathname, ...loaded, ...others.flat()])],
    });
    document.documentElement.dataset["kept"] = "yes";
  } catch {
    // Private windows and plain addresses have none: the page works all the same while the network lasts.
  }
}
