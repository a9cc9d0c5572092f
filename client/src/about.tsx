// What there is to know about this table besides the game: the board in words, what was agreed, the language.
import type { JSX } from "preact";
import type { Board, BoardLayout } from "./wire";
import type { Store } from "./store";
import { copy } from "./copy";
import { gridOf } from "./grid";
import { Symbol } from "./parts";
import { Agreed } from "./side";
import { plain } from "./text";
import { language, w } from "./words";

/** The board that lies on the table, if there is one. */
function boardOf(store: Store): { board: Board; ground: BoardLayout } | null {
  for (const board of store.shown?.scene.areas ?? []) {
    const ground = board.kind === "board" && store.setting.grounds?.find((each) => each.id === board.id);
    if (board.kind === "board" && ground) return { board, ground };
  }
  return null;
}

/** A board as a table with headers; one that goes round as a list of its squares. */
export function InWords({ store }: { store: Store }): JSX.Element | null {
  const found = boardOf(store);
  if (!found) return null;
  const { board, ground } = found;
  const on = new Map<string, string[]>();
  for (const { at = "", label } of board.items ?? []) on.set(at, [...(on.get(at) ?? []), plain(label)]);
  const lies = (id: string): string => on.get(id)?.join(", ") ?? "";
  const grid = gridOf(ground.cells);
  if (!grid)
    return (
      <ol class="squares">
        {ground.cells.map((cell) => (
          <li>
            {(cell.label || cell.id).replaceAll("\n", " ")}
            {lies(cell.id) && <b> : {lies(cell.id)}</b>}
          </li>
        ))}
      </ol>
    );
  return (
    <table class="inwords">
      <caption class="aloud">{plain(ground.label)}</caption>
      <thead>
        <tr>
          <td />
          {grid.columns.map((column) => (
            <th scope="col">{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map((row) => (
          <tr>
            <th scope="row">{row}</th>
            {grid.columns.map((column) => (
              <td data-square={column + row}>{lies(column + row) || <span class="aloud">{w("square-empty")}</span>}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The end of the menu. */
export function AboutTable({ store }: { store: Store }): JSX.Element {
  const other = language === "fr" ? "en" : "fr";
  const { here, game } = document.body.dataset;
  const address = new URL(location.href);
  if (here) address.pathname = address.pathname.replace(/[^/]*$/, `${game}.${other}.html`);
  else address.searchParams.set("lang", other);
  return (
    <>
      <div class="menu more">
        {boardOf(store) && (
          <button type="button" class="btn hollow" onClick={() => store.set({ drawer: "board" })}>
            <Symbol id="i-map" />
            {w("board-words")}
          </button>
        )}
        {!here && (
          <button
            type="button"
            class="btn hollow watch-link"
            onClick={() => {
              // Without the invitation: whoever opens it sees what all see.
              const link = location.origin + location.pathname;
              const told = (notice: string) => () => store.set({ drawer: "", notice });
              void copy(link).then((done) => told(done ? w("link-copied") : link)());
            }}
          >
            <Symbol id="i-link" />
            {w("watch-link")}
          </button>
        )}
        <a class="btn hollow" href={address.href} lang={other} hreflang={other}>
          {w("language")}
        </a>
      </div>
      <Agreed store={store} />
      <p class="quiet small keyboard">{w(store.reel ? "reel-keys" : "keys")}</p>
    </>
  );
}
