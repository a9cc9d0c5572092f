// What the client knows, and what the player has set. Everything that is drawn is drawn from here.
import type {
  ChoiceTree,
  FromServer,
  Item,
  BoardMark,
  SendAct,
  Emoted,
  SendTableCommand,
  SendEmote,
  SendNudge,
  Scene,
  SendStandIn,
  StaticScene,
  State,
  Animation,
  Story,
  HeardMove,
} from "./wire";
import { tableAt } from "./address";
import type { Guide } from "./guide";
import type { Lesson } from "./lesson";
import { laidOver } from "./own";
import type { Reel } from "./reel";
import { refusal } from "./refusal";
import { type Link, Socket } from "./socket";
import type { Said, Speaker } from "./speaker";
import type { Unpacker } from "./unpack";
import { fill, language, w } from "./words";
import {
  NOTHING,
  actsOf,
  bare,
  keep,
  pickOf,
  ready,
  tapped,
  targetOf,
  held,
  whyNot,
  type PlayerSelection,
  type Ready,
} from "./walk";
import { candidateOf, choosing, fitting, inOrder, mayChoose, timesOf, without } from "./choose";
import { share, steady } from "./same";
import { fresh, grown } from "./log";
import { plain } from "./text";
import type { Sound } from "./sound";

/** What a player may set; kept in this browser only. */
export interface Wishes {
  theme: "" | "light" | "dark";
  sound: boolean;
  still: boolean;
  /** Every move waits in the confirm bar, also on a wide screen. */
  confirm: boolean;
  /** The screen is shared: one's own cards lie face down until the eye is held. */
  shared: boolean;
  /** People whose emotes are not shown here, by name; and whether anybody's are. They do not learn it. */
  muted: string[];
  deaf: boolean;
  /** The table at whose end it was said how to keep who one is: once, and never before a game. */
  offered: string;
}

const WISHES: Wishes = {
  theme: "",
  sound: true,
  still: false,
  confirm: false,
  shared: false,
  muted: [],
  deaf: false,
  offered: "",
};
const IDLE = 10_000;
const HURRY = 350;
const BUSY = 1500;

const WIDE = matchMedia("(min-width: 1000px)");
/** A window that is low, such as a phone on its side: the board has the whole height. These are the same as in layout.css. */
export const LYING = "(max-width: 999px) and (max-height: 600px) and (min-aspect-ratio: 5/4)";
const FLAT = matchMedia(LYING);
/** Of a board that has a window only the part around the own piece is shown. */
export const NARROW = "(max-width: 599px)";
const THIN = matchMedia(NARROW);
/** There is room for the costs and the log beside the table. */
export const SIDED = "(min-width: 1200px)";
const SIDE = matchMedia(SIDED);
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** A sentence in the strip: the seat that it is about, and for how long it stays at least. */
export interface Line {
  mark: number;
  text: string;
  told: HeardMove;
  /** Only this viewer is told it. */
  own: boolean;
  each?: number;
  /** When another may push it out. */
  until?: number;
  /** How many came before it. */
  place?: number;
}

/** A mark of a move that is being shown, and who made it. */
export interface Went {
  mark: BoardMark;
  seat: number | null;
}

/** How often somebody who is waited for tells that they are there, as long as they touch the page. */
const SIGN = 20_000;
/** An emote hangs so long at its seat; so many a minute. */
const EMOTE = 3000;
const EMOTES_A_MINUTE = 3;

export type Drawer =
  | ""
  | "rules"
  | "log"
  | "summary"
  | "menu"
  | "pile"
  | "knock"
  | "board"
  | "leave"
  | "say"
  | "device"
  | "report";

/** What a page needs before it can show a frame: the game's words, and how its frames are packed. */
export interface Kit {
  speaker: Speaker;
  unpacker: Unpacker;
}

export class Store {
  link = false;
  /** The newest state, and the one that is drawn: they differ while something is being shown. */
  newest: State | null = null;
  shown: State | null = null;
  /** While something is shown: the state that comes after it. Its totals count as soon as the money has landed. */
  coming: State | null = null;
  setting: StaticScene = { title: "" };
  log: HeardMove[] = [];
  /** The moves that can be seen again. */
  last: HeardMove[] = [];
  choice: PlayerSelection = NOTHING;
  pending: SendAct | SendTableCommand | null = null;
  notice = "";
  /** Refs that a tap fell between. */
  between: string[] = [];
  drawer: Drawer = "";
  tab = 0;
  pile = "";
  inspected: Item | null = null;
  /** Pointed at from the log. */
  pointed = "";
  /** While a thing is dragged: where. */
  drag: { ref: string; x: number; y: number } | null = null;
  /** What is being shown between two states. */
  step: Animation | null = null;
  held = false;
  /** Milliseconds that what is shown is to be read; 0: nothing is. */
  reading = 0;
  /** A time to read was ever given: the table has a pace. */
  paced = false;
  /** One's own dice, to be thrown; and whether they roll. */
  rolling: number[] | null = null;
  thrown = false;
  /** What befell the viewer, line by line; and whether that was the last of it. */
  lost = "";
  out = false;
  /** What has moved so far in what is being shown, and where: on the board it comes with the state after it. */
  went: Went[] = [];
  /** The last sentences that were shown, and how many moves of the log are still to be. */
  strip: Line[] = [];
  behind = 0;
  /** Totals that have not changed yet, by seat. */
  sums = new Map<number, string>();
  deltas = new Map<number, number>();
  peeking = false;
  /** What happened while the page was not looked at. */
  missed: string[] = [];
  /** Until when this player goes on waiting for somebody, by seat. */
  patience = new Map<number, number>();
  /** The lines of the log that tell whose seat a robot took over. */
  takenOver = new WeakMap<HeardMove, number>();
  /** What hangs at a seat for a moment. */
  emoted = new Map<number, Emoted["what"]>();
  stale = false;
  clockEnds = 0;
  /** What became of a wish for a robot's seat. */
  knocked: "" | "asked" | "over" | "refused" = "";
  askingEnds = 0;
  /** When the newest state came. */
  arrived = Date.now();
  wishes: Wishes = { ...WISHES, ...JSON.parse(localStorage.getItem("malle") ?? "{}") };
  whole = false;
  polite = "";
  assertive = "";
  /** A finished game is stepped through: nothing here can be played. */
  reel: Reel | null = null;
  /** A lesson is walked through: what is played goes to it. */
  lesson: Lesson | null = null;
  guide: Guide | null = null;
  /** What is told of a finished game, once it has come: to the viewer, and to people who were not there. */
  story: Story | null = null;
  /** The final picture, once it has come. */
  final: Pick<Scene, "areas"> | null = null;
  tale: Story | null = null;

  readonly socket: Link;
  private listeners: (() => void)[] = [];
  private touched = Date.now();
  /** The samples are here, or on their way. */
  private loud = false;
  /** When something was last taken in hand. */
  private picked = 0;
  private signed = Date.now();
  private due = false;
  private doubt = 0;
  /** What was said aloud to be decided. */
  private asked = "";
  private knockKey = "";
  /** The table's seq after what was played here last. */
  taken = -1;
  private mooded: readonly unknown[] = [];
  /** What was chosen and is played one by one: all of it in order, how much was played before, and what is still to be sent.
   * It stays known after the last, to be taken back together. */
  private batch: { refs: string[]; before: number; rest: string[] } | null = null;
  private unwinding = false;
  /** The latest state before its messages were said. */
  private unsaid: Pick<State, "scene" | "own"> | null = null;
  /** What this player asked for last: to the next table they go as soon as it is there, and home when they have left. */
  private wished: SendTableCommand["what"] | "" = "";
  /** When this player showed something, within the last minute; and the key of the latest. */
  private emotes: number[] = [];
  private emoteKey = "";
  onState: (state: State, told: HeardMove[], first: boolean) => void = () => {};

  constructor(
    readonly table: string,
    private readonly build: string,
    private readonly kit: Promise<Kit>,
    /** Whom this page talks to, if it is not a table. */
    other?: Link,
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = !!other;
    this.socket =
      other ??
      new Socket(
        `${scheme}://${location.host}/tables/${table}/socket`,
        "DecompressionStream" in window ? build : "",
        async (data) => (await this.kit).unpacker.text(data),
        (message) => this.receive(message),
        (open) => this.set({ link: open }),
      );
    document.addEventListener("visibilitychange", () => this.look());
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, () => this.touch(), { capture: true, passive: true });
  }

  subscribe(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Changes something. What changes at once is drawn at once, after the last of it. */
  set(patch: Partial<Store>): void {
    Object.assign(this, patch);
    const inHand = patch.choice && !patch.choice.pick && held(this.newest?.scene.ask);
    if (inHand) this.choice = { ...patch.choice!, pick: inHand };
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => this.flush());
  }

  /** Draws now what is due. */
  flush(): void {
    if (!this.due) return;
    this.due = false;
    for (const listener of this.listeners) listener();
  }

  wish(patch: Partial<Wishes>): void {
    const wishes = { ...this.wishes, ...patch };
    localStorage.setItem("malle", JSON.stringify(wishes));
    this.set({ wishes });
  }

  /** What the viewer may do, if what is drawn is the newest state, and their last move is in it. */
  get ask(): ChoiceTree | null {
    return this.shown && this.shown === this.newest && !this.pending && !this.answered && !this.watched
      ? (this.shown.scene.ask ?? null)
      : null;
  }

  /** What was played here is in the log, and not shown yet: the window it closes is to stay open a little longer. */
  private get answered(): boolean {
    return !!this.newest && this.newest.seq < this.taken;
  }

  /** Is there only something to be looked at? */
  private get watched(): boolean {
    return !!this.reel || !!this.lesson?.talking;
  }

  get mine(): boolean {
    const state = this.newest;
    return (
      !!state &&
      !this.answered &&
      !this.watched &&
      state.viewer != null &&
      state.table.begun &&
      !state.table.over &&
      state.table.awaited.includes(state.viewer)
    );
  }

  /** It is the viewer's turn, and they can see why. */
  get turn(): boolean {
    return this.mine && this.shown === this.newest && !this.step && !this.rolling;
  }

  /** The end is on the screen: a board is shown whole. */
  get ended(): boolean {
    return !!this.shown?.table.over && !this.step && !this.held;
  }

  /** Nothing goes on before the viewer does. */
  get stopped(): boolean {
    return this.held && !this.reading;
  }

  /** Leads to the table where these people went on, with the seat one has here. */
  get nextPage(): string {
    return tableAt("next");
  }

  get wide(): boolean {
    return WIDE.matches;
  }

  get sided(): boolean {
    return SIDE.matches;
  }

  /** Is there too little room for a large board as a whole? */
  get narrow(): boolean {
    return THIN.matches && !this.lying;
  }

  /** Is of a large board only a part shown? */
  get cropping(): boolean {
    return this.narrow && !this.whole;
  }

  get lying(): boolean {
    return FLAT.matches;
  }

  get still(): boolean {
    return this.wishes.still || CALM.matches;
  }

  /** All that the look of a thing on the table hangs on besides the thing itself; the same list while nothing of it changes. */
  get mood(): readonly unknown[] {
    const { ask, choice, pointed, wishes, peeking, setting, wide, lying, whole, cropping } = this;
    return (this.mooded = steady(this.mooded, [
      ask,
      choice,
      pointed,
      this.drag?.ref,
      wishes,
      peeking,
      setting,
      wide,
      lying,
      whole,
      cropping,
      this.ended,
      this.newest?.table.seats,
    ]));
  }

  get ready(): Ready | null {
    return ready(this.ask, this.setting, this.choice, (ref) => this.name(ref));
  }

  /** A thing's name. */
  name(ref: string): string {
    const seat = /^seat-(\d+)$/.exec(ref);
    if (seat) return this.who(Number(seat[1]) - 1);
    const [board, cell] = ref.split("/");
    if (cell)
      return (
        this.setting.grounds?.find((each) => each.id === board)?.cells.find((each) => each.id === cell)?.label || cell
      );
    return plain(this.item(ref)?.label ?? bare(ref));
  }

  who(seat: number): string {
    const state = this.newest;
    return seat === state?.viewer ? w("you") : (state?.table.seats[seat]?.name ?? "");
  }

  /** Are one's own things turned down, on a screen that others look at too? */
  get veiled(): boolean {
    return this.wishes.shared && !this.peeking;
  }

  /** A thing that lies there; `facing`: only if whoever looks at the screen may see what it is. */
  item(id: string, facing = false): Item | undefined {
    const areas = [
      ...(this.step?.areas ?? []),
      ...(this.shown?.scene.areas ?? []),
      ...(this.shown?.scene.end ?? []),
      ...(this.final?.areas ?? []),
    ];
    for (const area of areas)
      if ("items" in area && !(facing && this.veiled && "private" in area && area.private))
        for (const item of area.items ?? []) if (item.id === id) return item;
    return undefined;
  }

  // ---- picking

  /** A thing was pressed. */
  press(ref: string): void {
    const { ask, choice } = this;
    if (ask?.choose && this.pressChosen(ref)) return;
    // What was composed, a price or how many, stays.
    const nothing = { ...choice, pick: "", to: "", way: 0 };
    const pick = pickOf(ask, choice.pick);
    if (pick && targetOf(pick, ref)) return this.choose({ ...choice, to: ref, way: 0 });
    if (ask?.compose?.things?.some(([thing]) => thing === ref) && !this.veiled) {
      const after = tapped(ask, this.setting, choice, ref);
      return this.set(after ? { choice: after, notice: "" } : { notice: w("no-more") });
    }
    // Two taps in a hurry are one: the second does not let go of what the first took.
    const hurried = Date.now() - this.picked < HURRY;
    if (ref && ref === choice.pick) return hurried ? undefined : this.set({ choice: NOTHING, notice: "", between: [] });
    this.picked = Date.now();
    if (pickOf(ask, ref)) return this.choose({ ...NOTHING, pick: ref });
    // What lies face down on a shared screen tells no reason either.
    const down = !!this.item(ref) && !this.item(ref, true);
    const why = ask && !down ? whyNot(ask, choice, ref) : "";
    if (why || !choice.pick) {
      const item = this.item(ref, true);
      if (why) return this.set({ notice: why, choice: nothing, between: [] });
      if (item) return this.set({ inspected: item });
    }
    this.set({ choice: nothing, notice: "", between: [] });
  }

  /** Takes over a choice; on a wide screen a move that is complete and certain is played at once. */
  choose(choice: PlayerSelection): void {
    this.set({ choice, notice: "", between: [] });
    const acts = actsOf(this.ask, choice);
    if (acts.length === 1 && this.wide && !this.wishes.confirm) this.play();
  }

  /** The tray from which things are put where they are chosen, thing by thing. */
  private get tray(): string[] {
    const area = this.shown?.scene.areas?.find((each) => each.id === this.ask?.choose?.tray);
    return area && "items" in area ? (area.items ?? []).map((item) => item.id) : [];
  }

  /** A thing was pressed that may be chosen with others, or one that was taken for it. Was it? */
  private pressChosen(ref: string): boolean {
    const { chosen } = this.choice;
    const place = this.tray.indexOf(ref);
    const [choose, candidate] = [this.ask!.choose!, candidateOf(this.ask!.choose, ref)];
    if (place >= 0 && place < chosen.length) this.setChosen(without(chosen, place), chosen[place]!);
    else if (!candidate) return false;
    else if (mayChoose(choose, chosen, ref)) this.setChosen([...chosen, ref], ref);
    else if (candidate.most === undefined && timesOf(chosen, ref)) this.takeOff(ref);
    else this.set({ notice: w(chosen.length < choose.n ? "choose-most" : "choose-full", { n: candidate.most ?? 1 }) });
    return true;
  }

  /** Something was dragged: out of the tray onto a thing, or from one to another. */
  drop(from: string, to: string): void {
    const { choose } = this.ask ?? {};
    const { chosen } = this.choice;
    const place = this.tray.includes(from) ? this.tray.indexOf(from) : chosen.lastIndexOf(from);
    const left = place >= 0 && place < chosen.length ? without(chosen, place) : chosen;
    if (choose && to && mayChoose(choose, left, to)) this.setChosen([...left, to], to);
    else if (to && to !== from) this.press(to);
  }

  /** What flies under the finger when this is dragged: a thing of the tray; empty: it cannot be. */
  lifts(ref: string): string {
    const place = this.tray.indexOf(ref);
    return place >= 0 ? ref : this.choice.chosen.includes(ref) ? (this.tray[0] ?? "") : "";
  }

  /** What a thing is called among those that are chosen. */
  labelOf(ref: string): string {
    return candidateOf(choosing(this.newest?.scene.ask), ref)?.label ?? "";
  }

  /** Takes back one of those that were chosen there. */
  takeOff(ref: string): void {
    const { chosen } = this.choice;
    if (chosen.includes(ref)) this.setChosen(without(chosen, chosen.lastIndexOf(ref)), ref);
  }

  /** Takes back what was chosen last; if nothing is, what was played last. */
  takeBack(): void {
    const { chosen } = this.choice;
    if (chosen.length) this.takeOff(chosen[chosen.length - 1]!);
    else this.want("undo");
  }

  private setChosen(chosen: string[], ref: string): void {
    const { choose } = this.ask!;
    const count = fill(choose!.count ?? "", { n: (choose!.done ?? 0) + chosen.length });
    const times = timesOf(chosen, ref);
    const polite = `${w(times ? "chosen-times" : "chosen-none", { what: candidateOf(choose, ref)!.label, n: times })} ${plain(count)}`;
    this.set({ choice: { ...NOTHING, chosen }, notice: "", between: [], polite });
  }

  /** Plays what is ready. */
  play(): void {
    const { ready: now, choice } = this;
    const choose = choosing(this.ask);
    if (!now) return;
    if (!choose) return this.act(now.text);
    const all = inOrder(choose, choice.chosen);
    const [first, ...rest] = all.map((each) => each.act.text);
    this.batch = { refs: all.map((each) => each.what), before: choose.done ?? 0, rest };
    this.send({ type: "act", text: first! });
  }

  /** Sends an action in notation. */
  act(text: string): void {
    this.batch = null;
    this.send({ type: "act", text });
  }

  /** Asks something of the table. */
  want(what: SendTableCommand["what"]): void {
    this.send({ type: "ask", what });
  }

  private send(wish: Omit<SendAct, "seq" | "key"> | Omit<SendTableCommand, "seq" | "key">): void {
    if (this.pending || !this.newest) return;
    if (wish.type === "act") this.guide?.decided();
    this.wished = "what" in wish ? wish.what : "";
    this.unwinding = this.wished === "undo" && !!this.batch;
    const pending = { ...wish, seq: this.newest.seq, key: newKey() };
    this.set({ pending, notice: "", between: [] });
    this.put(pending);
  }

  private put(pending: SendAct | SendTableCommand | null): void {
    if (!pending || this.pending !== pending) return;
    this.socket.send(pending);
    this.doubt = window.setTimeout(() => this.pending === pending && this.socket.again(), 6000);
  }

  /** What lets somebody ask for a seat; it came with the address. */
  get invite(): string {
    return new URLSearchParams(location.search).get("invite") ?? "";
  }

  /** Asks the people at the table for a robot's seat. */
  knock(seat: number, name: string): void {
    this.knockKey = newKey();
    this.set({ knocked: "asked", drawer: "" });
    this.socket.send({ type: "knock", seat, name, invite: this.invite, key: this.knockKey });
    // A late spectator does not see it end.
    const key = this.knockKey;
    setTimeout(() => this.knockKey === key && this.knocked === "asked" && this.set({ knocked: "over" }), 25_000);
  }

  /** Lets whoever asks have the seat, or not. */
  let(yes: boolean): void {
    const asking = this.newest?.table.asking;
    if (asking) this.socket.send({ type: "let", asking: asking.id, yes, key: newKey() });
  }

  /** Tips are given from now on. */
  async meet(guide: Guide): Promise<void> {
    const { speaker } = await this.kit;
    this.guide = guide;
    if (this.newest && this.unsaid) guide.hear({ ...this.newest, ...this.unsaid, heard: [] }, speaker);
    this.set({});
  }

  // ---- after the end

  /** Shows a moment of a finished game or of a lesson: the next one as it was at the table, any other at once. What was heard at it. */
  async turnTo(state: State, next: boolean): Promise<HeardMove[]> {
    const read = await this.read(state);
    if (!next) Object.assign(this, { newest: null, taken: -1 });
    this.take(read);
    return read.heard ?? [];
  }

  /** What the table answers besides its messages. */
  fetch(path: string): Promise<Response> {
    return this.socket.fetch?.(path) ?? fetch(`/tables/${this.table}/${path}`);
  }

  /** The reader has gone on from what was told there: the robots need not wait for them. */
  seen(seq: number): void {
    if (this.paced && this.newest?.viewer != null) this.socket.seen(seq);
  }

  /** The same in words, as the reader of this table is told it, or somebody who was not there. */
  async spoken<T>(value: T, viewer = this.newest!.viewer ?? null): Promise<T> {
    const names = this.newest!.table.seats.map((player) => player.name);
    return (await this.kit).speaker.speak(value, { viewer, names });
  }

  /** Tells the table something that changes nothing here until everybody is shown it. */
  tell(what: Omit<SendNudge, "key"> | Omit<SendStandIn, "key">): void {
    this.socket.send({ ...what, key: newKey() });
  }

  /** Shows everybody something for a moment; sent once, since a moment later it would mean something else. */
  emote(what: SendEmote["what"]): void {
    if (this.emoteWait) return;
    this.emotes.push(Date.now());
    this.emoteKey = newKey();
    this.socket.once({ type: "emote", what, key: this.emoteKey });
    this.set({ drawer: "" });
  }

  /** Seconds until this player may show something again. */
  get emoteWait(): number {
    const since = Date.now() - 60_000;
    this.emotes = this.emotes.filter((at) => at > since);
    return this.emotes.length < EMOTES_A_MINUTE ? 0 : Math.ceil((this.emotes[0]! - since) / 1000);
  }

  // ---- hearing

  async receive(message: FromServer): Promise<void> {
    if (message.type === "state") return this.take(await this.read(message));
    if (message.type === "emoted") return this.hearEmote(message);
    if (message.type === "refused" && message.key && message.key === this.emoteKey)
      return this.set({ notice: w("emote-not-now") });
    if (message.type === "refused" && message.key && message.key === this.knockKey)
      return this.set({ knocked: "refused" });
    if (message.key === this.pending?.key) {
      clearTimeout(this.doubt);
      // Sent again by itself until it is answered otherwise.
      if (message.type === "refused" && message.slug === "unavailable") {
        const { pending } = this;
        this.doubt = window.setTimeout(() => this.put(pending), BUSY * (0.5 + Math.random()));
        return this.set({ notice: w("busy") });
      }
      if (message.type === "taken") this.taken = message.seq;
      const next = message.type === "taken" ? this.batch?.rest.shift() : undefined;
      if (next !== undefined) {
        const pending: SendAct = { type: "act", text: next, seq: this.taken, key: newKey() };
        this.set({ pending });
        return this.put(pending);
      }
      const refused = message.type === "refused" ? refusal(message, this.newest?.scene.ask) : "";
      if (/^(resign|give-up)$/.test(this.wished) && (!refused || this.newest?.viewer == null)) location.assign("/");
      if (refused) {
        this.wished = "";
        this.batch = null;
      }
      const choice = refused ? this.choice : { ...NOTHING, chosen: this.choice.chosen };
      this.set({ pending: null, choice, notice: refused });
    } else if (message.type === "refused" && !message.key) {
      // The host of the site has taken the table away: its page says so, and has a way on.
      if (message.slug === "no-such-table") location.reload();
      this.set({ notice: refusal(message, null) });
    }
  }

  /** A state in words, as this viewer sees it, with what only the first one says. */
  private async read(state: State): Promise<State> {
    const { speaker } = await this.kit;
    const before = this.newest;
    if (state.viewer === undefined) {
      state.viewer = before?.viewer ?? null;
      if (before?.left !== undefined) state.left = before.left;
    }
    state.table = { ...before?.table, ...state.table };
    // Drawn by another build than this page's: its messages may be new.
    if (state.build && state.build !== this.build) speaker.lay(await fetchWords(state.build, state.table.game ?? ""));
    speaker.lay(state.setting?.words?.[language] ?? "");
    this.guide?.hear(state, speaker);
    // What is in it as it was in the one before was said then.
    state.scene = share(this.unsaid?.scene, state.scene);
    state.own = share(this.unsaid?.own, state.own);
    this.unsaid = { scene: state.scene, own: state.own };
    const said = speaker.speak(state, { viewer: state.viewer, names: state.table.seats.map((player) => player.name) });
    for (const key of ["log", "heard"] as const)
      for (const [index, told] of (state[key] ?? []).entries()) this.noteTakenOver(told, said[key]![index]!);
    return { ...said, scene: said.scene && laidOver(said.scene, said.own) };
  }

  /** Is this line, before it was said, about a robot that takes over a seat? */
  private noteTakenOver(told: HeardMove, line: HeardMove): void {
    const note = told.said[0] as unknown as Said | undefined;
    if (note?.k === "seat-left" || note?.k === "seat-kept") this.takenOver.set(line, Number(note.a?.["number"]) - 1);
  }

  private take(state: State): void {
    const before = this.newest;
    // A late spectator may come before there is anything that they may see.
    if (!state.scene) return;
    if (before && state.seq < before.seq && !state.setting) return;
    const first = !before;
    state.scene = share(before?.scene, state.scene);
    state.table = share(before?.table, state.table);
    if (state.setting) this.setting = state.setting;
    if (state.build && this.build && state.build !== this.build) this.stale = true;
    const told = fresh(this.log, state, first);
    if (told.some((each) => each.reading)) this.paced = true;
    this.log = grown(this.log, state, told, !!before && state.seq > before.seq);
    if (state.taken_back)
      this.strip = this.strip.filter(({ text }) => this.log.some(({ said }) => said.includes(text)));
    const again = told.length ? told : first || state.taken_back ? (state.log ?? []).slice(-1) : [];
    if (again.length) this.last = again.slice(-6);
    const was = this.mine;
    this.newest = state;
    this.hearNudge(before, state);
    this.hearMissed(before, state);
    if (state.table.next && this.wished === "next") location.assign(this.nextPage);
    this.arrived = Date.now();
    this.clockEnds = state.table.clock == null ? 0 : Date.now() + state.table.clock * 1000;
    if (state.table.asking) this.askingEnds = Date.now() + state.table.asking.seconds * 1000;
    if (state.viewer != null) this.knocked = "";
    else if (before?.table.asking && !state.table.asking && this.knocked === "asked") this.knocked = "over";
    const away = document.hidden || Date.now() - this.touched > IDLE;
    if (this.mine && !was && away && !first) this.hear("turn");
    if (document.hidden && told.length) this.missed.push(...told.flatMap((each) => each.said));
    // The same question still: what was composed so far stays.
    const same = state.scene.ask && before?.scene.ask === state.scene.ask;
    if (!same) this.choice = keep(state.scene.ask, this.choice);
    this.keepTogether(state);
    if (this.drag && !this.choice.pick) this.drag = null;
    this.set({});
    this.onState(state, told, first);
  }

  /** What was chosen together is shown until all of it is played; taken back, it is to be chosen anew, as it was. */
  private keepTogether({ scene, undoable }: State): void {
    const { batch } = this;
    const choose = choosing(scene.ask);
    if (!batch || !choose) return;
    if (!this.unwinding) this.choice = { ...NOTHING, chosen: batch.refs.slice((choose.done ?? 0) - batch.before) };
    else if ((choose.done ?? 0) > batch.before && undoable) this.want("undo");
    else {
      this.choice = { ...NOTHING, chosen: fitting(choose, batch.refs) };
      this.batch = null;
    }
  }

  /** Says aloud that it is the viewer's turn, once they could see why. */
  tellTurn(): void {
    const prompt = this.turn ? plain(this.newest!.scene.prompt) : "";
    // Emptied in between, since the same words twice are not a change, and not read aloud.
    if (prompt !== this.asked) this.assertive = prompt && `${w("your-turn")} : ${prompt}`;
    this.asked = prompt;
  }

  /** Somebody is missed: said aloud once, since the seconds on the sheet go on. */
  private hearMissed(before: State | null, { table, viewer }: State): void {
    const known = before?.table.absent.map((each) => each.seat) ?? [];
    const missed = table.absent.find((each) => each.seat !== viewer && !known.includes(each.seat));
    if (missed && viewer != null) this.polite = w("missing-for-s", { names: this.who(missed.seat), n: missed.seconds });
  }

  /** Somebody gave this player a sign: on a page that lies in the background the title and a sound tell it. */
  private hearNudge(before: State | null, state: State): void {
    const nudged = ({ table, viewer }: State): number | null =>
      table.absent.find((each) => each.seat === viewer)?.nudged ?? null;
    const now = nudged(state);
    if (now === null || !before || (nudged(before) ?? Number.POSITIVE_INFINITY) <= now) return;
    this.notice = w("nudge-heard");
    this.hear("turn");
  }

  /** Hangs at the seat for a moment; while something is revealed it waits. */
  private hearEmote({ seat, what }: Emoted): void {
    const name = this.newest?.table.seats[seat]?.name ?? "";
    const { muted, deaf } = this.wishes;
    if (seat !== this.newest?.viewer && (deaf || muted.includes(name))) return;
    if (this.step?.areas?.length || this.held) {
      setTimeout(() => this.hearEmote({ type: "emoted", seat, what }), 500);
      return;
    }
    const emoted = new Map(this.emoted).set(seat, what);
    this.set({ emoted, polite: w("emote-said", { names: this.who(seat), what: w(`emote-${what}`) }) });
    setTimeout(() => {
      if (this.emoted.get(seat) !== what) return;
      const left = new Map(this.emoted);
      left.delete(seat);
      this.set({ emoted: left });
    }, EMOTE);
  }

  /** Somebody is at the page: the others learn it, if they wait for them. */
  private touch(): void {
    this.touched = Date.now();
    if (this.wishes.sound && !this.loud) void import("./sound").then((sounds) => sounds.load());
    this.loud = this.wishes.sound;
    if (!this.mine || this.touched - this.signed < SIGN) return;
    this.signed = this.touched;
    this.socket.look(document.hidden);
  }

  /** Plays a sound, or those of a move, if this player wants sounds; a phone shakes a little under a stamp. */
  hear(what: Sound | [State, State]): void {
    if (!this.wishes.sound) return;
    if (what === "stamp" && !this.still && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
    void import("./sound").then((sounds) => (Array.isArray(what) ? sounds.between(...what) : sounds.play(what)));
  }

  /** The page is looked at again, or no longer. */
  private look(): void {
    this.socket.look(document.hidden);
    if (document.hidden) return;
    this.touched = Date.now();
    this.socket.check();
    this.set({});
  }
}

/** The words of a game as another build has them; none, if its server is gone already. */
async function fetchWords(build: string, game: string): Promise<string> {
  const answer = await fetch(`/static/${build}/${game}.${language}.ftl`).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
