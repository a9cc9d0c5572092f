// Every kind of area but the board.
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { Area, Item, Pile, Row, StaticScene, Tray } from "./wire";
import type { Store } from "./store";
import { BoardArea } from "./board";
import { Face, SeatMark, StampMark, Strokes, Symbol } from "./parts";
import { choosing } from "./choose";
import { memo } from "./same";
import { Rich, plain } from "./text";
import { canPick, countedIn, liveRefs } from "./walk";
import { w } from "./words";

/** An area. It is drawn anew if it changed, or if it holds things and what may be done with them changed. */
export function AreaView({
  area,
  store,
  turning = false,
}: {
  area: Area;
  store: Store;
  turning?: boolean;
}): JSX.Element {
  const lively = area.kind === "board" || area.kind === "pile" || "items" in area;
  return <Drawn area={area} store={store} turning={turning} mood={lively ? store.mood : store.newest?.table.seats} />;
}

const Drawn = memo(
  ({ area, store, turning }: { area: Area; store: Store; turning: boolean; mood: unknown }): JSX.Element | null => {
    switch (area.kind) {
      case "board":
        return <BoardArea area={area} store={store} />;
      case "row":
      case "tray":
        return <Things area={area} store={store} turning={turning} />;
      case "pile":
        return <PileView area={area} store={store} />;
      case "track":
        return (
          <div class="track" data-area={area.id}>
            {area.title && (
              <h3 class="label">
                <Rich text={area.title} />
              </h3>
            )}
            {area.bars.map((bar) => (
              <p>
                {bar.seat != null && (
                  <SeatMark seat={bar.seat} name={store.newest?.table.seats[bar.seat]?.name ?? ""} size="small" />
                )}
                <span>
                  <Rich text={bar.label} />
                </span>
                <Strokes bar={bar} />
              </p>
            ))}
          </div>
        );
      case "dice":
        return (
          <div class="dice" role="img" aria-label={plain(area.label)} data-area={area.id}>
            {area.values.map((value) => (
              <Symbol id={`die-${value}`} />
            ))}
          </div>
        );
      case "panel":
        if (area.look === "verdict")
          return (
            <div class="vd" data-area={area.id}>
              <span class={`verdict ${area.tone ?? ""}`}>
                <Rich text={area.text ?? ""} />
              </span>
              {area.title && (
                <p class="sent">
                  <Rich text={area.title} />
                </p>
              )}
            </div>
          );
        if (area.look === "speech")
          return (
            <p class="say" data-area={area.id}>
              <Rich text={area.text ?? ""} />
            </p>
          );
        if (area.look === "banner")
          return (
            <p class="banner" data-area={area.id}>
              {area.symbol && <Symbol id={area.symbol} />}
              <b>
                <Rich text={area.text ?? ""} />
              </b>
            </p>
          );
        return (
          <div class={area.look === "slip" ? "slip" : "flat"} data-area={area.id}>
            {area.title && (
              <p class="label">
                <Rich text={area.title} />
              </p>
            )}
            {area.text && (
              <p class="quiet">
                <Rich text={area.text} />
              </p>
            )}
            {area.lines?.map((line) => (
              <div class={`line ${line.total ? "total" : ""} ${line.tone ?? ""}`}>
                {line.symbol && <Symbol id={line.symbol} />}
                {line.seat != null && (
                  <SeatMark seat={line.seat} name={store.newest?.table.seats[line.seat]?.name ?? ""} size="small" />
                )}
                <span>
                  <Rich text={line.text} />
                </span>
                {line.sum && (
                  <>
                    <span class="dots" />
                    <b>{line.sum}</b>
                  </>
                )}
              </div>
            ))}
          </div>
        );
    }
  },
);

/** Cards in a row, or loose things in a tray. */
function Things({ area, store, turning }: { area: Row | Tray; store: Store; turning: boolean }): JSX.Element {
  const veiled = !!area.private && store.veiled;
  const isRow = area.kind === "row";
  const dense = isRow && !!area.dense;
  const { ask, choice, pointed, setting } = store;
  const live = liveRefs(ask, choice);
  const things = veiled ? [] : (ask?.compose?.things ?? []);
  const picks = new Set([...(ask?.picks ?? []).map((each) => each.what), ...things.map(([ref]) => ref)]);
  const counted = veiled ? [] : countedIn(ask, setting, choice);
  const isTray = area.id === choosing(store.newest?.scene.ask)?.tray;
  const placed = isTray ? choice.chosen : [];
  const stop = Math.max(
    0,
    area.items.findIndex((item) => picks.has(item.id)),
  );
  return (
    <div class={`things ${area.kind}-area${area.private ? " mine" : ""}`} data-area={area.id}>
      {(area.title || area.private) && (
        <div class="headline">
          <h2>{area.title && <Rich text={area.title} />}</h2>
          {area.private && <Eye store={store} />}
          {area.note && !area.private && (
            <span class="quiet small">
              <Rich text={area.note} />
            </span>
          )}
        </div>
      )}
      <div
        class={`${isRow ? "row" : "tray"}${isRow && area.fan ? " fan" : ""}${dense ? " dense" : ""}${turning ? " turning" : ""}${isTray ? " choosing" : ""}`}
        role="group"
        aria-label={plain(area.title || area.id)}
        style={{ "--many": area.items.length }}
        onKeyDown={(event) => rove(event)}
      >
        {area.items.map((item, index) => {
          const can = picks.has(item.id);
          const aim = live.has(item.id) && !!choice.pick && !can;
          return (
            <Thing
              key={item.look === "back" ? index : item.id}
              item={item}
              setting={setting}
              stop={index === stop}
              hidden={veiled ? area.back || "i-eye" : ""}
              chip={dense && (!store.wide || store.ended)}
              order={index}
              can={can || live.has(item.id) || (isTray && !!ask)}
              placed={placed[index] === undefined ? "" : store.labelOf(placed[index])}
              aim={aim}
              picked={choice.pick === item.id || counted.includes(item.id)}
              pointed={pointed === item.id}
              dragged={store.drag?.ref === item.id}
            />
          );
        })}
        {!area.items.length && <span class="empty" />}
      </div>
      {area.note && area.private && !veiled && (
        <p class="risk">
          <Rich text={area.note} />
        </p>
      )}
    </div>
  );
}

interface Thinged {
  item: Item;
  setting: StaticScene;
  /** Tab stops here. */
  stop: boolean;
  /** The symbol it is hidden under, if it is. */
  hidden: string;
  chip: boolean;
  order: number;
  can: boolean;
  aim: boolean;
  picked: boolean;
  pointed: boolean;
  dragged: boolean;
  /** It was taken to be put there. */
  placed?: string;
}

const Thing = memo(
  ({ item, setting, stop, hidden, chip, order, can, aim, picked, pointed, dragged, placed }: Thinged): JSX.Element => {
    const name = hidden ? w("hidden") : placed ? w("fewer", { what: placed }) : plain(item.label);
    const said = [
      name,
      ...(hidden ? [] : (item.notes ?? []).map((note) => plain(note.text))),
      item.stamp && !hidden ? item.stamp.text : "",
    ]
      .filter(Boolean)
      .join(", ");
    const classes = [
      "thing",
      can ? "can" : "",
      picked ? "picked" : "",
      aim ? "aim" : "",
      item.dim ? "gone" : "",
      placed ? "placed" : "",
      pointed ? "pointed" : "",
      dragged ? "dragged" : "",
      item.stamp ? `stamped ${item.stamp.look}` : "",
    ];
    return (
      <button
        type="button"
        class={classes.join(" ")}
        data-item={item.id}
        data-ref={item.id}
        tabIndex={stop ? 0 : -1}
        aria-label={hidden || (item.look ?? "card") !== "card" ? said : undefined}
        aria-pressed={can ? picked : undefined}
        style={{ "--order": order }}
      >
        <Face item={item} setting={setting} hidden={hidden} chip={chip} />
        {item.badge && !hidden && <span class="badge">{plain(item.badge)}</span>}
        {placed && !hidden && (
          <span class="where-to" aria-hidden="true">
            {placed}
          </span>
        )}
        {item.stamp && !hidden && <StampMark stamp={item.stamp} />}
      </button>
    );
  },
);

/** Held down, it shows one's own cards on a shared screen. */
function Eye({ store }: { store: Store }): JSX.Element {
  useEffect(() => () => store.set({ peeking: false }), []); // it may go while it is held: nobody hears that it is let go
  if (!store.wishes.shared)
    return (
      <span class="private">
        <Symbol id="i-eye" />
        {w("eyes-only")}
      </span>
    );
  const peek = (peeking: boolean) => (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== " " && event.key !== "Enter") return;
    store.set({ peeking });
  };
  return (
    <button
      type="button"
      class="btn hollow eye"
      onPointerDown={peek(true)}
      onPointerUp={peek(false)}
      onPointerLeave={peek(false)}
      onKeyDown={peek(true)}
      onKeyUp={peek(false)}
      onBlur={() => store.set({ peeking: false })}
    >
      <Symbol id="i-eye" />
      {w("hold-to-see")}
    </button>
  );
}

function PileView({ area, store }: { area: Pile; store: Store }): JSX.Element {
  const ref = area.id;
  const can = canPick(store.ask, ref) || liveRefs(store.ask, store.choice).has(ref);
  const inside = (
    <>
      <Symbol id={area.symbol} />
      <b>
        <Rich text={area.label} />
      </b>
      {area.note && (
        <span>
          <Rich text={area.note} />
        </span>
      )}
    </>
  );
  if (!can && !area.items?.length)
    return (
      <div class="suit" data-area={area.id}>
        {inside}
      </div>
    );
  return (
    <button
      type="button"
      class={`suit open${can ? " can" : ""}${store.choice.pick === ref ? " picked" : ""}`}
      data-area={area.id}
      data-ref={can ? ref : undefined}
      onClick={() => !can && store.set({ drawer: "pile", pile: area.id })}
    >
      {inside}
    </button>
  );
}

/** Left and right go from thing to thing. */
export function rove(event: KeyboardEvent): void {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const here = event.target as HTMLElement;
  if (!by || !here.parentElement) return;
  const all = [...here.parentElement.querySelectorAll<HTMLElement>(":scope > button")];
  const next = all[all.indexOf(here) + by];
  if (!next) return;
  event.preventDefault();
  for (const each of all) each.tabIndex = each === next ? 0 : -1;
  next.focus();
}

/** Those that lie at one of these places. */
export function areasAt(areas: Area[], ...where: string[]): Area[] {
  return areas.filter((area) => where.includes(area.where ?? defaults[area.kind] ?? "centre"));
}

const defaults: Record<string, string> = { pile: "left", tray: "hand", track: "aside", dice: "inset" };
