// A stranger at the door asks for a seat.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Store } from "./store";
import { SeatMark } from "./parts";
import { w } from "./words";

/** A name, and the robots' seats to be asked for. */
export function Knock({ store }: { store: Store }): JSX.Element {
  const [name, setName] = useState(document.body.dataset["name"] ?? "");
  const { seats } = store.newest!.table;
  return (
    <form class="knock" onSubmit={(event) => event.preventDefault()}>
      <label>
        {w("your-name")}
        <input
          name="name"
          maxLength={30}
          autocomplete="nickname"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {seats.map(
        (player, seat) =>
          player.kind === "robot" && (
            <button type="button" disabled={!name.trim()} onClick={() => store.knock(seat, name)}>
              <SeatMark seat={seat} name={player.name} />
              <span>
                <b>{player.name}</b>
                <small>{w("ask-robot")}</small>
              </span>
            </button>
          ),
      )}
      <p class="quiet">{w("ask-seat-note")}</p>
    </form>
  );
}
