// The eight luggage labels that can be sent.
import type { JSX } from "preact";
import type { Store } from "./store";
import { Symbol } from "./parts";
import type { Emoted } from "./wire";
import { w } from "./words";

const EMOTES: readonly Emoted["what"][] = ["wink", "bravo", "phew", "oops", "really", "well", "wait", "nose"];

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
