// What the client finds in a browser, for many pages in one Node: each has a host and a network of its own. Imported before
// what reads it.
import { type Network, Wire } from "./network";

/** A page as its globals see it. */
export interface Tab {
  network: Network;
  /** What listens to the window and to the document, by kind. */
  listeners: Map<string, (() => void)[]>;
}

/** Those that are open, by host. */
export const tabs = new Map<string, Tab>();

const location = { protocol: "http:", host: "", assign: () => {} };

function listen(kind: string, listener: () => void): void {
  const { listeners } = tabs.get(location.host)!;
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

/** Makes something as a page of this host. */
export function inside<T>(host: string, make: () => T): T {
  location.host = host;
  return make();
}

/** A socket of a page; one that is closed by now gets none. */
function connect(address: string): Pick<Wire, "send" | "close"> {
  const { host, pathname } = new URL(address);
  const tab = tabs.get(host);
  return tab ? new Wire(tab.network, pathname) : { send: () => {}, close: () => {} };
}

Object.assign(globalThis, {
  window: globalThis,
  location,
  document: {
    hidden: false,
    documentElement: { lang: "fr" },
    getElementById: () => null,
    addEventListener: listen,
  },
  addEventListener: listen,
  matchMedia: () => ({ matches: false }),
  localStorage: { getItem: () => null, setItem: () => {} },
  // Called with `new`; what it gives back counts.
  WebSocket: Object.assign(
    function socket(address: string) {
      return connect(address);
    },
    { OPEN: Wire.OPEN },
  ),
});
