// Combinus alone: a page that works without a network once it was opened. Progress is kept on this device.
import "./page.css";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Focus } from "@malle/focus";
import { Symbol } from "@malle/parts";
import { Rich } from "@malle/text";
import { fill, language } from "@malle/words";
import { keepOffline } from "@malle/offline";
import {
  EMPTY,
  type Box,
  type Challenge,
  type Point,
  beside,
  borderSides,
  checklist,
  clashes,
  freeBorders,
  givenOf,
  onlyFrame,
  readBoard,
  sideOf,
  solved,
  writeBoard,
} from "./rules";
import { readBook, orderOf, today } from "./kept";
import { Result, clock } from "./result";
import { type Play, begin, drop, firstPose, follow, left, press, remove, resumed, take, turn, undo } from "./play";

interface Told extends Box {
  names: string[];
  symbols: string[];
  turns: number[];
  twelve: Challenge[];
  days: Challenge[];
  first: string;
  words: Record<string, string>;
  lesson: Challenge;
  /** What the lesson asks for: what is to lie on which square, one after the other. */
  steps: { cell: string; code: string }[];
}

const { sprite = "", game = "", home = "/" } = document.body.dataset;
const told = JSON.parse(document.getElementById("page")!.textContent!) as Told;
const here = `/solo/${game}`;
const store = `malle-solo-${game}`;
const say = (key: string, values: Record<string, string | number> = {}): string => fill(told.words[key] ?? key, values);
const solvers = (people: number): string => say(people < 2 ? `people-${people}` : "people", { n: people });
const NESW = ["n", "e", "s", "w"] as const;
const focus = new Focus();

// ---- what is kept

const book = readBook(store);

const write = (): void => localStorage.setItem(store, JSON.stringify(book));

function keep(challenge: Challenge, play: Play, done: boolean): void {
  const { name } = challenge;
  const before = book.kept[name];
  book.kept[name] = {
    board: writeBoard(told, play.board),
    hints: play.hints,
    seconds: play.seconds,
    solved: done || !!before?.solved,
    alone: (done && !play.hints) || !!before?.alone,
    ...(done ? { order: orderOf(play.past, play.board, new Set(givenOf(told, challenge).keys())) } : {}),
  };
  if (done && name === ofDay(today()).name) book.days[today()] ??= { name, hints: play.hints };
  write();
}

function resume(challenge: Challenge): Play {
  const kept = book.kept[challenge.name];
  const play = begin(told, challenge);
  if (!kept || challenge === told.lesson) return play;
  const board = resumed(told, challenge, readBoard(told, kept.board));
  return { ...play, board, hints: kept.hints, seconds: kept.seconds };
}

// ---- the day

function ofDay(day: string): Challenge {
  const far = Math.round((Date.parse(day) - Date.parse(told.first)) / 86_400_000);
  const count = told.days.length;
  return told.days[((far % count) + count) % count]!;
}

const tasks = [told.lesson, ...told.twelve, ...told.days];

function wanted(): string {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name === "today") return ofDay(today()).name;
  return tasks.some((each) => each.name === name) ? name : told.twelve[0]!.name;
}

/** Lies there what a step of the lesson asks for? */
function isLaid(step: number, board: Play["board"]): boolean {
  const { cell, code } = told.steps[step]!;
  return board[told.cells.indexOf(cell)] === (code ? told.poses.indexOf(code) : EMPTY);
}

/** What the server answers; null: it refused, undefined: it was not reached. */
async function send(path: string, body: unknown): Promise<Record<string, unknown> | null | undefined> {
  try {
    const answer = await fetch(`${here}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : null;
  } catch {
    return undefined;
  }
}

interface Company {
  people: number;
  /** How many of them without a hint. */
  alone: number;
}

/** Tells the server what was solved, now or when there is a network again. */
async function tellSolved(): Promise<Company | null> {
  if (!book.untold) return null;
  const answer = await send("solved", book.untold);
  if (answer === undefined) return null;
  book.untold = undefined;
  write();
  return (answer ?? null) as Company | null;
}

// ---- dragging

interface Drag {
  pose: number;
  /** The square it comes from; -1: the tray. */
  from: number;
  x: number;
  y: number;
}

/** A finger covers what it holds: the tile hangs above it. */
const lift = (event: PointerEvent): number => (event.pointerType === "mouse" ? 0 : 40);

/** Follows a pointer that was pressed on a tile; under ten pixels it was a tap. */
function follows(
  start: PointerEvent,
  pose: number,
  from: number,
  show: (drag: Drag | null) => void,
  dropped: (cell: number) => void,
): void {
  let dragging = false;
  const move = (event: PointerEvent): void => {
    dragging ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 10;
    if (dragging) show({ pose, from, x: event.clientX, y: event.clientY - lift(event) });
  };
  const stop = (event: PointerEvent): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    show(null);
    if (!dragging || event.type === "pointercancel") return;
    // A mouse clicks where it lets go; a finger does not, and what it taps next counts.
    const swallow = (click: Event): void => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    addEventListener("pointerdown", () => removeEventListener("click", swallow, true), { capture: true, once: true });
    const under = document
      .elementFromPoint(event.clientX, event.clientY - lift(event))
      ?.closest<SVGElement>("[data-cell]");
    dropped(told.cells.indexOf(under?.dataset["cell"] ?? ""));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}

// ---- the page

function Solo(): JSX.Element {
  const [name, setName] = useState(wanted());
  const challenge = tasks.find((each) => each.name === name)!;
  const [play, setPlay] = useState(() => resume(challenge));
  // Keys come faster than the page is drawn: what was done last counts, not what was drawn last.
  const latest = useRef(play);
  const put = (next: Play): void => {
    latest.current = next;
    setPlay(next);
  };
  const [notice, setNotice] = useState("");
  const [company, setCompany] = useState<Company | null>(null);
  const [online, setOnline] = useState(navigator.onLine);
  const fixed = new Set(givenOf(told, challenge).keys());
  const points = checklist(told, challenge, play.board);
  const done = solved(told, challenge, play.board);
  const [drag, setDrag] = useState<Drag | null>(null);
  const grab = (event: PointerEvent, pose: number, from: number): void => {
    if (!fixed.has(from) && pose !== EMPTY)
      follows(event, pose, from, setDrag, (cell) => change(drop(latest.current, pose, from, cell, fixed)));
  };
  const isToday = name === ofDay(today()).name;
  const learns = challenge === told.lesson;
  const [step, setStep] = useState(0);

  const change = (next: Play): void => {
    const finished = solved(told, challenge, next.board);
    keep(challenge, next, finished);
    put(next);
    setNotice("");
    if (learns && step < told.steps.length - 1 && isLaid(step, next.board)) setStep(step + 1);
    if (!finished || done || !isToday) return;
    const answer = writeBoard(told, next.board);
    book.untold = { name, day: today(), answer, solver: book.solver, helped: next.hints > 0 };
    write();
    void tellSolved().then((heard) => heard && setCompany(heard));
  };
  const again = (): void => {
    const fresh = begin(told, challenge);
    keep(challenge, fresh, false);
    put(fresh);
    setStep(0);
  };
  const onward = (): void => {
    const day = ofDay(today());
    const at = told.twelve.indexOf(challenge);
    const round = [...told.twelve.slice(at + 1), ...told.twelve.slice(0, at + 1)];
    const next = [day, ...round].find((each) => each !== challenge && !book.kept[each.name]?.solved) ?? round[0]!;
    open(next.name);
  };
  const open = (next: string): void => {
    location.hash = next;
  };
  useEffect(() => {
    const moved = (): void => {
      const next = wanted();
      setName(next);
      put(resume(tasks.find((each) => each.name === next)!));
      setStep(0);
      setNotice("");
    };
    const wire = (): void => {
      setOnline(navigator.onLine);
      void tellSolved().then((heard) => heard && setCompany(heard));
    };
    wire();
    addEventListener("hashchange", moved);
    addEventListener("online", wire);
    addEventListener("offline", wire);
    return () => {
      removeEventListener("hashchange", moved);
      removeEventListener("online", wire);
      removeEventListener("offline", wire);
    };
  }, []);
  useEffect(() => {
    const tick = setInterval(
      () => !document.hidden && !done && put({ ...latest.current, seconds: latest.current.seconds + 1 }),
      1000,
    );
    return () => clearInterval(tick);
  }, [done]);
  useEffect(() => {
    if (isToday)
      void fetch(`${here}/day/${today()}`)
        .then(async (answer) => answer.ok && setCompany((await answer.json()) as Company))
        .catch(() => {});
  }, [isToday]);
  useLayoutEffect(() => focus.mend());
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || done) return;
      const act = {
        r: () => change(turn(told, latest.current)),
        u: () => change(undo(latest.current)),
        Backspace: () => change(remove(latest.current)),
        Delete: () => change(remove(latest.current)),
        Escape: () => put({ ...latest.current, hand: EMPTY, at: -1 }),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  const ask = async (what: "solvable" | "hint"): Promise<void> => {
    setNotice(say("asking"));
    const answer = await send("ask", { ask: what, name, board: writeBoard(told, latest.current.board) });
    if (!answer) return setNotice(say(answer === null ? "refused" : "offline-note"));
    if (what === "solvable") return setNotice(say(String(answer["solvable"])));
    const cell = Number(answer["cell"] ?? -1);
    const pose = Number(answer["pose"] ?? -1);
    if (cell < 0) return setNotice(say("unknown"));
    change(follow(told, latest.current, cell, pose));
    setNotice(say(pose < 0 ? "hint-remove" : "hint-place", { cell: told.cells[cell]! }));
  };

  const bad = clashes(told, play.board);
  const tiles = left(told, play.board);
  const number = told.twelve.indexOf(challenge) + 1;
  const asks = !done && play.at >= 0 && play.board[play.at] === EMPTY;
  const picked = play.at >= 0 && !asks;
  const label = learns ? say("lesson") : number ? say("twelve", { n: number }) : isToday ? say("today") : say("daily");
  return (
    <>
      <nav class="brand" aria-label="Malle">
        <a href={home} aria-label={say("back")}>
          <Symbol id="logo" />
        </a>
        <div>
          <b>Malle</b>
          <span>{say("alone")}</span>
        </div>
      </nav>
      <header class="top">
        <a class="icon-btn phone" href={home} aria-label={say("back")}>
          <Symbol id="i-back" />
        </a>
        <h1 class="prompt">
          {asks ? say("which", { cell: told.cells[play.at]! }) : challenge.goal || say("daily-goal")}
        </h1>
        <a class="icon-btn phone" href={`/rules/${game}`} aria-label={say("rules")}>
          <Symbol id="i-help" />
        </a>
      </header>
      <section class="players" aria-label={say("goal")}>
        <ul>
          <li class="player goal">
            <Symbol id={told.symbols[Math.max(0, told.tiles.indexOf(challenge.centre || "joker"))]!} className="jk" />
            <span class="who">
              <span class="name">
                {label}
                {challenge.stars > 0 && ` · ${"★".repeat(challenge.stars)}`}
              </span>
              <span class="sum">{challenge.title || say("daily")}</span>
            </span>
          </li>
          <li class="player laptop">
            <Symbol id="i-clock" className="gl" />
            <span class="who">
              <span class="name">{say("time")}</span>
              <span class="sum">{clock(play.seconds)}</span>
            </span>
          </li>
          <li class="player laptop">
            <Symbol id="i-hint" className="gl" />
            <span class="who">
              <span class="name">{say("hints")}</span>
              <span class="sum">{play.hints || say("none")}</span>
            </span>
          </li>
          {isToday && company && (
            <li class="player laptop">
              <Symbol id="i-yes" className="gl" />
              <span class="who">
                <span class="name">{say("today")}</span>
                <span class="sum" data-people={company.people} data-alone={company.alone}>
                  {solvers(company.people)}
                </span>
              </span>
            </li>
          )}
          <li class="foot">
            <span class="label">{online ? "" : say("offline")}</span>
            <span>{say("offline-note")}</span>
          </li>
        </ul>
      </section>
      <main id="main" class={`play solo${done ? " finished" : ""}`}>
        <Grid
          play={play}
          fixed={fixed}
          bad={bad}
          challenge={challenge}
          done={done}
          onCell={(cell) => done || change(press(latest.current, cell, fixed))}
          onGrab={(event, cell) => done || grab(event, latest.current.board[cell]!, cell)}
        />
        {done && (
          <Result
            box={told}
            challenge={challenge}
            label={isToday ? named(today()) : label}
            hints={play.hints}
            seconds={play.seconds}
            order={book.kept[name]?.order ?? orderOf([], play.board, fixed)}
            company={
              isToday && company
                ? `${solvers(company.people)}. ${say("people-alone", { n: company.alone })}`
                : book.untold
                  ? say("counted-later")
                  : ""
            }
            book={book}
            say={say}
            address={`${location.origin}${here}#${isToday ? "today" : name}`}
            onAgain={again}
            onNext={onward}
          />
        )}
        <div class="told" role="status" aria-live="polite" hidden={done}>
          {learns && (
            <p class="clash lesson">
              <b>{say("lesson-step", { n: step + 1, want: told.steps.length })}</b>
              <span>{say(`lesson-${step + 1}`)}</span>
            </p>
          )}
          {notice ? (
            <p class="clash note">
              <Symbol id="i-hint" />
              <span>{notice}</span>
            </p>
          ) : bad[0] ? (
            <Clash
              board={play.board}
              clash={bad.find(([cell, at]) => cell === play.at || beside(told, cell, at) === play.at) ?? bad[0]}
              at={play.at}
            />
          ) : null}
        </div>
        {!done && (
          <div class="phone">
            <Checks points={points} challenge={challenge} />
          </div>
        )}
        <nav class="phone more">
          {!done && (
            <button type="button" class="btn hollow" onClick={() => void ask("solvable")}>
              {say("solvable")}
            </button>
          )}
          <select aria-label={say("tabs")} value={name} onChange={(event) => open(event.currentTarget.value)}>
            <Choices />
          </select>
        </nav>
      </main>
      <section class="sheet" aria-label={say("tray")} hidden={done}>
        <div class="headline">
          <h2>{say("left", { n: tiles.length })}</h2>
          <span class="quiet small laptop">{say("keys")}</span>
        </div>
        <div class="traysolo" role="group" aria-label={say("tray")}>
          {tiles.map((tile) => {
            const cur = play.hand !== EMPTY && told.tileOf[play.hand] === tile;
            return (
              <button
                type="button"
                key={tile}
                class={`tl${cur ? " cur" : ""}`}
                aria-pressed={cur}
                aria-label={described(cur ? play.hand : firstPose(told, tile))}
                data-tile={told.tiles[tile]}
                onPointerDown={(event) => grab(event, cur ? play.hand : firstPose(told, tile), -1)}
                onClick={() => put(take(told, latest.current, tile))}
              >
                <span style={{ transform: `rotate(${cur ? told.turns[play.hand]! * 90 : 0}deg)` }}>
                  <Symbol id={told.symbols[tile]!} />
                </span>
              </button>
            );
          })}
        </div>
      </section>
      <footer class={`confirm${picked ? " four" : ""}`} hidden={done}>
        <button
          type="button"
          class="btn hollow"
          aria-label={say("undo")}
          disabled={!play.past.length}
          onClick={() => change(undo(latest.current))}
          data-do="undo"
        >
          <Symbol id="i-undo" />
          <span>{say("undo")}</span>
        </button>
        <button type="button" class="btn hollow" onClick={() => void ask("hint")} data-do="hint">
          <Symbol id="i-hint" />
          {say("hint")}
        </button>
        {picked && (
          <button
            type="button"
            class="btn hollow"
            aria-label={say("remove")}
            onClick={() => change(remove(latest.current))}
            data-do="remove"
          >
            <Symbol id="i-close" />
            <span class="laptop">{say("remove")}</span>
          </button>
        )}
        <button
          type="button"
          class="btn"
          disabled={play.hand === EMPTY && !picked}
          onClick={() => change(turn(told, latest.current))}
          data-do="turn"
        >
          <Symbol id="i-turn" />
          {say("turn")}
        </button>
      </footer>
      {drag && (
        <span
          class="lifted"
          style={{
            left: `${drag.x}px`,
            top: `${drag.y}px`,
            transform: `translate(-50%, -50%) rotate(${told.turns[drag.pose]! * 90}deg)`,
          }}
        >
          <Symbol id={told.symbols[told.tileOf[drag.pose]!]!} />
        </span>
      )}
      <aside class="side">
        <div class="body">
          <h2 class="label">{say("goal")}</h2>
          <Checks points={points} challenge={challenge} />
          <button
            type="button"
            class="btn hollow wide"
            disabled={done}
            onClick={() => void ask("solvable")}
            data-do="solvable"
          >
            {say("solvable")}
          </button>
          <button
            type="button"
            class={`btn wide${isToday ? " hollow" : ""}`}
            onClick={() => open("today")}
            data-do="today"
          >
            {say("today")}
          </button>
          <button type="button" class="btn hollow wide" onClick={() => open(told.lesson.name)} data-do="lesson">
            {say("lesson")}
          </button>
          <h2 class="label">{say("tabs")}</h2>
          <ol class="defis">
            {told.twelve.map((each, index) => (
              <li class={each === challenge ? "now" : ""}>
                <button type="button" aria-current={each === challenge} onClick={() => open(each.name)}>
                  <span>{index + 1}</span>
                  {each.title}
                  {book.kept[each.name]?.solved && (
                    <Symbol id={book.kept[each.name]!.alone === false ? "i-hint" : "i-yes"} label={say("solved")} />
                  )}
                </button>
              </li>
            ))}
          </ol>
          <p class="quiet small">
            <a href={`/rules/${game}`}>{say("rules")}</a>
          </p>
        </div>
      </aside>
    </>
  );
}

/** A day as the reader's calendar says it. */
const named = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString(language, { day: "numeric", month: "long" });

/** A piece in words: how many points, and where. */
function described(pose: number): string {
  const code = told.poses[pose]!;
  const spots =
    code === "joker" ? [] : [...code].flatMap((kind, at) => (kind === "-" ? [] : [say(`spot-${at}${kind}`)]));
  return [told.names[told.tileOf[pose]!]!, ...spots].join(", ");
}

function Choices(): JSX.Element {
  const day = ofDay(today());
  return (
    <>
      <option value={day.name}>{say("today")}</option>
      <option value={told.lesson.name}>{say("lesson")}</option>
      {told.twelve.map((each, index) => (
        <option value={each.name}>
          {index + 1}. {each.title}
          {book.kept[each.name]?.solved ? " ✓" : ""}
        </option>
      ))}
    </>
  );
}

function Checks({ points, challenge }: { points: Point[]; challenge: Challenge }): JSX.Element {
  const text = (point: Point): string =>
    point.name === "centre"
      ? say(challenge.centre === "joker" ? "centre-joker" : "centre-blank")
      : point.name === "branches"
        ? challenge.title || say("point-branches")
        : say(`point-${point.name}`);
  const count = (point: Point): string =>
    point.name === "fits" ? `${point.have} / ${point.want}` : point.name === "branches" ? String(point.have) : "";
  return (
    <ul class="checks">
      {points.map((point) => (
        <li class={point.lost ? "lost" : point.done ? "ok" : ""} data-point={point.name}>
          {point.lost ? <Symbol id="i-close" className="no" /> : point.done ? <Symbol id="i-yes" /> : <i />}
          <span>{text(point)}</span>
          <b>{count(point)}</b>
        </li>
      ))}
    </ul>
  );
}

function Clash({ board, clash, at }: { board: number[]; clash: [number, number]; at: number }): JSX.Element {
  // Told from the picked tile's side, if it is one of the two.
  const [cell, side] = beside(told, clash[0], clash[1]) === at ? [at, (clash[1] + 2) % 4] : clash;
  const near = beside(told, cell, side);
  const kinds = [sideOf(told.poses[board[cell]!]!, side), sideOf(told.poses[board[near]!]!, (side + 2) % 4)];
  const key = kinds.includes("-") ? "clash-blank" : "clash-junctions";
  return (
    <p class="clash" data-clash={`${told.cells[cell]}${NESW[side]}`}>
      <Symbol id="i-close" />
      <span>
        <Rich text={say(key, { cell: told.cells[cell]!, other: told.cells[near]! })} />
      </span>
    </p>
  );
}

const SIZE = 100;
const RIM = 34;

function Grid({
  play,
  fixed,
  bad,
  challenge,
  done,
  onCell,
  onGrab,
}: {
  play: Play;
  fixed: Set<number>;
  bad: [number, number][];
  challenge: Challenge;
  /** Solved: it is looked at, and takes no more taps. */
  done: boolean;
  onCell: (cell: number) => void;
  onGrab: (event: PointerEvent, cell: number) => void;
}): JSX.Element {
  const [stop, setStop] = useState(0);
  const free = freeBorders(challenge);
  const rows = told.cells.length / told.columns;
  const width = told.columns * SIZE + 2 * RIM;
  const height = rows * SIZE + 2 * RIM;
  const x = (cell: number): number => RIM + (cell % told.columns) * SIZE;
  const y = (cell: number): number => RIM + Math.floor(cell / told.columns) * SIZE;
  const walk = (event: KeyboardEvent): void => {
    const at = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 }[event.key];
    const from = told.cells.indexOf(
      (event.target as Element).closest<SVGElement>("[data-cell]")?.dataset["cell"] ?? "",
    );
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onCell(from);
    }
    const near = at === undefined || from < 0 ? -1 : beside(told, from, at);
    if (near < 0) return;
    event.preventDefault();
    setStop(near);
    (event.currentTarget as Element).querySelector<SVGElement>(`[data-cell="${told.cells[near]}"]`)?.focus();
  };
  return (
    <svg
      class="board"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={
        free.length
          ? `${say("board")}, ${say("free-borders", { borders: free.map((border) => say(`border-${border}`)).join(", ") })}`
          : say("board")
      }
      onKeyDown={walk}
    >
      <rect x="4" y="4" width={width - 8} height={height - 8} rx="16" class="frame" />
      <rect x={RIM} y={RIM} width={told.columns * SIZE} height={rows * SIZE} class="well" />
      {told.cells.map((_, cell) => (
        <rect x={x(cell) + 3} y={y(cell) + 3} width="94" height="94" rx="6" class="slot" />
      ))}
      {free.map((border) => (
        <path
          class="free"
          data-free={border}
          d={
            [
              `M${RIM} 17h${width - 2 * RIM}`,
              `M${width - 17} ${RIM}v${height - 2 * RIM}`,
              `M${RIM} ${height - 17}h${width - 2 * RIM}`,
              `M17 ${RIM}v${height - 2 * RIM}`,
            ][border]
          }
        />
      ))}
      <Frame play={play} challenge={challenge} x={x} y={y} />
      {play.board.map(
        (pose, cell) =>
          pose !== EMPTY && (
            <g
              class={`tile${fixed.has(cell) ? " fixed" : ""}`}
              transform={`translate(${x(cell) + 50} ${y(cell) + 50}) rotate(${told.turns[pose]! * 90})`}
              aria-hidden="true"
            >
              <use href={`#${told.symbols[told.tileOf[pose]!]}`} x="-50" y="-50" width="100" height="100" />
            </g>
          ),
      )}
      {play.at >= 0 && !done && (
        <rect
          x={x(play.at) - 2}
          y={y(play.at) - 2}
          width="104"
          height="104"
          rx="8"
          class={`pick${bad.some(([cell, at]) => cell === play.at || beside(told, cell, at) === play.at) ? " no" : ""}`}
        />
      )}
      {bad.map(([cell, at]) => (
        <Zigzag
          x={x(cell) + (at === 1 ? SIZE : 0)}
          y={y(cell) + (at === 2 ? SIZE : 0)}
          down={at === 1}
          name={`${told.cells[cell]}${NESW[at]}`}
        />
      ))}
      {told.cells.map((cell, index) => {
        const pose = play.board[index]!;
        const lies = pose === EMPTY ? say("empty-square") : described(pose);
        return (
          <g
            role={done ? "img" : "button"}
            tabindex={index === stop && !done ? 0 : -1}
            aria-label={[cell, lies, ...(fixed.has(index) ? [say("given")] : []), ...asked(challenge, index)].join(
              ", ",
            )}
            aria-pressed={done ? undefined : play.at === index}
            class="cell"
            data-cell={cell}
            data-pose={pose === EMPTY ? "" : told.poses[pose]}
            onFocus={() => setStop(index)}
            onPointerDown={(event) => onGrab(event, index)}
            onClick={() => onCell(index)}
          >
            <rect x={x(index)} y={y(index)} width="100" height="100" rx="6" />
          </g>
        );
      })}
    </svg>
  );
}

/** What the frame wants beside a square, in words. */
function asked(challenge: Challenge, index: number): string[] {
  const only = onlyFrame(challenge);
  return told.frame.flatMap(([cell, at], place) => {
    const want = only.charAt(place);
    return cell === index && want
      ? [
          say(want === "?" ? "place-free" : want === "." ? "place-none" : "place-branch", {
            borders: say(`border-${at}`),
          }),
        ]
      : [];
  });
}

/** What the frame wants where there is one frame only: a hollow disc for a branch that is missing, a full one where it is, a cross where none may be. */
function Frame({
  play,
  challenge,
  x,
  y,
}: {
  play: Play;
  challenge: Challenge;
  x: (cell: number) => number;
  y: (cell: number) => number;
}): JSX.Element {
  const sides = borderSides(told, play.board);
  const only = onlyFrame(challenge);
  return (
    <g class="wants" aria-hidden="true">
      {told.frame.map(([cell, at], place) => {
        const want = only.charAt(place) || "?";
        const has = sides[place]!;
        const branch = has !== "" && has !== "-";
        if (want === "?" ? !branch : want === "." && !branch) return null;
        const along = want === "a" || has === "a" ? 1 / 3 : want === "b" || has === "b" ? 2 / 3 : 0.5;
        const far = 17;
        const spot = [
          { x: x(cell) + SIZE * along, y: y(cell) - far },
          { x: x(cell) + SIZE + far, y: y(cell) + SIZE * along },
          { x: x(cell) + SIZE * (1 - along), y: y(cell) + SIZE + far },
          { x: x(cell) - far, y: y(cell) + SIZE * (1 - along) },
        ][at]!;
        const wrong =
          (want === "." && branch) ||
          (has !== "" && want !== "?" && want !== "." && !(want === "#" ? branch : has === want));
        return wrong ? (
          <path class="wrong" d={`M${spot.x - 8} ${spot.y - 8}l16 16m0-16l-16 16`} />
        ) : (
          <circle class={branch ? "has" : "wanted"} cx={spot.x} cy={spot.y} r="10" />
        );
      })}
    </g>
  );
}

function Zigzag({ x, y, down, name }: { x: number; y: number; down: boolean; name: string }): JSX.Element {
  const points = Array.from({ length: 11 }, (_, index) => {
    const off = index === 0 || index === 10 ? 0 : index % 2 ? 9 : -9;
    return down ? `${x + off} ${y + index * 10}` : `${x + index * 10} ${y + off}`;
  }).join(" ");
  return (
    <g data-zigzag={name}>
      <polyline class="zz0" points={points} />
      <polyline class="zz1" points={points} />
    </g>
  );
}

async function start(): Promise<void> {
  const drawn = await (await fetch(sprite)).text();
  document.body.append(
    document.importNode(new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement, true),
  );
  render(<Solo />, document.getElementById("app")!);
  document.documentElement.dataset["ready"] = "yes";
  void keepOffline();
}

void start();
