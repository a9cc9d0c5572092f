// The log that a player reads: what was heard is added once, and what fades is told shorter from the next move on. Pure.
import type { State, HeardMove } from "./wire";

/** How many moves are kept. */
export const MOST = 200;

/** What of a state was not heard before. Lines have no numbers, for gaps would count what has faded: whoever comes back is
 * sent the log, and what is new in it are the lines after those known. */
export function fresh(
  log: readonly HeardMove[],
  state: Pick<State, "heard" | "log" | "taken_back">,
  first: boolean,
): HeardMove[] {
  const { heard = [], log: sent = [] } = state;
  if (state.taken_back) return heard;
  if (first || !sent.length) return first ? [] : heard;
  const known = log.map(lasting).filter(Boolean);
  for (let shared = Math.min(known.length, sent.length); shared > 0; shared--) {
    const from = known.length - shared;
    if (sent.slice(0, shared).every((told, at) => lasting(told) === known[from + at])) return sent.slice(shared);
  }
  return [];
}

/** The log with what is new in a state. The first state of a connection, which brings the setting, and one after a move
 * was taken back bring the whole log, without what was taken back. A move of which one hears nothing is a move too: what fades has faded. */
export function grown(
  log: HeardMove[],
  state: Pick<State, "log" | "setting" | "taken_back">,
  told: readonly HeardMove[],
  moved: boolean,
): HeardMove[] {
  if (state.log?.length || state.setting || state.taken_back) return state.log ?? [];
  if (!told.length && !(moved && log.some((old) => old.kept))) return log;
  return [...log.map(faded), ...told].slice(-MOST);
}

/** A move as it is told later. */
function faded(old: HeardMove): HeardMove {
  const { said, kept, private: own } = old;
  if (!kept) return old;
  const left = own?.map((at) => kept.indexOf(said[at]!)).filter((at) => at >= 0);
  return { ...old, said: kept, kept: null, ...(left && { private: left }) };
}

function lasting(told: HeardMove): string {
  return (told.kept ?? told.said).join("\n");
}
