// A match of several games: which of them this is, and whether it was the last.
import type { Match, Public } from "./wire";
import { w } from "./words";

/** The match, once all its games are over. */
export function wholeMatch({ match }: Public): Match | null {
  return match && match.played.length === match.legs ? match : null;
}

/** Which game of a match this is. */
export const legName = (match: Match): string => w("leg", { n: match.leg, what: match.legs });
