// A solved challenge is a screen of its own: time, hints, company, the week, a picture that spoils nothing, and what comes next.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { copy } from "@malle/copy";
import { Symbol } from "@malle/parts";
import { type Book, streak, today, weekOf } from "./kept";
import { type Box, type Challenge, onlyFrame } from "./rules";

type Say = (key: string, values?: Record<string, string | number>) => string;

const CELL = 72;
const RIM = 36;
const DOTS = 6;

export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")}`;
}

/** The frame, and every square the darker the later it was laid: no piece. */
export function drawOrder(canvas: HTMLCanvasElement, box: Box, challenge: Challenge, order: number[]): void {
  const rows = order.length / box.columns;
  canvas.width = box.columns * CELL + 2 * RIM;
  canvas.height = rows * CELL + 2 * RIM;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#5A2A4E";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  order.forEach((fifth, cell) => {
    const x = RIM + (cell % box.columns) * CELL;
    const y = RIM + Math.floor(cell / box.columns) * CELL;
    pen.fillStyle = fifth < 0 ? "#7C4A70" : "#FFFBF0";
    pen.fillRect(x + 2, y + 2, CELL - 4, CELL - 4);
    pen.fillStyle = fifth < 0 ? "#F2BC3A" : "#D9591F";
    const dots = fifth < 0 ? [[CELL / 2, CELL / 2]] : spots();
    for (const [left, top] of dots) {
      pen.beginPath();
      pen.arc(x + left!, y + top!, fifth < 0 ? 8 : 0.6 + fifth * 1.3, 0, 2 * Math.PI);
      pen.fill();
    }
  });
  const only = onlyFrame(challenge);
  pen.fillStyle = "#F2BC3A";
  box.frame.forEach(([cell, at], place) => {
    if (!"#ab".includes(only.charAt(place) || ".")) return;
    const x = RIM + (cell % box.columns) * CELL + CELL / 2;
    const y = RIM + Math.floor(cell / box.columns) * CELL + CELL / 2;
    const far = CELL / 2 + RIM / 2;
    const [left, top] = [
      [x, y - far],
      [x + far, y],
      [x, y + far],
      [x - far, y],
    ][at]!;
    const [wide, high] = at % 2 ? [14, 36] : [36, 14];
    pen.fillRect(left! - wide! / 2, top! - high! / 2, wide!, high!);
  });
}

function spots(): number[][] {
  const step = CELL / (DOTS + 1);
  return Array.from({ length: DOTS * DOTS }, (_, at) => [step * (1 + (at % DOTS)), step * (1 + Math.floor(at / DOTS))]);
}

/** By the phone's own sheet, with the picture; else copied. True: it was copied. */
async function share(canvas: HTMLCanvasElement, text: string): Promise<boolean> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  const files = blob ? [new File([blob], "combinus.png", { type: "image/png" })] : [];
  if (navigator.canShare?.({ files, text })) {
    await navigator.share({ files, text }).catch(() => {});
    return false;
  }
  return copy(text);
}

export function Result({
  box,
  challenge,
  label,
  hints,
  seconds,
  order,
  company,
  book,
  say,
  address,
  onAgain,
  onNext,
}: {
  box: Box;
  challenge: Challenge;
  /** What was solved, as it is called when it is told to others. */
  label: string;
  hints: number;
  seconds: number;
  order: number[];
  /** How many solved it, in words; empty where nobody counts. */
  company: string;
  book: Book;
  say: Say;
  address: string;
  onAgain: () => void;
  onNext: () => void;
}): JSX.Element {
  const picture = useRef<HTMLCanvasElement>(null);
  const [copied, setCopied] = useState(false);
  const daily = challenge.name.startsWith("day-");
  useEffect(() => {
    if (picture.current) drawOrder(picture.current, box, challenge, order);
  }, [challenge, order.join()]);
  const days = streak(book.days, today());
  const one = (key: string, n: number): string => say(n === 1 ? `${key}-1` : key, { n });
  const text = say(hints ? "share-helped" : "share-text", { name: label, time: clock(seconds), n: hints });
  const figures: [string, string, string][] = [
    ["i-clock", clock(seconds), say("time")],
    ["i-hint", hints ? String(hints) : say("none"), say("hints")],
    ...(daily ? ([["i-yes", one("streak-days", days), say("streak")]] as [string, string, string][]) : []),
  ];
  return (
    <section class="result" aria-labelledby="result" data-helped={hints > 0}>
      <h2 id="result">{say("solved")}</h2>
      <p>
        {hints ? one("solved-helped", hints) : say("solved-alone")} {company}
      </p>
      <ul class="figures">
        {figures.map(([symbol, value, name]) => (
          <li>
            <Symbol id={symbol} />
            <b>{value}</b>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {daily && <Week book={book} say={say} />}
      <div class="shared">
        <canvas ref={picture} role="img" aria-label={say("share-note")} />
        <div>
          <p>{say("share-note")}</p>
          <button
            type="button"
            class="btn hollow"
            data-do="share"
            onClick={() => void share(picture.current!, `${text}\n${address}`).then(setCopied)}
          >
            <Symbol id="i-share" />
            {say("share")}
          </button>
          {copied && <p role="status">{say("shared")}</p>}
        </div>
      </div>
      <div class="onward">
        <button type="button" class="btn hollow" data-do="again" onClick={onAgain}>
          {say("again")}
        </button>
        <button type="button" class="btn" data-do="next" onClick={onNext}>
          {say("next")}
        </button>
      </div>
    </section>
  );
}

function Week({ book, say }: { book: Book; say: Say }): JSX.Element {
  const names = say("week").split(" ");
  return (
    <ol class="week">
      {weekOf(today()).map((day, index) => {
        const done = book.days[day];
        const state = done ? (done.hints ? "helped" : "alone") : "";
        return (
          <li class={state} aria-current={day === today() ? "date" : undefined}>
            {done ? (
              <Symbol id={done.hints ? "i-hint" : "i-yes"} label={say(done.hints ? "hints" : "solved")} />
            ) : (
              <i />
            )}
            <span>{names[index]}</span>
          </li>
        );
      })}
    </ol>
  );
}
