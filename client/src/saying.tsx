// Where emotes are shown from on a phone, and where people are muted.
import type { JSX } from "preact";
import type { Store } from "./store";
import { Drawer } from "./drawer";
import { Emotes } from "./labels";
import { Symbol } from "./parts";
import { w } from "./words";

/** The sheet of a phone, and the place to mute on every device. */
export function SayDrawer({ store }: { store: Store }): JSX.Element {
  const { seats } = store.newest!.table;
  const viewer = store.newest!.viewer;
  const { muted, deaf } = store.wishes;
  const mute = (name: string): void =>
    store.wish({ muted: muted.includes(name) ? muted.filter((each) => each !== name) : [...muted, name] });
  return (
    <Drawer store={store} title={w("say")} onClose={() => store.set({ drawer: "" })} low>
      <Emotes store={store} />
      <div class="mutes">
        {seats.map(
          ({ kind, name }, seat) =>
            kind === "person" &&
            seat !== viewer && (
              <button type="button" class="btn hollow" aria-pressed={muted.includes(name)} onClick={() => mute(name)}>
                <Symbol id={muted.includes(name) ? "i-sound" : "i-mute"} />
                {w(muted.includes(name) ? "unmute" : "mute", { names: name })}
              </button>
            ),
        )}
        <button type="button" class="btn hollow" aria-pressed={deaf} onClick={() => store.wish({ deaf: !deaf })}>
          <Symbol id={deaf ? "i-sound" : "i-mute"} />
          {w(deaf ? "unmute-all" : "mute-all")}
        </button>
      </div>
      <p class="quiet small">{w("emote-note")}</p>
    </Drawer>
  );
}
