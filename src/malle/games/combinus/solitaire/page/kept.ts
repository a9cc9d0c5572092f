// What this device remembers: boards, what was solved, and the days that were solved on their day.
import { type Board, EMPTY } from "./rules";

/** Of one challenge. */
export interface Kept {
  board: string;
  hints: number;
  seconds: number;
  solved: boolean;
  /** Solved without a hint, this time or before. */
  alone?: boolean;
  /** By square: in which fifth of the way it was laid, from 0; -1 where the piece was given. */
  order?: number[];
}

/** A day that was solved on its day. */
export interface Day {
  name: string;
  hints: number;
}

/** What the server is told of it. */
export interface Solved {
  name: string;
  day: string;
  answer: string;
  solver: string;
  helped: boolean;
}

export interface Book {
  solver: string;
  kept: Record<string, Kept>;
  days: Record<string, Day>;
  /** Solved without a network: told when there is one. */
  untold?: Solved | undefined;
}

export function readBook(store: string): Book {
  try {
    const book = JSON.parse(localStorage.getItem(store) ?? "") as Book;
    if (book.solver && book.kept) return { ...book, days: book.days ?? {} };
  } catch {
    // Nothing was kept yet.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { solver: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"), kept: {}, days: {} };
}

const two = (value: number): string => String(value).padStart(2, "0");

/** A date as the player's calendar has it: the day changes at their midnight. */
export const dayOf = (when: Date): string => `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;

export const today = (): string => dayOf(new Date());

/** So many days later; noon, so that no change of clocks shifts it. */
export function later(day: string, days: number): string {
  const when = new Date(`${day}T12:00:00`);
  when.setDate(when.getDate() + days);
  return dayOf(when);
}

/** Days solved one after the other, up to today, or to yesterday while today is still to do. */
export function streak(days: Book["days"], now: string): number {
  let at = days[now] ? now : later(now, -1);
  let count = 0;
  for (; days[at]; at = later(at, -1)) count += 1;
  return count;
}

/** The week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const monday = later(day, -((new Date(`${day}T12:00:00`).getDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => later(monday, index));
}

/** By square: in which fifth of the way its piece came to lie as it lies now; -1 where it was given. */
export function orderOf(past: Board[], board: Board, fixed: Set<number>): number[] {
  const boards = [...past, board];
  const since = (cell: number): number => {
    let at = boards.length - 1;
    while (at > 0 && boards[at - 1]![cell] === board[cell]) at -= 1;
    return at;
  };
  const laid = board
    .map((pose, cell) => ({ cell, pose, at: since(cell) }))
    .filter(({ cell, pose }) => !fixed.has(cell) && pose !== EMPTY)
    .sort((one, other) => one.at - other.at || one.cell - other.cell);
  const fifths = new Map(laid.map(({ cell }, rank) => [cell, Math.floor((rank * 5) / laid.length)]));
  return board.map((_, cell) => fifths.get(cell) ?? -1);
}
