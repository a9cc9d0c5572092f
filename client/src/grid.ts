// The rows and columns of a board whose squares are named by them, as A1 to M13 are. Pure.
import type { Cell } from "./wire";

export interface Grid {
  columns: string[];
  rows: string[];
}

/** None, if the squares are not named so: a board that goes round has neither rows nor columns. */
export function gridOf(cells: readonly Cell[]): Grid | null {
  const named = cells.map((cell) => ({ cell, name: /^([A-Z])(\d+)$/.exec(cell.id) }));
  if (!named.length || named.some(({ name }) => !name)) return null;
  const inOrder = (part: 1 | 2, along: "x" | "y"): string[] => [
    ...new Set([...named].sort((one, other) => one.cell[along] - other.cell[along]).map(({ name }) => name![part]!)),
  ];
  const [columns, rows] = [inOrder(1, "x"), inOrder(2, "y")];
  return cells.length === columns.length * rows.length ? { columns, rows } : null;
}
