// The table client. It draws any scene, and knows no game.
import "@fontsource-variable/bricolage-grotesque/wdth.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./tokens.css";
import "./malle.css";
import "./table.css";
import "./learn.css";
import "./manners.css";
import "./emotes.css";
import "./hold.css";
import "./layout.css";
import "./choosing.css";
import "./final.css";
import { render } from "preact";
import { Speaker } from "./speaker";
import { type Kit, LYING, NARROW, SIDED, Store } from "./store";
import { Motion } from "./motion";
import { Focus, leadPast } from "./focus";
import { Table } from "./frame";
import { AGAIN, fetchAll, renew } from "./later";
import { listen } from "./pointer";
import { NO_LINK } from "./socket";
import { Unpacker } from "./unpack";
import { fileAt } from "./address";
import { language, w } from "./words";

const CALM = 300;
const SETTLED = 1000;
const { table = "", build = "", sprite = "", words = "", frames = "", game = "" } = document.body.dataset;
const { here } = document.body.dataset;
const asked = new URLSearchParams(here && location.search);
const { replay = asked.get("replay"), lesson: course = asked.has("learn") && fileAt(`${game}.course.json`) } =
  document.body.dataset;

/** A file without which nothing can be drawn: asked for until it is here, to its end. */
async function had<T>(file: string, read: (answer: Response) => Promise<T>): Promise<T> {
  try {
    const answer = await fetch(file);
    if (answer.ok) return await read(answer);
  } catch {
    // Asked for again.
  }
  await new Promise((go) => setTimeout(go, AGAIN));
  return had(file, read);
}

const text = (answer: Response): Promise<string> => answer.text();

async function fetchKit(): Promise<Kit> {
  const said = had(words, text);
  const dictionary = here ? new ArrayBuffer() : had(frames, (answer) => answer.arrayBuffer());
  return { speaker: new Speaker(language, await said), unpacker: new Unpacker(new Uint8Array(await dictionary)) };
}

async function start(): Promise<void> {
  // What a table in play does not need is loaded where it is wanted.
  const lesson = course ? new (await import("./lesson")).Lesson(game, course) : null;
  const replaying = replay === null ? null : await import("./replay");
  const local = here && !lesson ? new (await import("./local")).Local(here) : null;
  const store = new Store(table, build, fetchKit(), lesson?.link ?? local ?? (replaying ? NO_LINK : undefined));
  if (replaying) store.reel = replaying.open(store, replay ? Number(replay) - 1 : null);
  else if (lesson) store.lesson = lesson;
  else void import("./guide").then(({ Guide }) => store.meet(new Guide(store, game, table)));
  // Every face is in one sprite, loaded before the first scene: nothing is fetched when a card is turned.
  const drawn = await had(sprite, text);
  document.body.append(
    document.importNode(new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement, true),
  );
  const motion = new Motion(store);
  if (store.newest && !store.shown) store.onState(store.newest, [], true);
  listen(store);
  const focus = new Focus();
  leadPast();
  local?.enter(store, motion);
  if (!local) store.reel?.open(motion);
  void lesson?.open(store);
  const app = document.getElementById("app")!;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')!;
  const plain = icon.href;
  let calm = 0;
  let lock: WakeLockSentinel | null = null;
  let asked = false;
  /** The seq at which what can be pressed was brought into view. */
  let brought = 0;
  document.addEventListener("visibilitychange", () => {
    asked = false;
    renew(store);
  });
  const draw = (): void => {
    // Setting an attribute anew makes the browser restyle everything: only when it changes.
    const { dataset } = document.documentElement;
    const still = store.still ? "yes" : "no";
    if (dataset["theme"] !== store.wishes.theme) dataset["theme"] = store.wishes.theme;
    if (dataset["still"] !== still) dataset["still"] = still;
    render(<Table store={store} motion={motion} />, app);
    focus.mend();
    if (store.ask && brought !== (brought = store.newest!.seq)) void import("./view").then((part) => part.show());
    const name = [store.setting.title, "Malle"].filter(Boolean).join(" · ");
    const title = store.turn ? `● ${w("your-turn")} · ${name}` : name;
    if (document.title !== title) document.title = title;
    clearTimeout(calm);
    calm = window.setTimeout(mark, CALM);
    void watch();
    renew(store);
  };
  // To draw another icon costs as much as a move: it follows when nothing has moved for a moment.
  const mark = (): void => {
    const wanted = store.turn ? (icon.dataset["turn"] ?? plain) : plain;
    if (icon.href !== wanted) icon.href = wanted;
  };
  // The screen stays awake at a running table only. Where that is refused, it is asked for again when somebody comes back.
  async function watch(): Promise<void> {
    const running = !!store.newest?.table.begun && !store.newest.table.over && !store.reel && !document.hidden;
    if (running && !lock && !asked && "wakeLock" in navigator) {
      asked = true;
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      lock?.addEventListener("release", () => (lock = null));
    } else if (!running && lock) {
      await lock.release();
      lock = null;
    }
  }
  store.subscribe(draw);
  matchMedia("(min-width: 1000px)").addEventListener("change", draw);
  for (const frame of [LYING, NARROW, SIDED]) matchMedia(frame).addEventListener("change", draw);
  setInterval(() => (store.clockEnds || store.newest?.table.absent.length || store.emoteWait) && draw(), 1000);
  draw();
  setTimeout(fetchAll, SETTLED);
}

void start();
