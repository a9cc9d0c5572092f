// The link of a page without a server: a worker plays the table. The page says how long sentences are, and nothing of a rule.
import type { Link, Wish } from "./socket";
import { type Said, Speaker } from "./speaker";
import type { Store } from "./store";
import { keep } from "./kept";
import { letters } from "./letters";
import type { FromClient, FromServer } from "./wire";
import { w } from "./words";

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
  | { failed: string };

export type News = Exclude<FromWorker, { frame: string } | { said: Said[] } | { answer: string | null; id: number }>;

export class Local implements Link {
  /** Told of the start, and of what is amiss. */
  onNews: (news: News) => void = () => {};
  private worker!: Worker;
  private store!: Store;
  /** Whose part is shown; null: what everybody may see. */
  private seat: number | null = null;
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
    this.begin();
  }

  /** Goes on with the game that is kept, if it is this page's; else deals as the address says, after its `#`. */
  enter(store: Store, look: () => void): void {
    const { game, seats } = document.body.dataset;
    const replay = !!store.reel;
    const wish = Object.fromEntries(new URLSearchParams(replay ? "" : location.hash.slice(1)));
    const open = { game, names: [w("you")], ...wish, seats: Number(wish["seats"] ?? seats) };
    this.onNews = (news) => {
      if ("nothing" in news || ("opened" in news && news.opened.game !== game)) this.play(store, open);
      else if ("elsewhere" in news) store.set({ notice: w("here-elsewhere") });
      else if ("opened" in news) {
        store.set({ notice: "" });
        const [seat = 0] = news.opened.people;
        document.body.dataset["seat"] = String(seat + 1);
        if (replay) look();
        else this.sit(seat);
      }
    };
    this.play(store, Object.keys(wish).length ? open : null);
    history.replaceState(null, "", replay ? location.href : location.pathname);
  }

  private begin(): void {
    this.worker = new Worker(new URL("./local.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = (event) => this.onNews({ failed: event.message });
    this.tell({ list: new URL(this.list, location.href).href });
  }

  /** Deals, or goes on with what is kept; frames go to this store. */
  play(store: Store, open: object | null): void {
    this.store = store;
    this.tell(open ? { open } : { goOn: true });
  }

  /** The page is shown to this seat from now on; null: to everybody. */
  sit(seat: number | null): void {
    this.seat = seat;
    this.put({ type: "hello" });
  }

  /** Ends the worker, and goes on from the log with another one. What was not answered is asked again. */
  restart(): void {
    this.worker.terminate();
    this.begin();
    this.tell({ goOn: true });
    this.sit(this.seat);
    for (const message of this.unanswered.values()) this.put(message);
    for (const [id, { ask }] of this.asked) this.tell({ ask, id });
  }

  send(message: Wish): void {
    this.unanswered.set(message.key, message);
    this.put(message);
  }

  once(message: Wish): void {
    this.put(message);
  }

  again(): void {
    this.sit(this.seat);
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
    this.tell({ seat: this.seat, message });
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(data: FromWorker): void {
    if ("frame" in data) this.before = this.before.then(() => this.take(JSON.parse(data.frame) as FromServer));
    else if ("said" in data) void this.voices.then((voices) => this.tell({ lengths: letters(voices, data.said) }));
    else if ("answer" in data) {
      this.asked.get(data.id)?.go(data.answer);
      this.asked.delete(data.id);
    } else this.onNews(data);
  }

  private async take(message: FromServer): Promise<void> {
    if (message.type !== "state" && message.type !== "emoted") this.unanswered.delete(message.key);
    await this.store.receive(message);
    if (message.type !== "state" || this.store.reel) return;
    const { begun, over } = this.store.newest!.table;
    if (begun) void keep(!!over);
  }
}
