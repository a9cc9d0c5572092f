// Small parts: symbols, seats, cards, stamps, bars.
import type { ComponentChildren, JSX } from "preact";
import type { CountBar, Item, StaticScene, Stamp } from "./wire";
import { Rich, plain } from "./text";

const boxes = new Map<string, string>();

/** The box of a symbol, from the sprite. */
export function boxOf(symbol: string): string {
  let box = boxes.get(symbol);
  if (!box) {
    box = document.getElementById(symbol)?.getAttribute("viewBox") ?? "0 0 64 64";
    boxes.set(symbol, box);
  }
  return box;
}

/** Their elements; each holds what it was drawn in. */
export const symbols = new Map<string, JSX.Element>();

/** A symbol. Its element is made once: where it stays, it is not even compared. */
export function Symbol({
  id,
  className = "",
  label = "",
}: {
  id: string;
  className?: string;
  label?: string;
}): JSX.Element {
  const key = `${id} ${className} ${label}`;
  let made = symbols.get(key);
  if (!made) {
    const [, , width, height] = boxOf(id).split(" ");
    const spoken = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": "true" as const };
    made = (
      <svg class={className} viewBox={boxOf(id)} {...spoken}>
        <use href={`#${id}`} width={width} height={height} />
      </svg>
    );
    symbols.set(key, made);
  }
  return made;
}

/** A seat: shape, colour, initial; a hat for a role. */
export function SeatMark({
  seat,
  name,
  size = "",
  hat = "",
  symbol = "",
}: {
  seat: number;
  name: string;
  size?: string;
  hat?: string;
  symbol?: string;
}): JSX.Element {
  if (symbol)
    return (
      <span class={`seat own ${size}`}>
        <Symbol id={symbol} />
      </span>
    );
  return (
    <span class={`seat s${seat + 1} ${size}`} aria-hidden="true">
      <Symbol id={`seat-${seat + 1}`} />
      <i>{initial(name)}</i>
      {hat && <Symbol id={hat} className="hat" />}
    </span>
  );
}

export function initial(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
}

export function StampMark({ stamp }: { stamp: Stamp }): JSX.Element {
  return (
    <span class={`stamp ${stamp.look}`}>
      {" "}
      {stamp.look === "true" && <Symbol id="i-yes" />}
      {stamp.text}
    </span>
  );
}

/** A tone as a colour: the name of one of the look, or a colour itself. */
export function toned(tone: string): string {
  return /^[a-z][a-z0-9-]*$/.test(tone) && tone !== "none" ? `var(--${tone})` : tone;
}

/** Colours for the variables of an item's symbol. */
export function painted(item: Item, setting: StaticScene): Record<string, string> {
  const values = item.paint ? (setting.paints?.find((paint) => paint.id === item.paint)?.values ?? []) : [];
  return Object.fromEntries(values.map(([name, value]) => [`--${name}`, toned(value)]));
}

/** The face of an item that is not on a board. */
export function Face({
  item,
  setting,
  hidden = "",
  chip = false,
}: {
  item: Item;
  setting: StaticScene;
  hidden?: string;
  chip?: boolean;
}): JSX.Element {
  const turn = item.turn ? { transform: `rotate(${item.turn * 90}deg)` } : {};
  const look = hidden ? "back" : chip ? "chip" : (item.look ?? "card");
  const pictured = item.notes?.filter((note) => note.symbol) ?? [];
  const written = item.notes?.filter((note) => !note.symbol) ?? [];
  if (look === "card")
    return (
      <span class={`cardface${item.frame ? " framed" : ""}`}>
        {item.frame && <Symbol id={item.frame} className="frame" />}
        {item.corner && <span class="corner">{item.corner}</span>}
        {item.symbol && !item.frame && (
          <span class="art">
            <Symbol id={item.symbol} />
          </span>
        )}
        <span class="n">{plain(item.label)}</span>{" "}
        {pictured.length > 0 && (
          <span class="pictured">
            {pictured.map((note) => (
              <span class={note.tone ?? ""}>
                <Symbol id={note.symbol!} />
                <Rich text={note.text} />{" "}
              </span>
            ))}
          </span>
        )}
        {written.length > 0 && (
          <span class="fees">
            {written.map((note) => (
              <>
                <span class={note.tone ?? ""}>
                  <Rich text={note.text} />
                </span>{" "}
              </>
            ))}
          </span>
        )}
      </span>
    );
  if (look === "chip")
    return (
      <span class={`chipcard ${item.frame ?? ""}`}>
        {item.symbol && (
          <span class="band">
            <Symbol id={item.symbol} />
          </span>
        )}
        <span class="n">{plain(item.label)}</span>
        {item.corner && <b>{item.corner}</b>}
      </span>
    );
  return (
    <span
      class={look === "back" ? "cardback" : look === "piece" ? "pieceface" : "tileface"}
      style={{ ...turn, ...painted(item, setting) }}
    >
      {item.seat != null && !item.symbol ? (
        <SeatMark seat={item.seat} name={item.label} />
      ) : (
        <Symbol id={hidden || item.symbol || "i-help"} />
      )}
    </span>
  );
}

export function Strokes({ bar }: { bar: CountBar }): JSX.Element {
  return (
    <span class="strokes" role="img" aria-label={plain(bar.label)}>
      {Array.from({ length: bar.size }, (_, index) => (
        <i class={(index < bar.value ? "on" : "") + (index % 5 === 4 ? " five" : "")} />
      ))}
    </span>
  );
}

export function IconButton({
  icon,
  label,
  onClick,
  className = "",
  pressed,
  off,
}: {
  icon: string;
  label: string;
  onClick: () => void;
  className?: string;
  pressed?: boolean;
  /** There is nothing to press now; it keeps the focus. */
  off?: boolean;
}): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-btn ${className}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={off}
      onClick={() => !off && onClick()}
    >
      <Symbol id={icon} />
    </button>
  );
}

export function Label({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="label">{children}</span>;
}
