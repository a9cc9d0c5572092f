// Somebody at a table: the client's own store and socket, over a network that can be broken.
import { inside, type Tab, tabs } from "./browser";
import type { Luck } from "./luck";
import { Network } from "./network";
import type { Socket } from "../src/socket";
import { Speaker } from "../src/speaker";
import { Store } from "../src/store";
import { Unpacker } from "../src/unpack";
import { composed, pickOf } from "../src/walk";
import { fill, language } from "../src/words";
import type { ChoiceTree, SendTableCommand, StaticScene } from "../src/wire";

/** What nobody but the client itself looks at. */
interface Inside {
  socket: Pick<Socket, "send"> & { unanswered: Map<string, unknown> };
  taken: number;
}

/** A seat with the name of whoever sits there. */
const NAMED = /\[((?:\\.|[^\]\\])*)\]\(seat-(\d+)\)/g;

/** Rings whenever one of several pages has changed. */
export class Bell {
  private waiting: (() => void)[] = [];

  ring(): void {
    const now = this.waiting;
    this.waiting = [];
    for (const each of now) each();
  }

  /** Waits until something is so: is it, in this time? */
  async until(done: () => boolean, ms: number): Promise<boolean> {
    const limit = Date.now() + ms;
    while (!done()) {
      const left = limit - Date.now();
      if (left <= 0) return false;
      await new Promise<void>((go) => {
        const timer = setTimeout(go, left);
        this.waiting.push(() => {
          clearTimeout(timer);
          go();
        });
      });
    }
    return true;
  }
}

/** The words and the dictionary of a game, as the server has them. */
interface Files {
  build: string;
  words: string;
  frames: Uint8Array;
}

const files = new Map<string, Promise<Files>>();
let opened = 0;

async function fetchFiles(server: number, game: string): Promise<Files> {
  const at = `http://127.0.0.1:${server}`;
  const build = /\/static\/(\w+)\//.exec(await (await fetch(at)).text())![1]!;
  const words = await (await fetch(`${at}/static/${build}/${game}.${language}.ftl`)).text();
  const frames = await (await fetch(`${at}/static/${build}/${game}.frames`)).arrayBuffer();
  return { build, words, frames: new Uint8Array(frames) };
}

export class Visitor {
  /** Milliseconds that the next frame takes to be unpacked; does the page open a new connection meanwhile? Then the frame
   * is ready as soon as two newer states have come that way. */
  slow = 0;
  comesBack = false;
  /** Frames that are being unpacked slowly. */
  unpacking = 0;

  private constructor(
    readonly table: string,
    readonly game: string,
    readonly token: string,
    readonly store: Store,
    private readonly host: string,
    private readonly tab: Tab,
  ) {}

  /** Opens a page of a table. */
  static async open(table: string, game: string, token: string, server: number, bell: Bell): Promise<Visitor> {
    if (!files.has(game)) files.set(game, fetchFiles(server, game));
    const { build, words, frames } = await files.get(game)!;
    const host = `page-${++opened}`;
    const tab = { network: new Network(server, token), listeners: new Map() };
    tabs.set(host, tab);
    const unpacker = new Unpacker(frames);
    const kit = Promise.resolve({ speaker: new Speaker(language, words), unpacker });
    const store = inside(host, () => new Store(table, build, kit));
    tab.network.knows = () => store.setting.title !== "";
    const made = new Visitor(table, game, token, store, host, tab);
    const unpack = unpacker.text.bind(unpacker);
    unpacker.text = async (data) => {
      const ms = made.slow;
      made.slow = 0;
      if (ms) {
        const before = store.newest?.seq ?? 0;
        made.unpacking++;
        if (made.comesBack) made.fire("online");
        await bell.until(() => made.comesBack && (store.newest?.seq ?? 0) > before + 1, ms);
        made.unpacking--;
        bell.ring();
      }
      return unpack(data);
    };
    store.subscribe(() => bell.ring());
    return made;
  }

  close(): void {
    tabs.delete(this.host);
    this.fire("offline");
    this.network.cut();
  }

  get network(): Network {
    return this.tab.network;
  }

  /** Something happens to the window or the document. */
  fire(kind: "online" | "offline" | "visibilitychange"): void {
    for (const each of this.tab.listeners.get(kind) ?? []) each();
  }

  /** The page goes into the background, and is looked at again. */
  lookAway(): void {
    const page = document as unknown as { hidden: boolean };
    page.hidden = true;
    this.fire("visibilitychange");
    page.hidden = false;
    this.fire("visibilitychange");
  }

  /** What the client keeps sending until it is answered. */
  get unanswered(): number {
    return this.within.socket.unanswered.size;
  }

  /** The seq after what was played here last, as the server said. */
  get taken(): number {
    return this.within.taken;
  }

  /** What is asked of this viewer, as their page has it. */
  get asked(): ChoiceTree | null {
    const { store } = this;
    return store.mine && !store.pending ? (store.newest?.scene.ask ?? null) : null;
  }

  /** Something about the table that the client has no button for. */
  ask(what: SendTableCommand["what"]): void {
    const { store } = this;
    if (store.pending || !store.newest) return;
    const pending: SendTableCommand = { type: "ask", what, seq: store.newest.seq, key: crypto.randomUUID() };
    store.set({ pending });
    this.within.socket.send(pending);
  }

  /** The seats whose names it does not know: of a late spectator who came after somebody there had left. */
  get nameless(): number[] {
    const { newest } = this.store;
    if (!newest?.table.late || newest.viewer != null) return [];
    return newest.table.seats.flatMap(({ name }, seat) => (name ? [] : [seat]));
  }

  /** All that the page knows about the table, in words; but who looks at it, which processes tell each other now and then.
   * The names of `hidden` seats are left out. */
  picture(hidden: readonly number[] = []): string {
    const { newest, setting } = this.store;
    if (!newest) return "nothing yet";
    const { seq, viewer, scene, table, undoable = false } = newest;
    const seats = table.seats.map(({ name, kind }, seat) => ({ name: hidden.includes(seat) ? "" : name, kind }));
    // How many look on is known in steps, as who is there.
    const all = { seq, viewer, undoable, scene, setting, table: { ...table, seats, watching: 0 } };
    return JSON.stringify(all, null, 1).replace(NAMED, (named, _name, number) =>
      hidden.includes(Number(number) - 1) ? `[](seat-${number})` : named,
    );
  }

  /** The log as it lasts, by seats: a line keeps the names that people had when it was read. */
  log(): string[] {
    const lines = this.store.log.map((told) => (told.kept ?? told.said).join(" "));
    return lines.filter(Boolean).map((line) => line.replace(NAMED, "seat-$2"));
  }

  /** How it is with its connection. */
  state(): string {
    const { link, pending, newest } = this.store;
    const awaited = newest?.table.awaited.map((seat) => `${seat} ${newest.table.seats[seat]?.kind}`);
    const { table, unanswered: left } = this;
    return JSON.stringify({ table, seq: newest?.seq, awaited, link, pending, network: this.network.told, left });
  }

  private get within(): Inside {
    return this.store as unknown as Inside;
  }
}

/** Anything that can be answered to a question, in notation. */
export function anyAnswer(ask: ChoiceTree, setting: StaticScene, luck: Luck): string {
  const texts: string[] = (ask.buttons ?? []).map((button) => button.act.text);
  for (const { what } of ask.picks ?? []) {
    const pick = pickOf(ask, what);
    const acts = [...(pick?.acts ?? []), ...(pick?.targets ?? []).flatMap((target) => target.acts)];
    texts.push(...acts.map((act) => act.text));
  }
  texts.push(...(ask.choose?.of ?? []).map(({ act }) => act.text));
  if (ask.price) texts.push(...ask.price.offers.map((n) => fill(ask.price!.text, { n })));
  if (ask.compose) {
    const composer = setting.composers?.find((each) => each.id === ask.compose!.composer);
    texts.push(...(ask.compose.other ?? []).map((button) => button.act.text));
    if (composer) {
      const counts = composer.rows.map(() => 0);
      const most = Math.min(ask.compose.most, luck.number(0, 3));
      for (let n = 0; n < most; n++) counts[luck.number(0, Math.min(2, counts.length - 1))]!++;
      texts.push(composed(composer, counts).text);
    }
  }
  return luck.one(texts);
}
