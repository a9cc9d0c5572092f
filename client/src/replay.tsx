// What a page that steps through a finished game has in place of players and confirm bar: whose eyes, and the reel. Loaded by
// such a page only.
import type { JSX } from "preact";
import { type Eyes as Pair, Reel } from "./reel";
import type { Store } from "./store";
import type { State } from "./wire";
import { IconButton, SeatMark, Symbol } from "./parts";
import { plain } from "./text";
import { w } from "./words";

/** The reel of a table, with what shows it; `me` is the reader's own seat. */
export function open(store: Store, me: number | null): Reel {
  const reel: Reel = new Reel(store, me, {
    eyes: (store, state) => <Eyes store={store} reel={reel} state={state} />,
    bar: (store) => <ReelBar store={store} reel={reel} />,
  });
  return reel;
}

/** By whose eyes: every seat's, everybody's, or with everything shown. Native radios: arrows go from one to the next. */
function Eyes({ store, reel, state }: { store: Store; reel: Reel; state: State }): JSX.Element {
  const { seats } = store.newest!.table;
  const one = (eyes: Pair, mark: JSX.Element, name: string, note: string): JSX.Element => (
    <label
      class={`eye${reel.eyes === eyes ? " on" : ""}`}
      key={String(eyes)}
      data-eyes={eyes}
      data-seat={typeof eyes === "number" ? `seat-${eyes + 1}` : undefined}
    >
      <input
        type="radio"
        name="eyes"
        class="aloud"
        checked={reel.eyes === eyes}
        onChange={() => reel.look(eyes)}
        aria-label={typeof eyes === "number" ? w("eyes-of", { names: name }) : name}
      />
      {mark}
      <span class="who">
        <b>{name}</b>
        <small>{note}</small>
      </span>
    </label>
  );
  return (
    <section class="eyes" aria-labelledby="eyes">
      <p class="label" id="eyes">
        {w("eyes")}
      </p>
      <div role="radiogroup" aria-labelledby="eyes">
        {seats.map((player, seat) => {
          const chip = state.scene.chips[seat];
          const mark = <SeatMark seat={seat} name={player.name} hat={chip?.hat} symbol={chip?.symbol} />;
          return one(seat, mark, store.who(seat), plain(chip?.sum ?? ""));
        })}
        {one("public", <Symbol id="i-players" />, w("eyes-public"), w("eyes-public-note"))}
        {one("all", <Symbol id="i-all" />, w("eyes-all"), w("eyes-all-note"))}
      </div>
    </section>
  );
}

/** Where one is in the game, and the keys to go on. */
function ReelBar({ store, reel }: { store: Store; reel: Reel }): JSX.Element {
  const status = plain(store.newest!.scene.status ?? "");
  const first = reel.at <= 0;
  const last = reel.at >= reel.count - 1;
  return (
    <section class="reel" aria-label={w("reel")}>
      <p class="at">
        <b>{reel.failed ? w("reel-failed") : status || store.setting.title}</b>
        <span>{reel.place}</span>
      </p>
      <input
        type="range"
        min={1}
        max={reel.count}
        value={reel.at + 1}
        aria-label={w("reel")}
        aria-valuetext={[status, reel.place].filter(Boolean).join(", ")}
        onInput={(event) => void reel.go(Number(event.currentTarget.value) - 1)}
      />
      <div class="keys">
        <IconButton icon="i-first" label={w("reel-first")} off={first} onClick={() => void reel.go(0)} />
        <IconButton icon="i-step-back" label={w("reel-back")} off={first} onClick={() => reel.back()} />
        <IconButton
          icon={reel.playing ? "i-pause" : "i-play"}
          label={w(reel.playing ? "reel-pause" : "reel-play")}
          className="main"
          off={last}
          onClick={() => reel.play(!reel.playing)}
        />
        <IconButton icon="i-step" label={w("reel-forward")} off={last} onClick={() => reel.forward()} />
        <IconButton icon="i-last" label={w("reel-last")} off={last} onClick={() => void reel.go(reel.count - 1)} />
        <span class="sp" />
        <button type="button" class="btn hollow" onClick={() => void reel.copy()} aria-label={w("reel-link")}>
          <Symbol id={reel.copied ? "i-yes" : "i-link"} />
          <span class="laptop">{w(reel.copied ? "link-copied" : "reel-link")}</span>
        </button>
      </div>
    </section>
  );
}
