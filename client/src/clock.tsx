// The time for a decision.
import type { JSX } from "preact";
import type { Store } from "./store";
import { w } from "./words";

/** The time that is left, as a ring with a number: at a slow table that for this decision, then the reserve. */
export function Clock({ store }: { store: Store }): JSX.Element | null {
  if (!store.clockEnds) return null;
  const all = Math.max(0, Math.ceil((store.clockEnds - Date.now()) / 1000));
  const reserve = store.newest?.table.reserve ?? 0;
  const left = all > reserve ? all - reserve : all;
  const share = Math.min(1, left / Math.max(left, 30));
  const shown = left > 5400 ? `${Math.round(left / 3600)} h` : left > 99 ? `${Math.round(left / 60)}′` : `${left}`;
  return (
    <svg
      class="clock"
      viewBox="0 0 60 60"
      role="img"
      aria-label={w("seconds-left", { n: left > 5400 ? shown : `${left} s` })}
    >
      <circle class="r0" cx="30" cy="30" r="25" />
      <circle
        class="r1"
        cx="30"
        cy="30"
        r="25"
        pathLength="1"
        stroke-dasharray={`${share} 1`}
        transform="rotate(-90 30 30)"
      />
      <text x="30" y="31" text-anchor="middle" dominant-baseline="central">
        {shown}
      </text>
    </svg>
  );
}
