// Bubbles: those of a lesson, and the tips of a first game.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Guide } from "./guide";
import type { Lesson } from "./lesson";
import { Rich } from "./text";
import { w } from "./words";

/** Stands where nothing can be touched or read, and takes the focus only if nothing has it. */
function Bubble({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text && (document.activeElement ?? document.body) === document.body) box.current?.focus();
  }, [text]);
  return (
    <div class="bub" ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}

/** Where the learner is, what is said, and what is asked. */
export function LessonView({ lesson }: { lesson: Lesson }): JSX.Element {
  const { at, count, text, left, last, game } = lesson;
  return (
    <aside class="learn" aria-label={w("lesson")}>
      <Bubble text={text}>
        <div role="status">
          {text && (
            <p class="says">
              <Rich text={text} />
            </p>
          )}
          {lesson.otherwise && <p class="else">{w("lesson-else")}</p>}
        </div>
        {text && !left.length && !last && (
          <button type="button" class="btn go-on" onClick={() => void lesson.next()}>
            {w("go-on")}
          </button>
        )}
        {text && last && (
          <form class="acts" method="post" action="/tables">
            <input type="hidden" name="game" value={game} />
            <button type="button" class="btn hollow" onClick={() => void lesson.again()}>
              {w("lesson-again")}
            </button>
            <button class="btn" name="with" value="robots">
              {w("lesson-play")}
            </button>
          </form>
        )}
        <p class="where">
          <span>{w("lesson-step", { n: at + 1, what: count })}</span>
          <span class="steps" aria-hidden="true">
            {Array.from({ length: count }, (_, step) => (
              <i class={step < at ? "on" : step === at ? "now" : ""} />
            ))}
          </span>
          <a href={`/games/${game}`}>{last ? w("lesson-leave") : w("lesson-skip")}</a>
        </p>
      </Bubble>
    </aside>
  );
}

/** A tip, if there is one now. */
export function TipView({ guide }: { guide: Guide }): JSX.Element {
  const { tip } = guide;
  return (
    <div class="learn" role="status">
      {tip && (
        <div class="bub">
          <p class="says">
            <Rich text={tip.text} />
          </p>
          <div class="acts">
            <button type="button" class="btn hollow" onClick={() => guide.end()}>
              {w("tips-end")}
            </button>
            <button type="button" class="btn" onClick={() => guide.close()}>
              {w("tips-seen")}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Tips on or off, in the menu; switched on they begin anew. */
export function TipSwitch({ guide }: { guide: Guide }): JSX.Element {
  return (
    <label class="wish">
      <span>{w("tips")}</span>
      <input
        type="checkbox"
        role="switch"
        checked={guide.on}
        onChange={(event) => guide.turn(event.currentTarget.checked)}
      />
      <i aria-hidden="true" />
    </label>
  );
}
