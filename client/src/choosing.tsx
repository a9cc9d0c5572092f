// So many of these, in any order: the bar that counts them and plays them all.
import type { JSX } from "preact";
import type { ChooseQuestion } from "./wire";
import type { Store } from "./store";
import { isWhole, namesOf } from "./choose";
import { Symbol } from "./parts";
import { Rich, plain } from "./text";
import { fill, w } from "./words";

/** Always there while something is to be chosen, so that the board keeps its size. */
export function ChooseBar({ choose, store }: { choose: ChooseQuestion; store: Store }): JSX.Element {
  const { chosen } = store.choice;
  const whole = isWhole(choose, chosen);
  const back = w(chosen.length ? "choose-back" : "undo");
  const can = chosen.length > 0 || !!store.newest?.undoable;
  return (
    <footer class="confirm choosing">
      <p class="what">
        <b>
          <Rich text={fill(choose.count ?? "", { n: (choose.done ?? 0) + chosen.length })} />
        </b>
        {chosen.length > 0 && !store.veiled && <span>{namesOf(choose, chosen)}</span>}
      </p>
      <button
        type="button"
        class="btn hollow undo"
        aria-label={back}
        aria-disabled={!can}
        onClick={() => can && store.takeBack()}
      >
        <Symbol id="i-undo" />
        <span class="laptop">{back}</span>
      </button>
      <button
        type="button"
        class="btn go"
        aria-disabled={!whole}
        data-act={store.ready?.text}
        onClick={() =>
          whole ? store.play() : store.set({ notice: w("choose-more", { n: choose.n - chosen.length }) })
        }
      >
        <Symbol id="i-yes" />
        {plain(store.ask?.verb ?? "")}
      </button>
    </footer>
  );
}
