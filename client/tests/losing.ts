// Ways to lose frames: tables are played by pages whose networks break all the time, and in the end each page must show what a
// fresh page of the same viewer shows. `tests/server/losing.py` starts it, beside real servers; one line of JSON a way.
import "./browser";
import { request } from "node:http";
import { Luck } from "./luck";
import { anyAnswer, Bell, Visitor } from "./visitor";

interface Order {
  /** Of the servers. */
  ports: number[];
  /** Which ways, by their numbers. */
  ways: number[];
  seed: number;
  /** How many ways go on beside each other. */
  beside: number;
  /** Milliseconds after which what has not come does not come. */
  patience: number;
  /** Milliseconds that a page is given in the end to be like a fresh one. */
  settle: number;
}

const KINDS = ["drop", "reconnect", "process", "undo", "curtain", "late", "takeover", "match"] as const;
type Kind = (typeof KINDS)[number];

/** What is played: seats and options, and in which kinds of ways, if not in all but matches and curtains. */
const TABLES: { game: string; seats: number; options?: Record<string, unknown>; kinds?: Kind[] }[] = [
  { game: "declarer", seats: 3 },
  { game: "declarer", seats: 4, options: { strict: true } },
  { game: "declarer", seats: 3, options: { rounds: 1 }, kinds: ["match"] },
  { game: "chasse", seats: 2 },
  { game: "chasse", seats: 2, options: { memory: true, chalk: true } },
  { game: "combinus", seats: 2 },
  { game: "combinus", seats: 2, options: { variant: "hands" } },
  { game: "combinards", seats: 3 },
  { game: "combinards", seats: 4, kinds: ["curtain", "drop", "process"] },
  { game: "combinards", seats: 2, options: { rounds: 1 }, kinds: ["match"] },
  { game: "liar", seats: 3 },
  { game: "liar", seats: 2, kinds: ["match", "drop"] },
];

/** Games in which several acts of one seat are shown to the others at once, after the last of them. */
const TOGETHER = ["chasse"];

const MOST_MOVES = 400;

class Way {
  readonly luck: Luck;
  readonly kind: Kind;
  readonly bell = new Bell();
  readonly did: Record<string, number> = {};
  pages: Visitor[] = [];
  /** Went on to another table. */
  private left: Visitor[] = [];
  private readonly fresh: Visitor[] = [];

  constructor(
    private readonly order: Order,
    readonly number: number,
  ) {
    this.luck = new Luck(order.seed * 1_000_003 + number);
    this.kind = KINDS[number % KINDS.length]!;
  }

  async run(): Promise<string> {
    const { luck, kind } = this;
    const fits = TABLES.filter(({ game, kinds }) =>
      kinds ? kinds.includes(kind) : kind === "curtain" ? game === "combinards" : kind !== "match",
    );
    const { game, seats, options = {} } = luck.one(fits);
    this.count(game);
    try {
      await this.seat(game, seats, options);
      if (kind === "match") {
        await this.play(MOST_MOVES);
        await this.goOn();
      }
      await this.play(kind === "curtain" ? 24 : luck.number(6, 14));
      await this.last();
      return await this.compare();
    } finally {
      for (const each of [...this.pages, ...this.left, ...this.fresh]) each.close();
    }
  }

  count(what: string, times = 1): void {
    this.did[what] = (this.did[what] ?? 0) + times;
  }

  private get server(): number {
    return this.luck.one(this.order.ports);
  }

  // ---- the table

  /** Opens a table; some pages are there before everybody sits. */
  private async seat(game: string, seats: number, options: Record<string, unknown>): Promise<void> {
    const late = this.kind === "late" ? this.luck.number(1, 4) : 0;
    const opening = await post(this.server, "/api/tables", { game, seats, name: "P1", options, late });
    const { table, token, invite } = opening as { table: string; token: string; invite: string };
    const come = async (token: string): Promise<void> => {
      this.pages.push(await Visitor.open(table, game, token, this.server, this.bell));
    };
    const early = this.luck.once(2);
    if (early) await come("");
    await come(token);
    for (let seat = 2; seat <= seats; seat++) {
      const sat = await post(this.server, `/api/tables/${table}/seats`, { name: `P${seat}`, invite });
      await come((sat as { token: string }).token);
    }
    if (!early) await come("");
    await this.until("the deal", () => this.pages.every(({ store, token }) => !token || store.newest?.table.begun));
  }

  /** Moves, while networks break. */
  private async play(moves: number): Promise<void> {
    const { luck, pages } = this;
    const limit = Date.now() + 4 * this.order.patience;
    for (let made = 0; made < moves && !this.over; ) {
      if (Date.now() > limit) throw new Error(`only ${made} of ${moves} moves were made`);
      if (luck.once(2)) this.lose(luck.one(pages));
      const able = pages.filter((page) => page.asked);
      if (!able.length) {
        for (const page of pages) if (luck.once(2)) this.mend(page);
        await this.bell.until(() => this.over || pages.some((page) => page.asked), 200);
        continue;
      }
      const acting = luck.once(3) ? [luck.one(able)] : able;
      for (const page of acting) {
        page.store.act(anyAnswer(page.asked!, page.store.setting, luck));
        made++;
        if (luck.once(3)) this.lose(page);
      }
      if (!luck.once(4)) {
        const answered = (): boolean => acting.every((page) => !page.store.pending);
        if (!(await this.bell.until(answered, 300))) for (const page of acting) this.mend(page);
        await this.until("an answer", answered);
      }
      await this.turn(luck.one(acting));
    }
  }

  /** What this kind of way does besides. */
  private async turn(page: Visitor): Promise<void> {
    const { luck, kind } = this;
    const { store } = page;
    if (kind === "undo") {
      await this.bell.until(() => (store.newest?.seq ?? 0) >= page.taken, 300);
      if (store.newest?.undoable && !store.pending && !luck.once(4)) {
        this.count("undo");
        store.want("undo");
      }
    } else if (kind === "takeover" && luck.once(3)) {
      const gone = this.pages.filter((each) => each.token && each.store.newest?.viewer === null);
      if (gone.length && luck.once(2)) {
        this.count("return");
        luck.one(gone).ask("return");
      } else if (!gone.length) {
        this.count("resign");
        page.ask("resign");
      }
    } else if (kind === "curtain" && (store.newest?.table.awaited.length ?? 0) > 1) this.count("window");
  }

  /** The last word of a way may be lost as well. */
  private async last(): Promise<void> {
    if (this.kind === "undo")
      for (const { store } of this.pages) if (store.newest?.undoable && !this.luck.once(4)) store.want("undo");
    if (this.kind !== "reconnect") return;
    const slow = this.luck.once(2);
    for (const page of this.pages) {
      if (!slow) page.network.spoils = 1;
      else [page.slow, page.comesBack] = [3000, true];
    }
    await this.play(slow ? 3 : 1);
  }

  private get over(): boolean {
    return this.pages.some(({ store }) => store.newest?.table.over);
  }

  /** From a finished table to the next one; a spectator stays. */
  private async goOn(): Promise<void> {
    for (const page of this.pages) this.mend(page);
    const people = this.pages.filter((page) => page.token);
    await this.until("the end", () => people.every(({ store }) => store.newest?.table.over));
    const first = this.luck.one(people);
    await this.until("an answer", () => !first.store.pending);
    first.store.want("next");
    if (this.luck.once(2)) this.lose(first);
    const there = (): boolean => !!first.store.newest?.table.next;
    if (!(await this.bell.until(there, 500))) this.mend(first);
    await this.until("the next table", there);
    const { next } = first.store.newest!.table;
    this.left = this.pages;
    this.pages = [];
    for (const { game, token } of this.left)
      this.pages.push(await Visitor.open(next, game, token, this.server, this.bell));
    this.count("next");
    await this.until("the deal", () => this.pages.every(({ store }) => store.newest?.table.begun));
  }

  // ---- what breaks

  private lose(page: Visitor): void {
    const { luck, kind } = this;
    const { network } = page;
    const own: Partial<Record<Kind, string>> = { drop: "cut", reconnect: "again", process: "move" };
    const all = ["cut", "away", "again", "look", "move", "lose", "spoil", "freeze", "late", "slow"];
    const what = luck.once(2) ? (own[kind] ?? luck.one(all)) : luck.one(all);
    this.count(what);
    switch (what) {
      case "cut":
        return network.cut();
      case "away":
        network.away = true;
        return network.cut();
      case "again":
        return page.fire("online");
      case "look":
        return page.lookAway();
      case "move":
        network.server = this.server;
        return network.cut();
      case "lose":
        network.loses = luck.number(1, 3);
        return;
      case "spoil":
        network.spoils = 1;
        return;
      case "freeze":
        return network.freeze();
      case "slow": // the page takes its time with a frame, and may have a new connection by then
        page.slow = luck.number(50, 600);
        page.comesBack = luck.once(2);
        return;
      default: // the page comes back while the old connection still has something to say
        network.freeze();
        page.fire("online");
        setTimeout(() => network.thaw(), luck.number(100, 600));
    }
  }

  /** All is well with a page's network; whoever lost the latest state asks anew. */
  private mend(page: Visitor): void {
    const { network } = page;
    network.heal();
    if (network.behind) {
      network.behind = false;
      page.fire("online");
    }
  }

  // ---- in the end

  /** How a page differs from a fresh one of the same viewer; nothing if none does. */
  private async compare(): Promise<string> {
    const { pages, bell } = this;
    for (const page of [...pages, ...this.left]) this.mend(page);
    await this.until("all answers", () => pages.every((page) => !page.unanswered && !page.store.pending));
    await this.until("what is unpacked slowly", () => pages.every((page) => !page.unpacking));
    const last = Math.max(...pages.map((page) => page.taken));
    const people = await Promise.all(pages.filter((page) => page.token).map((page) => this.beside(page)));
    const actor = pages.find((page) => page.taken === last)!;
    const rested = await bell.until(
      () => people.every(([, fresh]) => isAtRest(fresh, last, actor)),
      this.order.patience,
    );
    if (!rested) throw new Error(`no rest at ${last}: ${people.map(([, fresh]) => fresh.state()).join("; ")}`);
    const watching = [...pages.filter((page) => !page.token), ...this.left.filter((page) => !page.token)];
    const others = await Promise.all(watching.map((page) => this.beside(page)));
    const pairs = [...people, ...others];
    for (const page of pages) this.mend(page); // what was lost while they waited
    const seen = (page: Visitor, fresh: Visitor): string => page.picture(fresh.nameless);
    const same = (): boolean => pairs.every(([page, fresh]) => seen(page, fresh) === fresh.picture());
    if (!same()) this.count("waited");
    if (!(await bell.until(same, this.order.settle)))
      for (const [page, fresh] of pairs)
        if (seen(page, fresh) !== fresh.picture())
          return `${difference(seen(page, fresh), fresh.picture())}\n${page.state()}`;
    for (const [page, fresh] of pairs) {
      this.count("compared");
      for (const [what, times] of Object.entries(page.network.told)) this.count(what, times);
      const [read, told] = [page.log(), fresh.log()];
      // What fades is told again after the end, to whoever asks anew.
      const whole = !page.network.told.lost && !page.store.newest?.table.over;
      // A process that took the table from a snapshot tells what came after it, and of that both tell the same.
      const both = Math.min(read.length, told.length);
      const end = (lines: string[]): string => lines.slice(lines.length - both).join("\n");
      const short = page.network.told.connections === 1 && read.length < told.length;
      if (whole && (short || end(read) !== end(told))) return difference(read.join("\n"), told.join("\n"));
    }
    return "";
  }

  /** A page with a fresh one beside it. */
  private async beside(page: Visitor): Promise<[Visitor, Visitor]> {
    const fresh = await Visitor.open(page.table, page.game, page.token, this.server, this.bell);
    this.fresh.push(fresh);
    await this.until("a fresh page", () => fresh.store.link);
    return [page, fresh];
  }

  private async until(what: string, done: () => boolean): Promise<void> {
    if (!(await this.bell.until(done, this.order.patience))) throw new Error(`${what} did not come`);
  }
}

/** Has it everything that it may have of what was taken, and is no robot about to move? In a game of TOGETHER, what an
 * actor has done so far is not shown to the others while the actor is still asked. */
function isAtRest({ game, store }: Visitor, last: number, actor: Visitor): boolean {
  const { newest } = store;
  if (!newest) return false;
  const [asked, ...others] = newest.table.awaited;
  const hidden = TOGETHER.includes(game) && asked === actor.store.newest?.viewer && !others.length;
  if (newest.seq < last && !hidden) return false;
  return !newest.table.awaited.some((seat) => newest.table.seats[seat]?.kind === "robot");
}

/** The first lines in which two texts differ. */
function difference(one: string, other: string): string {
  const [here, there] = [one.split("\n"), other.split("\n")];
  const at = here.findIndex((line, index) => line !== there[index]);
  const from = Math.max(0, at - 3);
  return `page: ${here.slice(from, at + 4).join(" ")}\nfresh: ${there.slice(from, at + 4).join(" ")}`;
}

/** Asks for something over a connection of its own: one that was kept may be closed by the server in this moment, and
 * unlike a browser Node does not ask again. */
function post(server: number, path: string, body: unknown): Promise<unknown> {
  return new Promise((answered, failed) => {
    const headers = { "content-type": "application/json" };
    const asked = request(
      { host: "127.0.0.1", port: server, path, method: "POST", headers, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode! < 300) answered(JSON.parse(text));
          else failed(new Error(`${path}: ${answer.statusCode} ${text}`));
        });
      },
    );
    asked.on("error", failed);
    asked.end(JSON.stringify(body));
  });
}

const order = JSON.parse(process.argv[2]!) as Order;
const left = [...order.ways];
await Promise.all(
  Array.from({ length: order.beside }, async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const way = new Way(order, number);
      const wrong = await way.run().catch((error: Error) => error.stack ?? error.message);
      console.log(JSON.stringify({ number, kind: way.kind, did: way.did, wrong }));
    }
  }),
);
process.exit(0);
