// The small part of the rules that the page needs without a server: what fits, and what a challenge asks. `solitaire/challenge.py`
// is the model; `tests/vectors.json`, written by it, holds this file to it.

/** Poses of tiles by number; -1 is an empty square. */
export type Board = number[];

/** What the page is told about the box. */
export interface Box {
  /** A tile in each of its turns, by its sides clockwise from the top. */
  poses: string[];
  /** The tile that each pose is of, and the names of the tiles. */
  tileOf: number[];
  tiles: string[];
  cells: string[];
  columns: number;
  fit: "coincide" | "alike";
  /** (square, side) of the places on the frame, clockwise from the top left corner. */
  frame: [number, number][];
}

export interface Challenge {
  name: string;
  title: string;
  goal: string;
  centre: string;
  frames: string[];
  order: "" | "junctions" | "diagonal";
  given: Record<string, string>;
  stars: number;
}

/** One line of the checklist. */
export interface Point {
  name: "fits" | "centre" | "branches" | "junctions" | "diagonal";
  done: boolean;
  lost: boolean;
  have: number;
  want: number;
}

export const EMPTY = -1;
const JOKER = "joker";

export function sideOf(code: string, at: number): string {
  return code === JOKER ? "j" : code.charAt(at);
}

export function meets(one: string, other: string, fit: Box["fit"]): boolean {
  if (one === "j" || other === "j") return true;
  if (one === "-" || other === "-") return one === other;
  return (one === other) === (fit === "alike");
}

/** The square beside another, or -1 on the frame. Sides: 0 north, 1 east, 2 south, 3 west. */
export function beside(box: Box, cell: number, at: number): number {
  const column = cell % box.columns;
  const near = cell + [-box.columns, 1, box.columns, -1][at]!;
  if ((at === 1 && column === box.columns - 1) || (at === 3 && column === 0)) return -1;
  return near >= 0 && near < box.cells.length ? near : -1;
}

/** (square, side) of every inner side that does not fit; each contact once, seen from the square to the left or above. */
export function clashes(box: Box, board: Board): [number, number][] {
  const found: [number, number][] = [];
  board.forEach((pose, cell) => {
    for (const at of [1, 2]) {
      const near = beside(box, cell, at);
      if (pose === EMPTY || near < 0 || board[near] === EMPTY) continue;
      const facing = sideOf(box.poses[board[near]!]!, (at + 2) % 4);
      if (!meets(sideOf(box.poses[pose]!, at), facing, box.fit)) found.push([cell, at]);
    }
  });
  return found;
}

/** What lies against each place of the frame; empty where no tile lies. */
export function borderSides(box: Box, board: Board): string[] {
  return box.frame.map(([cell, at]) => (board[cell] === EMPTY ? "" : sideOf(box.poses[board[cell]!]!, at)));
}

/** The frame place by place, where there is one only; else nothing. */
export function onlyFrame(challenge: Challenge): string {
  const [frame = "", ...others] = challenge.frames;
  return others.length || frame.includes("|") ? "" : frame.replace(/ /g, "");
}

/** The borders, by number from the top clockwise, on which any branches may lie, whichever frame is meant. */
export function freeBorders(challenge: Challenge): number[] {
  return [0, 1, 2, 3].filter((border) => challenge.frames.every((frame) => /^[?|]+$/.test(frame.split(" ")[border]!)));
}

export function wants(wanted: string, has: string): boolean {
  if (wanted === "?") return true;
  if (wanted === "a" || wanted === "b") return has === wanted;
  return (has === "-") === (wanted === ".");
}

/** Can this frame still hold, whatever comes on the empty squares? */
export function frameHolds(frame: string, sides: string[]): boolean {
  let start = 0;
  return frame.split(" ").every((border) => {
    const ways = border.split("|");
    const here = sides.slice(start, start + ways[0]!.length);
    start += here.length;
    return ways.some((way) => here.every((has, place) => !has || wants(way.charAt(place), has)));
  });
}

function mirrored(code: string, falling: boolean): string {
  if (code === JOKER) return code;
  const [north, east, south, west] = [...code].map((side) => (side === "a" ? "b" : side === "b" ? "a" : side));
  return falling ? `${west}${south}${east}${north}` : `${east}${north}${west}${south}`;
}

/** Squares on or to one side of the diagonal whose mirror image is not what lies opposite. */
export function asymmetries(box: Box, board: Board, falling: boolean): number[] {
  const size = box.columns;
  return board.flatMap((one, cell) => {
    const row = Math.floor(cell / size);
    const column = cell % size;
    const other = falling ? column * size + row : (size - 1 - column) * size + size - 1 - row;
    const two = board[other]!;
    if (cell > other || one === EMPTY || two === EMPTY) return [];
    return mirrored(box.poses[one]!, falling) === box.poses[two]! ? [] : [cell];
  });
}

export function junctions(code: string): number {
  return code === JOKER ? 4 : [...code].filter((side) => side !== "-").length;
}

/** Squares with more junctions than one before, the joker left out. */
export function rises(box: Box, board: Board): number[] {
  let least = 4;
  return board.flatMap((pose, cell) => {
    if (pose === EMPTY || box.poses[pose] === JOKER) return [];
    const number = junctions(box.poses[pose]!);
    const rising = number > least;
    least = Math.min(least, number);
    return rising ? [cell] : [];
  });
}

/** What the challenge asks, line by line. */
export function checklist(box: Box, challenge: Challenge, board: Board): Point[] {
  const laid = board.filter((pose) => pose !== EMPTY).length;
  const full = laid === board.length;
  const points: Point[] = [];
  const add = (name: Point["name"], done: boolean, lost: boolean, have = 0, want = 0) =>
    points.push({ name, done, lost, have, want });
  if (challenge.centre) {
    const pose = board[(board.length - 1) / 2]!;
    const right = pose !== EMPTY && box.tiles[box.tileOf[pose]!] === challenge.centre;
    add("centre", right, pose !== EMPTY && !right);
  }
  if (challenge.frames.some((frame) => /[^? ]/.test(frame))) {
    const sides = borderSides(box, board);
    const holds = challenge.frames.some((frame) => frameHolds(frame, sides));
    add(
      "branches",
      holds && sides.every((has) => has !== ""),
      !holds,
      sides.filter((has) => has && has !== "-").length,
    );
  }
  if (challenge.order === "junctions") {
    const wrong = rises(box, board).length;
    add("junctions", full && !wrong, wrong > 0, wrong);
  }
  if (challenge.order === "diagonal") {
    const wrong = Math.min(asymmetries(box, board, true).length, asymmetries(box, board, false).length);
    add("diagonal", full && wrong <= 1, wrong > 1, wrong, 1);
  }
  const bad = new Set(clashes(box, board).map(([cell]) => cell)).size;
  add("fits", full && !bad, bad > 0, laid - bad, board.length);
  return points;
}

/** Tiles that lie from the start: square -> pose. So does the one in the centre, if it looks the same however it is turned. */
export function givenOf(box: Box, challenge: Challenge): Map<number, number> {
  const given = new Map(
    Object.entries(challenge.given).map(([cell, code]) => [box.cells.indexOf(cell), box.poses.indexOf(code)]),
  );
  const centre = box.poses.flatMap((_, pose) => (box.tiles[box.tileOf[pose]!] === challenge.centre ? [pose] : []));
  if (centre.length === 1) given.set((box.cells.length - 1) / 2, centre[0]!);
  return given;
}

/** All tiles laid, each once, everything fitting, and the constraint kept. */
export function solved(box: Box, challenge: Challenge, board: Board): boolean {
  const tiles = board.filter((pose) => pose !== EMPTY).map((pose) => box.tileOf[pose]);
  const whole = tiles.length === board.length && new Set(tiles).size === tiles.length;
  const kept = [...givenOf(box, challenge)].every(([cell, pose]) => board[cell] === pose);
  return whole && kept && checklist(box, challenge, board).every((point) => point.done);
}

/** A board as text, as the server reads it. */
export function writeBoard(box: Box, board: Board): string {
  const codes = board.map((pose) => (pose === EMPTY ? "." : box.poses[pose]!));
  const rows = Array.from({ length: codes.length / box.columns }, (_, row) =>
    codes.slice(row * box.columns, (row + 1) * box.columns).join(" "),
  );
  return rows.join(" / ");
}

/** A board from its text; an empty one if it cannot be read. */
export function readBoard(box: Box, text: string): Board {
  const words = text.replace(/\//g, " ").split(/\s+/).filter(Boolean);
  if (words.length !== box.cells.length) return box.cells.map(() => EMPTY);
  return words.map((word) => box.poses.indexOf(word));
}
