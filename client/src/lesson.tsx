// A lesson: the table's own page, walking through a course bubble by bubble. No table is behind it: what the learner plays is
// compared with what the course asks for, and the course's next state is shown. Loaded by the page of a lesson only.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { LessonScript, SendAct, State } from "./wire";
import { type Link, NO_LINK, type Wish } from "./socket";
import type { Store } from "./store";
import { Rich } from "./text";
import { nextTouch } from "./walk";
import { w } from "./words";

/** Between two states that follow each other by themselves. */
const REST = 700;
/** Before another board is laid out. */
const LOOK = 2500;
const KEPT = "malle-lessons";

export class Lesson {
  /** Which bubble, from 0. */
  at = 0;
  count = 0;
  /** What it says; empty while something is being shown. */
  text = "";
  /** What was played is allowed, and not what the bubble asks for. */
  otherwise = false;
  /** The moves that the bubble still asks for. */
  left: string[] = [];
  /** Where it is taken while a table is on its way: leads there, once the table is ready. */
  ready: (() => void) | null = null;
  /** What the learner says to the table goes here. */
  readonly link: Link = { ...NO_LINK, send: (message) => this.hear(message) };
  private heard: Promise<void> = Promise.resolve();
  private store!: Store;
  private course!: LessonScript;
  /** The state that is shown, by its number in the course. */
  private shown = -1;

  constructor(
    readonly game: string,
    private readonly address: string,
  ) {}

  /** The bubble. */
  view(): JSX.Element {
    return <LessonView lesson={this} />;
  }

  /** Is there nothing to be played now? */
  get talking(): boolean {
    return !this.text || !this.left.length;
  }

  get last(): boolean {
    return this.at === this.count - 1;
  }

  /** Opens where it was left; without a course, the game's page is the way on. */
  async open(store: Store): Promise<void> {
    this.store = store;
    document.body.classList.remove("first");
    const answer = await fetch(this.address).catch(() => null);
    if (!answer?.ok) return location.assign(document.body.dataset["home"] ?? `/games/${this.game}`);
    this.course = (await answer.json()) as LessonScript;
    this.count = this.course.bubbles.length;
    store.subscribe(() => this.light());
    await this.go(Math.min(kept()[this.game] ?? 0, this.count - 1));
  }

  /** Reads on. */
  async next(): Promise<void> {
    if (this.talking && this.text && !this.last) await this.walk(this.at + 1);
  }

  /** From the beginning. */
  async again(): Promise<void> {
    await this.go(0);
  }

  /** One after the other: several acts may come at once. */
  private hear(message: Wish): void {
    if (message.type === "act") this.heard = this.heard.then(() => this.answer(message));
  }

  private async answer({ key, text }: SendAct): Promise<void> {
    this.otherwise = text.toLowerCase() !== this.left[0]?.toLowerCase();
    if (this.otherwise) return void this.store.receive({ type: "refused", key, slug: "lesson", sentence: "" });
    void this.store.receive({ type: "taken", key, seq: this.course.states[this.shown + 1]!.seq });
    this.left = this.left.slice(1);
    await (this.left.length ? this.show(this.shown + 1) : this.walk(this.at + 1));
  }

  /** Shows what happens until a bubble, and says it. */
  private async walk(to: number): Promise<void> {
    this.text = "";
    this.store.set({});
    const { at } = this.course.bubbles[to]!;
    while (this.shown < at) {
      const begins = !!this.course.states[this.shown + 1]!.setting;
      if (begins) await pause(LOOK);
      await this.show(this.shown + 1);
      if (this.shown < at && !this.store.still) await pause(REST);
    }
    await this.say(to);
  }

  /** Lays out the board of a bubble at once, and says it. */
  private async go(to: number): Promise<void> {
    this.text = "";
    const { states, bubbles } = this.course;
    const { at } = bubbles[to]!;
    let first = at;
    while (!states[first]!.setting) first--;
    const { setting, viewer, table, log = [] } = states[first]!;
    const told = states.slice(first + 1, at + 1).flatMap((state) => state.heard ?? []);
    const state = { ...states[at]!, setting, viewer, heard: [], log: [...log, ...told] };
    this.shown = at;
    await this.lay({ ...state, table: { ...table, ...state.table } }, false);
    await this.say(to);
  }

  private async show(number: number): Promise<void> {
    this.shown = number;
    const state = this.course.states[number]!;
    await this.lay(state, !state.setting);
  }

  /** Shows a state, and waits until nothing moves any more. */
  private async lay(state: State, next: boolean): Promise<void> {
    if (this.store.lesson !== this) return;
    const made = structuredClone({ ...state, undoable: false });
    const me = made.viewer ?? this.store.newest?.viewer ?? 0;
    const name = document.body.dataset["name"] || w("you");
    made.table.seats = made.table.seats.map((player, seat) => (seat === me ? { ...player, name } : player));
    await this.store.turnTo(made, next);
    while (this.store.lesson === this && (this.store.shown !== this.store.newest || this.store.step)) await pause(40);
  }

  private async say(to: number): Promise<void> {
    const bubble = this.course.bubbles[to]!;
    const { text } = await this.store.spoken(bubble);
    Object.assign(this, { at: to, text, left: bubble.do ?? [], otherwise: false });
    keep(this.game, this.last ? 0 : to);
    this.store.set({});
  }

  /** Lights what is to be touched next, or what the bubble is about. */
  private light(): void {
    if (this.store.lesson !== this) return;
    const { ask, choice, pointed } = this.store;
    const about = this.text ? (this.course.bubbles[this.at]!.lit ?? "") : "";
    const lit = this.talking ? about : nextTouch(ask, choice, this.left);
    if (lit !== pointed) this.store.set({ pointed: lit });
  }
}

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** At which bubble each lesson was left, on this device. */
function kept(): Record<string, number> {
  return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
}

function keep(game: string, at: number): void {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [game]: at }));
}

/** Stands where nothing can be touched or read, and takes the focus only if nothing has it. */
function Bubble({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text && (document.activeElement ?? document.body) === document.body) box.current?.focus();
  }, [text]);
  return (
    <div class="bub" ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}

/** Where the learner is, what is said, and what is asked. */
function LessonView({ lesson }: { lesson: Lesson }): JSX.Element {
  const { at, count, text, left, last, game } = lesson;
  const { edition = "" } = document.body.dataset;
  const here = document.body.dataset["home"];
  return (
    <aside class="learn" aria-label={w("lesson")}>
      <Bubble text={text}>
        <div role="status">
          {text && (
            <p class="says">
              <Rich text={text} />
            </p>
          )}
          {lesson.otherwise && <p class="else">{w("lesson-else")}</p>}
        </div>
        {lesson.ready && (
          <p class="to-table">
            <span role="status">{w("here-ready")}</span>
            <button type="button" class="btn hollow" onClick={lesson.ready}>
              {w("here-go")}
            </button>
          </p>
        )}
        {text && !left.length && !last && (
          <button type="button" class="btn go-on" onClick={() => void lesson.next()}>
            {w("go-on")}
          </button>
        )}
        {text && last && (
          <form class="acts" method={here ? "get" : "post"} action={here ?? "/tables"}>
            {!here && <input type="hidden" name="game" value={game} />}
            {!here && <input type="hidden" name="edition" value={edition} />}
            <button type="button" class="btn hollow" onClick={() => void lesson.again()}>
              {w("lesson-again")}
            </button>
            <button class="btn" name={here ? undefined : "with"} value="robots">
              {w("lesson-play")}
            </button>
          </form>
        )}
        <p class="where">
          <span>{w("lesson-step", { n: at + 1, what: count })}</span>
          <span class="steps" aria-hidden="true">
            {Array.from({ length: count }, (_, step) => (
              <i class={step < at ? "on" : step === at ? "now" : ""} />
            ))}
          </span>
          <a href={here ?? `/games/${game}${edition && `?edition=${edition}`}`}>
            {last ? w("lesson-leave") : w("lesson-skip")}
          </a>
        </p>
      </Bubble>
    </aside>
  );
}
