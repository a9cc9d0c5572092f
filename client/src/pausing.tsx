// A pause that is wanted, or there.
import type { JSX } from "preact";
import { plays } from "./manners";
import { Symbol } from "./parts";
import type { Store } from "./store";
import { w } from "./words";

/** A bar under the players: a pause that is wanted or there. */
export function PauseNote({ store }: { store: Store }): JSX.Element | null {
  const { table, viewer } = store.newest!;
  if (table.over || (!table.paused && !table.pausing.length)) return null;
  const wants = table.pausing.map((seat) => store.who(seat)).join(", ");
  return (
    <div class="note" role="status">
      <Symbol id="i-pause" />
      <p>{table.paused ? w("paused") : w("pause-wanted", { names: wants })}</p>
      {plays(store) && (table.paused || !table.pausing.includes(viewer!)) && (
        <button type="button" disabled={!!store.pending} onClick={() => store.want(table.paused ? "resume" : "pause")}>
          {w(table.paused ? "resume" : "pause-yes")}
        </button>
      )}
    </div>
  );
}
