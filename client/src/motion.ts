// How a new state comes onto the table: step by step, then things glide to where they lie now. Any tap or key jumps to the end.
import type { State, Animation, Told } from "./wire";
import type { Store } from "./store";
import { chime } from "./sound";
import { NOTHING } from "./walk";

const DRUM = 600;
const TURN = 320;
const STAMP = 240;
const MONEY = 420;
const MOVE = 320;
const CHAIN = 4000;
const LOOK = 6000;
const EASE = "cubic-bezier(.3, 0, .15, 1)";

export class Motion {
  private waiting: { state: State; told: Told[] }[] = [];
  private busy = false;
  private skip: (() => void) | null = null;
  private skipped = false;

  constructor(private readonly store: Store) {
    store.onState = (state, told, first) => this.arrive(state, told, first);
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, () => this.hurry(), { capture: true, passive: true });
  }

  /** Is something moving? */
  get playing(): boolean {
    return this.busy && !this.store.held;
  }

  /** Jumps to the end of what is moving. */
  hurry(): void {
    if (this.busy && !this.store.held) {
      this.skipped = true;
      this.skip?.();
    }
  }

  /** Leaves what is being held up, and goes on. */
  release(): void {
    this.store.held = false;
    this.skip?.();
  }

  /** Shows the last turn again. */
  again(): void {
    const { store } = this;
    if (this.busy || !store.newest) return;
    void this.run(store.newest, store.last);
  }

  private arrive(state: State, told: Told[], first: boolean): void {
    const { store } = this;
    if (first || document.hidden || !told.some((each) => (each.motion ?? []).length)) {
      if (first || document.hidden || !this.busy) {
        this.waiting = [];
        this.release();
        this.lay(state);
        return;
      }
    }
    this.waiting.push({ state, told });
    if (!this.busy) void this.next();
    else if (store.held && !store.mine && this.waiting.length > 2) this.release();
  }

  private async next(): Promise<void> {
    while (this.waiting.length) {
      // Late: only what must be seen is shown, the rest is in the log.
      while (this.waiting.length > 3) {
        const [one, two] = this.waiting.splice(0, 2);
        const told = [...one!.told, ...two!.told].filter((each) => (each.motion ?? []).some((step) => step.hold));
        this.waiting.unshift({ state: two!.state, told });
      }
      const { state, told } = this.waiting.shift()!;
      await this.run(state, told);
    }
  }

  private async run(state: State, told: Told[]): Promise<void> {
    const { store } = this;
    const steps = told.flatMap((each) => each.motion ?? []);
    this.busy = true;
    this.skipped = false;
    store.coming = state;
    store.deltas = new Map();
    const since = Date.now();
    const before = store.shown?.scene.chips ?? [];
    if (store.shown !== state)
      for (const seat of steps.flatMap((step) => (step.pays ?? []).flatMap((pay) => [pay.payer, pay.payee])))
        if (before[seat]) store.sums.set(seat, before[seat].sum);
    const holding = steps.some((step) => step.hold);
    for (const [index, step] of steps.entries()) {
      const late = this.skipped || store.still || Date.now() - since > CHAIN - 900;
      const areas = step.areas?.length || !store.step?.hold ? step.areas : store.step.areas;
      const title = step.title || (areas === step.areas ? "" : store.step?.title);
      store.set({ step: { ...step, areas, title, hold: holding && !!areas?.length }, choice: NOTHING });
      if (!late) await this.show(step);
      this.land(step, steps.slice(index + 1));
    }
    if (holding && store.step?.areas?.length) {
      store.set({ held: true, sums: new Map() });
      await this.pause(store.mine && store.newest === state ? 0 : LOOK);
      store.held = false;
    }
    this.lay(state, steps);
    this.busy = false;
    store.set({});
  }

  /** One step: the wait, the things, the money. */
  private async show(step: Animation): Promise<void> {
    if (step.drum) await this.pause(DRUM);
    if (step.areas?.length) {
      const cards = step.areas.reduce(
        (most, area) => Math.max(most, "items" in area ? (area.items?.length ?? 0) : 0),
        0,
      );
      if (this.store.wishes.sound) chime("card");
      await this.pause(cards * TURN + STAMP);
      if (this.store.wishes.sound && !this.skipped) chime("stamp");
    }
    for (const pass of step.passes ?? []) this.fly(pass.source, pass.target, pass.symbol, pass.count ?? 1, MOVE);
    if (step.passes?.length) await this.pause(MOVE + 60 * ((step.passes[0]?.count ?? 1) - 1));
    for (const pay of step.pays ?? []) {
      this.fly(`seat-${pay.payer + 1}`, `seat-${pay.payee + 1}`, "coin", 1, MONEY, pay.sum);
      await this.pause(MONEY);
      if (this.store.wishes.sound && !this.skipped) chime("coin");
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
    const marks = steps.flatMap((step) => step.marks ?? []);
    if (marks.length)
      state.scene = {
        ...state.scene,
        areas: (state.scene.areas ?? []).map((area) =>
          area.kind === "board" ? { ...area, marks: [...(area.marks ?? []), ...marks] } : area,
        ),
      };
    store.set({ shown: state, coming: null, step: null, held: false, sums: new Map() });
    if (!before?.size) return;
    store.flush();
    for (const [id, to] of places()) {
      const from = before.get(id);
      if (!from || (Math.abs(from.left - to.left) < 2 && Math.abs(from.top - to.top) < 2)) continue;
      const element = document.querySelector<HTMLElement | SVGGElement>(`[data-item="${CSS.escape(id)}"]`);
      if (element) glide(element, from, to, route(element, marks.find((mark) => mark.look === "last")?.at ?? []));
    }
  }

  /** A symbol goes from one place to another, over everything, and is gone. */
  private fly(source: string, target: string, symbol: string, count: number, time: number, text = ""): void {
    if (this.skipped || this.store.still) return;
    const from = centre(source);
    const to = centre(target);
    if (!from || !to) return;
    for (let index = 0; index < count; index++) {
      const flyer = document.createElement("div");
      flyer.className = "flyer";
      flyer.setAttribute("aria-hidden", "true");
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const sample = document.getElementById(symbol);
      svg.setAttribute("viewBox", sample?.getAttribute("viewBox") ?? "0 0 64 64");
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `#${symbol}`);
      svg.append(use);
      flyer.append(svg);
      if (text) flyer.append(Object.assign(document.createElement("b"), { textContent: text }));
      document.body.append(flyer);
      flyer
        .animate(
          [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
          { duration: time, delay: index * 60, easing: EASE, fill: "both" },
        )
        .finished.finally(() => flyer.remove());
    }
  }
}

/** Is it to be seen, and not laid away while something is revealed? */
const inView = (element: Element): boolean => !element.closest(".away");

function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-item]"))
    if (inView(element)) found.set(element.dataset["item"]!, element.getBoundingClientRect());
  return found;
}

function centre(ref: string): { x: number; y: number } | null {
  const shown = [...document.querySelectorAll(`[data-seat="${CSS.escape(ref)}"], [data-area="${CSS.escape(ref)}"]`)];
  const rect = shown
    .filter(inView)
    .map((element) => element.getBoundingClientRect())
    .find((each) => each.width > 0);
  return rect ? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 } : null;
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
