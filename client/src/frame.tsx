// The frame of a table: top line, players, table, sheet; beside it the side column, over it drawers.
import type { JSX } from "preact";
import type { Area, PlayerStatus, Emoted, Player, State } from "./wire";
import type { Store } from "./store";
import type { Motion } from "./motion";
import { Aloud, Notice } from "./aloud";
import { AreaView, areasAt } from "./areas";
import { AskView, Clock, Composing, ConfirmBar } from "./ask";
import { SayButton, Says, talks } from "./emotes";
import { later } from "./later";
import { LeaveLink, keptSeat, missedSeat } from "./manners";
import { legName, wholeMatch } from "./match";
import { Strip, lighted } from "./pace";
import { Face, IconButton, SeatMark, Strokes, Symbol } from "./parts";
import { memo } from "./same";
import { Side, agreed } from "./side";
import { Rich, plain } from "./text";
import { NOTHING } from "./walk";
import { number, w } from "./words";

const End = later(() => import("./end").then((part) => part.End));
const AbsenceSheet = later(() => import("./away").then((part) => part.AbsenceSheet));
const BackSheet = later(() => import("./away").then((part) => part.BackSheet));
const Asking = later(() => import("./door").then((part) => part.Asking));
const Watching = later(() => import("./door").then((part) => part.Watching));
const PauseNote = later(() => import("./pausing").then((part) => part.PauseNote));
const Rolling = later(() => import("./befell").then((part) => part.Rolling));
const Ways = later(() => import("./befell").then((part) => part.Ways));
const Befell = later(() => import("./befell").then((part) => part.Befell));
const Out = later(() => import("./befell").then((part) => part.Out));
const Emotes = later(() => import("./labels").then((part) => part.Emotes));
const MapButton = later(() => import("./map").then((part) => part.MapButton));
const Drawers = later(() => import("./drawers").then((part) => part.Drawers));

export function Table({ store, motion }: { store: Store; motion: Motion }): JSX.Element {
  const { newest, shown } = store;
  if (!newest || !shown)
    return (
      <p class="opening" role="status">
        {store.notice || w("opening")}
      </p>
    );
  const { scene } = shown;
  const over = store.ended;
  const inside = middled(store, shown);
  const mine = store.turn || (!!store.rolling && !store.thrown);
  const ask = store.step || store.rolling ? null : store.ask;
  const said = over ? null : facing(store, motion, ask);
  const dice = store.rolling && w(store.thrown ? "rolled-title" : "roll-title");
  const told = store.out ? w("out-title") : dice || store.step?.title || scene.prompt;
  const title = store.reel?.said || told;
  const missed = missedSeat(store);
  const named = plain(title);
  const waiting = shown.table.awaited
    .filter((seat) => seat !== newest.viewer)
    .map((seat) => newest.table.seats[seat]?.name ?? "");
  return (
    <>
      <nav class="brand" aria-label="Malle">
        <LeaveLink store={store} label={w("home")}>
          <Symbol id="logo" />
        </LeaveLink>
        <div>
          <b>Malle</b>
          <span>
            {store.setting.title}
            {scene.status && !newest.table.over && ` · ${plain(scene.status)}`}
          </span>
        </div>
      </nav>
      <header class="top">
        <LeaveLink store={store} className="icon-btn phone" label={w("leave")}>
          <Symbol id="i-back" />
        </LeaveLink>
        <h1 class={`prompt${store.reel ? " told" : ""}`}>
          {mine && (
            <>
              <span class="turn">{w("your-turn")}</span>{" "}
            </>
          )}
          <Rich text={over && !store.reel ? w(wholeMatch(newest.table) ? "match-over" : "end") : title} />
          {!mine &&
            !store.rolling &&
            !store.step &&
            !store.reel &&
            waiting.some((name) => !named.includes(name)) &&
            !over && <small class="await">{w("waiting-for", { names: waiting.join(", ") })}</small>}
          {newest.viewer === null && !!newest.table.late && !newest.table.over && (
            <small class="await">{w("late", { n: newest.table.late })}</small>
          )}
        </h1>
        <Clock store={store} />
        <SayButton store={store} />
        {store.wide && !store.sided && !over && <CostsButton store={store} />}
        <IconButton
          icon="i-help"
          label={w("rules")}
          className="unsided"
          onClick={() => store.set({ drawer: "rules" })}
        />
        <IconButton icon="i-more" label={w("menu")} onClick={() => store.set({ drawer: "menu" })} />
      </header>
      {!store.link && (
        <p class="lost" role="status">
          <span class="spin" aria-hidden="true" />
          {w("reconnecting")}
        </p>
      )}
      {store.reel ? store.reel.views.eyes(store, shown) : <Players store={store} state={shown} />}
      {!store.reel && <Watching store={store} />}
      {store.lesson?.view()}
      {store.guide?.view()}
      {!store.reel && <PauseNote store={store} />}
      <Play
        store={store}
        shown={shown}
        said={inside ? said : null}
        end={over ? <End store={store} state={shown} /> : null}
      />
      {!over && <Asking store={store} />}
      {!over && !store.sided && !store.reel && <Strip store={store} />}
      {!over &&
        (missed ? (
          <AbsenceSheet store={store} missed={missed} />
        ) : keptSeat(store) !== null && !store.stopped ? (
          <BackSheet store={store} seat={keptSeat(store)!} motion={motion} />
        ) : (
          <Sheet store={store} shown={shown} ask={inside ? null : ask} said={inside ? null : said} motion={motion} />
        ))}
      {store.reel ? store.reel.views.bar(store) : !over && <ConfirmBar store={store} />}
      <Side store={store} state={newest} />
      {(store.drawer || store.missed.length > 1 || store.inspected) && (
        <Drawers store={store} state={newest} motion={motion} />
      )}
      {store.notice && <Notice store={store} />}
      {store.stale && !mine && (
        <p class="notice fresh">
          <span>{w("new-version")}</span>
          <button type="button" class="btn" onClick={() => location.reload()}>
            {w("reload")}
          </button>
        </p>
      )}
      {store.drag && <Dragged store={store} />}
    </>
  );
}

function Players({ store, state }: { store: Store; state: State }): JSX.Element {
  const { table, viewer } = store.newest!;
  return (
    <section class={`players n${table.seats.length}`} aria-label={w("players")}>
      <ul>
        {table.seats.map((player, seat) => {
          const total = (store.coming ?? state).scene.chips[seat];
          return (
            <PlayerView
              key={seat}
              seat={seat}
              player={player}
              chip={state.scene.chips[seat]}
              sum={store.sums.get(seat) ?? total?.sum ?? ""}
              tone={total?.tone ?? ""}
              delta={store.deltas.get(seat) ?? 0}
              me={seat === viewer}
              awaited={
                store.rolling ? seat === viewer : state.table.awaited.includes(seat) && !state.table.over && !store.held
              }
              missed={seat !== viewer && table.absent.some((each) => each.seat === seat)}
              pointed={store.pointed === `seat-${seat + 1}`}
              says={store.emoted.get(seat)}
              host={seat === table.host && table.seats.filter((each) => each.kind === "person").length > 1}
            />
          );
        })}
        {!!table.match && table.match.legs > 1 && !table.over && (
          <li class="match">
            <span class="label">{legName(table.match)}</span>{" "}
            {table.match.played.length > 0 && (
              <span>
                {w("so-far")}{" "}
                {table.match.sums.map((sum, seat) => (
                  <>
                    {seat > 0 && " · "}
                    <b>
                      {store.who(seat)} {number(sum)}
                    </b>
                  </>
                ))}
              </span>
            )}
          </li>
        )}
        <li class="foot">
          {store.wide && talks(store) && <Emotes store={store} />}
          <span class="label">{w("this-table")}</span>
          <span>{agreed(store)}</span>
        </li>
      </ul>
    </section>
  );
}

interface Sitting {
  seat: number;
  player: Player;
  chip: PlayerStatus | undefined;
  sum: string;
  tone: string;
  delta: number;
  me: boolean;
  awaited: boolean;
  missed: boolean;
  pointed: boolean;
  says: Emoted["what"] | undefined;
  host: boolean;
}

const PlayerView = memo((sitting: Sitting): JSX.Element => {
  const { seat, player, chip, sum, tone, delta, me, awaited, missed, pointed, says, host } = sitting;
  const presence = player.kind === "person" ? player.presence : "here";
  return (
    <li
      class={`player${awaited ? " awaited" : ""}${missed ? " missed" : ""}${chip?.out ? " out" : ""}${pointed ? " pointed" : ""}`}
      data-seat={`seat-${seat + 1}`}
    >
      <span class="badged">
        <SeatMark seat={seat} name={player.name} hat={chip?.hat} symbol={chip?.symbol} />
        {missed ? (
          <Symbol id="i-moon" className="ismissed" />
        ) : (
          presence !== "here" && <span class={`presence ${presence}`} aria-hidden="true" />
        )}
        {player.kind === "robot" && <Symbol id="i-robot" className="isrobot" label={w("robot")} />}
        {host && !missed && <Symbol id="i-key" className="ishost" label={w("host")} />}
      </span>
      <span class="who">
        <span class="name">{me ? w("you") : missed ? w("missing") : player.name}</span>
        <span class={`sum ${tone}`} data-sum={seat}>
          {sum}
        </span>
        <span class="more">{[plain(chip?.role ?? ""), host ? w("host") : ""].filter(Boolean).join(" · ")}</span>
        {chip?.bar && <Strokes bar={chip.bar} />}
      </span>
      {presence !== "here" && <span class="there">{w(presence)}</span>}
      {awaited && <Symbol id="i-hand" className="hand" label={w("awaited")} />}
      {!!delta && (
        <span class={`delta ${delta > 0 ? "good" : "bad"}`}>
          {delta > 0 ? "+" : "−"} {number(Math.abs(delta))}
        </span>
      )}
      {says && <Says what={says} />}
    </li>
  );
});

/** On a wide screen, a board with a free middle has there what faces the viewer. */
function middled(store: Store, shown: State): boolean {
  const board = (shown.scene.areas ?? []).find((area) => area.kind === "board");
  return store.wide && !!store.setting.grounds?.find((each) => each.id === board?.id)?.inset;
}

/** What is for the viewer alone: their dice, what befell them, a question. */
function facing(store: Store, motion: Motion, ask: State["scene"]["ask"]): JSX.Element | null {
  if (store.rolling) return <Rolling store={store} motion={motion} key="rolling" />;
  if (store.out) return <Out store={store} key="out" />;
  if (store.stopped && !store.step?.areas?.length) return <Befell store={store} key="befell" />;
  return ask ? <AskView ask={ask} store={store} key="ask" /> : null;
}

/** The table itself. What lies there stays, unseen, while something is revealed: to build it again would be dear. */
function Play({
  store,
  shown,
  said,
  end,
}: {
  store: Store;
  shown: State;
  said: JSX.Element | null;
  end: JSX.Element | null;
}): JSX.Element {
  const { scene } = shown;
  const areas = scene.areas ?? [];
  const found = areas.find((area) => area.kind === "board");
  const board = found?.kind === "board" ? lighted(found, store.step, store.went) : undefined;
  // Over a board nothing is laid: what is turned up lies beside it.
  const step = store.step?.areas?.length && !store.out ? store.step : null;
  const laid = (!step || !!board) && !end;
  const centre = areasAt(areas, "centre").filter((area) => area !== found);
  const ring = scene.ring ?? [];
  const inset = areasAt(areas, "inset");
  const ground = board && store.setting.grounds?.find((each) => each.id === board.id);
  const asks = !step && store.shown === store.newest;
  const tight = !!scene.ask?.compose && asks;
  const pricing = !!scene.ask?.price && asks;
  const view = (area: Area): JSX.Element => <AreaView key={area.id} area={area} store={store} />;
  return (
    <main
      tabIndex={store.wide ? undefined : 0}
      class={`play${end ? " end" : ""}${board && laid ? " boarded" : ""}${ground?.inset && laid ? " middled" : ""}${ring.length && !end ? " ringed" : ""}${tight ? " tight" : ""}${pricing ? " pricing" : ""}${step ? " revealing" : ""}${store.held ? " held" : ""}${store.step?.at && board ? " lit" : ""}`}
    >
      {end}
      {ring.length > 0 && !end && <div class="oval" aria-hidden="true" />}
      {ring.length > 0 && !end && <Ring store={store} shown={shown} ring={ring} />}
      {step && !board && <Reveal areas={step.areas ?? []} store={store} />}
      {!end && (
        <div
          class={`mid${step && !board ? " away" : ""}`}
          style={{ "--ratio": `${(ground?.width ?? 1) / (ground?.height ?? 1)}` }}
          key="laid"
        >
          {board ? (
            <>
              <div class="beside left">{areasAt(areas, "left").map(view)}</div>
              <div class="boardwrap">
                <div class="fit">
                  {view(board)}
                  {ground?.inset && store.wide && (
                    <div
                      class="inset"
                      style={{
                        left: pct(ground.inset[0], ground.width),
                        top: pct(ground.inset[1], ground.height),
                        width: pct(ground.inset[2], ground.width),
                        height: pct(ground.inset[3], ground.height),
                      }}
                    >
                      {!step && !store.stopped && <div class="insets">{inset.map(view)}</div>}
                      {step && (
                        <div class="inner-ask">
                          <Reveal areas={step.areas ?? []} store={store} beside />
                        </div>
                      )}
                      {said && <div class="inner-ask">{said}</div>}
                    </div>
                  )}
                </div>
              </div>
              <div class="beside right">{areasAt(areas, "right").map(view)}</div>
              {(!ground?.inset || !store.wide) && inset.length > 0 && (
                <div class="under insets">
                  {inset.map(view)}
                  {ground?.window && store.narrow && <MapButton area={board} store={store} />}
                </div>
              )}
              {centre.length > 0 && <div class="under">{centre.map(view)}</div>}
              {!store.wide && <div class="under">{areasAt(areas, "aside").map(view)}</div>}
            </>
          ) : (
            <>
              <div class="piles left">{areasAt(areas, "left").map(view)}</div>
              <div class="heart">{centre.filter((area) => area.kind === "panel").map(view)}</div>
              <div class="piles right">{areasAt(areas, "right").map(view)}</div>
              <div class="wide">
                {centre.filter((area) => area.kind !== "panel").map(view)}
                {inset.map(view)}
                {!store.wide && areasAt(areas, "aside").map(view)}
              </div>
            </>
          )}
        </div>
      )}
      {!store.wide && !tight && !end && <CostsButton store={store} />}
      <Aloud store={store} />
    </main>
  );
}

/** What things cost, where no column has it. */
function CostsButton({ store }: { store: Store }): JSX.Element | null {
  const { summary } = store.setting;
  return summary ? (
    <button type="button" class="costs" onClick={() => store.set({ drawer: "summary" })}>
      {summary.title}
    </button>
  ) : null;
}

/** What is turned up before everybody, and the verdict after it. */
function Reveal({ areas, store, beside }: { areas: Area[]; store: Store; beside?: boolean }): JSX.Element {
  const centre = areasAt(areas, "centre");
  const view = (area: Area): JSX.Element => <AreaView key={area.id} area={area} store={store} turning />;
  return (
    <div class={beside ? "turned" : "mid srch"} key="reveal">
      {centre.filter((area) => area.kind !== "panel").map(view)}
      <div class="after">{centre.filter((area) => area.kind === "panel").map(view)}</div>
    </div>
  );
}

const pct = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** The seats round the table, on a wide screen. */
function Ring({ store, shown, ring }: { store: Store; shown: State; ring: number[] }): JSX.Element {
  const count = ring.length;
  return (
    <div class={`seats ring${count}`}>
      {ring.map((seat, index) => {
        const chip = shown.scene.chips[seat];
        const name = store.who(seat);
        const place = PLACES[count]?.[index] ?? "p-top";
        return (
          <div class={`dseat ${place}${shown.table.awaited.includes(seat) && !store.held ? " act" : ""}`}>
            <SeatMark
              seat={seat}
              name={store.newest!.table.seats[seat]?.name ?? ""}
              size="big"
              hat={chip?.hat}
              symbol={chip?.symbol}
            />
            <span>
              <b>{name}</b>
              <small>{plain(chip?.note || chip?.role || "")}</small>
            </span>
          </div>
        );
      })}
    </div>
  );
}
const PLACES: Record<number, string[]> = {
  2: ["p-top", "p-bottom"],
  3: ["p-top", "p-right", "p-left"],
  4: ["p-top", "p-right", "p-bottom", "p-left"],
  5: ["p-top", "p-right p-up", "p-right p-down", "p-left p-down", "p-left p-up"],
  6: ["p-top", "p-right p-up", "p-right p-down", "p-bottom", "p-left p-down", "p-left p-up"],
};

/** What is the player's own: cards, things, what they are asked. */
function Sheet({
  store,
  shown,
  ask,
  said,
  motion,
}: {
  store: Store;
  shown: State;
  ask: State["scene"]["ask"];
  said: JSX.Element | null;
  motion: Motion;
}): JSX.Element {
  const areas = store.out ? [] : (store.step?.areas ?? []);
  const away = areas.length > 0;
  const board = (shown.scene.areas ?? []).find((area) => area.kind === "board");
  const inside = middled(store, shown);
  const beside = away && !!board && !inside;
  const { stopped } = store;
  const laidBy = away || (stopped && !inside);
  const hand = areasAt(shown.scene.areas ?? [], "hand");
  const both = !!ask?.compose && hand.length > 0 && !away;
  const unsaid = ask && !ask.buttons?.length && !ask.compose && !ask.price && !store.choice.pick && !ask.note;
  const some = said || (hand.length && !laidBy) || beside || stopped;
  return (
    <section
      class={`sheet${both ? " compose" : ""}${ask?.price ? " pricing" : ""}${some ? "" : " none"}`}
      aria-label={w("yours")}
    >
      {beside && (
        <div class={`beside-board${store.went.some(({ mark }) => mark.look === "flag") ? " flagged" : ""}`} key="shown">
          <Reveal areas={areas} store={store} beside />
        </div>
      )}
      {!ask && said}
      {stopped && <Ways store={store} motion={motion} again={away} key="ways" />}
      {hand.length > 0 && (
        <div class={`own${laidBy ? " away" : ""}`} key="own">
          {hand.map((area) => (
            <AreaView key={area.id} area={area} store={store} />
          ))}
        </div>
      )}
      {ask && said}
      {store.setting.composers?.map((composer) => {
        const compose = ask?.compose?.composer === composer.id ? ask.compose : null;
        return (
          <Composing
            key={composer.id}
            composer={composer}
            compose={compose}
            choice={compose ? store.choice : NOTHING}
            store={store}
          />
        );
      })}
      {unsaid && <p class="sec">{w("pick-one")}</p>}
    </section>
  );
}

function Dragged({ store }: { store: Store }): JSX.Element | null {
  const item = store.item(store.drag!.ref);
  return item ? (
    <div class="lifted" aria-hidden="true" style={{ transform: `translate(${store.drag!.x}px, ${store.drag!.y}px)` }}>
      <Face
        item={
          item.look === "card" || !item.look ? item : { ...item, look: item.look === "piece" ? "piece" : item.look }
        }
        setting={store.setting}
      />
    </div>
  ) : null;
}
