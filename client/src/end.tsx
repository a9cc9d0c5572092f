// The end of a game or of a match: the final picture, who won, the count, and the way to the next one.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Match, State } from "./wire";
import type { Store } from "./store";
import { AreaView } from "./areas";
import { home, tableAt } from "./address";
import { Final, finalAreas } from "./final";
import { later } from "./later";
import { legName, wholeMatch } from "./match";
import { SeatMark, Symbol } from "./parts";
import { type Outcome, outcomeOf, ranked } from "./ranking";
import { Beats, Facts, Key, Share, Slips, hearStory, replayAt } from "./story";
import { Rich, plain } from "./text";
import { number, w } from "./words";

const AtEnd = later(() => import("./drawers").then((part) => part.AtEnd));
const { here, game } = document.body.dataset;

/** The end: its picture, who won, the count, and what was hidden. */
export function End({ store, state }: { store: Store; state: State }): JSX.Element {
  const { table } = store.newest!;
  const { over, seats, match } = table;
  const whole = wholeMatch(table);
  const viewer = store.newest!.viewer ?? null;
  const places = whole?.places ?? over!.places;
  const outcome = outcomeOf(places, viewer);
  const mark = viewer ?? places.indexOf(1);
  const told = whole ? legName(whole) : viewer === null ? "" : state.scene.chips[viewer]?.sum;
  useEffect(() => void hearStory(store), []);
  const { story } = store;
  const pictured = new Set(finalAreas(store, state).map(({ id }) => id));
  const kind = whole ? w("match-over") : match ? legName(match) : w("end");
  return (
    <div class="end-in" key="end">
      <Final store={store} state={state} />
      <header class={`result is-${outcome}`}>
        <span class={`medal ${outcome === "lost" ? "" : "crowned"}`}>
          {outcome !== "lost" && outcome !== "drawn" && <Symbol id="laurel" className="laurel" />}
          <SeatMark seat={mark} name={seats[mark]!.name} />
        </span>
        <div>
          <p class="label">{[kind, plain(state.scene.status ?? "")].filter(Boolean).join(" · ")}</p>
          <h2 class="big">{headline(outcome, places, (seat) => store.who(seat))}</h2>
        </div>
        <p class="lead">
          {told && (
            <>
              <b>{told}</b>
              {" · "}
            </>
          )}
          <Rich text={state.scene.prompt} />
        </p>
      </header>
      <div class="acts" aria-live="polite">
        <WhatNext store={store} match={whole ? null : (match ?? null)} tale={taleOf(store, state)} />
      </div>
      {whole ? (
        <MatchScores store={store} match={whole} />
      ) : (
        <ol class="scores">
          {ranked(over!, state.scene.chips).map(({ seat, rank }) => (
            <li class={rank === 1 ? "first" : ""}>
              <span class="place">{rank}</span>
              <SeatMark seat={seat} name={seats[seat]!.name} />
              <span class="name">
                <b>{store.who(seat)}</b>
                {story?.notes?.[seat] && (
                  <small>
                    <Rich text={story.notes[seat]!} />
                  </small>
                )}
              </span>
              <span class="num">{state.scene.chips[seat]?.sum}</span>
              {story?.rows?.[seat] && <Beats row={story.rows[seat]!} />}
            </li>
          ))}
        </ol>
      )}
      {!whole && !!story?.rows?.length && <Key story={story} />}
      {story && <Facts story={story} />}
      {story && <Slips store={store} story={story} seat={mark} />}
      {(state.scene.end ?? [])
        .filter(({ id }) => !pictured.has(id))
        .map((area) => (
          <AreaView key={area.id} area={area} store={store} />
        ))}
      {here ? (
        !store.reel && <AtEnd store={store} />
      ) : (
        <>
          <p class="proof">
            <Symbol id="i-seal" className="mini" />
            <span>{w("sealed")}</span>{" "}
            <a href={tableAt("record")} download>
              {w("record")}
            </a>
          </p>
          <Keep store={store} />
        </>
      )}
    </div>
  );
}

/** What most people want next, and the other ways on; where the game is stepped through, back to its table. */
function WhatNext({ store, match, tale }: { store: Store; match: Match | null; tale: string }): JSX.Element {
  const { alone } = document.body.dataset;
  if (store.reel)
    return (
      <a class="btn" href={tableAt()}>
        {w("back-to-table")}
      </a>
    );
  return (
    <>
      <GoOn store={store} match={match} />
      <a class="btn hollow" href={replayAt(0)}>
        <Symbol id="i-again" />
        {w("replay")}
      </a>
      <Share store={store} tale={tale} />
      <Stronger store={store} />
      {alone && (
        <a class="btn hollow" href={alone}>
          {w("challenge")}
        </a>
      )}
      <a class="btn hollow" href={home()}>
        {w("home")}
      </a>
    </>
  );
}

/** The way to the next game, of the match or of a new one: a wish, and once somebody has had it, a link for everybody. */
function GoOn({ store, match }: { store: Store; match: Match | null }): JSX.Element | null {
  const { next } = store.newest!.table;
  const values: Record<string, number> = match ? { n: match.leg + 1, what: match.legs } : {};
  const key = match ? "next-leg" : "rematch";
  if (next)
    return (
      <a class="btn go-next" href={store.nextPage}>
        {w(`${key}-open`, values)}
      </a>
    );
  if (store.newest!.viewer === null) return null;
  return (
    <button type="button" class="btn go-next" disabled={!!store.pending} onClick={() => store.want("next")}>
      {w(key, values)}
    </button>
  );
}

const LEVELS = ["novice", "regular", "wily"] as const;

/** Whoever played against robots alone finds stronger ones one tap away, as long as there are some. */
function Stronger({ store }: { store: Store }): JSX.Element | null {
  const { table, viewer } = store.newest!;
  const stronger = table.level && LEVELS[LEVELS.indexOf(table.level) + 1];
  const alone = table.seats.every(({ kind }, seat) => kind === "robot" || seat === viewer);
  if (!stronger || !alone) return null;
  return (
    <a
      class="btn hollow"
      href={here ? `${tableAt()}#seats=${table.seats.length}&level=${stronger}` : `/games/${game}?level=${stronger}`}
      onClick={() => here && setTimeout(() => location.reload())}
    >
      {w("stronger")}
    </a>
  );
}

/** Once, at the end of the first game: how to find one's games on another device. */
function Keep({ store }: { store: Store }): JSX.Element | null {
  const { table = "" } = document.body.dataset;
  const { offered } = store.wishes;
  const shown = store.newest!.viewer !== null && !store.reel && (!offered || offered === table);
  useEffect(() => {
    if (shown && !offered) store.wish({ offered: table });
  }, [shown]);
  if (!shown) return null;
  return (
    <p class="proof keep">
      <Symbol id="i-key" className="mini" />
      <span>{w("known-here")}</span> <a href="/me#kept">{w("keep-who")}</a>
    </p>
  );
}

/** Every game of a match and the sum, the first place first. */
function MatchScores({ store, match }: { store: Store; match: Match }): JSX.Element {
  const { seats } = store.newest!.table;
  return (
    <table class="scores legs">
      <thead>
        <tr>
          <th scope="col" colSpan={2} class="label">
            {w("match")}
          </th>
          {match.played.map((_, leg) => (
            <th scope="col" class="label">
              {w("leg-head", { n: leg + 1 })}
            </th>
          ))}
          <th scope="col" class="label">
            {w("total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {byPlace(match.places).map((seat) => (
          <tr class={match.places[seat] === 1 ? "first" : ""}>
            <td class="place">{match.places[seat]}</td>
            <th scope="row">
              <SeatMark seat={seat} name={seats[seat]!.name} />
              <b>{store.who(seat)}</b>
            </th>
            {match.played.map((scores) => (
              <td>{number(scores[seat]!)}</td>
            ))}
            <td class="num">{number(match.sums[seat]!)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The game in a few lines, for people who were not there: nobody in it is "you". */
function taleOf(store: Store, state: State): string {
  const { over, seats, match } = store.newest!.table;
  const whole = wholeMatch(store.newest!.table);
  const places = whole?.places ?? over!.places;
  const name = (seat: number): string => seats[seat]!.name;
  const ranking = whole
    ? byPlace(places).map((seat) => `${places[seat]}. ${name(seat)} · ${number(whole.sums[seat]!)}`)
    : ranked(over!, state.scene.chips).map(
        ({ seat, rank }) => `${rank}. ${name(seat)} · ${state.scene.chips[seat]?.sum ?? ""}`,
      );
  const { setting, tale } = store;
  const title = [setting.title, match && !whole ? legName(match) : ""].filter(Boolean).join(" · ");
  return [
    title,
    headline(outcomeOf(places, null), places, name),
    ...ranking,
    ...(tale?.facts ?? []).map((fact) => `${w("tale-of", { what: plain(fact.title) })} ${plain(fact.text)}`),
    `${w("tale-of", { what: w("replay") })} ${new URL(replayAt(0), location.href).href}`,
  ].join("\n");
}

function headline(outcome: Outcome, places: number[], name: (seat: number) => string): string {
  const first = places.flatMap((place, seat) => (place === 1 ? [name(seat)] : []));
  const names = first.join(", ");
  return w(outcome === "watched" && first.length > 1 ? "end-watched-several" : `end-${outcome}`, { names });
}

const byPlace = (places: number[]): number[] => places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);
