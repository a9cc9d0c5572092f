// A board: ground, marks, pieces, and one place to press for each square. One stop for Tab; arrows walk from square to square.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ChoiceTree, Board, Cell, BoardLayout, Item, BoardMark, BoardPatch, StaticScene } from "./wire";
import type { Store } from "./store";
import { boxOf, initial, painted, toned } from "./parts";
import { memo } from "./same";
import { plain } from "./text";
import { w } from "./words";
import { timesOf } from "./choose";
import { actsOf, liveRefs, pickOf } from "./walk";

type Point = { x: number; y: number };

export const middle = (cell: Cell): Point => ({ x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 });

export function BoardArea({ area, store }: { area: Board; store: Store }): JSX.Element | null {
  const ground = store.setting.grounds?.find((each) => each.id === area.id);
  const [stop, setStop] = useState("");
  if (!ground) return null;
  const cells = cellsOf(ground);
  const { chosen } = store.choice;
  const items = (area.items ?? []).map((item) => counted(item, timesOf(chosen, item.id)));
  const cropped = !!ground.window && store.cropping && !store.ended;
  const { ask, choice } = store;
  const live = liveRefs(ask, choice);
  const picks = new Set([...(ask?.picks ?? []), ...(ask?.choose?.of ?? [])].map((each) => each.what));
  const picked = choice.pick;
  const ways = actsOf(ask, choice);
  const act = ways[choice.way % Math.max(1, ways.length)];
  const on = new Map<string, Item[]>();
  for (const item of items) on.set(item.at ?? "", [...(on.get(item.at ?? "") ?? []), item]);
  const refOf = (cell: Cell): string =>
    on.get(cell.id)?.find((item) => picks.has(item.id) || item.id === picked)?.id ?? `${ground.id}/${cell.id}`;
  const here =
    items.some((item) => picks.has(item.id)) ||
    (live.size > 0 && ground.cells.some((cell) => live.has(`${ground.id}/${cell.id}`)));
  const aims = new Set(pickOf(ask, picked)?.targets?.map((target) => target.to) ?? []);
  const from = items.find((item) => item.id === picked)?.at;
  const routes = act?.route?.length
    ? [act.route]
    : from && choice.to && act
      ? [[from, choice.to.split("/")[1] ?? ""]]
      : [];
  const others = choice.to ? ways.filter((each) => each !== act && each.route?.length).map((each) => each.route!) : [];
  const first =
    stop && cells.has(stop)
      ? stop
      : (ground.cells.find((cell) => live.has(refOf(cell)) || live.has(`${ground.id}/${cell.id}`))?.id ??
        ground.cells[0]?.id ??
        "");
  const box = cropped ? cropBox(ground, area, ask, live) : null;
  const lit = area.marks?.find((mark) => mark.look === "lit")?.at[0];
  const preview = choice.to && act && choice.to.startsWith(`${ground.id}/`) ? store.item(picked) : undefined;
  const flat = store.item(picked)?.look === "tile";
  const nameOf = (item: Item): string =>
    item.seat == null ? "" : (store.newest?.table.seats[item.seat]?.name ?? item.label);

  return (
    <div
      class={`board-box${cropped ? " cropped" : ""}`}
      style={{ "--ratio": `${ground.width / ground.height}` }}
      data-area={area.id}
    >
      <div class="moved" style={box ? windowed(ground, box, cells.get(area.focus ?? "")) : {}}>
        <svg
          class="board"
          viewBox={`0 0 ${ground.width} ${ground.height}`}
          role="group"
          aria-label={plain(ground.label)}
          data-board={ground.id}
          data-picking={picked ? "yes" : "no"}
          onKeyDown={(event) => walk(event, ground, setStop)}
        >
          <Painted ground={ground} lit={from ?? ""} />
          {(area.marks ?? []).map((mark) => (
            <MarkShape key={`${mark.look} ${mark.at.join(" ")} ${mark.side} ${mark.slide}`} mark={mark} cells={cells} />
          ))}
          {others.map((route) => (
            <path class="way-other" d={line(route, cells)} />
          ))}
          {routes.map((route) => (
            <g class="way">
              <path class="under" d={line(route, cells)} />
              <path class="over" d={line(route, cells)} />
            </g>
          ))}
          {items.map((item) => {
            const cell = cells.get(item.at ?? "");
            if (!cell) return null;
            const same = on.get(item.at ?? "")!;
            const pickable = live.has(item.id) || (!picked && picks.has(item.id));
            const classes = [
              "piece",
              item.dim ||
              (here && item.look !== "tile" && !pickable && item.id !== picked && !aims.has(`${ground.id}/${cell.id}`))
                ? "dimmed"
                : "",
              item.id === picked || chosen.includes(item.id) ? "picked" : "",
              item.id === store.pointed ? "pointed" : "",
              store.drag?.ref === item.id ? "dragged" : "",
              item.at === lit ? "here" : "",
            ];
            return (
              <Piece
                key={item.id}
                item={item}
                cell={cell}
                ground={ground}
                setting={store.setting}
                name={nameOf(item)}
                className={classes.join(" ")}
                place={same.indexOf(item)}
                among={same.length}
              />
            );
          })}
          {(area.marks ?? []).map((mark) => mark.look === "flag" && <Flag mark={mark} cells={cells} ground={ground} />)}
          {preview && cells.get(choice.to.split("/")[1] ?? "") && (
            <Piece
              item={{ ...preview, id: `${preview.id}-ghost`, turn: act?.turn ?? preview.turn }}
              cell={cells.get(choice.to.split("/")[1]!)!}
              ground={ground}
              setting={store.setting}
              name={nameOf(preview)}
              className="piece ghost"
              place={0}
              among={1}
            />
          )}
          {ground.cells.map((cell) => {
            const ref = refOf(cell);
            const place = `${ground.id}/${cell.id}`;
            const lying = on.get(cell.id);
            const aimed = aims.has(place) || !!lying?.some((item) => aims.has(item.id));
            const isTarget = choice.to === place;
            const said = lying
              ? lying.map((item) => `, ${plain(item.label)}${item.badge ? ` ${plain(item.badge)}` : ""}`).join("")
              : "";
            return (
              <Square
                key={cell.id}
                cell={cell}
                target={aimed ? place : ref}
                said={said}
                empty={!lying}
                flat={flat}
                stop={cell.id === first}
                aimed={aimed}
                chosen={isTarget}
                pointed={store.pointed === place}
                can={aimed || picks.has(ref)}
                pressed={ref === picked || isTarget || chosen.includes(ref)}
                setStop={setStop}
              />
            );
          })}
        </svg>
      </div>
    </div>
  );
}

/** A thing that is chosen so often, beside what its badge says already. */
function counted(item: Item, times: number): Item {
  return times ? { ...item, badge: String((Number(item.badge) || 0) + times) } : item;
}

const cellMaps = new WeakMap<BoardLayout, Map<string, Cell>>();

export function cellsOf(ground: BoardLayout): Map<string, Cell> {
  let cells = cellMaps.get(ground);
  if (!cells) cellMaps.set(ground, (cells = new Map(ground.cells.map((cell) => [cell.id, cell]))));
  return cells;
}

interface Squared {
  cell: Cell;
  target: string;
  /** What lies on it, in words. */
  said: string;
  empty: boolean;
  /** A tile is to be laid there: its place is marked, not a disc, which looks like a thing. */
  flat: boolean;
  stop: boolean;
  aimed: boolean;
  chosen: boolean;
  pointed: boolean;
  can: boolean;
  pressed: boolean;
  setStop: (id: string) => void;
}

/** The place to press of a square. */
const Square = memo(
  ({ cell, target, said, empty, flat, stop, aimed, chosen, pointed, can, pressed, setStop }: Squared): JSX.Element => (
    <g
      role="button"
      tabindex={stop ? 0 : -1}
      aria-label={`${cell.label || cell.id}${said}${aimed ? `, ${w("target")}` : ""}`}
      aria-disabled={can ? undefined : "true"}
      aria-pressed={pressed ? "true" : undefined}
      class={`cell${aimed ? " aim" : ""}${chosen ? " chosen" : ""}${pointed ? " pointed" : ""}${can ? " can" : ""}`}
      data-cell={cell.id}
      data-ref={target}
      onFocus={() => setStop(cell.id)}
    >
      <rect x={cell.x} y={cell.y} width={cell.w} height={cell.h} rx="6" />
      {aimed && !chosen && !empty && (
        <rect class="round" x={cell.x + 4} y={cell.y + 4} width={cell.w - 8} height={cell.h - 8} rx="8" />
      )}
      {aimed && !chosen && empty && flat && (
        <rect class="place" x={cell.x + 9} y={cell.y + 9} width={cell.w - 18} height={cell.h - 18} rx="8" />
      )}
      {aimed && !chosen && empty && !flat && (
        <>
          <circle class="ring" cx={middle(cell).x} cy={middle(cell).y} r={Math.min(cell.w, cell.h) * 0.32} />
          <circle class="dot" cx={middle(cell).x} cy={middle(cell).y} r={Math.min(cell.w, cell.h) * 0.09} />
        </>
      )}
    </g>
  ),
);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the board lies under its window: the box in the middle of it, but the own piece in view where the window is lower, and
    no farther than the board goes. Its size stays as it is, so that it is only moved and never laid out again. (`cqw` and `cqh`
    are hundredths of the window.) */
function windowed(ground: BoardLayout, box: Box, own: Cell | undefined): Record<string, string> {
  const part = (length: number): string => `${(100 * length) / box.width}cqw`;
  const inside = (whole: number, here: number, from: number, to: number, side: string): string =>
    `clamp(100${side} - ${part(whole)}, clamp(${part(-from)}, 50${side} - ${part(here)}, 100${side} - ${part(to)}), 0px)`;
  const { x, y, w: wide, h: high } = own ? around(own) : { ...box, w: box.width, h: box.height };
  return {
    width: part(ground.width),
    left: inside(ground.width, box.x + box.width / 2, x, x + wide, "cqw"),
    top: inside(ground.height, box.y + box.height / 2, y, y + high, "cqh"),
  };
}

/** A square with what stands over its edge. */
function around({ x, y, w: wide, h: high }: Cell): Pick<Cell, "x" | "y" | "w" | "h"> {
  return { x: x - wide * 0.25, y: y - high * 0.25, w: wide * 1.5, h: high * 1.5 };
}

/** How much wider than usual a window becomes so that all squares that can be chosen are in it. */
const WIDEST = 1.5;

/** Part of the ground: the square of the own piece and those that can be chosen, as far as a phone can show them. */
export function cropBox(ground: BoardLayout, area: Board, ask: ChoiceTree | null | undefined, live: Set<string>): Box {
  const cells = cellsOf(ground);
  const focus = cells.get(area.focus ?? "");
  const ways = [
    ...(ask?.buttons ?? []).map((each) => each.act),
    ...(ask?.picks ?? []).flatMap((each) => each.acts ?? []),
  ];
  const squares = [...live].flatMap((ref) =>
    ref.startsWith(`${ground.id}/`) ? [ref.slice(ground.id.length + 1)] : [],
  );
  const chosen = [...squares, ...ways.flatMap((act) => act.route ?? [])].flatMap((id) => cells.get(id) ?? []);
  const all = focus ? [focus, ...chosen] : chosen;
  const left = Math.min(...all.map((cell) => cell.x));
  const right = Math.max(...all.map((cell) => cell.x + cell.w));
  const top = Math.min(...all.map((cell) => cell.y));
  const bottom = Math.max(...all.map((cell) => cell.y + cell.h));
  const margin = (all[0]?.w ?? 0) / 2;
  const least = ground.window!;
  const wanted = all.length ? Math.max(right - left, bottom - top) + margin : least;
  const width = Math.max(least, Math.min(wanted, least * WIDEST));
  const height = Math.min(ground.height, width * 1.05);
  const own = focus ? middle(focus) : { x: ground.width / 2, y: ground.height / 2 };
  // Where not all of them fit, the own piece stays in view.
  const near = (at: number, from: number, to: number, length: number): number => {
    const reach = length / 2 - 2 * margin;
    const centre = Math.min(Math.max((from + to) / 2, at - reach), at + reach);
    return centre - length / 2;
  };
  const inside = (at: number, length: number, whole: number): number => Math.max(0, Math.min(whole - length, at));
  return {
    x: inside(all.length ? near(own.x, left, right, width) : own.x - width / 2, width, ground.width),
    y: inside(all.length ? near(own.y, top, bottom, height) : own.y - height / 2, height, ground.height),
    width,
    height,
  };
}

const Painted = memo(
  ({ ground, lit }: { ground: BoardLayout; lit: string }): JSX.Element => (
    <g aria-hidden="true" class="ground">
      <defs>
        <pattern id="stripes" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">
          <rect width="20" height="20" fill="var(--art-ivoire)" />
          <rect width="10" height="20" fill="var(--art-rouge)" />
        </pattern>
        <pattern id="dots" width="14" height="14" patternUnits="userSpaceOnUse">
          <circle cx="7" cy="7" r="2.6" fill="var(--art-ivoire)" />
        </pattern>
        <pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="12" fill="var(--art-encre)" opacity=".45" />
        </pattern>
        <marker
          id="arrow"
          viewBox="0 0 10 10"
          refX="6"
          refY="5"
          markerWidth="4.5"
          markerHeight="4.5"
          orient="auto-start-reverse"
        >
          <path d="M0 0L10 5L0 10z" fill="var(--strong)" />
        </marker>
      </defs>
      {ground.patches?.map((patch) => !patch.over && <PatchShape patch={patch} />)}
      {ground.cells.map((cell) => cell.look && <CellShape cell={cell} />)}
      {ground.patches?.map((patch) => patch.over && <PatchShape patch={patch} />)}
      {ground.motes?.map((mote) => (
        <g class={`mote ${mote.look ?? "plain"}${lit && mote.of?.includes(lit) ? " lit" : ""}`}>
          {mote.look === "tab" && <rect x={mote.x - 26} y={mote.y - 19} width="52" height="36" rx="5" />}
          <text x={mote.x} y={mote.y} font-size={mote.size ?? 22} text-anchor="middle" dominant-baseline="central">
            {mote.text}
          </text>
        </g>
      ))}
    </g>
  ),
);

function PatchShape({ patch }: { patch: BoardPatch }): JSX.Element {
  return (
    <>
      <rect
        x={patch.x}
        y={patch.y}
        width={patch.w}
        height={patch.h}
        rx={patch.radius}
        style={{ fill: patch.look === "stripes" ? "url(#stripes)" : toned(patch.tone) }}
      />
      {(patch.look === "dots" || patch.look === "hatch") && (
        <rect x={patch.x} y={patch.y} width={patch.w} height={patch.h} rx={patch.radius} fill={`url(#${patch.look})`} />
      )}
    </>
  );
}

function CellShape({ cell }: { cell: Cell }): JSX.Element {
  const { x, y, w: width, h: height } = cell;
  if (cell.look !== "card") return <rect class={`sq ${cell.look}`} x={x} y={y} width={width} height={height} />;
  const words = (cell.label || cell.id).split("\n");
  const size = Math.min(width, height) * (words.length > 1 ? 0.42 : 0.54);
  return (
    <g class="sq card">
      <rect x={x} y={y} width={width} height={height} rx="7" />
      <path
        d={`M${x} ${y + 9}v-2a7 7 0 0 1 7-7h${width - 14}a7 7 0 0 1 7 7v2z`}
        style={{ fill: `var(--${cell.tone || "strong"})` }}
      />
      {cell.symbol && (
        <use
          href={`#${cell.symbol}`}
          x={x + (width - size) / 2}
          y={y + (words.length > 1 ? 11 : 12)}
          width={size}
          height={size}
        />
      )}
      {words.map((word, index) => (
        <text x={x + width / 2} y={y + height - 4 - 9.5 * (words.length - 1 - index)} text-anchor="middle">
          {word}
        </text>
      ))}
    </g>
  );
}

const Piece = memo(
  ({
    item,
    cell,
    ground,
    setting,
    name,
    className,
    place,
    among,
  }: {
    item: Item;
    cell: Cell;
    ground: BoardLayout;
    setting: StaticScene;
    name: string;
    className: string;
    /** Which it is of those that stand on its square, from 0. */
    place: number;
    among: number;
  }): JSX.Element => {
    const several = among > 1;
    const size = Math.min(cell.w, cell.h) * (item.look === "tile" ? 1 : (ground.piece ?? 0.9)) * (several ? 0.75 : 1);
    const at = standing(cell, place, among);
    const [, , width, height] = (item.symbol ? boxOf(item.symbol) : "0 0 32 32").split(" ").map(Number);
    const symbol = item.symbol || `seat-${(item.seat ?? 0) + 1}`;
    return (
      <g
        class={className}
        data-item={item.id}
        aria-hidden="true"
        style={{ transform: `translate(${at.x}px, ${at.y}px)`, ...painted(item, setting) }}
      >
        <circle class="halo" r={size * 0.62} />
        <g style={{ transform: item.turn ? `rotate(${item.turn * 90}deg)` : undefined }}>
          <use
            href={`#${symbol}`}
            x={-size / 2}
            y={-size / 2}
            width={size}
            height={(size * (height ?? 1)) / (width ?? 1)}
          />
        </g>
        {item.seat != null && !item.symbol && (
          <text
            class={`initial on-${item.seat + 1}`}
            text-anchor="middle"
            dominant-baseline="central"
            font-size={size * 0.46}
          >
            {initial(name)}
          </text>
        )}
        {item.badge && (
          <g class="pip" transform={`translate(${size * 0.36} ${size * 0.36})`}>
            <rect x={-size * 0.22} y={-size * 0.2} width={size * 0.44} height={size * 0.4} rx={size * 0.09} />
            <text text-anchor="middle" dominant-baseline="central" font-size={size * 0.34}>
              {plain(item.badge)}
            </text>
          </g>
        )}
      </g>
    );
  },
);

/** Where a piece stands. On a square with a picture that is its edge, and several stand along the band at its top: the picture and
    the name can be seen. */
function standing(cell: Cell, place: number, among: number): Point {
  const card = cell.look === "card";
  if (card && among > 1) return { x: cell.x + (cell.w * (place + 0.5)) / among, y: cell.y + cell.h * 0.2 };
  if (card) return { x: cell.x + cell.w * 0.82, y: cell.y + cell.h * 0.4 };
  const { x, y } = middle(cell);
  return { x: x + (place - (among - 1) / 2) * 0.34 * cell.w, y };
}

/** A line through the middles of squares, rounded at its bends. */
function line(squares: string[], cells: Map<string, Cell>): string {
  const points = squares.flatMap((square) => (cells.get(square) ? [middle(cells.get(square)!)] : []));
  return points.map((point, index) => `${index ? "L" : "M"}${point.x} ${point.y}`).join("");
}

function MarkShape({ mark, cells }: { mark: BoardMark; cells: Map<string, Cell> }): JSX.Element | null {
  const at = mark.at.flatMap((square) => (cells.get(square) ? [cells.get(square)!] : []));
  const first = at[0];
  if (!first) return null;
  const tone = mark.tone ? `var(--${mark.tone})` : undefined;
  if (mark.look === "last")
    return (
      <g class="mark last">
        <rect x={first.x + 4} y={first.y + 4} width={first.w - 8} height={first.h - 8} rx="8" />
        {at.length > 1 && <path d={line(mark.at, cells)} marker-end="url(#arrow)" />}
      </g>
    );
  if (mark.look === "lit")
    return <rect class="mark lit" x={first.x - 3} y={first.y - 3} width={first.w + 6} height={first.h + 6} rx="9" />;
  if (mark.look === "flag") return null;
  if (mark.look === "route" || mark.look === "link")
    return <path class={`mark ${mark.look}`} d={line(mark.at, cells)} style={{ stroke: tone }} />;
  if (mark.look === "outline")
    return (
      <g class="mark outline">
        {at.map((cell) => (
          <rect x={cell.x + 3} y={cell.y + 3} width={cell.w - 6} height={cell.h - 6} rx="8" style={{ stroke: tone }} />
        ))}
      </g>
    );
  const point = onSide(first, mark.side ?? "", mark.slide ?? 0.5, mark.out ?? 0);
  if (mark.look === "badge")
    return (
      <g class={`mark badge${mark.filled === false ? " hollow" : ""}`} transform={`translate(${point.x} ${point.y})`}>
        <circle r={first.w * 0.17} style={{ fill: mark.filled === false ? undefined : tone }} />
        <text text-anchor="middle" dominant-baseline="central" font-size={first.w * 0.2}>
          {plain(mark.text ?? "")}
        </text>
      </g>
    );
  const start = onSide(first, mark.side ?? "n", 0);
  const end = onSide(first, mark.side ?? "n", 1);
  const zig = Array.from({ length: 9 }, (_, index) => {
    const along = index / 8;
    const off = index % 2 ? first.w * 0.06 : -first.w * 0.06;
    return `${start.x + (end.x - start.x) * along + (start.x === end.x ? off : 0)} ${start.y + (end.y - start.y) * along + (start.y === end.y ? off : 0)}`;
  });
  return (
    <g class="mark clash">
      <polyline class="under" points={zig.join(" ")} />
      <polyline points={zig.join(" ")} />
    </g>
  );
}

/** A stamped word beside a square, on the side that has room: it covers neither the square nor what stands on it. */
function Flag({
  mark,
  cells,
  ground,
}: {
  mark: BoardMark;
  cells: Map<string, Cell>;
  ground: BoardLayout;
}): JSX.Element | null {
  const cell = cells.get(mark.at[0] ?? "");
  if (!cell) return null;
  const text = plain(mark.text ?? "");
  const size = cell.h * 0.5;
  const width = size * (0.62 * text.length + 1.2);
  const right = cell.x + cell.w + 14 + width < ground.width;
  const x = right ? cell.x + cell.w + 14 : cell.x - 14 - width;
  const tip = right ? -1 : 1;
  const edge = right ? x : x + width;
  const { y, h } = cell;
  return (
    <g class={`mark flag ${mark.tone ?? ""}`}>
      <path d={`M${edge} ${y + h * 0.3}L${edge + tip * 14} ${y + h / 2}L${edge} ${y + h * 0.7}z`} />
      <rect x={x} y={y} width={width} height={h} rx="6" />
      <text x={x + width / 2} y={y + h / 2} font-size={size} text-anchor="middle" dominant-baseline="central">
        {text}
      </text>
    </g>
  );
}

/** A point on a side of a square, or `out` widths outside of it. */
function onSide(cell: Cell, side: string, slide: number, out = 0): Point {
  const far = cell.w * out;
  if (side === "n") return { x: cell.x + cell.w * slide, y: cell.y - far };
  if (side === "e") return { x: cell.x + cell.w + far, y: cell.y + cell.h * slide };
  if (side === "s") return { x: cell.x + cell.w * (1 - slide), y: cell.y + cell.h + far };
  if (side === "w") return { x: cell.x - far, y: cell.y + cell.h * (1 - slide) };
  return middle(cell);
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Arrows go to the nearest square that way; works on a grid and on a circuit. */
function walk(event: KeyboardEvent, ground: BoardLayout, setStop: (id: string) => void): void {
  const way = ARROWS[event.key];
  const here = (event.target as Element).closest<SVGGElement>("[data-cell]");
  if (!way || !here) return;
  event.preventDefault();
  const from = ground.cells.find((cell) => cell.id === here.dataset["cell"]);
  if (!from) return;
  const start = middle(from);
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of ground.cells) {
    const point = middle(cell);
    const along = (point.x - start.x) * way.x + (point.y - start.y) * way.y;
    const across = Math.abs((point.x - start.x) * way.y) + Math.abs((point.y - start.y) * way.x);
    if (along <= 1 || across > along * 1.01 + 1) continue;
    if (along + across * 2.5 < least) [best, least] = [cell, along + across * 2.5];
  }
  if (!best) return;
  setStop(best.id);
  const next = [...(here.parentElement?.querySelectorAll<SVGGElement>("[data-cell]") ?? [])].find(
    (each) => each.dataset["cell"] === best.id,
  );
  next?.focus();
}
