// A symbol that goes from one place to another, over everything.
import { EASE, inView } from "./motion";

/** Ends when the last of them has landed and is gone; null, if one of the places is not to be seen. */
export function flight(
  source: string,
  target: string,
  symbol: string,
  count: number,
  time: number,
  text: string,
): Promise<unknown> | null {
  const from = centre(source);
  const to = centre(target);
  if (!from || !to) return null;
  const flights: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const flyer = document.createElement("div");
    flyer.className = "flyer";
    flyer.setAttribute("aria-hidden", "true");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const sample = document.getElementById(symbol);
    svg.setAttribute("viewBox", sample?.getAttribute("viewBox") ?? "0 0 64 64");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${symbol}`);
    svg.append(use);
    flyer.append(svg);
    if (text) flyer.append(Object.assign(document.createElement("b"), { textContent: text }));
    document.body.append(flyer);
    const small = target.startsWith("seat-") ? " scale(.55)" : "";
    const flight = flyer.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)${small}` }],
      { duration: time, delay: index * 60, easing: EASE, fill: "both" },
    );
    flights.push(flight.finished.then(() => flyer.remove()));
  }
  return Promise.all(flights);
}

/** The middle of an area, or of the mark of a seat. */
function centre(ref: string): { x: number; y: number } | null {
  const name = CSS.escape(ref);
  const shown = [...document.querySelectorAll(`[data-seat="${name}"] .seat, [data-area="${name}"]`)];
  const rect = shown
    .filter(inView)
    .map((element) => element.getBoundingClientRect())
    .find((each) => each.width > 0);
  return rect ? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 } : null;
}
