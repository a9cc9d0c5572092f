// A move typed in words.
import type { JSX } from "preact";
import type { Store } from "./store";
import { listed } from "./refusal";
import { understood } from "./understand";
import { w } from "./words";

/** An action typed in words: those of the screen, or the notation of records. */
export function Command({ store }: { store: Store }): JSX.Element {
  return (
    <form
      class="command"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("text") as HTMLInputElement;
        if (send(store, field.value.trim())) field.value = "";
      }}
    >
      <label for="command">{w("command")}</label>
      <div>
        <input id="command" name="text" autocomplete="off" autocapitalize="off" spellcheck={false} />
        <button class="btn hollow" type="submit" disabled={!!store.pending}>
          {w("send")}
        </button>
      </div>
    </form>
  );
}

/** Plays what is meant; what could be several is asked again, and what is none of them the server judges. */
function send(store: Store, typed: string): boolean {
  if (!typed) return false;
  const meant = understood(store.ask, store.setting, typed, (ref) => store.name(ref));
  if (meant.length > 1) {
    store.set({ notice: w("which-move", { names: listed(meant.map(({ said }) => said)) }) });
    return false;
  }
  store.act(meant[0]?.text ?? typed);
  return true;
}
