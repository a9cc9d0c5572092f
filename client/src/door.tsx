// The door of a table in play: whoever has no seat watches, and may ask for a robot's; the people at the table answer.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Store } from "./store";
import { SeatMark, Symbol } from "./parts";
import { w } from "./words";

/** For whoever has no seat: that they watch, and with the invitation the way to ask for one. */
export function Watching({ store }: { store: Store }): JSX.Element | null {
  const { table, viewer } = store.newest!;
  if (viewer !== null || table.over) return null;
  const robots = table.seats.some((player) => player.kind === "robot");
  const others = table.watching - 1;
  const company = others > 1 ? w("watching-many", { n: others }) : others === 1 ? w("watching-one") : "";
  return (
    <div class="looker">
      <Symbol id="i-eye" />
      <p>
        <span role="status">
          {store.knocked === "asked" ? w("knock-sent") : store.knocked ? w(`knock-${store.knocked}`) : w("watching")}
        </span>{" "}
        <small>{company}</small>
      </p>
      {store.invite && robots && store.knocked !== "asked" && (
        <button type="button" onClick={() => store.set({ drawer: "knock" })}>
          {w("ask-seat")}
        </button>
      )}
    </div>
  );
}

/** For the people at the table: who asks, for which seat, and for how long. Not during a reveal. */
export function Asking({ store }: { store: Store }): JSX.Element | null {
  const { table, viewer } = store.newest!;
  const { asking } = table;
  const [, tick] = useState(0);
  const there = !!asking && viewer != null && !store.step;
  useEffect(() => {
    if (!there) return;
    const timer = setInterval(() => tick(Date.now()), 500);
    return () => clearInterval(timer);
  }, [there]);
  if (!asking || !there) return null;
  const left = Math.max(0, Math.ceil((store.askingEnds - Date.now()) / 1000));
  const agreed = asking.yes.includes(viewer);
  return (
    <section class="asking" aria-label={w("knocking", { names: asking.name })}>
      <div role="status">
        <SeatMark seat={asking.seat} name={asking.name} size="big" />
        <p>
          <b>{w("knocking", { names: asking.name })}</b>
          {agreed ? w("let-said") : w("knocking-note", { what: table.seats[asking.seat]?.name ?? "" })}
        </p>
      </div>
      <span class="left">{w("knocking-left", { n: left })}</span>
      {!agreed && (
        <div class="acts">
          <button type="button" class="btn hollow" onClick={() => store.let(false)}>
            {w("let-no")}
          </button>
          <button type="button" class="btn" onClick={() => store.let(true)}>
            {w("let-yes")}
          </button>
        </div>
      )}
    </section>
  );
}
