// What happened to the viewer, and that they are out of the game.
import type { JSX } from "preact";
import type { Motion } from "./motion";
import { Symbol } from "./parts";
import type { Store } from "./store";
import { home } from "./address";
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

/** One's own dice: they keep the last throw until they are thrown. */
export function Rolling({ store, motion }: { store: Store; motion: Motion }): JSX.Element {
  const area = (store.shown?.scene.areas ?? []).find((each) => each.kind === "dice");
  const values = store.thrown ? store.rolling! : area?.kind === "dice" ? area.values : store.rolling!.map(() => 1);
  return (
    <div class="rolling">
      <div class={`dice${store.thrown ? " thrown" : ""}`} aria-hidden="true">
        {values.map((value) => (
          <Symbol id={`die-${value}`} />
        ))}
      </div>
      <button type="button" class="btn roll" disabled={store.thrown} onClick={() => motion.release()}>
        {w("roll")}
      </button>
    </div>
  );
}

/** The ways on from what stops the viewer: nothing goes on before they take one. `again`: it can be seen once more. */
export function Ways({ store, motion, again }: { store: Store; motion: Motion; again: boolean }): JSX.Element {
  const goOn = (word: string): JSX.Element => (
    <button type="button" class="btn go-on" onClick={() => motion.release()}>
      {w(word)}
    </button>
  );
  if (store.out)
    return (
      <div class="acts outs">
        {goOn("out-stay")}
        <a class="btn hollow" href={document.body.dataset["home"] ?? `/games/${store.newest!.table.game}`}>
          {w("out-again")}
        </a>
        <a class="btn hollow" href={home()}>
          {w("leave")}
        </a>
      </div>
    );
  return (
    <div class="acts">
      {again ? (
        <button type="button" class="btn hollow" onClick={() => motion.again()}>
          <Symbol id="i-again" />
          {w("again")}
        </button>
      ) : (
        <p class="quiet small">{w("seen-note")}</p>
      )}
      {goOn(again ? "go-on" : "seen")}
    </div>
  );
}
