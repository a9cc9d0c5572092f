// The whole of a board of which a part is shown, small. Loaded beside the table: only narrow phones have one.
import type { JSX } from "preact";
import { cellsOf, cropBox, middle } from "./board";
import { memo } from "./same";
import type { Store } from "./store";
import { liveRefs, pickOf } from "./walk";
import type { Board, BoardLayout, Item } from "./wire";
import { w } from "./words";

/** It leads to the whole and back. */
export function MapButton({ area, store }: { area: Board; store: Store }): JSX.Element | null {
  const ground = store.setting.grounds?.find((each) => each.id === area.id);
  if (!ground?.window || !store.narrow) return null;
  const live = liveRefs(store.ask, store.choice);
  const aims = pickOf(store.ask, store.choice.pick)?.targets?.map((target) => target.to) ?? [];
  const box = store.cropping ? cropBox(ground, area, store.ask, live) : null;
  return (
    <button
      type="button"
      class="minimap"
      aria-label={w(store.whole ? "map-part" : "map-whole")}
      onClick={() => store.set({ whole: !store.whole })}
    >
      <MiniMap
        ground={ground}
        items={area.items}
        aims={aims.join()}
        box={box && `${box.x} ${box.y} ${box.width} ${box.height}`}
      />
    </button>
  );
}

interface Mapped {
  ground: BoardLayout;
  items: Item[] | undefined;
  /** Where something picked can go, also outside the window. */
  aims: string;
  box: string | null;
}

/** The whole ground, small. */
const MiniMap = memo(
  ({ ground, items, aims, box }: Mapped): JSX.Element => (
    <svg viewBox={`0 0 ${ground.width} ${ground.height}`} aria-hidden="true">
      <MapGround ground={ground} />
      {ground.cells.map(
        (cell) =>
          aims.split(",").includes(`${ground.id}/${cell.id}`) && (
            <circle class="aim" cx={middle(cell).x} cy={middle(cell).y} r={cell.w * 0.8} />
          ),
      )}
      {items?.map((item) => {
        const cell = cellsOf(ground).get(item.at ?? "");
        return (
          cell && (
            <circle
              key={item.id}
              cx={middle(cell).x}
              cy={middle(cell).y}
              r={cell.w * 0.62}
              style={{ fill: item.seat != null ? `var(--seat-${item.seat + 1})` : "var(--ink)" }}
            />
          )
        );
      })}
      {box && <BoxShape box={box} />}
    </svg>
  ),
);

const MapGround = memo(
  ({ ground }: { ground: BoardLayout }): JSX.Element => (
    <g>
      {ground.cells.map((cell) => (
        <rect
          x={cell.x}
          y={cell.y}
          width={cell.w}
          height={cell.h}
          rx="8"
          style={{ fill: cell.tone ? `var(--${cell.tone})` : "var(--table-2)" }}
        />
      ))}
    </g>
  ),
);

function BoxShape({ box }: { box: string }): JSX.Element {
  const [x, y, width, height] = box.split(" ");
  return <rect class="window" x={x} y={y} width={width} height={height} />;
}
