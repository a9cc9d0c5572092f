// Plays a table in Python, beside its page: fetches the interpreter and Malle, keeps the log, and hands messages on. It knows no
// rule. What it is told and what it tells stands in local.ts.
import type { FromWorker, ToWorker } from "./local";

/** `malle.runtime.table_session.TableSession`, as far as it is used here. */
interface Session {
  hear(seat: number | undefined, message: string): void;
  shown(lengths: number[]): void;
  turn(): number | undefined;
  story(): string;
  final(): string;
  moments(eyes: string | number, first: number): string;
  record(): string;
  verified(): string;
  about(): string;
}
/** Bytes of a file: as it is, packed by gzip, by brotli. */
type Sizes = [whole: number, gzip: number, brotli: number];

/** Seconds that a robot may search for. */
const THINKING = 0.8;
/** Milliseconds in which the page says how long sentences are; after that the least reading time counts. */
const MEASURED = 1000;
/** Milliseconds after which the page is told that another one has the log. */
const TAKEN = 500;

const tell = (message: FromWorker): void => self.postMessage(message);
const fetched = self.fetch;

// ---- the interpreter

let got = 0;
let open = 0;
let all: Sizes[] = [];
/** Which of the sizes the host sends. */
let coding = 1;
// A file that does not come ends the start, though the interpreter would wait for it for ever.
let fail: (error: unknown) => void;
const failed = new Promise<never>((_, no) => (fail = no));

function count(bytes: number): void {
  got += bytes;
  tell({ stage: "coming", done: Math.round(got), all: all.reduce((sum, each) => sum + each[coding]!, 0) });
}

/** A file, counted as it comes. Where the host does not pack it, its packed twin is taken. One that is kept is whole, and as it
 * was: the browser may have kept what it made of it too. */
async function part(url: URL, sizes: Sizes): Promise<Response> {
  const kept = await self.caches?.match(url, { ignoreVary: true });
  if (kept) {
    count(sizes[coding]!);
    if (!--open) tell({ stage: "starting" });
    return kept;
  }
  let answer = await fetched(url);
  if (answer.headers.get("content-encoding") === "br") coding = 2;
  let twin = false;
  if (!answer.headers.has("content-encoding") && sizes[1] < sizes[0]) {
    void answer.body?.cancel();
    answer = await fetched(`${url}.gz`);
    twin = !answer.headers.has("content-encoding");
  }
  if (!answer.ok || !answer.body) throw new Error(`missing: ${url}`);
  const whole = sizes[twin ? 1 : 0];
  let left = whole;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      left -= chunk.length;
      count((chunk.length * sizes[coding]!) / whole);
      out.enqueue(chunk);
    },
    flush(out) {
      if (left) out.error(new Error(`cut short: ${url}`));
      else if (!--open) tell({ stage: "starting" });
    },
  });
  answer.body.pipeTo(counted.writable).catch(() => fail(new Error(`cut short: ${url}`)));
  const packed = counted.readable as ReadableStream<Uint8Array<ArrayBuffer>>;
  const body = twin ? packed.pipeThrough(new DecompressionStream("gzip")) : packed;
  const type = url.pathname.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(body, { headers: { "content-type": type } });
}

/** What makes a session from a log. */
async function start(list: string): Promise<(log: string[]) => Session> {
  const answer = await fetched(list);
  if (!answer.ok) throw new Error(`missing: ${list}`);
  if (answer.headers.get("content-encoding") === "br") coding = 2;
  const { lock, ...sizes } = (await answer.json()) as { lock: string } & Record<string, Sizes>;
  all = Object.values(sizes);
  const urls = Object.keys(sizes).map((name) => new URL(name, list));
  const found = (end: string): URL => urls.find((url) => url.pathname.endsWith(`/${end}`))!;
  const parts = new Map<string, Promise<Response>>();
  for (const [at, url] of urls.entries()) if (!url.pathname.endsWith(".mjs")) parts.set(url.href, part(url, all[at]!));
  open = parts.size;
  // The interpreter asks for its files itself, and is given what is on its way.
  self.fetch = (asked, how) => parts.get(String(asked)) ?? fetched(asked, how);
  for (const each of parts.values()) each.catch(fail);
  const imported = async (url: URL) => {
    const made = await import(/* @vite-ignore */ url.href);
    count(all[urls.indexOf(url)]![coding]!);
    return made;
  };
  // A refusal of the browser, such as too little memory: the interpreter only notes it, and waits for ever.
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...given) => {
    const made = instantiateStreaming(...given);
    made.catch(fail);
    return made;
  };
  const scripts = [found("pyodide.mjs"), found("pyodide.asm.mjs")];
  const loaded = await Promise.race([Promise.all(scripts.map(imported)), failed]);
  const [{ loadPyodide }, { default: createPyodideModule }] = loaded;
  const stdLibURL = found("library.zip").href;
  const indexURL = new URL(".", scripts[0]).href;
  const loading = loadPyodide({ indexURL, stdLibURL, lockFileContents: lock, createPyodideModule });
  const python = await Promise.race([loading, failed]);
  const archive = await Promise.race([(await parts.get(found("malle.zip").href)!).arrayBuffer(), failed]);
  python.unpackArchive(archive, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  const { TableSession } = python.pyimport("malle.runtime.table_session");
  const send = (frame: string): void => tell({ frame });
  const followed = (replayed: number, of: number): void => tell({ replayed, of });
  return (log) => TableSession.callKwargs(python.toPy(log), keep, send, { thinking: THINKING, followed });
}

// ---- the log

/** Does something with the log; what comes of it, once it is safe. */
async function log<T>(work: (lines: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await new Promise<IDBDatabase>((done, fail) => {
    const opened = indexedDB.open("malle-table", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("log");
    opened.onsuccess = () => done(opened.result);
    opened.onerror = () => fail(opened.error);
  });
  const all = base.transaction("log", "readwrite");
  base.close(); // as soon as this is done: another page may want to delete it
  const asked = work(all.objectStore("log"));
  return new Promise((done, fail) => {
    all.oncomplete = () => done(asked.result);
    all.onabort = () => fail(all.error);
  });
}

/** What is being kept, and the lengths of sentences that are asked for meanwhile. */
let keeping: Promise<unknown> | null = null;
let measured: (lengths: number[]) => void = () => {};

function keep(number: number, line: string, said: string): void {
  const safe = log((lines) => {
    if (!number) lines.clear();
    return lines.put(line, number);
  }).catch(() => tell({ unkept: true }));
  const lengths = new Promise<number[]>((go) => {
    measured = go;
    if (said === "[]") return go([]);
    tell({ said: JSON.parse(said) });
    setTimeout(go, MEASURED, []);
  });
  keeping = Promise.all([keeping, safe]).then(() => lengths);
}

/** The log is this page's as long as it is open. While another page has it, this one waits. */
function own(): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  const taken = setTimeout(tell, TAKEN, { elsewhere: true });
  return new Promise((go) => {
    const held = navigator.locks.request("malle-table", () => {
      clearTimeout(taken);
      go();
      return new Promise(() => {}); // as long as the worker lives
    });
    held.catch(() => {}); // the log is being deleted
  });
}

// ---- the table

let session: Session | null = null;
let owned: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout>;
const ready = new Promise<string>((go) =>
  addEventListener("message", ({ data }) => go(data.list), { once: true }),
).then(start);
ready.catch((error) => tell({ failed: String(error) }));
let before: Promise<unknown> = ready.then(() => tell({ stage: "ready" }));

/** Shows what was kept, lets robots move, and comes back when the next one may. */
async function go(): Promise<void> {
  clearTimeout(timer);
  for (let left = session?.turn(); ; left = session?.turn()) {
    if (!keeping) {
      if (left !== undefined) timer = setTimeout(() => next(go), left * 1000);
      return;
    }
    const lengths = (await keeping) as number[];
    keeping = null;
    session?.shown(lengths);
  }
}

async function hear(message: ToWorker): Promise<void> {
  if ("open" in message || "goOn" in message) {
    await (owned ??= own());
    const lines =
      "open" in message ? [JSON.stringify(message.open)] : await log((kept) => kept.getAll()).catch(() => []);
    if (!lines.length) return tell({ nothing: true });
    session = (await ready)(lines);
    tell({ opened: JSON.parse(session.about()) });
  } else if ("ask" in message) {
    const [what, rest] = message.ask.split("?");
    const { eyes = "public", first = "0" } = Object.fromEntries(new URLSearchParams(rest));
    const moments = (): string => session!.moments(/^\d+$/.test(eyes) ? Number(eyes) - 1 : eyes, Number(first));
    const answers: Record<string, () => string> = {
      moments,
      story: () => session!.story(),
      final: () => session!.final(),
      verified: () => session!.verified(),
    };
    let answer: string | null = null;
    try {
      answer = (answers[what!] ?? (() => session!.record()))();
    } catch (error) {
      console.error(error); // asked too early, as a site would say
    }
    tell({ answer, id: message.id });
  }
  // Python's None is undefined; null is something else there.
  else if ("message" in message) session?.hear(message.seat ?? undefined, JSON.stringify(message.message));
  await go();
}

/** One thing after the other. */
function next(work: () => Promise<void>): void {
  before = before.then(work).catch((error) => tell({ failed: String(error) }));
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("lengths" in data) measured(data.lengths);
  else if ("ping" in data) tell({ pong: true });
  else if (!("list" in data)) next(() => hear(data));
});
