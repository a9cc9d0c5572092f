// The pace: the last events, the time to read, one's own dice, what befell the viewer, and the square where it happened.
import type { ComponentChildren, JSX } from "preact";
import type { Animation, Board, BoardMark } from "./wire";
import type { Store, Went } from "./store";
import { SeatMark, Symbol } from "./parts";
import { escaped } from "./speaker";
import { Rich } from "./text";
import { w } from "./words";

/** The last three things that happened, always there on a phone. */
export function Strip({ store }: { store: Store }): JSX.Element {
  return (
    <section class="strip" aria-label={w("last-events")} onClick={() => store.set({ drawer: "log" })}>
      {store.strip.map((line, index) => (
        <span
          class={`event${index === store.strip.length - 1 ? " now" : ""}`}
          data-reading={line.told.reading || undefined}
          key={line.place}
        >
          {line.own ? (
            <Symbol id="i-eye" className="mini" label={w("eyes-only")} />
          ) : line.mark >= 0 ? (
            <SeatMark seat={line.mark} name={store.newest?.table.seats[line.mark]?.name ?? ""} size="small" />
          ) : (
            <Symbol id="i-seal" className="mini" />
          )}
          <span>
            <Rich text={line.text} />
          </span>
        </span>
      ))}
    </section>
  );
}

/** While somebody else moves: who is awaited, and a bar that runs out while one reads. It is as long for everybody. */
export function Reading({ store, children }: { store: Store; children: ComponentChildren }): JSX.Element {
  return (
    <footer class={`confirm reading${store.reading ? " runs" : ""}`}>
      <span class="bar" aria-hidden="true">
        {!!store.reading && <i key={store.shown!.seq} style={{ animationDuration: `${store.reading}ms` }} />}
      </span>
      <p>
        <Rich text={awaits(store)} />
      </p>
      {children}
    </footer>
  );
}

/** Who is awaited. A player's tap ends the reading time before robots; it hurries no person, and a spectator hurries nobody. */
function awaits(store: Store): string {
  const { table, viewer } = store.coming ?? store.shown!;
  const others = table.awaited.filter((seat) => seat !== viewer);
  const names = others.map((seat) => escaped(table.seats[seat]?.name ?? "")).join(", ");
  const person = others.some((seat) => table.seats[seat]?.kind === "person");
  if (store.reading && viewer != null && !person) return names ? w("reading", { names }) : w("reading-on");
  if (!names) return "";
  return person && others.length === 1 ? w("thinking", { names }) : w("waiting-for", { names });
}

/** The board with the square lit where something happens, and with what has gone there. */
export function lighted(board: Board, step: Animation | null, went: Went[]): Board {
  if (!step?.at && !step?.areas?.length) {
    kept = null;
    return board;
  }
  if (kept?.board === board && kept.step === step && kept.went === went) return kept.made;
  const [ground, cell = ""] = (step.at ?? "").split("/");
  const lit: BoardMark[] = ground === board.id && cell ? [{ look: "lit", at: [cell] }] : [];
  const items = board.items?.map((item) => {
    const way = went.find(
      ({ mark, seat }) => mark.look === "last" && mark.at[0] === item.at && (item.seat ?? seat) === seat,
    );
    return way ? { ...item, at: way.mark.at.at(-1) ?? "" } : item;
  });
  const marks = [...(board.marks ?? []), ...lit, ...went.map(({ mark }) => mark)];
  const made: Board = { ...board, marks, ...(items && { items }), ...(lit.length && { focus: cell }) };
  kept = { board, step, went, made };
  return made;
}
let kept: { board: Board; step: Animation; went: Went[]; made: Board } | null = null;
