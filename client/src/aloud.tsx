// What is said to those who listen, and what was refused: at the table, and in a drawer over it, since nothing behind one is heard.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Store } from "./store";
import { IconButton, Symbol } from "./parts";
import { Rich } from "./text";
import { w } from "./words";

/** `late`: what had been said before it came is not said again. */
export function Aloud({ store, late = false }: { store: Store; late?: boolean }): JSX.Element {
  const before = useRef(late ? store.assertive : "");
  if (store.assertive !== before.current) before.current = "";
  return (
    <>
      <p class="aloud" role="status" aria-live="polite">
        {store.polite}
      </p>
      <p class="aloud" role="alert" aria-live="assertive">
        {before.current ? "" : store.assertive}
      </p>
    </>
  );
}

export function Notice({ store }: { store: Store }): JSX.Element {
  return (
    <p class="notice" role="alert">
      <Symbol id="i-close" className="mini" />
      <span>
        <Rich text={store.notice} />
      </span>
      <button type="button" class="ref" onClick={() => store.set({ drawer: "rules", notice: "" })}>
        {w("see-rule")}
      </button>
      <IconButton icon="i-close" label={w("close")} onClick={() => store.set({ notice: "" })} />
    </p>
  );
}
