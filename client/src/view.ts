// On a phone the board may be taller than its place: what can be pressed on it is in view when somebody is asked.

/** The place that is watched for others that take room from it: whoever asks for a seat, say. And how high it was. */
let watched: Element | null = null;
let height = 0;

/** Scrolls no more than it must; not where only a part of it could be seen anyway. By hand: `scrollIntoView` moves the
 * place from which Tab goes on, too. */
export function show(): void {
  const play = document.querySelector(".play");
  if (play && play !== watched) {
    height = play.clientHeight;
    new ResizeObserver(stay).observe((watched = play));
  }
  if (play) scroll(play, Infinity);
}

/** What was in view stays there when the place becomes smaller; what a finger has moved out of it does not come back. */
function stay(): void {
  if (!watched) return;
  const before = height;
  height = watched.clientHeight;
  if (height < before) scroll(watched, before);
}

/** If all of it ends above this, from the top of the place. */
function scroll(play: Element, above: number): void {
  if (play.scrollHeight <= play.clientHeight) return;
  const squares = [...play.querySelectorAll("svg.board .cell.can")].map((each) => each.getBoundingClientRect());
  if (!squares.length) return;
  const top = Math.min(...squares.map((each) => each.top));
  const bottom = Math.max(...squares.map((each) => each.bottom));
  const place = play.getBoundingClientRect();
  if (bottom - top > place.height || bottom - place.top > above) return;
  if (bottom > place.bottom) play.scrollTop += bottom - place.bottom + 4;
  else if (top < place.top) play.scrollTop -= place.top - top + 4;
}
