// Parts of the page that nobody needs at first: loaded when the table is drawn, or when they are wanted.
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Store } from "./store";

export const AGAIN = 2000;
const OLD = 20_000;
const parts: (() => Promise<unknown>)[] = [];

/** Fetches them all, so that nobody waits when they are wanted; what fails is fetched then. */
export function fetchAll(): void {
  for (const load of parts) void load().catch(() => undefined);
}

/** Draws nothing until it is there. Parts of two builds do not fit together: when the server has a newer one, the page is
 * loaded anew. */
export function later<P extends { store: Store }>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let loaded: FunctionComponent<P> | null = null;
  parts.push(load);
  return function Later(given: P): JSX.Element | null {
    const [, look] = useState(0);
    useEffect(() => {
      const fetch = (): void => {
        if (given.store.stale) location.reload();
        else
          void load().then(
            (part) => {
              loaded = part;
              look(1);
            },
            // Many a browser never asks the network again for a part that failed: then only a new page has it.
            () => setTimeout(() => (given.store.link && performance.now() > OLD ? location.reload() : fetch()), AGAIN),
          );
      };
      if (!loaded) fetch();
    }, []);
    const Part = loaded;
    return Part && <Part {...given} />;
  };
}
