// Manners at the table: who is missed, whose seat is kept, the way home, a pause.
import type { ComponentChildren, JSX } from "preact";
import type { AbsentPlayerInfo } from "./wire";
import type { Store } from "./store";
import { home } from "./address";

/** Does this player have a seat in a game that goes on? */
export const plays = (store: Store): boolean => {
  const state = store.newest;
  return !!state && state.viewer != null && state.table.begun && !state.table.over;
};

/** Who is missed, if this player is to choose now: never over a decision of their own, nor over what is being shown. */
export function missedSeat(store: Store): AbsentPlayerInfo | null {
  if (!plays(store) || store.mine || store.step || store.held || store.rolling) return null;
  const now = Date.now();
  const { table, viewer } = store.newest!;
  return table.absent.find((each) => each.seat !== viewer && (store.patience.get(each.seat) ?? 0) <= now) ?? null;
}

/** The seat that a robot keeps for whoever looks here. */
export function keptSeat(store: Store): number | null {
  const state = store.newest;
  return state && state.viewer === null && state.left !== undefined && !state.table.over ? state.left : null;
}

/** The way home: whoever plays is asked first. */
export function LeaveLink({
  store,
  label,
  className = "",
  children,
}: {
  store: Store;
  label: string;
  className?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <a
      class={className}
      href={home()}
      aria-label={label}
      onClick={(event) => {
        if (!plays(store) || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        store.set({ drawer: "leave" });
      }}
    >
      {children}
    </a>
  );
}
