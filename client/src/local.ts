// The link of a page without a server: a worker plays the table. The page says how long sentences are, and nothing of a rule.
import { Entrance } from "./entrance";
import type { Round } from "./cover";
import type { Motion } from "./motion";
import type { Link, Wish } from "./socket";
import { type Said, Speaker } from "./speaker";
import type { Store } from "./store";
import { keep } from "./kept";
import { letters } from "./letters";
import type { FromClient, FromServer, State } from "./wire";
import { w } from "./words";

/** A sign is asked for so often, in milliseconds; so many may be missing. */
const PING = 3000;
const PINGS = 4;

/** Where the start of the worker is; bytes as they travel. */
export type Stage = { stage: "coming"; done: number; all: number } | { stage: "starting" } | { stage: "ready" };

export type ToWorker =
  /** First of all: the address of the list of parts. */
  | { list: string }
  /** A new table (`SessionOpening`), or the one that is kept. */
  | { open: object }
  | { goOn: true }
  /** From a seat, or from somebody who only looks. */
  | { seat: number | null; message: FromClient }
  | { lengths: number[] }
  | { ping: true }
  /** What a site answers by HTTP: `final`, `story`, `record`, `moments?…`. */
  | { ask: string; id: number };

export type FromWorker =
  | Stage
  | { frame: string }
  /** Asks for the lengths of these. */
  | { said: Said[] }
  | { answer: string | null; id: number }
  /** No table is kept here; this browser keeps nothing; the worker can do nothing more. */
  | { opened: { game: string; seats: number; people: number[] } }
  | { nothing: true }
  | { unkept: true }
  /** Another page has the table's log: this one waits until it is closed. */
  | { elsewhere: true }
  | { pong: true }
  /** So many moves of a kept log have been followed again. */
  | { replayed: number; of: number }
  | { failed: string };

export type News = Exclude<
  FromWorker,
  { frame: string } | { said: Said[] } | { answer: string | null; id: number } | { pong: true }
>;

export class Local implements Link {
  /** Told of the start, and of what is amiss. */
  onNews: (news: News) => void = () => {};
  /** Told of the first frame of a worker, before it is shown. */
  onDealt: (state: State) => void = () => {};
  /** Nothing has come of this worker yet: what is played is held. */
  waiting = true;
  /** Whose part is shown; null: what everybody may see. */
  seat: number | null = null;
  private worker: Worker | null = null;
  private store!: Store;
  /** The newest state with all that the first one had, as it came. */
  last: State | null = null;
  /** Several people hand the device round. Then nothing is kept of what one of them was shown. */
  round: Round | null = null;
  /** How many first frames are still to come. Any other frame before them was made for somebody else. */
  private hellos = 0;
  /** What is to be opened, until it is. */
  private opening: object | null = null;
  /** How often the worker was asked for a sign since the last one. */
  private pings = 0;
  private readonly unanswered = new Map<string, Wish>();
  private readonly asked = new Map<number, { ask: string; go: (text: string | null) => void }>();
  private questions = 0;
  private readonly voices: Promise<Speaker[]>;
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    /** The address of the list of parts. */
    private readonly list: string,
  ) {
    const { voices = "" } = document.body.dataset;
    const voice = async (file: string): Promise<Speaker> =>
      new Speaker(file.split(".").at(-2)!, await (await fetch(file)).text());
    this.voices = Promise.all(voices.split(" ").map(voice));
    setInterval(() => this.watch(), PING);
  }

  get begun(): boolean {
    return !!this.worker;
  }

  /** Leads the visitor to a table: see there. */
  enter(store: Store, motion: Motion): void {
    this.store = store;
    new Entrance(this, store, motion);
  }

  private begin(): void {
    const worker = new Worker(new URL("./local.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.worker === worker && this.hear(data);
    worker.onerror = (event) => this.onNews({ failed: String(event.message) });
    this.worker = worker;
    this.waiting = true;
    this.pings = this.hellos = 0;
    this.tell({ list: new URL(this.list, location.href).href });
  }

  /** A worker that gives no sign any more is taken for dead. */
  private watch(): void {
    if (this.waiting) return;
    if (++this.pings > PINGS) this.onNews({ failed: "silent" });
    else this.tell({ ping: true });
  }

  /** Deals, or goes on with what is kept; frames go to this store. */
  play(store: Store, open: object | null): void {
    this.store = store;
    this.opening = open;
    this.waiting = true;
    if (!this.worker) this.begin();
    this.tell(open ? { open } : { goOn: true });
  }

  /** The page is shown to this seat from now on; null: to everybody. Ends when all that came for others is taken. */
  async sit(seat: number | null): Promise<void> {
    this.seat = seat;
    this.hellos++;
    this.tell({ seat, message: { type: "hello" } });
    await this.before;
  }

  /** Ends the worker: nothing is played or kept any more. */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.waiting = true;
  }

  /** Ends the worker, and goes on from the log with another one. What was not answered is asked again. */
  restart(): void {
    this.stop();
    this.play(this.store, this.opening);
    for (const [id, { ask }] of this.asked) this.tell({ ask, id });
  }

  /** What was not answered is not asked again. */
  forget(): void {
    this.unanswered.clear();
  }

  send(message: Wish): void {
    if (this.store.lesson) return this.store.lesson.link.send(message);
    this.unanswered.set(message.key, message);
    this.put(message);
  }

  once(message: Wish): void {
    this.put(message);
  }

  again(): void {
    if (!this.waiting) void this.sit(this.seat);
  }

  check(): void {}

  look(): void {}

  seen(seq: number): void {
    this.put({ type: "seen", seq });
  }

  fetch(path: string): Promise<Response> {
    const id = this.questions++;
    this.tell({ ask: path, id });
    return new Promise((done) => {
      const go = (text: string | null): void => done(new Response(text, { status: text === null ? 409 : 200 }));
      this.asked.set(id, { ask: path, go });
    });
  }

  private put(message: FromClient): void {
    if (!this.waiting) this.tell({ seat: this.seat, message });
  }

  private tell(message: ToWorker): void {
    this.worker!.postMessage(message);
  }

  private hear(data: FromWorker): void {
    if ("frame" in data) this.hearFrame(JSON.parse(data.frame) as FromServer);
    else if ("said" in data) void this.voices.then((voices) => this.tell({ lengths: letters(voices, data.said) }));
    else if ("answer" in data) {
      this.asked.get(data.id)?.go(data.answer);
      this.asked.delete(data.id);
    } else if ("pong" in data) this.pings = 0;
    else {
      if ("opened" in data) this.opening = null;
      this.onNews(data);
    }
  }

  private hearFrame(message: FromServer): void {
    if (message.type === "state" && message.viewer !== undefined) this.hellos--;
    if (message.type !== "state" || !this.hellos) this.before = this.before.then(() => this.take(message));
  }

  private async take(message: FromServer): Promise<void> {
    if (message.type === "state") {
      // A table tells where it was dealt, beside what was agreed.
      if (message.setting) message.setting.table = [...(message.setting.table ?? []), w("here-dealt")];
      const { last } = this;
      const told = [...(last?.log ?? []), ...(message.heard ?? [])];
      const grown = { ...last, ...message, table: { ...last?.table, ...message.table }, log: told, heard: [] };
      if (!this.round) this.last = message.setting ? { ...message } : grown;
      if (this.waiting) {
        this.onDealt(message);
        this.waiting = false;
        for (const held of this.unanswered.values()) this.put(held);
      }
    } else if (message.type !== "emoted") this.unanswered.delete(message.key);
    await this.store.receive(message);
    if (message.type !== "state" || this.store.reel) return;
    const { begun, over } = this.store.newest!.table;
    if (begun) void keep(!!over);
  }
}
