// A slow line: the lesson is played while the table is still on its way, and the table never interrupts it.
import type { JSX } from "preact";
import { fileAt } from "./address";
import { snapshot } from "./cover";
import { Lesson } from "./lesson";
import type { Motion } from "./motion";
import type { Store } from "./store";
import { w } from "./words";

/** Milliseconds after which the line is judged, and seconds that must be left then. */
const JUDGED = 3000;
const LONG = 8;

export class Slow {
  /** Seconds that are left, once the lesson is offered. */
  left = 0;
  private lesson: Lesson | null = null;
  private restore = (): void => {};
  /** What goes on once the lesson is left. */
  private after = (): void => {};

  private readonly begun = Date.now();
  /** When bytes began to come, and how many had. */
  private since: [time: number, done: number] | null = null;
  private judged = false;

  constructor(
    private readonly store: Store,
    private readonly motion: Motion,
  ) {
    void this.fetch();
  }

  /** So many bytes have come. */
  judge(done: number, all: number): void {
    const now = Date.now();
    this.since ??= [now, done];
    const [time, before] = this.since;
    if (this.judged || now - this.begun < JUDGED || done === before) return;
    this.judged = true;
    const left = ((all - done) * (now - time)) / (done - before) / 1000;
    if (this.lesson && left >= LONG) this.left = left;
  }

  /** Have the lesson's files come? */
  get here(): boolean {
    return !!this.lesson;
  }

  /** The lesson's files are asked for before anything of the table. */
  private async fetch(): Promise<void> {
    const { game } = document.body.dataset;
    const course = fileAt(`${game}.course.json`);
    const answer = await fetch(course);
    await answer.arrayBuffer();
    if (answer.ok) this.lesson = new Lesson(game!, course);
  }

  take(): void {
    const { store, lesson } = this;
    this.left = 0;
    const restores = [snapshot(store), snapshot(this.motion)];
    this.restore = () => {
      for (const restore of restores) restore();
    };
    store.set({ lesson, pending: null, guide: null, notice: "" });
    void lesson!.open(store);
  }

  wait(): void {
    this.left = 0;
    this.store.set({});
  }

  /** Does a lesson have the table's place? Then this waits until it is left. */
  holds(after: () => void): boolean {
    const { lesson } = this.store;
    if (!lesson) return false;
    this.after = after;
    lesson.ready = () => this.leave();
    this.store.set({});
    return true;
  }

  /** Back to the table, as it was. */
  leave(): void {
    this.restore();
    this.store.set({ lesson: null });
    this.after();
  }

  /** The offer: a sheet where the question is answered, else one line. */
  view(answered: boolean): JSX.Element {
    const take = (): void => this.take();
    const n = 5 * Math.ceil(this.left / 5);
    if (!answered)
      return (
        <p class="slow">
          <button type="button" onClick={take}>
            {w("here-slow")}
          </button>
        </p>
      );
    return (
      <section class="slow answered" aria-labelledby="slow">
        <h2 id="slow">{w("here-slow")}</h2>
        <p>{w("here-slow-why", { n })}</p>
        <button type="button" class="btn" onClick={take}>
          {w("here-lesson")}
        </button>
        <button type="button" class="btn hollow" onClick={() => this.wait()}>
          {w("here-wait")}
        </button>
      </section>
    );
  }
}
