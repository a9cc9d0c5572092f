// What one does in the menu about the table itself: leave it, report it, ask for a pause.
import type { JSX } from "preact";
import type { Store } from "./store";
import { home } from "./address";
import { Drawer } from "./drawer";
import { Choice } from "./away";
import { plays } from "./manners";
import { Symbol } from "./parts";
import { w } from "./words";

/** Three ways to leave, each with what follows from it; what most people want is to stay. */
export function Leave({ store }: { store: Store }): JSX.Element {
  const stay = (): void => store.set({ drawer: "" });
  const busy = !!store.pending;
  return (
    <Drawer store={store} title={w("leave-title")} onClose={stay} low>
      <div class="choices">
        <Choice
          icon="i-clock"
          title={w("later")}
          note={w(document.body.dataset["here"] ? "here-device-kept" : "later-note")}
          onClick={() => location.assign(home())}
        />
        {!document.body.dataset["here"] && (
          <>
            <Choice
              icon="i-robot"
              title={w("let-robot")}
              note={w("let-robot-note")}
              disabled={busy}
              onClick={() => store.want("resign")}
            />
            <Choice
              icon="i-door"
              title={w("give-up")}
              note={w("give-up-note")}
              disabled={busy}
              onClick={() => store.want("give-up")}
            />
          </>
        )}
        <button type="button" class="btn stay" onClick={stay}>
          {w("stay")}
        </button>
      </div>
    </Drawer>
  );
}

/** A name or the table, for the host of the site to look at. */
export function Report({ store }: { store: Store }): JSX.Element {
  const { seats } = store.newest!.table;
  const viewer = store.newest!.viewer;
  return (
    <Drawer store={store} title={w("report-title")} onClose={() => store.set({ drawer: "" })} low>
      <div class="choices">
        {seats.map(
          ({ kind, name }, seat) =>
            kind === "person" &&
            seat !== viewer && (
              <Choice icon="i-say" title={name} note={w("report-name")} onClick={() => void report(store, seat)} />
            ),
        )}
        <Choice
          icon="i-map"
          title={w("this-table")}
          note={w("report-table")}
          onClick={() => void report(store, null)}
        />
      </div>
    </Drawer>
  );
}

/** In the menu: a pause, which needs everybody, and its end, which needs nobody. */
export function PauseButton({ store }: { store: Store }): JSX.Element | null {
  if (!plays(store)) return null;
  const { table, viewer } = store.newest!;
  return (
    <button
      type="button"
      class="btn hollow pause"
      disabled={!!store.pending || (!table.paused && table.pausing.includes(viewer!))}
      onClick={() => {
        store.want(table.paused ? "resume" : "pause");
        store.set({ drawer: "" });
      }}
    >
      <Symbol id="i-pause" />
      {w(table.paused ? "resume" : "pause")}
    </button>
  );
}

/** Tells the host of the site of a name, or of the table. */
async function report(store: Store, seat: number | null): Promise<void> {
  const answer = await fetch(`/api/tables/${store.table}/reports`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seat }),
  }).catch(() => null);
  store.set({ drawer: "", notice: w(answer?.ok ? "reported" : "not-reported") });
}
