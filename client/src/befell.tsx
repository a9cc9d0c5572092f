// What happened to the viewer, and that they are out of the game.
import type { JSX } from "preact";
import type { Store } from "./store";
import { Rich } from "./text";
import { w } from "./words";

/** What happened to the viewer without their choice, and what it leaves them. */
export function Befell({ store }: { store: Store }): JSX.Element {
  const { viewer, scene } = store.coming ?? store.shown!;
  return (
    <div class="befell">
      <ul>
        {store.lost.split("\n").map((line) => (
          <li>
            <Rich text={line} />
          </li>
        ))}
      </ul>
      <Slip lines={[[w("left"), scene.chips[viewer!]?.sum ?? ""]]} />
    </div>
  );
}

/** The viewer is out of the game: why, and which place it is. */
export function Out({ store }: { store: Store }): JSX.Element {
  const { viewer, scene } = store.coming ?? store.shown!;
  const had = store.shown?.scene.chips[viewer!]?.sum ?? "";
  const place = scene.chips.filter((chip) => !chip.out).length + 1;
  return (
    <div class="outbox" role="alert">
      <span class="verdict">{w("out")}</span>
      {store.strip.slice(-2).map((line) => (
        <p class="sent">
          <Rich text={line.text} />
        </p>
      ))}
      <Slip
        lines={[
          [w("out-had"), had],
          [w("out-place"), w("out-of", { n: place, what: scene.chips.length })],
        ]}
      />
    </div>
  );
}

/** Sums with what they are for; the last one counts. */
function Slip({ lines }: { lines: [string, string][] }): JSX.Element {
  return (
    <div class="slip">
      {lines.map(([text, sum], index) => (
        <div class={`line${index === lines.length - 1 ? " total" : ""}`}>
          <span>{text}</span>
          <span class="dots" />
          <b>{sum}</b>
        </div>
      ))}
    </div>
  );
}
