// On a phone the board may be taller than its place: what can be pressed on it is in view when somebody is asked.

/** The place that is watched for others that take room from it: whoever asks for a seat, say. */
let watched: Element | null = null;

/** Scrolls no more than it must; not where only a part of it could be seen anyway. By hand: `scrollIntoView` moves the
 * place from which Tab goes on, too. */
export function show(): void {
  const play = document.querySelector(".play");
  if (play && play !== watched) new ResizeObserver(show).observe((watched = play));
  if (!play || play.scrollHeight <= play.clientHeight) return;
  const squares = [...play.querySelectorAll("svg.board .cell.can")].map((each) => each.getBoundingClientRect());
  if (!squares.length) return;
  const top = Math.min(...squares.map((each) => each.top));
  const bottom = Math.max(...squares.map((each) => each.bottom));
  const place = play.getBoundingClientRect();
  if (bottom - top > place.height) return;
  if (bottom > place.bottom) play.scrollTop += bottom - place.bottom + 4;
  else if (top < place.top) play.scrollTop -= place.top - top + 4;
}
