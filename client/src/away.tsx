// Sheets that come when somebody is away: for those who wait, and for whoever is back. Loaded when the table is drawn.
import type { JSX } from "preact";
import type { AbsentPlayerInfo } from "./wire";
import type { Motion } from "./motion";
import type { Store } from "./store";
import { SeatMark, Symbol } from "./parts";
import { Rich } from "./text";
import { w } from "./words";

/** How long somebody goes on waiting before they are asked again, and how long between two signs. */
const WAIT = 120_000;
const MINUTE = 60;

export function Choice({
  icon,
  title,
  note,
  pressed,
  disabled = false,
  onClick,
}: {
  icon: string;
  title: string;
  note: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" class="choice" aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      <Symbol id={icon} />
      <b>{title}</b>
      <small>{note}</small>
    </button>
  );
}

/** Somebody is waited for and not there: a sign to them, then those who wait choose. */
export function AbsenceSheet({ store, missed }: { store: Store; missed: AbsentPlayerInfo }): JSX.Element {
  const { table, viewer } = store.newest!;
  const { seat, needed } = missed;
  const name = table.seats[seat]?.name ?? "";
  const since = Math.round((Date.now() - store.arrived) / 1000);
  const seconds = missed.seconds + since;
  const nudged = missed.nudged === null ? null : missed.nudged + since;
  const mine = missed.yes.includes(viewer!);
  const others = missed.yes.filter((each) => each !== viewer).map((each) => store.who(each));
  const note = others.length
    ? w("stand-in-some", { names: others.join(", "), n: missed.yes.length, what: needed })
    : needed > 1
      ? w("stand-in-none", { n: missed.yes.length, what: needed })
      : w("stand-in-alone");
  return (
    <section class="sheet manners" aria-label={w("yours")}>
      <div class="who-missed missed">
        <SeatMark seat={seat} name={name} size="big" />
        <div>
          <h2>
            {seconds < 2 * MINUTE
              ? w("missing-for-s", { names: name, n: seconds })
              : w("missing-for-min", { names: name, n: Math.floor(seconds / MINUTE) })}
          </h2>
          <p class="quiet">{w("missing-note")}</p>
        </div>
      </div>
      <div class="choices">
        {nudged !== null && nudged < MINUTE ? (
          <p class="nudged">
            <Symbol id="i-bell" />
            {w("nudged", { n: nudged })}
          </p>
        ) : (
          <button type="button" class="btn hollow nudge" onClick={() => store.tell({ type: "nudge", seat })}>
            <Symbol id="i-bell" />
            {w("nudge")}
          </button>
        )}
        <Choice
          icon="i-clock"
          title={w("wait-on")}
          note={w("wait-on-note")}
          onClick={() => {
            if (mine) store.tell({ type: "stand-in", seat, yes: false });
            store.patience.set(seat, Date.now() + WAIT);
            setTimeout(() => store.set({}), WAIT);
            store.set({});
          }}
        />
        <Choice
          icon="i-robot"
          title={w("stand-in")}
          note={note}
          pressed={mine}
          onClick={() => store.tell({ type: "stand-in", seat, yes: !mine })}
        />
      </div>
    </section>
  );
}

/** Whoever comes back: what the robot did in their place, and the way to have it again. */
export function BackSheet({ store, seat, motion }: { store: Store; seat: number; motion: Motion }): JSX.Element {
  const name = store.newest!.table.seats[seat]?.name ?? "";
  let from = store.log.length;
  while (from > 0 && store.takenOver.get(store.log[from - 1]!) !== seat) from--;
  const did = store.log.slice(from).filter((told) => told.mark === seat && told.said.length);
  return (
    <section class="sheet manners back" aria-label={w("yours")}>
      <div role="status">
        <h2>{w("back-title", { names: name })}</h2>
        <p class="quiet">{w("back-note")}</p>
      </div>
      {did.length > 0 && (
        <ul class="did">
          {did.slice(-3).map((told) => (
            <li>
              <SeatMark seat={seat} name={name} size="small" />
              <span>
                <Rich text={told.said.join(" ")} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div class="acts">
        {store.last.some((told) => told.motion?.length) && (
          <button type="button" class="btn hollow" onClick={() => motion.again()}>
            <Symbol id="i-again" />
            {w("again")}
          </button>
        )}
        <button type="button" class="btn take-back" disabled={!!store.pending} onClick={() => store.want("return")}>
          {w("take-back")}
        </button>
      </div>
    </section>
  );
}
