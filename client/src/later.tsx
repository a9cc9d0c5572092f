// Parts of the page that nobody needs at first: loaded when the table is drawn, or when they are wanted.
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Store } from "./store";

export const AGAIN = 2000;
const OLD = 60_000;
let going = false;
const parts: (() => Promise<unknown>)[] = [];

/** Fetches them all, so that nobody waits when they are wanted; what fails is fetched then. */
export function fetchAll(): void {
  for (const load of parts) void load().catch(() => undefined);
}

/** Something that is fetched with them. */
export function soon<T>(load: () => Promise<T>): () => Promise<T> {
  parts.push(load);
  return load;
}

/** Is the page to be made anew, if anything is amiss with it? Not all the time. Many a browser never asks the network again for
 * a part that failed: then only a new page has it. */
function worn(store: Store): boolean {
  const [came] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return store.link && navigator.onLine && (came?.type !== "reload" || performance.now() > OLD);
}

/** Asked for again while it goes on, it would begin anew. */
function reload(): void {
  if (!going) location.reload();
  going = true;
}

/** A page of a former build is made anew while nobody looks at it and nothing is asked of them; whoever looks is told of it. */
export function renew(store: Store): void {
  const busy = store.mine || store.pending || store.reel || store.drawer || store.missed.length > 1 || store.knocked;
  if (document.hidden && store.stale && !busy && worn(store)) reload();
}

/** Draws nothing until it is there. Parts of two builds do not fit together: when the server has a newer one, the page is
 * loaded anew. */
export function later<P extends { store: Store }>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let loaded: FunctionComponent<P> | null = null;
  let failed = 0;
  parts.push(load);
  return function Later(given: P): JSX.Element | null {
    const [, look] = useState(0);
    useEffect(() => {
      let timer = 0;
      const fetch = (): void => {
        if ((given.store.stale || failed > 1) && worn(given.store)) reload();
        else
          void load().then(
            (part) => {
              loaded = part;
              look(1);
            },
            () => {
              failed++;
              timer = window.setTimeout(fetch, AGAIN);
            },
          );
      };
      if (!loaded) fetch();
      return () => clearTimeout(timer);
    }, []);
    const Part = loaded;
    return Part && <Part {...given} />;
  };
}
