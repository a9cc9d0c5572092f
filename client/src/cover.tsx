// One device that goes from hand to hand. Between two players a cover lies over it, and nothing of the first is left in the page.
import { Component, type ComponentChildren, type JSX, render } from "preact";
import { AreaView, areasAt } from "./areas";
import style from "./cover.css?url";
import type { Motion } from "./motion";
import { SeatMark, Symbol, symbols } from "./parts";
import type { Store } from "./store";
import { plain } from "./text";
import type { Player, State } from "./wire";
import { w } from "./words";

/** Milliseconds that the pad is held. */
const HELD = 1000;
/** Milliseconds that players see what came of their move; longer where they may take it back. */
const SEEN = 1500;
const UNDO = 4000;
/** What a store keeps when it forgets what it was shown. */
const KEPT = /^(table|build|kit|socket|listeners|due|link|wishes|onState|meet|touched|signed|loud|store)$/;

const fresh = (value: unknown): unknown =>
  Array.isArray(value) ? [...value] : value instanceof Map ? new Map(value) : value;

/** How it is now, to be put back later. */
export function snapshot<T extends object>(of: T): () => void {
  const before = Object.entries(of).flatMap(([key, value]) => (KEPT.test(key) ? [] : [[key, fresh(value)] as const]));
  return () => {
    for (const [key, value] of before) Object.assign(of, { [key]: fresh(value) });
  };
}

interface Covered {
  players: readonly Player[];
  next: number;
  /** Who had the device before, if anybody had. */
  last: number | null;
  lift: () => void;
  /** What everybody may see meanwhile. */
  children?: ComponentChildren;
}

const focused = (pad: HTMLElement | null): void => pad?.focus();

/** The pad: held for a second, by a finger, a mouse or a key, it lifts the cover. Let go before, it does nothing. */
class Pad extends Component<{ lift: () => void; children: ComponentChildren }> {
  private timer = 0;
  override state = { held: false };

  private begin = (): void => {
    this.timer ||= window.setTimeout(this.props.lift, HELD);
    this.setState({ held: true });
  };

  private end = (): void => {
    clearTimeout(this.timer);
    this.timer = 0;
    this.setState({ held: false });
  };

  private key(event: KeyboardEvent, then: () => void): void {
    event.stopPropagation();
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    then();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  override render(): JSX.Element {
    return (
      <button
        type="button"
        class={`pad${this.state.held ? " held" : ""}`}
        aria-describedby="cov-next cov-last"
        ref={focused}
        onPointerDown={this.begin}
        onPointerUp={this.end}
        onPointerLeave={this.end}
        onPointerCancel={this.end}
        onBlur={this.end}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => this.key(event, this.begin)}
        onKeyUp={(event) => this.key(event, this.end)}
      >
        {this.props.children}
      </button>
    );
  }
}

/** The cover: whom the device goes to, and the pad that lifts it. */
export function Cover({ players, next, last, lift, children }: Covered): JSX.Element {
  const name = players[next]!.name;
  const robots = players.filter((player) => player.kind === "robot").length;
  const who = [w(`round-people-${players.length - robots}`), robots ? w(`round-robots-${robots}`) : ""];
  return (
    <main class="cov">
      <header>
        <p>{w("round-device", { names: who.filter(Boolean).join(", ") })}</p>
        <ul>
          {players.map((player, seat) => (
            <li class={seat === next ? "on" : ""} aria-current={seat === next}>
              <Shape player={player} seat={seat} />
              {player.name}
            </li>
          ))}
        </ul>
      </header>
      {children}
      <div class="calls">
        <SeatMark seat={next} name={name} />
        <h1 id="cov-next">
          <span class="handed">{w("round-pass", { names: name })}</span>
          <span class="stays">{w("round-turn", { names: name })}</span>
        </h1>
        <p id="cov-last">
          <span class="stays">{`${w("round-away")} `}</span>
          {last === null ? w("round-trust") : w("round-done", { names: players[last]!.name })}
        </p>
      </div>
      <Pad lift={lift}>
        <Symbol id="i-hand" />
        <b>{w("round-me", { names: name })}</b>
        <small class="handed">{w("round-thumb")}</small>
        <small class="stays">{w("round-hold")}</small>
      </Pad>
    </main>
  );
}

function Shape({ player, seat, hat }: { player: Player; seat: number; hat?: string }): JSX.Element {
  return (
    <span class="badged">
      <SeatMark seat={seat} name={player.name} hat={hat} />
      {player.kind === "robot" && <Symbol id="i-robot" className="isrobot" label={w("robot")} />}
    </span>
  );
}

/** The table as it is for everybody, beside the cover of a device that stays where it is. */
function Everybody({ store, state }: { store: Store; state: State }): JSX.Element {
  const areas = areasAt(state.scene.areas ?? [], "centre");
  const board = areas.filter((area) => area.kind === "board");
  return (
    <section class="seen" aria-labelledby="cov-seen">
      <h2 id="cov-seen">{w("round-all")}</h2>
      <ul>
        {state.table.seats.map((player, seat) => {
          const { note = "", role = "", sum, hat } = state.scene.chips[seat]!;
          return (
            <li>
              <Shape player={player} seat={seat} hat={hat} />
              <span>
                {player.name}
                <small>{plain(note || role)}</small>
              </span>
              <b>{sum}</b>
            </li>
          );
        })}
      </ul>
      <div class={`laid${board.length ? " boards" : ""}`}>
        {(board.length ? board : areas).map((area) => (
          <AreaView key={area.id} area={area} store={store} />
        ))}
      </div>
    </section>
  );
}

/** Does something still move, or is something being read? */
const busy = ({ newest, shown, step, held, reading, rolling, out, pending, drawer, inspected }: Store): boolean =>
  shown !== newest || !!step || held || !!reading || !!rolling || out || !!pending || !!drawer || !!inspected;

/** Hands a table round among these people. */
export class Round {
  /** Whom the page is shown to; null: everybody. */
  private seat: number | null = null;
  private last: number | null = null;
  /** Whom the cover waits for; null: there is no cover. */
  private next: number | null = null;
  private players: readonly Player[] = [];
  private timer = 0;
  /** A key is down: the cover stays until it is up, so that it presses nothing under it. */
  private keyed = false;
  private readonly app = document.getElementById("app")!;
  private readonly box = document.createElement("div");
  private readonly restore: (() => void)[];

  constructor(
    private readonly store: Store,
    motion: Motion,
    private readonly people: readonly number[],
    /** Shows the table to a seat, or to everybody; ends when nothing more comes for the one before. */
    private readonly show: (seat: number | null) => Promise<void>,
  ) {
    // Tips are for one reader.
    store.guide = null;
    store.meet = async () => undefined;
    this.restore = [snapshot(store), snapshot(motion)];
    store.subscribe(() => this.look());
    for (const kind of ["keydown", "keyup"])
      addEventListener(kind, () => this.press(kind === "keydown"), { capture: true });
    addEventListener("blur", () => this.press(false));
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
    link.onload = link.onerror = () => void this.turn(null);
    document.head.append(link);
    document.body.append(this.box);
  }

  private press(keyed: boolean): void {
    this.keyed = keyed;
    if (!keyed && this.next !== null) this.look();
  }

  /** Who is asked, the first one after whoever had the device last. */
  private asked({ table }: State): number[] {
    const after = (seat: number): number => (seat - (this.last ?? -1) - 1 + table.seats.length) % table.seats.length;
    return table.over
      ? []
      : this.people.filter((seat) => table.awaited.includes(seat)).sort((a, b) => after(a) - after(b));
  }

  private look(): void {
    const { newest } = this.store;
    if (!newest || newest.viewer !== this.seat) return this.draw();
    this.players = newest.table.seats;
    if (this.next !== null && this.next === this.seat && !this.keyed) this.uncover(newest);
    const asked = this.asked(newest);
    const wanted = newest.table.over ? this.seat !== null : asked.length > 0 && !asked.includes(this.seat ?? -1);
    if (!wanted || this.next !== null || busy(this.store)) {
      clearTimeout(this.timer);
      this.timer = 0;
    } else if (!this.timer) {
      const wait = this.seat === null ? 0 : newest.undoable ? UNDO : SEEN;
      this.timer = window.setTimeout(() => void this.fall(asked[0] ?? null), wait);
    }
    this.draw();
  }

  /** Nobody has the device any more. */
  private async fall(next: number | null): Promise<void> {
    this.timer = 0;
    this.next = next;
    if (this.seat === null) return this.draw();
    this.last = this.seat;
    this.forget();
    await this.turn(null);
  }

  /** The page forgets whom it was shown to, and is shown to somebody else. */
  private async turn(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.show(seat);
    this.forget();
  }

  /** Nothing of what the page was shown is left, and the cover is drawn if it waits for somebody. */
  private forget(): void {
    const drawn = [...this.app.querySelectorAll("*")];
    for (const restore of this.restore) restore();
    // What was pressed, and what was pointed at, is forgotten too.
    for (const kind of ["pointerdown", "pointercancel"]) dispatchEvent(new PointerEvent(kind));
    document.getElementById("tip")?.remove();
    this.store.set({});
    this.store.flush();
    symbols.clear();
    // Whoever still holds one of these elements holds nothing in it.
    for (const each of drawn) each.replaceChildren();
  }

  /** It is lifted: what its player was told meanwhile, and they alone, is shown before anything else. */
  private uncover(state: State): void {
    const { store } = this;
    this.next = null;
    this.draw();
    const prompt = document.querySelector<HTMLElement>(".prompt");
    if (prompt) prompt.tabIndex = -1;
    prompt?.focus();
    const { heard = [] } = state;
    const said = heard.flatMap((told) => told.said);
    store.strip = store.strip.filter(({ text }) => !said.includes(text));
    if (heard.length) store.onState(state, heard, false);
  }

  private draw(): void {
    const { store, next, players, last } = this;
    const covered = next !== null && !!players.length;
    this.app.style.display = covered ? "none" : "";
    this.box.style.display = covered ? "" : "none";
    document.documentElement.dataset["theme"] = covered ? "dark" : store.wishes.theme;
    if (covered) document.title = w("round-turn", { names: players[next]!.name });
    const { shown } = store;
    const lift = (): void => void this.turn(next);
    render(
      covered ? (
        <Cover key={`${next} ${last}`} players={players} next={next} last={last} lift={lift}>
          {store.wide && this.seat === null && shown && <Everybody store={store} state={shown} />}
        </Cover>
      ) : null,
      this.box,
    );
  }
}
