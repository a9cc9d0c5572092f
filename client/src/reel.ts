// A finished game, stepped through: which moment, by whose eyes. Moments are fetched in blocks as they are wanted.
import type { JSX } from "preact";
import type { ReplayRange, SeatOverlay, State, HeardMove } from "./wire";
import type { Motion } from "./motion";
import { copy } from "./copy";
import { seenBy } from "./own";
import { escaped } from "./speaker";
import type { Store } from "./store";
import { plain } from "./text";
import { w } from "./words";

/** A seat, what everybody saw, or everything. */
export type Eyes = number | "public" | "all";

/** Moments of the log that are shown beside a moment. */
const LOG = 60;
/** Between two moments that follow each other by themselves. */
const REST = 1200;

/** What stands in place of the players, and of the confirm bar. */
export interface Views {
  eyes(store: Store, state: State): JSX.Element;
  bar(store: Store): JSX.Element;
}

export class Reel {
  at = -1;
  count = 0;
  eyes: Eyes;
  playing = false;
  /** What happened at this moment, in words. */
  said = "";
  failed = false;
  copied = false;
  private wish = 0;
  private timer = 0;
  private blocks = new Map<string, Promise<ReplayRange>>();
  private motion: Motion | null = null;

  constructor(
    private readonly store: Store,
    /** The reader's own seat. */
    readonly me: number | null,
    /** What shows it. */
    readonly views: Views,
  ) {
    this.eyes = me ?? "public";
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.open());
  }

  /** Opens at the moment that the address names, by the eyes that it names; where it says so, the move that led there is
   * played as it was at the table. */
  open(motion: Motion | null = this.motion): void {
    this.motion = motion;
    const [, moment = "1", eyes = "", played = ""] = /^#(\d+)(?:\.(\w+))?(\.play)?$/.exec(location.hash) ?? [];
    const at = Number(moment) - 1;
    const by = readEyes(eyes) ?? this.eyes;
    void (played && at > 0 ? this.playTo(at, by) : this.go(at, by));
  }

  /** Where it stood before, for as long as one looks; then the move. Whoever goes elsewhere meanwhile stays there. */
  private async playTo(at: number, eyes: Eyes): Promise<void> {
    await this.go(at - 1, eyes);
    const { wish } = this;
    await new Promise((look) => setTimeout(look, REST));
    if (wish === this.wish) await this.go(at, eyes);
  }

  /** The link to what is shown. */
  get link(): string {
    return `${location.origin}${location.pathname}${this.hash}`;
  }

  private get hash(): string {
    return `#${this.at + 1}.${typeof this.eyes === "number" ? this.eyes + 1 : this.eyes}`;
  }

  /** Where this is, in words: the slider's value. */
  get place(): string {
    return w("moment", { n: this.at + 1, what: this.count });
  }

  /** The next moment; while something is held up, what comes after it. */
  forward(): void {
    if (this.store.held) this.motion?.release();
    else if (this.at < this.count - 1) void this.go(this.at + 1);
  }

  back(): void {
    if (this.at > 0) void this.go(this.at - 1);
  }

  /** Whose eyes; the moment stays. */
  look(eyes: Eyes): void {
    void this.go(this.at, eyes);
  }

  async copy(): Promise<void> {
    if (!(await copy(this.link))) return this.store.set({ notice: this.link });
    this.copied = true;
    this.store.set({ polite: w("link-copied") });
    setTimeout(() => {
      this.copied = false;
      this.store.set({});
    }, 2000);
  }

  /** Goes on by itself, or stops. */
  play(on: boolean): void {
    clearTimeout(this.timer);
    this.playing = on && this.at < this.count - 1;
    if (this.playing) this.timer = window.setTimeout(() => this.tick(), REST);
    this.store.set({});
  }

  private tick(): void {
    if (!this.store.step) this.forward();
    this.play(this.playing);
  }

  /** Shows a moment. One step on is played as it was at the table; any other is laid at once. Whoever asks again meanwhile
   * is shown the later wish. */
  async go(at: number, eyes: Eyes = this.eyes): Promise<void> {
    const wish = ++this.wish;
    try {
      const block = await this.block(eyes, Math.max(0, at));
      const last = Math.min(Math.max(0, at), block.count - 1);
      const log = await this.log(eyes, last);
      await this.settled();
      if (wish !== this.wish) return;
      const step = this.at >= 0 && eyes === this.eyes && last === this.at + 1;
      Object.assign(this, { at: last, eyes, count: block.count, failed: false });
      const state = this.moment(block, last);
      if (step) state.setting = null;
      else state.log = log;
      const told = (await this.store.turnTo(state, step)).flatMap((each) => each.said);
      this.said = told.map(plain).join(" ");
      if (location.hash !== this.hash) history.replaceState(null, "", this.hash);
      this.store.set({ polite: this.said || this.place });
      if (last === block.count - 1) this.play(false);
    } catch {
      this.failed = true;
      this.store.set({});
    }
  }

  /** Whatever still moves has come to its end. */
  private async settled(): Promise<void> {
    while (this.store.step) {
      this.motion?.hurry();
      this.motion?.release();
      await new Promise(requestAnimationFrame);
    }
  }

  /** A moment as it is drawn here: with what these eyes saw, and nothing to be done. */
  private moment(block: ReplayRange, at: number): State {
    const { opening, states, owns, first } = block;
    const state = structuredClone(states[at - first]!);
    const names = opening.table.seats.map((player) => escaped(player.name));
    const own = owns?.[at - first] ?? names.map((_, seat) => (seat === this.me ? (state.own ?? null) : null));
    const seen = own.map((each, seat) => (this.eyes === "all" || this.eyes === seat ? each : null));
    state.table = { ...opening.table, ...state.table };
    state.own = seenBy(state.scene, structuredClone(seen) as (SeatOverlay | null)[], names);
    return { ...state, viewer: this.me, setting: structuredClone(opening.setting ?? null), build: opening.build ?? "" };
  }

  /** What was told up to a moment, the latest of it. */
  private async log(eyes: Eyes, at: number): Promise<HeardMove[]> {
    const found: HeardMove[] = [];
    for (let moment = at; moment >= 0 && moment > at - LOG; ) {
      const block = await this.block(eyes, moment);
      const told = block.states.slice(0, moment - block.first + 1).flatMap((state) => state.heard ?? []);
      found.unshift(...told);
      moment = block.first - 1;
    }
    return structuredClone(found.slice(-LOG));
  }

  /** The block with a moment. What somebody else's seat was told alone says "you" to them: only by the reader's own eyes are
   * such sentences read, by others' what everybody heard. */
  private block(eyes: Eyes, at: number): Promise<ReplayRange> {
    const name = eyes === this.me && this.me !== null ? `${this.me + 1}` : "all";
    const first = at - (at % BLOCK);
    const key = `${name} ${first}`;
    const found = this.blocks.get(key) ?? this.fetch(name, first);
    this.blocks.set(key, found);
    found.catch(() => this.blocks.delete(key));
    return found;
  }

  private async fetch(eyes: string, first: number): Promise<ReplayRange> {
    const answer = await this.store.fetch(`moments?eyes=${eyes}&first=${first}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json() as Promise<ReplayRange>;
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.matches("input, textarea, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || target.closest("svg.board")) return;
    const seat = Number(event.key) - 1;
    const does = KEYS[event.key];
    if (does) does(this);
    else if (event.key === " " && !target.closest("button, a, summary")) this.play(!this.playing);
    else if (seat >= 0 && seat < (this.store.newest?.table.seats.length ?? 0)) this.look(seat);
    else return;
    event.preventDefault();
  }
}

/** As many moments as the server sends at once. */
export const BLOCK = 32;

const KEYS: Record<string, (reel: Reel) => void> = {
  ArrowRight: (reel) => reel.forward(),
  ArrowLeft: (reel) => reel.back(),
  Home: (reel) => void reel.go(0),
  End: (reel) => void reel.go(reel.count - 1),
  "0": (reel) => reel.look("all"),
  p: (reel) => reel.look("public"),
  l: (reel) => void reel.copy(),
};

function readEyes(text: string): Eyes | null {
  if (text === "all" || text === "public") return text;
  return /^[1-9]$/.test(text) ? Number(text) - 1 : null;
}
