// Emotes: eight luggage labels, each with its word. Sent by two taps, shown at the seat for a moment, muted on this device.
import type { JSX } from "preact";
import type { Emoted } from "./wire";
import type { Store } from "./store";
import { IconButton, Symbol } from "./parts";
import { w } from "./words";

/** Is there anybody to show something to? Robots do not look. */
export function talks(store: Store): boolean {
  const state = store.newest;
  return (
    state?.viewer != null &&
    state.table.begun &&
    state.table.seats.some((player, seat) => player.kind === "person" && seat !== state.viewer)
  );
}

/** The bubble in the top line of a phone. */
export function SayButton({ store }: { store: Store }): JSX.Element | null {
  return talks(store) ? (
    <IconButton icon="i-say" label={w("say")} className="phone" onClick={() => store.set({ drawer: "say" })} />
  ) : null;
}

/** What hangs at a seat. */
export function Says({ what }: { what: Emoted["what"] }): JSX.Element {
  return (
    <span class="emoted" aria-hidden="true">
      <Symbol id={`e-${what}`} />
      <b>{w(`emote-${what}`)}</b>
    </span>
  );
}
