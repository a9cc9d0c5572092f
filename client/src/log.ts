// The log that a player reads: what was heard is added once, and what fades is told shorter from the next move on. Pure.
import type { State, Told } from "./wire";

/** How many moves are kept. */
export const MOST = 200;

/** What of a state was not heard before. */
export function fresh(log: readonly Told[], state: Pick<State, "heard">): Told[] {
  const known = new Set(log.map((told) => told.seq));
  return state.heard.filter((each) => !known.has(each.seq));
}

/** The log with what is new in a state; the first state brings the log so far. */
export function grown(log: Told[], state: Pick<State, "log">, told: readonly Told[], first: boolean): Told[] {
  if (state.log.length && first) return state.log;
  if (!told.length) return log;
  return [...log.map((old) => (old.kept ? { ...old, said: old.kept, kept: null } : old)), ...told].slice(-MOST);
}
