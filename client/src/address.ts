// Where things are: at a site each has an address, and a page without a server has all of them beside it.
import type { Store } from "./store";

const at = (): DOMStringMap => document.body.dataset;

/** A file of this build. */
export const fileAt = (name: string): string => `${at()["here"] ? "" : "/static/"}${at()["build"]}/${name}`;

/** The rulebook of the game. */
export const rulesAt = (language: string, own: string): string =>
  at()["here"] ? fileAt(`${at()["game"]}.${language}.rules.html`) : `/rules/${at()["game"]}?lang=${language}${own}`;

/** Where one chooses a game. */
export const home = (): string => at()["home"] ?? "/";

/** A page of the table. */
export function tableAt(page = ""): string {
  const { here, table, seat = "" } = at();
  if (!here) return `/tables/${table}${page && `/${page}`}`;
  return page === "replay" ? `?replay=${seat}` : "?on";
}

/** The record is a file that a site sends, and that a page without one writes. */
export async function saved(store: Store, event: Event): Promise<void> {
  if (!at()["here"]) return;
  event.preventDefault();
  const href = URL.createObjectURL(await (await store.fetch("record")).blob());
  Object.assign(document.createElement("a"), { href, download: `${at()["game"]}.txt` }).click();
}
