// The story of a finished game: what is worth telling of it, and where the sums came from.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Store } from "./store";
import type { RowMark, Story } from "./wire";
import { AreaView } from "./areas";
import { tableAt } from "./address";
import { copy } from "./copy";
import { hearEnd } from "./final";
import { Symbol } from "./parts";
import { Rich, plain } from "./text";
import { w } from "./words";

/** The address that opens the game at a move, counted from 0; with `play` the move is played with its reveal. */
export const replayAt = (move: number, eyes = "", play = false): string =>
  `${tableAt("replay")}#${move + 1}${eyes && `.${eyes}`}${play ? ".play" : ""}`;

/** Asks for the story of a finished game, once. Where there is none to be had, none is told. */
export async function hearStory(store: Store): Promise<void> {
  const story = await hearEnd<Story>(store, "story");
  if (story) store.set({ tale: await store.spoken(story, null), story: await store.spoken(story) });
}

/** The dearest lie, the best catch: each with the way to its move, everything shown. */
export function Facts({ story }: { story: Story }): JSX.Element | null {
  if (!story.facts?.length) return null;
  return (
    <ul class="facts">
      {story.facts.map((fact) => (
        <li key={fact.title}>
          {fact.symbol && <Symbol id={fact.symbol} />}
          <div>
            <h3>{plain(fact.title)}</h3>
            <p>
              <Rich text={fact.text} />
            </p>
            {(fact.move ?? -1) >= 0 && (
              <a href={replayAt(fact.move!, "all", true)} aria-label={`${w("see-moment")} : ${plain(fact.title)}`}>
                {w("see-moment")}
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Sends the game as text: by the phone's own sheet, or where there is none by the clipboard. */
export function Share({ store, tale }: { store: Store; tale: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const put = async (): Promise<void> => {
    if (!(await copy(tale))) return store.set({ notice: tale });
    setCopied(true);
    store.set({ polite: w("tale-copied") });
    setTimeout(() => setCopied(false), 2000);
  };
  // Whoever closes the sheet has changed their mind: that is no trouble.
  const send = (): Promise<void> => ("share" in navigator ? navigator.share({ text: tale }) : put());
  return (
    <button type="button" class="btn hollow share" onClick={() => void send().catch(() => undefined)}>
      <Symbol id={copied ? "i-yes" : "i-share"} />
      {w(copied ? "tale-copied" : "tale-share")}
    </button>
  );
}

/** Where the reader's own sum came from, or the winner's; the others' a tap away. */
export function Slips({ store, story, seat }: { store: Store; story: Story; seat: number }): JSX.Element | null {
  const slips = (story.slips ?? []).map((slip, at) => ({ slip, at })).filter(({ slip }) => slip.lines?.length);
  if (!slips.length) return null;
  const own = slips.filter(({ at }) => at === seat);
  const others = slips.filter(({ at }) => at !== seat);
  const view = ({ slip }: (typeof slips)[number]): JSX.Element => <AreaView key={slip.id} area={slip} store={store} />;
  return (
    <div class="slips">
      {own.map(view)}
      {others.length > 0 && (
        <details>
          <summary>{w("others-slips")}</summary>
          <div>{others.map(view)}</div>
        </details>
      )}
    </div>
  );
}

/** What somebody did, mark by mark. */
export function Beats({ row }: { row: RowMark[] }): JSX.Element | null {
  if (!row.length) return null;
  return (
    <span class="beats" role="img" aria-label={row.map((beat) => plain(beat.label)).join(", ")}>
      {row.map((beat) => (
        <Symbol id={beat.symbol} className={beat.first ? "opens" : ""} />
      ))}
    </span>
  );
}

/** What the marks mean. */
export function Key({ story }: { story: Story }): JSX.Element {
  const marks = new Map((story.rows ?? []).flat().map((beat) => [beat.symbol, plain(beat.label)]));
  return (
    <p class="key">
      {[...marks].map(([symbol, label]) => (
        <span>
          <Symbol id={symbol} />
          {label}
        </span>
      ))}
    </p>
  );
}
