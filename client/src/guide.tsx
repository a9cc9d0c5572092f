// Tips in one's first game of a kind, at the real table. A message `guide-X` of the game's words is shown once, when X is said:
// X is what the reader is asked, or something they have heard; `guide-X-you` if they did it themselves. So a tip knows no more than
// its reader. Loaded beside the table, after it: nobody waits for a tip.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Symbol } from "./parts";
import type { Said, Speaker } from "./speaker";
import type { Store } from "./store";
import { Rich } from "./text";
import type { State } from "./wire";
import { w } from "./words";

interface Tip {
  key: string;
  text: string;
  /** It goes with a decision, and when that is made. */
  asked: boolean;
}

/** What this device knows: whether tips begin by themselves, and for each game at which table they are given. */
interface Kept {
  off?: boolean;
  games?: Record<string, { table: string; seen: string[] }>;
}

const KEPT = "malle-guide";
const NOWHERE = "-";

export class Guide {
  /** On a phone a tip is a line until it is tapped: its whole text would cover what it explains. */
  whole = false;
  private tips: Tip[] = [];
  private kept: Kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  /** Gives the tips of the latest state, if it has some. */
  private latest: () => void = () => {};

  constructor(
    readonly store: Store,
    private readonly game: string,
    private readonly table: string,
  ) {
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.tip && !document.querySelector("dialog[open]")) this.close();
    });
  }

  view(): JSX.Element {
    return <TipView guide={this} />;
  }

  /** On or off, in the menu. */
  toggle(): JSX.Element {
    return <TipSwitch guide={this} />;
  }

  /** What is shown, once nothing moves any more. */
  get tip(): Tip | null {
    const { shown, newest, step } = this.store;
    return shown === newest && !step && !newest?.table.over ? (this.tips[0] ?? null) : null;
  }

  /** Are tips given at this table? */
  get on(): boolean {
    return this.kept.games?.[this.game]?.table === this.table;
  }

  /** A state came, before it is said. */
  hear(state: State, speaker: Speaker): void {
    const viewer = state.viewer ?? null;
    if (viewer === null || state.table.over) return;
    const asked = (state.own?.prompt || state.scene?.prompt) as unknown as Said;
    const heard = (state.heard ?? []).flatMap((told) => told.said) as unknown as Said[];
    const mine = state.table.awaited.includes(viewer) && !!asked?.k;
    const [first] = this.tips;
    this.tips = this.tips.filter((tip) => !tip.asked || (mine && tip.key === keyOf(asked, viewer, speaker)));
    if (this.tips[0] !== first) this.whole = false;
    this.latest = () => {
      for (const said of [...heard, ...(mine ? [asked] : [])]) this.give(said, viewer, speaker, said === asked);
    };
    if (!this.kept.off && !this.kept.games?.[this.game]) this.begin();
    this.latest();
  }

  /** The tip was read. */
  close(): void {
    this.whole = false;
    this.tips = this.tips.slice(1);
    this.store.set({});
  }

  /** The player has decided: the tip that was shown goes with it, read or not. */
  decided(): void {
    if (this.tip) this.close();
  }

  /** Shows the whole of a tip. */
  open(): void {
    this.whole = true;
    this.store.set({});
  }

  /** No more of them, in no game. */
  end(): void {
    this.kept.off = true;
    this.turn(false);
  }

  /** From the beginning, at this table; or no more of them here. */
  turn(on: boolean): void {
    this.tips = [];
    this.begin(on ? this.table : NOWHERE);
    this.latest();
    this.store.set({});
  }

  private begin(table = this.table): void {
    this.kept.games = { ...this.kept.games, [this.game]: { table, seen: [] } };
    localStorage.setItem(KEPT, JSON.stringify(this.kept));
  }

  private give(said: Said, viewer: number, speaker: Speaker, asked: boolean): void {
    const key = keyOf(said, viewer, speaker);
    if (!this.on || !speaker.has(key)) return;
    const { seen } = this.kept.games![this.game]!;
    if (seen.includes(key)) return;
    seen.push(key);
    localStorage.setItem(KEPT, JSON.stringify(this.kept));
    const text = speaker.say({ $: "s", k: key }, { viewer, names: [] });
    this.tips = [...this.tips, { key, text, asked }];
  }
}

/** The tip for a message, whether there is one or not. */
function keyOf(said: Said, viewer: number, speaker: Speaker): string {
  const { seat } = said.a ?? {};
  const own = `guide-${said.k}-you`;
  const mine = typeof seat === "object" && "n" in seat && seat.n === viewer;
  return mine && speaker.has(own) ? own : `guide-${said.k}`;
}

/** A tip, if there is one now. */
function TipView({ guide }: { guide: Guide }): JSX.Element {
  const { tip } = guide;
  const box = useRef<HTMLDivElement>(null);
  const whole = guide.whole || guide.store.wide;
  useEffect(() => {
    if (guide.whole) box.current?.focus();
  }, [guide.whole]);
  return (
    <div class="learn" role="status" ref={box} tabIndex={-1}>
      {tip && !whole && (
        <button type="button" class="tipline" aria-expanded="false" onClick={() => guide.open()}>
          <Symbol id="i-hint" />
          <span>
            <Rich text={tip.text} />
          </span>
        </button>
      )}
      {tip && whole && (
        <div class="bub">
          <p class="says">
            <Rich text={tip.text} />
          </p>
          <div class="acts">
            <button type="button" class="btn hollow" onClick={() => guide.end()}>
              {w("tips-end")}
            </button>
            <button type="button" class="btn" onClick={() => guide.close()}>
              {w("tips-seen")}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Tips on or off, in the menu; switched on they begin anew. */
function TipSwitch({ guide }: { guide: Guide }): JSX.Element {
  return (
    <label class="wish">
      <span>{w("tips")}</span>
      <input
        type="checkbox"
        role="switch"
        checked={guide.on}
        onChange={(event) => guide.turn(event.currentTarget.checked)}
      />
      <i aria-hidden="true" />
    </label>
  );
}
