// A page that shall open without a network: the service worker is told what the page is made of, and keeps it.

/** Keeps this page and everything it loaded. Does nothing where service workers are not to be had. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.startsWith(`${location.origin}/static/`));
    active?.postMessage({ keep: [location.origin + location.pathname, ...loaded] });
    document.documentElement.dataset["kept"] = "yes";
  } catch {
    // Private windows and plain addresses have none: the page works all the same while the network lasts.
  }
}
