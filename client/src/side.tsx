// The right-hand column of a wide table: costs, log, rules.
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { State, Summary, HeardMove } from "./wire";
import type { Store } from "./store";
import { AreaView, areasAt } from "./areas";
import { later } from "./later";
import { SeatMark, Symbol } from "./parts";
import { memo } from "./same";
import { Rich } from "./text";
import { w } from "./words";

const Command = later(() => import("./command").then((part) => part.Command));
export const Rules = later(() => import("./rules").then((part) => part.Rules));

/** The right-hand column: costs, log, rules. */
export function Side({ store, state }: { store: Store; state: State }): JSX.Element | null {
  if (!store.sided) return null;
  const { summary } = store.setting;
  const aside = areasAt(store.shown?.scene.areas ?? [], "aside");
  const tabs = [...(summary ? [summary.title] : []), w("log"), w("rules")];
  const tab = Math.min(store.tab, tabs.length - 1);
  const kind = summary ? tab : tab + 1;
  return (
    <aside class="side">
      <div
        class="tabs"
        role="tablist"
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!by) return;
          store.set({ tab: (tab + by + tabs.length) % tabs.length });
          requestAnimationFrame(() => document.querySelector<HTMLElement>('.side [aria-selected="true"]')?.focus());
        }}
      >
        {tabs.map((name, index) => (
          <button
            type="button"
            role="tab"
            id={`tab-${index}`}
            aria-selected={index === tab}
            aria-controls="side-body"
            tabIndex={index === tab ? 0 : -1}
            onClick={() => store.set({ tab: index })}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="body" id="side-body" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 0 && aside.map((area) => <AreaView key={area.id} area={area} store={store} />)}
        {kind === 0 && (
          <>
            <Costs summary={summary!} />
            <h2 class="label">{w("log")}</h2>
            <Log store={store} few={6} />
          </>
        )}
        {kind === 1 && (
          <>
            <Agreed store={store} />
            <Log store={store} />
            {!store.reel && <Command store={store} />}
          </>
        )}
        {kind === 2 && <Rules store={store} game={state.table.game ?? ""} rule={state.scene.rule} />}
      </div>
    </aside>
  );
}

export const Costs = memo(({ summary }: { summary: Summary }): JSX.Element => {
  return (
    <>
      {summary.rows && summary.rows.length > 0 && (
        <table class="tarif">
          <thead>
            <tr>
              {summary.heads?.map((head) => (
                <th class="label" scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {summary.rows.map((row) => (
              <tr>
                <th scope="row">
                  <span>
                    {row.symbol && <Symbol id={row.symbol} />}
                    {row.label}
                  </span>
                </th>
                {row.sums.map((sum, index) => (
                  <td class={sum === "—" ? "quiet" : (summary.tones?.[index] ?? "")}>{sum}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {summary.text?.map((text) => (
        <p class="memo">
          <Rich text={text} />
        </p>
      ))}
    </>
  );
});

export function Log({ store, few }: { store: Store; few?: number }): JSX.Element {
  const box = useRef<HTMLOListElement>(null);
  // What is still to be shown is not told before.
  const lines = store.log.slice(0, store.log.length - store.behind).filter((told) => told.said.length);
  const shown = few ? lines.slice(-few) : lines;
  useEffect(() => {
    if (!few) box.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [store.log]);
  return (
    <ol class="journal" ref={box}>
      {shown.map((told, index) => (
        <Line
          key={lines.length - shown.length + index}
          told={told}
          name={store.newest?.table.seats[told.mark ?? -1]?.name ?? ""}
          last={index === shown.length - 1}
        />
      ))}
    </ol>
  );
}

const Line = memo(
  ({ told, name, last }: { told: HeardMove; name: string; last: boolean }): JSX.Element => (
    <li class={last ? "now" : ""}>
      {(told.mark ?? -1) >= 0 ? (
        <SeatMark seat={told.mark!} name={name} size="small" />
      ) : (
        <Symbol id="i-seal" className="mini" />
      )}
      <span>
        {told.said.map((sentence, at) => (
          <>
            {at > 0 && " "}
            {told.private?.includes(at) && <Symbol id="i-eye" className="mini" label={w("eyes-only")} />}
            <Rich text={sentence} links />
          </>
        ))}
      </span>
    </li>
  ),
);

/** What is played here: how hard the robots are to beat, where some play and the game has several kinds; the options. */
export function agreed({ newest, setting }: Store): string {
  const { table } = newest!;
  const level = table.level && table.seats.some(({ kind }) => kind === "robot") ? w(`level-${table.level}`) : "";
  return [level, ...(setting.table ?? [])].filter(Boolean).join(" · ");
}

/** What was agreed where the rulebook leaves a choice. */
export function Agreed({ store }: { store: Store }): JSX.Element | null {
  const said = agreed(store);
  return said ? (
    <p class="agreed">
      <span class="label">{w("this-table")}</span> {said}
    </p>
  ) : null;
}
