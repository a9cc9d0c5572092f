// What a page without a server keeps in this browser: its folder, the game that was begun and its log.
const scope = new URL(".", location.href).href;
/** As in play.sw.ts. */
const prefix = `malle-play ${scope} `;
const begun = `${prefix}begun`;
const { build = "" } = document.body.dataset;
let told: boolean | undefined;

/** From now on the folder opens without a network, and a game that was begun opens in this build until it is over. */
export async function keep(over: boolean): Promise<void> {
  if (told === over || !("serviceWorker" in navigator)) return;
  told = over;
  try {
    if (over) await caches.delete(begun);
    else await (await caches.open(begun)).put(scope, new Response(build));
    // A folder may have no worker, and then it ends the one that it had.
    if ((await fetch("sw.js", { method: "HEAD", cache: "no-store" })).ok)
      await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch {
    // No network; or a private window, where the page plays as long as there is one.
  }
}

/** Is there a newer build, for the next game? */
export async function newer(): Promise<boolean> {
  const names = (await self.caches?.keys()) ?? [];
  return names.some((name) => name.startsWith(prefix) && name !== begun && name !== prefix + build);
}

/** The log as text, each line as it was kept. */
export async function logged(): Promise<string> {
  const base = await new Promise<IDBDatabase>((done) => {
    const asked = indexedDB.open("malle-table");
    asked.onsuccess = () => done(asked.result);
  });
  const lines = base.transaction("log").objectStore("log").getAll();
  await new Promise((done) => (lines.onsuccess = done));
  base.close();
  return lines.result.join("\n");
}

/** Deletes everything that was kept here. `stop` ends the table of this page; no other page may have the log before it is deleted. */
export async function erase(stop: () => void): Promise<void> {
  told = true;
  const gone = (): Promise<unknown> => {
    stop();
    return new Promise((done) =>
      Object.assign(indexedDB.deleteDatabase("malle-table"), { onsuccess: done, onerror: done }),
    );
  };
  await (navigator.locks ? navigator.locks.request("malle-table", { steal: true }, gone) : gone());
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.scope === scope) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  for (const key of Object.keys(localStorage)) if (key.startsWith("malle")) localStorage.removeItem(key);
}
