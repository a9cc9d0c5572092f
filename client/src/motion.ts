// How a new state comes onto the table: step by step, then things glide to where they lie now. Any tap or key jumps to the end.
import type { Animation, Board, BoardMark, State, HeardMove } from "./wire";
import type { Line, Store } from "./store";
import { soon } from "./later";
import { plain } from "./text";
import { NOTHING } from "./walk";
import { w } from "./words";

const flying = soon(() => import("./fly"));
const DRUM = 600;
const TURN = 320;
const STAMP = 240;
const MONEY = 420;
const MOVE = 320;
const CHAIN = 4000;
const LOOK = 6000;
const ROLL = 600;
const FEW = 3;
/** How long what counts is on the screen at least, and how many states may wait before they are told shorter. */
const LEAST = { calm: 3200, usual: 2000, quick: 1200 };
/** Until a sentence that has entered is seen. */
const DRAWN = 200;
const LATE = 3;
const MOST = 24;
export const EASE = "cubic-bezier(.3, 0, .15, 1)";
/** What a tap is for itself: anywhere else it goes on. */
const BUSY = "button, a, input, select, textarea, label, dialog, summary, .strip, .can, [tabindex='0'].body";

/** A state that is to be shown, and what was told with it; `again`: it was shown before. */
interface Waiting {
  state: State;
  told: HeardMove[];
  again?: boolean;
}

export class Motion {
  private waiting: Waiting[] = [];
  /** What is being shown; null: everything is. */
  private current: Waiting | null = null;
  private skip: (() => void) | null = null;
  private skipped = false;
  /** How many sentences have entered the strip. */
  private told = 0;
  /** Sentences that have not entered it yet, and the timer of the next ones. */
  private lines: Line[] = [];
  private entering = 0;
  private seq = 0;
  /** What is held up is nobody's who looks, and may be left when more comes. */
  private waived = false;
  /** How the last move is marked, until there is another: somebody who comes or goes is none. */
  private marked: { seq: number; marks: BoardMark[] } = { seq: -1, marks: [] };

  constructor(private readonly store: Store) {
    store.onState = (state, told, first) => this.arrive(state, told, first);
    addEventListener("pointerdown", (event) => this.hurry(event.target), { capture: true, passive: true });
    addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Jumps to the end of what is moving, and on from what is being read. */
  hurry(target: EventTarget | null = null): void {
    const { store } = this;
    if (!this.current || store.rolling || (store.held && !store.reading)) return;
    if (store.reading && target instanceof Element && target.closest(BUSY)) return;
    this.skipped = true;
    this.enterAll();
    store.seen(this.seq);
    this.skip?.();
  }

  private key(event: KeyboardEvent): void {
    const { store } = this;
    if (event.key === "Tab" && store.reading) return;
    if (!store.rolling) return this.hurry(event.target);
    if ((event.key !== " " && event.key !== "Enter") || (event.target as Element).closest("button, a, input, dialog"))
      return;
    event.preventDefault();
    this.release();
  }

  /** Leaves what is being held up, and goes on. */
  release(): void {
    this.store.held = false;
    this.store.rolling = null;
    this.store.out = false;
    if (this.current) this.store.seen(this.seq);
    this.skip?.();
  }

  /** Shows again what is being held up, or else the last turn. */
  again(): void {
    const { store } = this;
    const state = this.current?.state ?? store.newest;
    if (!state) return;
    this.waiting.unshift({ state, told: this.current?.told ?? store.last, again: true });
    if (this.current) this.release();
    else void this.next();
  }

  private arrive(state: State, told: HeardMove[], first: boolean): void {
    const { store } = this;
    const idle = first || document.hidden || !this.current;
    if (idle && (first || document.hidden || !told.some((each) => each.motion?.length || each.reading))) {
      this.waiting = [];
      this.lines = [];
      store.behind = 0;
      this.release();
      this.enter(sentences(first ? (state.log ?? []).slice(-FEW) : told, state.viewer), 0);
      if (first || document.hidden) this.enterAll();
      this.lay(state);
      return;
    }
    const last = this.waiting.at(-1);
    if (last && !told.length) last.state = state;
    else this.waiting.push({ state, told });
    store.behind += told.length;
    if (!this.current) void this.next();
    else if (this.waived && !store.mine && this.waiting.length > 2) this.release();
  }

  private async next(): Promise<void> {
    while (this.waiting.length) {
      // Far behind: only what must be seen is shown, the rest is in the log.
      while (this.waiting.length > (this.waiting.some(paced) ? MOST : LATE) && !this.waiting[0]!.again) {
        const [one, two] = this.waiting.splice(0, 2);
        const kept = [...one!.told, ...two!.told].filter((each) => (each.motion ?? []).some((step) => step.hold));
        this.store.behind -= one!.told.length + two!.told.length - kept.length;
        this.waiting.unshift({ state: two!.state, told: kept });
      }
      this.current = this.waiting.shift()!;
      await this.run(this.current);
    }
    this.current = null;
    this.store.set({});
  }

  private async run({ state, told, again = false }: Waiting): Promise<void> {
    const { store } = this;
    const steps = told.flatMap((each) => each.motion ?? []);
    const reading = again ? 0 : this.readingOf(told);
    this.skipped = false;
    this.seq = state.seq;
    store.coming = state;
    store.deltas = new Map();
    let since = Date.now();
    // No total tells of what is still to be shown.
    if (store.shown !== state)
      for (const [seat, chip] of (store.shown?.scene.chips ?? []).entries()) store.sums.set(seat, chip.sum);
    const holding = steps.some((step) => step.hold);
    // In a replay or a lesson nobody has to throw or to have seen anything.
    const live = !again && !store.reel && !store.lesson;
    const lines = again ? [] : sentences(told, state.viewer);
    let entered = 0;
    const enter = (to: number): void => {
      this.enter(lines.slice(entered, Math.max(entered, to)), reading);
      entered = Math.max(entered, to);
    };
    let out = live && isOut(state) && !isOut(store.shown) && !state.table.over;
    let mine = false;
    let lost = "";
    let index = 0;
    for (const each of told) {
      // What follows from one's own choice without a die between was chosen.
      let chosen = state.seq === store.taken;
      const from = lines.length ? lines.findIndex((line) => line.told === each) : 0;
      for (const [place, step] of (each.motion ?? []).entries()) {
        if (live && step.dice?.length && step.seat === state.viewer && (place || !chosen)) {
          enter(from + (step.after ?? 0));
          await this.roll(step);
          since = Date.now();
        }
        if (step.dice?.length) chosen = false;
        const late = this.skipped || store.still || Date.now() - since > CHAIN - 900;
        const areas = step.areas?.length || !store.step?.hold ? step.areas : store.step.areas;
        const title = step.title || (areas === step.areas ? "" : store.step?.title);
        if (step.areas?.length) mine = live && stops(step, state);
        else if (stops(step, state) && !chosen) lost = store.lost = [store.lost, step.title].filter(Boolean).join("\n");
        // A held breath before what is hidden is seen, as long whatever it is; also where nothing moves.
        if (step.drum && !this.skipped && (store.paced || !store.still)) {
          store.set({ step: { ...step, areas: [], marks: [], title }, choice: NOTHING });
          store.hear("bell");
          await this.pause(DRUM);
        }
        for (const mark of step.marks ?? []) store.went = [...store.went, { mark, seat: step.seat ?? null }];
        store.set({ step: { ...step, areas, title, hold: holding && !!areas?.length }, choice: NOTHING });
        if (!late) await this.show(step);
        this.land(step, steps.slice(++index));
        const after = steps[index];
        const shown = store.step?.hold && areas?.length;
        // What befell the viewer is seen before anybody else throws.
        if (live && lost && after?.dice?.length && !shown) {
          enter(from + (after.after ?? 0));
          await this.stop({});
          lost = store.lost = "";
          since = Date.now();
        }
        if (after && shown && (after.areas?.length || after.dice?.length)) {
          enter(from + (after.after ?? 0));
          // The viewer is out: that is told at once, whatever the move brings after it.
          if (out && mine && !step.drum) {
            out = false;
            await this.stop({ out: true });
            lost = store.lost = "";
          } else await this.leave(mine || again, reading, state);
          if (store.step) store.step = { ...store.step, areas: [], hold: false };
          since = Date.now();
        }
      }
    }
    enter(lines.length);
    store.behind = Math.max(0, store.behind - (again ? 0 : told.length));
    const held = holding && !!store.step?.areas?.length;
    if (out) await this.stop({ out });
    else if (held) await this.leave(mine || again, reading, state);
    else if (lost && live) await this.stop({});
    store.lost = "";
    // Whatever came meanwhile to a page that nobody looked at is laid already.
    this.lay(this.waiting.length ? state : (store.newest ?? state), steps);
    if (reading && !held && !out && !(store.mine && store.newest === state))
      await this.read(Math.max(reading - (Date.now() - since), 0.8 * reading, this.left()), state);
  }

  /** How long a move is read; where others wait to be shown, no longer than it must. */
  private readingOf(told: HeardMove[]): number {
    const most = Math.max(0, ...told.map((each) => each.reading ?? 0));
    return this.waiting.length > LATE ? Math.min(most, this.least) : most;
  }

  private get least(): number {
    return LEAST[this.store.newest?.table.tempo ?? "usual"];
  }

  /** Stays until the reader goes on. */
  private async stop(how: { out?: boolean }): Promise<void> {
    this.store.set({ held: true, sums: new Map(), ...how });
    this.skipped = false;
    await this.pause(0);
    this.store.set({ held: false, out: false });
  }

  /** What was turned up stays: until the reader goes on if it is theirs, else until it can have been read. At a table without a
   * pace nobody says how long that is. */
  private async leave(mine: boolean, reading: number, state: State): Promise<void> {
    const { store } = this;
    if (mine) return this.stop({});
    this.skipped = false;
    this.waived = !reading;
    store.set({ held: true, sums: new Map(), reading });
    await this.pause(Math.max(reading, this.left()) || (store.mine && store.newest === state ? 0 : LOOK));
    this.waived = false;
    store.set({ held: false, reading: 0 });
  }

  /** A state is looked at for so long. */
  private async read(time: number, state: State): Promise<void> {
    if (this.skipped) return;
    this.store.set({ reading: time });
    this.seq = state.seq;
    await this.pause(time);
    this.store.set({ reading: 0 });
  }

  /** One's own dice lie there until they are thrown. */
  private async roll(step: Animation): Promise<void> {
    const { store } = this;
    store.set({ step: null, rolling: step.dice ?? null, thrown: false, choice: NOTHING });
    this.skipped = false;
    await this.pause(0);
    store.set({ rolling: step.dice ?? null, thrown: true });
    store.hear("dice");
    await this.pause(store.still ? 1 : ROLL);
    store.set({ rolling: null, thrown: false });
  }

  // ---- the strip

  /** Sentences come into the strip; none pushes another out that cannot have been read yet, whatever it belongs to. */
  private enter(lines: Line[], reading: number): void {
    const each = reading > 1000 ? this.least + DRAWN : reading;
    this.lines.push(...lines.map((line) => ({ ...line, each })));
    if (!this.entering) this.tick();
  }

  private tick(): void {
    const { store } = this;
    this.entering = 0;
    const now = Date.now();
    while (this.lines.length) {
      const stays = store.strip.findIndex((line) => (line.until ?? 0) > now);
      const room = stays < 0 ? FEW : FEW - store.strip.length + stays;
      if (!room) {
        this.entering = window.setTimeout(() => this.tick(), store.strip[0]!.until! - now);
        return;
      }
      this.tell(this.lines.splice(0, room));
    }
  }

  private enterAll(): void {
    clearTimeout(this.entering);
    this.entering = 0;
    if (this.lines.length) this.tell(this.lines.splice(0));
    for (const line of this.store.strip) line.until = 0;
  }

  /** They stand in the strip, and are read aloud; not those that stood there before the page was opened. */
  private tell(lines: Line[]): void {
    const { store } = this;
    const aloud = !!store.shown && !store.reel;
    store.set({
      strip: [
        ...store.strip,
        ...lines.map((line) => ({ ...line, place: this.told++, until: Date.now() + (line.each ?? 0) })),
      ].slice(-FEW),
      ...(aloud && { polite: lines.map((line) => plain(line.text)).join(" ") }),
    });
  }

  /** Until the last ones have come in, and can have been read. */
  private left(): number {
    const read = Math.max(0, ...this.store.strip.map((line) => (line.until ?? 0) - Date.now()));
    return read + Math.ceil(this.lines.length / FEW) * (this.lines[0]?.each ?? 0);
  }

  /** One step: the things, the money. */
  private async show(step: Animation): Promise<void> {
    if (step.areas?.length) {
      const cards = step.areas.reduce(
        (most, area) => Math.max(most, "items" in area ? (area.items?.length ?? 0) : 0),
        0,
      );
      for (let card = 0; card < cards && !this.skipped; card++) {
        this.store.hear("card");
        await this.pause(TURN);
      }
      await this.pause(STAMP);
      if (!this.skipped) this.store.hear("stamp");
    }
    for (const pass of step.passes ?? []) void this.fly(pass.source, pass.target, pass.symbol, pass.count ?? 1, MOVE);
    if (step.passes?.length) await this.pause(MOVE + 60 * ((step.passes[0]?.count ?? 1) - 1));
    for (const pay of step.pays ?? []) {
      const flown = this.fly(`seat-${pay.payer + 1}`, `seat-${pay.payee + 1}`, "coin", 1, MONEY, pay.sum);
      // A busy page begins late to draw it: the totals wait until it has landed.
      await Promise.race([flown, this.pause(LOOK)]);
      if (!this.skipped) this.store.hear("coin");
    }
  }

  /** The money has landed: totals change, the tags hang. */
  private land(step: Animation, rest: Animation[]): void {
    const { store } = this;
    for (const pay of step.pays ?? []) {
      for (const [seat, sign] of [
        [pay.payer, -1],
        [pay.payee, 1],
      ] as const) {
        if (seat < 0) continue;
        store.deltas.set(seat, (store.deltas.get(seat) ?? 0) + sign * pay.amount);
        if (!rest.some((each) => each.pays?.some((other) => other.payer === seat || other.payee === seat)))
          store.sums.delete(seat);
      }
    }
    store.set({});
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = time ? setTimeout(resolve, time) : 0;
      this.skip = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.skipped && !this.store.held) resolve();
    });
  }

  /** Draws the state; what lay elsewhere glides from there, along its route if there is one. */
  private lay(state: State, steps: Animation[] = []): void {
    const { store } = this;
    const still = store.still || document.hidden;
    const before = still ? null : places();
    const made = steps.flatMap((step) => step.marks ?? []).filter((mark) => mark.look !== "flag");
    if (made.length || state.seq !== this.marked.seq) this.marked = { seq: state.seq, marks: made };
    const { marks } = this.marked;
    const others = (area: Board): BoardMark[] => (area.marks ?? []).filter((mark) => !marks.includes(mark));
    if (marks.length)
      state.scene = {
        ...state.scene,
        areas: (state.scene.areas ?? []).map((area) =>
          area.kind === "board" ? { ...area, marks: [...others(area), ...marks] } : area,
        ),
      };
    if (store.shown && store.shown !== state && !document.hidden) store.hear([store.shown, state]);
    store.set({ shown: state, coming: null, step: null, held: false, reading: 0, sums: new Map(), went: [] });
    store.tellTurn();
    if (!before?.size) return;
    store.flush();
    for (const [id, to] of places()) {
      const from = before.get(id);
      if (!from || (Math.abs(from.left - to.left) < 2 && Math.abs(from.top - to.top) < 2)) continue;
      const element = document.querySelector<HTMLElement | SVGGElement>(`[data-item="${CSS.escape(id)}"]`);
      if (element) glide(element, from, to, route(element, marks.find((mark) => mark.look === "last")?.at ?? []));
    }
  }

  /** A symbol goes from one place to another, over everything, and is gone: then this ends. At a seat it is small enough to
   * leave the total free. */
  private async fly(
    source: string,
    target: string,
    symbol: string,
    count: number,
    time: number,
    text = "",
  ): Promise<void> {
    if (this.skipped || this.store.still) return;
    const part = await flying().catch(() => null);
    // Not a pause: begun late, it would take the place of one that a button ends.
    await (part?.flight(source, target, symbol, count, time, text) ??
      new Promise((landed) => setTimeout(landed, time)));
  }
}

const paced = ({ told }: Waiting): boolean => told.some((each) => each.reading);

/** Does it happen to whoever looks? */
const stops = (step: Animation, state: State): boolean => state.viewer != null && !!step.stops?.includes(state.viewer);

const isOut = (state: State | null): boolean => state?.viewer != null && !!state.scene.chips[state.viewer]?.out;

/** What was told, sentence by sentence, each with the seat that it is about. */
function sentences(told: readonly HeardMove[], viewer: number | null | undefined): Line[] {
  const about = (text: string, each: HeardMove): number => {
    const seat = /\]\(seat-(\d+)\)/.exec(text)?.[1];
    if (text.startsWith(w("you")) && viewer != null) return viewer;
    return seat ? Number(seat) - 1 : each.said.length === 1 ? (each.mark ?? -1) : -1;
  };
  return told.flatMap((each) =>
    each.said.map((text, at) => ({
      mark: about(text, each),
      text,
      told: each,
      own: each.private?.includes(at) ?? false,
    })),
  );
}

/** Is it to be seen, and not laid away while something is revealed? */
export const inView = (element: Element): boolean => !element.closest(".away");

function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-item]"))
    if (inView(element)) found.set(element.dataset["item"]!, element.getBoundingClientRect());
  return found;
}

/** The middles of the squares on the way. */
function route(element: Element, squares: string[]): DOMRect[] {
  const board = element.closest("[data-board]")?.getAttribute("data-board");
  if (!board) return [];
  return squares.slice(1, -1).flatMap((cell) => {
    const found = document.querySelector(`[data-ref="${CSS.escape(`${board}/${cell}`)}"]`);
    return found ? [found.getBoundingClientRect()] : [];
  });
}

function glide(element: Element, from: DOMRect, to: DOMRect, way: DOMRect[]): void {
  const svg = element.closest("svg.board") as SVGSVGElement | null;
  const scale = svg ? svg.viewBox.baseVal.width / svg.getBoundingClientRect().width : 1;
  const base = svg ? getComputedStyle(element).transform : "none";
  const start = base === "none" ? "" : base;
  const at = (rect: DOMRect): string => {
    const x = (rect.left + rect.width / 2 - to.left - to.width / 2) * scale;
    const y = (rect.top + rect.height / 2 - to.top - to.height / 2) * scale;
    return `translate(${x}px, ${y}px) ${start}`;
  };
  const frames = [from, ...way].map((rect) => ({ transform: at(rect) }));
  element.animate([...frames, { transform: start || "none" }], {
    duration: Math.min(900, MOVE * (1 + way.length)),
    easing: EASE,
  });
}
