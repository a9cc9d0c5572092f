// Fingers, mice and keys on things: tap, drag, long press, snapping. A pointer that travelled is never a tap.
import type { Item } from "./wire";
import type { Store } from "./store";
import { liveRefs, pickOf } from "./walk";

const SLACK = 10;
const SNAP = 22;
const LIFT = 40;
const LONG = 500;

export function listen(store: Store): void {
  let start: { x: number; y: number; ref: string; id: number; touch: boolean } | null = null;
  let travelled = 0;
  let long = 0;
  let inspected = false;
  let pressed = "";
  let hover = 0;

  const refAt = (target: EventTarget | null): string =>
    (target as Element | null)?.closest?.<HTMLElement>("[data-ref]")?.dataset["ref"] ?? "";

  addEventListener("pointerdown", (event) => {
    const ref = refAt(event.target);
    clearTimeout(hover);
    hover = 0;
    document.getElementById("tip")?.remove();
    travelled = 0;
    inspected = false;
    pressed = "";
    start = { x: event.clientX, y: event.clientY, ref, id: event.pointerId, touch: event.pointerType !== "mouse" };
    clearTimeout(long);
    if (ref)
      long = window.setTimeout(() => {
        if (start && travelled <= SLACK) inspected = inspect(store, ref);
      }, LONG);
  });

  addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.id) return;
    travelled = Math.max(travelled, Math.hypot(event.clientX - start.x, event.clientY - start.y));
    if (travelled <= SLACK) return;
    clearTimeout(long);
    const pick = pickOf(store.ask, start.ref);
    const lifted = store.drag?.ref || store.lifts(start.ref);
    if (!store.drag && pick?.targets?.length)
      store.set({ choice: { ...store.choice, pick: start.ref, to: "", way: 0 }, notice: "" });
    if (store.drag || pick?.targets?.length || lifted)
      store.set({ drag: { ref: lifted || start.ref, x: event.clientX, y: event.clientY - (start.touch ? LIFT : 0) } });
  });

  addEventListener("pointerup", (event) => {
    clearTimeout(long);
    const from = start;
    start = null;
    if (!from || event.pointerId !== from.id) return;
    if (store.drag) {
      const { x, y } = store.drag;
      const [near] = snap(store, x, y);
      store.set({ drag: null });
      if (store.ask?.choose) store.drop(from.ref, near ?? "");
      else if (near) store.press(near);
      return;
    }
    if (travelled > SLACK || inspected) return;
    const outside = (event.target as Element | null)?.closest?.(
      "button:not([data-ref]), a, label, input, dialog, .sheet, .confirm, .top, .side, .players, .notice",
    );
    if (!from.ref) {
      if (outside) return;
      const near = store.choice.pick || store.ask?.choose ? snap(store, event.clientX, event.clientY) : [];
      if (near.length) return choose(store, near);
      if (store.choice.pick) store.press("");
      return;
    }
    pressed = from.ref;
    const board = (event.target as Element).closest("[data-board]");
    if (!board) return store.press(from.ref);
    const near = snap(store, event.clientX, event.clientY);
    if (near.length && !(near.length === 1 && near[0] === from.ref)) return choose(store, near);
    store.press(from.ref);
  });

  addEventListener("pointercancel", () => {
    clearTimeout(long);
    start = null;
    if (store.drag) store.set({ drag: null });
  });

  // A click after travelling is the end of a scroll or a slip, not a wish. Things are pressed above, by pointer or key; what
  // a press moves under the finger (the confirm bar lifts the sheet) was not meant by the click that follows it.
  addEventListener(
    "click",
    (event) => {
      const thing = (event.target as Element).closest("[data-ref]");
      const slipped = pressed !== "" && refAt(event.target) !== pressed;
      if (event.detail > 0 && (travelled > SLACK || inspected || slipped)) {
        event.stopPropagation();
        event.preventDefault();
      } else if (event.detail === 0 && thing) store.press((thing as HTMLElement).dataset["ref"]!);
      const show = (event.target as Element).closest<HTMLElement>("[data-show]");
      if (show) point(store, show.dataset["show"]!);
    },
    { capture: true },
  );

  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const typing = target.matches("input, textarea");
    const thing = target.closest<HTMLElement | SVGElement>("[data-ref]");
    if (event.key === "Escape" && !document.querySelector("dialog[open]"))
      store.set({ choice: { ...store.choice, pick: "", to: "", way: 0 }, notice: "", between: [], drag: null });
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (thing && thing.tagName !== "BUTTON" && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      // Enter once more on the chosen square plays.
      if (event.key === "Enter" && store.ready && store.choice.to === thing.dataset["ref"]) store.play();
      else {
        const free = !store.choice.pick;
        store.press(thing.dataset["ref"]!);
        // What cannot be taken, and not for a reason, is looked at.
        if (free && !store.choice.pick && !store.notice && !store.ask?.choose) inspect(store, thing.dataset["ref"]!);
      }
    } else if (thing && (event.key === "Backspace" || event.key === "Delete")) store.takeOff(thing.dataset["ref"]!);
    else if (
      event.key === "Enter" &&
      thing &&
      store.ready &&
      store.choice.pick === thing.dataset["ref"] &&
      store.choice.to
    )
      store.play();
    else if (event.key === "i" && thing) inspect(store, thing.dataset["ref"]!);
    else if (event.key === "r" && store.ready && store.ready.ways > 1)
      store.set({ choice: { ...store.choice, way: store.choice.way + 1 } });
    else if (event.key === "?") store.set({ drawer: "rules" });
  });

  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(hover);
    hover = 0;
    const ref = refAt(event.target);
    const item = ref && near(store, ref);
    document.getElementById("tip")?.remove();
    // While something is picked, a name would cover the squares where it can go.
    if (!item || store.drag || store.choice.pick) return;
    const due = window.setTimeout(
      () => void import("./tip").then((part) => hover === due && part.tip(item, event)),
      450,
    );
    hover = due;
  });
}

/** What can be seen from near: a thing, what lies on a square, or what the square itself is. */
function near(store: Store, ref: string): Item | undefined {
  const [board, at] = ref.split("/");
  const area = store.shown?.scene.areas?.find((each) => each.kind === "board" && each.id === board);
  const cell = store.setting.grounds?.find((each) => each.id === board)?.cells.find((each) => each.id === at);
  const lying = area?.kind === "board" ? area.items?.find((item) => item.at === at) : undefined;
  const found = store.item(ref, true) ?? lying;
  if (found || !cell?.symbol) return found;
  return { id: ref, label: cell.label || cell.id, symbol: cell.symbol, look: "tile" };
}

/** Shows it; was there anything? */
function inspect(store: Store, ref: string): boolean {
  const item = near(store, ref);
  if (item) store.set({ inspected: item });
  return !!item;
}

function choose(store: Store, near: string[]): void {
  // What is only chosen, and can be taken back, is not asked twice.
  if (near.length === 1 || store.ask?.choose) store.press(near[0]!);
  else store.set({ between: near, notice: "" });
}

/** What a tap means: the live thing under it, or the only one within reach; two or more if it falls between them. */
export function snap(store: Store, x: number, y: number): string[] {
  const live = liveRefs(store.ask, store.choice);
  const near: { ref: string; far: number }[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("[data-ref]")) {
    const ref = element.dataset["ref"]!;
    if (!live.has(ref)) continue;
    const box = (element.querySelector(":scope > rect") ?? element).getBoundingClientRect();
    const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const far = Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2);
    if (inside && (far <= SNAP / 2 || Math.min(box.width, box.height) >= 2 * SNAP)) return [ref];
    if (inside || far <= SNAP) near.push({ ref, far });
  }
  near.sort((a, b) => a.far - b.far);
  const [first, second] = near;
  if (!first) return [];
  if (!second || first.far < second.far * 0.6) return [first.ref];
  return near.slice(0, 3).map((each) => each.ref);
}

/** Shows where a thing of the log is. */
function point(store: Store, ref: string): void {
  store.set({ pointed: ref, drawer: "" });
  setTimeout(() => store.pointed === ref && store.set({ pointed: "" }), 2500);
}
