// On a phone the board may be taller than its place: what can be pressed on it is in view when somebody is asked.

const top = (each: Element): number => each.getBoundingClientRect().top;

/** Scrolls no more than it must; not where only a part of it could be seen anyway. */
export function show(): void {
  const can = [...document.querySelectorAll(".play .cell.can")];
  const ends = [can[0]!, can.at(-1)!];
  if (!can.length || Math.abs(top(ends[0]!) - top(ends[1]!)) > can[0]!.closest(".play")!.clientHeight - 40) return;
  for (const each of ends) each.scrollIntoView({ block: "nearest" });
}
