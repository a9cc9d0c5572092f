// Emotes: eight luggage labels, each with its word. Sent by two taps, shown at the seat for a moment, muted on this device.
import type { JSX } from "preact";
import type { Emoted } from "./wire";
import type { Store } from "./store";
import { IconButton, Symbol } from "./parts";
import { w } from "./words";

const EMOTES: readonly Emoted["what"][] = ["wink", "bravo", "phew", "oops", "really", "well", "wait", "nose"];

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

/** The eight, to be sent; grey with the seconds once there were three in a minute. */
export function Emotes({ store }: { store: Store }): JSX.Element {
  const wait = store.emoteWait;
  return (
    <div class="emotes">
      <div class="emlist" role="group" aria-label={w("say")}>
        {EMOTES.map((what) => (
          <button
            type="button"
            data-emote={what}
            disabled={wait > 0}
            title={w(`emote-${what}`)}
            onClick={() => store.emote(what)}
          >
            <Symbol id={`e-${what}`} />
            <span>{w(`emote-${what}`)}</span>
          </button>
        ))}
      </div>
      {wait > 0 && <p class="quiet small">{w("emote-more", { n: wait })}</p>}
    </div>
  );
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
