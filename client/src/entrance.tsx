// The way to a table without a server: the first scene, what is still to come, and what goes wrong. What is played meanwhile waits.
import { type JSX, render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { fileAt } from "./address";
import { copy } from "./copy";
import { Round } from "./cover";
import { erase, keep, logged, newer } from "./kept";
import type { Local, News } from "./local";
import type { Motion } from "./motion";
import { Symbol } from "./parts";
import type { Store } from "./store";
import { plain } from "./text";
import { ready } from "./walk";
import { Slow } from "./slow";
import type { Scene, State } from "./wire";
import { language, w } from "./words";

type Trouble = "network" | "wasm" | "memory" | "never" | "cut" | "missing" | "old" | "died";

/** Milliseconds without news: then it is said, and then it is taken for stuck. */
const SILENCE = 10_000;
const STUCK = 30_000;
/** A stop that lasts no longer is not spoken of, nor a start whose files are here. */
const SHORT = 1000;
const BRIEF = 3000;
/** An empty module: a browser that refuses it refuses Python. */
const MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** The game that is kept, and what was shown of it last. */
const KEPT = "malle-here";
/** Another game was chosen by keys: the focus stays on the tabs. */
const TAB = "malle-tab";
interface Kept {
  game: string;
  state: State | null;
  over?: boolean;
}

/** What the worker says of a failure, by trouble. */
const SIGNS: [RegExp, Trouble][] = [
  [/^Error: missing/, "missing"],
  [/cut short/, "cut"],
  [/memory|RangeError/i, "memory"],
  [/CompileError|LinkError/, "old"],
  [/TypeError|undefined/, "network"],
];

const megabytes = (bytes: number): string =>
  (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export class Entrance {
  state: "" | "coming" | "again" | "starting" | "dealing" | "replaying" = "";
  trouble: Trouble | "" = "";
  done = 0;
  all = 0;
  /** How much of the log has been followed again. */
  replayed: [done: number, all: number] | null = null;
  late = false;
  slow: Slow | null = null;
  /** A table was shown; since then a worker has stopped; a file came cut short. */
  private dealt = false;
  private died = false;
  private cut = false;
  /** The scene that is drawn before there is a table. */
  private drawn = "";
  /** What an answer was given on: it stays in its place, grey, while the answer waits. */
  private grey: HTMLElement | null = null;
  /** A lesson had the table's place when this was drawn last. */
  private learning = false;
  alone = true;
  private stopped = 0;
  /** When a table was asked for; and whether its files are kept here. */
  private begun = 0;
  here = false;
  /** What leads to this deal, after the # of an address. */
  link = "";
  private readonly timers: number[] = [];
  private readonly place = document.getElementById("entrance")!;
  private readonly game = document.body.dataset["game"]!;

  constructor(
    readonly local: Local,
    readonly store: Store,
    private readonly motion: Motion,
  ) {
    local.onNews = (news) => this.hear(news);
    local.onDealt = (state) => this.deal(state);
    store.subscribe(() => this.draw());
    // Whoever leaves a table comes to the first screen; the game is kept.
    const home = (event: MouseEvent): void => {
      const { home } = document.body.dataset;
      if (!(event.target as Element).closest(`a[href="${home}"], [action="${home}"] .btn:not([type])`)) return;
      event.preventDefault();
      event.stopPropagation();
      if (store.lesson) this.slow!.leave();
      else location.assign(location.pathname + (store.reel ? "?on" : ""));
    };
    document.addEventListener("click", home, { capture: true });
    addEventListener("online", () => this.trouble === "network" && this.retry());
    const { seats, here = "" } = document.body.dataset;
    const known = Promise.resolve(self.caches?.match(here)).then((found) => (this.here = !!found));
    const wish = Object.fromEntries(new URLSearchParams(store.reel ? "" : location.hash.slice(1)));
    const { game = this.game, language: tongue = language, edition = "", ...given } = wish;
    const elsewhere = game !== this.game || tongue !== language;
    const names = given["names"]?.split(",") ?? [w("you")];
    const people = (given["people"] ?? "0").split(",").map(Number);
    const options = optionsOf(edition);
    const open = { game, ...given, names, people, options, seats: Number(given["seats"] ?? seats) };
    for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, () => this.keep());
    if (elsewhere)
      location.replace(`${game}.${tongue}.html#${new URLSearchParams({ ...given, ...(edition && { edition }) })}`);
    else if (Object.keys(wish).length) this.go(open);
    else if (store.reel) this.go(null);
    else if (new URLSearchParams(location.search).has("on")) void this.resume();
    else void this.lay(known);
  }

  /** The game that can be gone on with here. */
  private get kept(): Kept | null {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  }

  private keep(): void {
    if (!this.dealt || !this.local.begun) return;
    // What several people were shown is nobody's.
    const over = !!this.store.newest?.table.over;
    const kept: Kept = { game: this.game, state: this.alone && !over ? this.local.last : null, over };
    localStorage.setItem(KEPT, JSON.stringify(kept));
  }

  /** Draws this state. Before the press it is only to be looked at. */
  private async show(state: State, pressed: boolean): Promise<void> {
    const { own, scene, table } = structuredClone(state);
    const without = <T extends Partial<Scene>>({ ask: _, ...rest }: T): Omit<T, "ask"> => rest;
    const quiet = { own: own && without(own), scene: without(scene), table: { ...table, begun: false, awaited: [] } };
    this.drawn = JSON.stringify([scene, own]);
    await this.store.turnTo({ ...state, own, scene, table, ...(pressed ? {} : quiet) } as State, false);
    document.getElementById("app")!.inert = !pressed;
  }

  /** Draws a first scene, or the last one of the game that is kept, and waits for the press. */
  private async lay(known?: Promise<unknown>): Promise<void> {
    document.body.classList.add("first");
    this.say("");
    const last = this.local.begun ? null : this.kept;
    const ours = last?.game === this.game;
    const begun = ours && !last.over;
    const left = begun ? last.state : null;
    const answer = await fetch(fileAt(`${this.game}.first.json`));
    const { setting, scenes } = await answer.json();
    setting.table = [...(setting.table ?? []), w("here-dealt")];
    const { opening, state } = scenes[Math.floor(Math.random() * scenes.length)];
    const names = [w("you"), ...opening.names.slice(1)];
    state.table.seats[0].name = names[0];
    await this.show(left ?? { ...state, setting }, false);
    const levels = document.querySelector<HTMLSelectElement>(".start select")!;
    const level = (): string => levels.value;
    levels.onchange = () => {
      document.querySelector(".opponents p span")!.textContent = levels.selectedOptions[0]!.dataset["said"]!;
    };
    levels.onchange(new Event("change"));
    lead(document.querySelectorAll(".games a"));
    const [no, yes] = document.querySelectorAll<HTMLElement>("#erase button");
    no!.onclick = () => document.getElementById("erase")!.removeAttribute("open");
    yes!.onclick = () => void erase(() => {}).then(() => location.reload());
    const press = async (anew: boolean): Promise<void> => {
      if (!anew && !left) return location.assign("?on");
      document.body.onclick = null;
      const open = { ...opening, names, level: level() };
      const dealt = { ...state, setting, table: { ...state.table, level: open.level } };
      await this.show(anew ? dealt : left!, true);
      this.go(anew ? open : null);
      const prompt = document.querySelector<HTMLElement>(".prompt");
      prompt?.setAttribute("tabindex", "-1");
      prompt?.focus();
    };
    const button = document.getElementById("play")!;
    const again = document.getElementById("anew")!;
    button.onclick = () => void press(!begun);
    again.onclick = () => void press(true);
    again.hidden = !begun;
    const note = document.querySelector<HTMLElement>(".newer")!;
    if (ours && last.over) {
      const line = document.querySelector(".opponents p span")!;
      line.replaceChildren(Object.assign(document.createElement("a"), { href: "?on", textContent: w("here-last") }));
    }
    if (begun) {
      button.querySelector("b")!.textContent = w("here-resume");
      if (await newer()) {
        note.hidden = false;
        note.textContent = w("here-newer");
        again.textContent = w("here-newer-anew");
        // The page of the newer build deals at once.
        again.onclick = () =>
          void keep(true).then(() => {
            location.hash = `level=${level()}`;
            location.reload();
          });
      }
    }
    const form = document.querySelector<HTMLFormElement>(".several form")!;
    form.onsubmit = (event) => {
      event.preventDefault();
      const given = [...form.querySelectorAll("input")].map((each) => each.value.replace(/[,\s]+/g, " ").trim());
      const names = given.filter(Boolean);
      const seats = Math.max(names.length, Number(form.dataset["least"]));
      const people = [...names.keys()].join();
      location.hash = String(new URLSearchParams({ seats: `${seats}`, people, names: names.join(), level: level() }));
      location.reload();
    };
    // Whoever touches the table wants to play at it, unless each byte counts.
    const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
    const counted = connection?.saveData || connection?.type === "cellular";
    document.body.onclick = ({ target }) => {
      if (target === document.body && !counted) void press(!begun);
    };
    if (this.local.begun) return;
    const address = document.body.dataset["here"]!;
    const list = await fetch(address);
    const { lock: _lock, ...sizes } = (await list.json()) as Record<string, number[]>;
    const coding = list.headers.get("content-encoding") === "br" ? 2 : 1;
    this.all = Object.values(sizes).reduce((sum, each) => sum + each[coding]!, 0);
    await known;
    button.querySelector("small")!.textContent = this.here
      ? w("here-kept")
      : w("here-size", { n: megabytes(this.all) });
  }

  /** Goes on at once, with what was shown last. */
  private async resume(): Promise<void> {
    const { kept } = this;
    if (kept?.game === this.game && kept.state) await this.show(kept.state, true);
    this.go(null);
  }

  /** Opens a table; null: the one that is kept. */
  private go(open: object | null): void {
    this.link = open ? linkTo(open) : "";
    document.body.classList.remove("first");
    if (!this.store.reel) history.replaceState(null, "", "?on");
    try {
      new WebAssembly.Module(MODULE);
    } catch {
      return this.fail("wasm");
    }
    this.begun = Date.now();
    this.say("coming");
    if (!this.store.reel) this.slow = new Slow(this.store, this.motion);
    this.local.play(this.store, open);
  }

  private hear(news: News): void {
    if ("replayed" in news) {
      this.replayed = [news.replayed, news.of];
      this.draw();
    } else if ("stage" in news) {
      if (news.stage === "coming") [this.done, this.all] = [Math.max(this.done, news.done), news.all];
      const dealing = news.stage === "ready" ? "dealing" : news.stage;
      if (news.stage === "coming") this.slow?.judge(this.done, this.all);
      this.say(this.died ? "replaying" : this.cut && dealing === "coming" ? "again" : dealing);
    } else if ("unkept" in news) this.store.set({ notice: w("here-unkept") });
    else if ("elsewhere" in news) {
      this.say("");
      this.store.set({ notice: w("here-elsewhere") });
    } else if ("failed" in news) this.failed(news.failed);
    else if ("nothing" in news || news.opened.game !== this.game) void this.lay();
    else if (this.dealt) void this.local.sit(this.local.seat);
    else if (this.slow?.holds(() => this.hear(news))) this.say("");
    else {
      const { local, store, motion } = this;
      const { people } = news.opened;
      const [seat = 0] = people;
      this.alone = people.length < 2;
      if (this.alone) document.body.dataset["seat"] = String(seat + 1);
      if (store.reel) {
        this.say("");
        store.reel.open(motion);
      } else if (this.alone) void local.sit(seat);
      else local.round ??= new Round(store, motion, people, (each) => local.sit(each));
    }
  }

  /** The first frame of a worker has come. What was played meanwhile counts only at the table that was drawn. */
  private deal(state: State): void {
    const same = !this.drawn || this.drawn === JSON.stringify([state.scene, state.own]);
    if (!same && this.store.pending) this.take(w("here-changed"));
    if (this.store.notice === w("here-elsewhere")) this.store.set({ notice: "" });
    this.drawn = "";
    this.dealt = true;
    this.replayed = null;
    this.say("");
  }

  /** Takes back what was played and is still held. */
  take(notice = ""): void {
    this.local.forget();
    this.store.set({ pending: null, notice });
  }

  private failed(text: string): void {
    const found = SIGNS.find(([sign]) => sign.test(text))?.[1] ?? (this.dealt ? "died" : "never");
    // A connection that breaks in a file looks like none at all.
    const trouble = found === "network" && this.done && navigator.onLine ? "cut" : found;
    const once = trouble === "cut" ? !this.cut : this.dealt && !this.died;
    if (!once) return this.fail(trouble);
    if (trouble === "cut") this.cut = true;
    else this.died = true;
    this.say(trouble === "cut" ? "again" : "replaying");
    this.local.restart();
  }

  private fail(trouble: Trouble): void {
    this.say("");
    this.trouble = trouble;
    this.draw();
  }

  retry(): void {
    this.trouble = "";
    this.cut = this.died = false;
    this.say(this.dealt ? "replaying" : "coming");
    this.local.restart();
  }

  /** From now on the page says so, until there is news. */
  private say(state: Entrance["state"]): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    if (state === "replaying" && this.state !== state) this.stopped = Date.now();
    this.state = state;
    this.late = false;
    if (state) {
      this.timers.push(window.setTimeout(() => this.linger(), SILENCE));
      this.timers.push(window.setTimeout(() => this.fail(this.dealt ? "died" : "never"), STUCK));
    }
    if (this.rest > 0) this.timers.push(window.setTimeout(() => this.draw(), this.rest));
    this.draw();
  }

  /** Milliseconds in which a stop, or a start from what is kept, is not spoken of yet. */
  get rest(): number {
    const until = this.state === "replaying" ? this.stopped + SHORT : this.here ? this.begun + BRIEF : 0;
    return until - Date.now();
  }

  private linger(): void {
    this.late = true;
    this.draw();
  }

  /** What was played and is held until the table is there, in words. */
  get held(): string {
    const { pending, shown, setting, choice } = this.store;
    if (this.store.lesson || !this.local.waiting || pending?.type !== "act" || !shown) return "";
    const ask = shown.scene.ask;
    const button = ask?.buttons?.find((each) => each.act.text === pending.text);
    return plain(button?.label ?? ready(ask, setting, choice, (ref) => this.store.name(ref))?.say ?? "");
  }

  private draw(): void {
    const { held, grey, place, state, trouble } = this;
    const { learning } = this;
    this.learning = !!this.store.lesson;
    if (held && !grey && !learning) {
      // The table itself is drawn after this, and then without its question.
      const sheet = document.querySelector<HTMLElement>(".sheet");
      if (sheet) {
        this.grey = sheet.cloneNode(true) as HTMLElement;
        this.grey.classList.add("grey");
        this.grey.inert = true;
        this.grey.style.height = `${sheet.clientHeight}px`;
        place.after(this.grey);
        this.grey.scrollTop = sheet.scrollTop;
      }
    } else if (!held && grey) {
      grey.remove();
      this.grey = null;
    }
    const said = trouble ? "trouble" : held ? "held" : state === "replaying" && !(this.rest > 0) ? "replaying" : "";
    document.body.classList.toggle("said", !!said);
    document.body.style.setProperty("--said", JSON.stringify(said && w(`here-said-${said}`)));
    render(<Entering entrance={this} />, place);
  }
}

function Entering({ entrance }: { entrance: Entrance }): JSX.Element {
  const { late, all, held, store, slow } = entrance;
  const trouble = store.lesson ? "" : entrance.trouble;
  const state = entrance.rest > 0 || store.lesson ? "" : entrance.state;
  const here = entrance.here && state !== "replaying";
  const coming = (here || state === "coming" || state === "again") && all > 0;
  const said = state && w(`here-${here ? "already" : state}`) + (late ? `. ${w("here-longer")}` : "");
  const done = here ? all : entrance.done;
  const { replayed } = entrance;
  const counted = coming || (state === "replaying" && replayed);
  const [now, of] = coming ? [done, all] : (replayed ?? [0, 0]);
  const figures = !coming
    ? w("here-replayed", { n: now, what: of })
    : here
      ? ""
      : w("here-of", { n: megabytes(done), what: megabytes(all) });
  return (
    <>
      <div class="arriving">
        <div class={`loading${state ? "" : " none"}`} {...(state && { role: "region", "aria-label": w("here-start") })}>
          {state && <Symbol id={coming ? "i-export" : state === "replaying" ? "i-undo" : "i-clock"} />}
          <p role="status">{said}</p>
          {state && counted && <b aria-hidden="true">{figures}</b>}
          {state && counted && (
            <progress aria-label={w(`here-${state}`)} aria-valuetext={figures} max={of} value={now}>
              {figures}
            </progress>
          )}
          {state && !counted && <hr aria-hidden="true" />}
        </div>
        {slow && slow.left > 0 && state === "coming" && slow.view(!!held)}
      </div>
      {trouble && <TroubleView trouble={trouble} entrance={entrance} key={trouble} />}
      {held && (
        <footer class="confirm kept">
          <p class="what" role="status">
            <b>
              <Symbol id="i-yes" /> {w("here-held", { what: held })}
            </b>
            <span>{w(trouble ? "here-held-stopped" : "here-held-note")}</span>
          </p>
          <button type="button" class="btn hollow" onClick={() => entrance.take()}>
            {w("here-change")}
          </button>
        </footer>
      )}
    </>
  );
}

/** What happened, why, and the ways on. */
function TroubleView({ trouble, entrance }: { trouble: Trouble; entrance: Entrance }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const again = { network: "retry", memory: "retry", cut: "retry", never: "restart", died: "resume" }[
    trouble as string
  ];
  const { game } = document.body.dataset;
  return (
    <section class="trouble" role="alert">
      <h2 tabIndex={-1} ref={heading}>
        {w(`here-${trouble}`)}
      </h2>
      <p>{w(`here-${trouble}-why`, { n: megabytes(entrance.all) })}</p>
      {again && (
        <button type="button" class="btn" onClick={() => entrance.retry()}>
          {w(`here-${again}`)}
        </button>
      )}
      {trouble === "died" && entrance.alone && (
        <button type="button" class="btn hollow" onClick={() => void saveLog()}>
          {w("here-record")}
        </button>
      )}
      {trouble === "missing" && (
        <button type="button" class="btn" onClick={() => location.reload()}>
          {w("here-reload")}
        </button>
      )}
      {trouble === "wasm" && (
        <button type="button" class="btn" onClick={() => void copyLink(entrance)}>
          {w("here-copy")}
        </button>
      )}
      {(trouble === "network" ? entrance.slow?.here : /^(wasm|old|never|memory)$/.test(trouble)) && (
        <button type="button" class="btn hollow" onClick={() => learn(entrance)}>
          {w("lesson")}
        </button>
      )}
      {/^(wasm|old|never)$/.test(trouble) && (
        <p>
          {w("here-terminal")} <code>malle play {game}</code>
        </p>
      )}
    </section>
  );
}

/** The lesson needs no Python. */
function learn({ slow }: Entrance): void {
  if (slow?.here) slow.take();
  else location.assign("?learn");
}

async function saveLog(): Promise<void> {
  const href = URL.createObjectURL(new Blob([await logged()], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: `${document.body.dataset["game"]}.log` }).click();
}

async function copyLink({ link, store }: Entrance): Promise<void> {
  const page = location.origin + location.pathname;
  if (await copy(link ? `${page}#${link}` : page)) store.set({ notice: w("here-copied") });
}

/** The options of an edition as an address has it: `short` or `goal:cash,rounds:3`. */
function optionsOf(edition: string): Record<string, boolean | number | string> {
  const value = (text: string): boolean | number | string =>
    /^\d+$/.test(text) ? Number(text) : /^(true|false)$/.test(text) ? text === "true" : text;
  const pairs = edition
    .split(",")
    .filter(Boolean)
    .map((each) => each.split(":"));
  return Object.fromEntries(pairs.map(([name, text = "true"]) => [name, value(text)]));
}

/** The deal of this opening, for an address. */
function linkTo(opening: object): string {
  const { seats, level, options, seed, table } = opening as Record<string, unknown>;
  const pairs = Object.entries(options ?? {}).map((pair) => pair.join(":"));
  const known = Object.entries({ seats, level, seed, table, edition: pairs.join() }).filter(([, value]) => value);
  return String(new URLSearchParams(known.map(([name, value]) => [name, String(value)])));
}

/** The games' tabs are one stop: arrows choose a game and draw it, Home and End too. */
function lead(tabs: NodeListOf<HTMLAnchorElement>): void {
  const all = [...tabs];
  const at = all.findIndex((tab) => tab.ariaCurrent);
  for (const [index, tab] of all.entries()) {
    tab.tabIndex = index === at ? 0 : -1;
    tab.onkeydown = (event) => {
      const steps: Record<string, number> = {
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
      };
      const to = { ...steps, Home: 0, End: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      sessionStorage.setItem(TAB, "yes");
      location.assign(all.at(to % all.length)!.href);
    };
  }
  if (sessionStorage.getItem(TAB)) all[at]!.focus();
  sessionStorage.removeItem(TAB);
}
