// A challenge being played: free placing, turning, taking off, undo. Pure; the page keeps it in the browser.
import { EMPTY, type Board, type Box, type Challenge, givenOf, junctions } from "./rules";

export interface Play {
  board: Board;
  /** Boards before this one, oldest first. */
  past: Board[];
  /** The tile in hand, or -1; and how it is turned, as a pose. */
  hand: number;
  /** The square that is picked on the board, with a tile on it or empty, or -1. */
  at: number;
  hints: number;
  /** Seconds spent. */
  seconds: number;
}

export function begin(box: Box, challenge: Challenge): Play {
  const given = givenOf(box, challenge);
  return {
    board: box.cells.map((_, cell) => given.get(cell) ?? EMPTY),
    past: [],
    hand: EMPTY,
    at: -1,
    hints: 0,
    seconds: 0,
  };
}

/** A board that was kept, with what is given in its place. */
export function resumed(box: Box, challenge: Challenge, board: Board): Board {
  const given = givenOf(box, challenge);
  const tiles = new Set([...given.values()].map((pose) => box.tileOf[pose]));
  return board.map((pose, cell) => given.get(cell) ?? (tiles.has(box.tileOf[pose]) ? EMPTY : pose));
}

/** Tiles that are not on the board: those with most junctions first, and then in the order of the box. */
export function left(box: Box, board: Board): number[] {
  const laid = new Set(board.filter((pose) => pose !== EMPTY).map((pose) => box.tileOf[pose]));
  const tiles = box.tiles.map((_, tile) => tile).filter((tile) => !laid.has(tile));
  return tiles.sort((one, other) => junctions(box.tiles[other]!) - junctions(box.tiles[one]!) || one - other);
}

/** The pose of a tile one quarter turn further, clockwise. */
export function turned(box: Box, pose: number): number {
  const code = box.poses[pose]!;
  if (code === "joker") return pose;
  return box.poses.indexOf(code.slice(3) + code.slice(0, 3));
}

export const firstPose = (box: Box, tile: number): number => box.tileOf.indexOf(tile);

function changed(play: Play, board: Board, more: Partial<Play> = {}): Play {
  return { ...play, board, past: [...play.past.slice(-199), play.board], ...more };
}

const put = (board: Board, cell: number, pose: number): Board => board.map((old, at) => (at === cell ? pose : old));

/** A tile of the tray is taken in hand, or laid on the empty square that is picked; again, and it is turned. */
export function take(box: Box, play: Play, tile: number): Play {
  if (play.at >= 0 && play.board[play.at] === EMPTY)
    return changed(play, put(play.board, play.at, firstPose(box, tile)), { hand: EMPTY });
  if (play.hand !== EMPTY && box.tileOf[play.hand] === tile) return { ...play, hand: turned(box, play.hand) };
  return { ...play, hand: firstPose(box, tile), at: -1 };
}

/** A square is pressed: the tile in hand is laid there, a picked tile goes there, or the square is picked. */
export function press(play: Play, cell: number, fixed: Set<number>): Play {
  if (fixed.has(cell)) return { ...play, hand: EMPTY, at: -1 };
  if (play.hand !== EMPTY) return changed(play, put(play.board, cell, play.hand), { hand: EMPTY, at: cell });
  if (play.at >= 0 && play.at !== cell && play.board[play.at] !== EMPTY) {
    const moved = put(put(play.board, cell, play.board[play.at]!), play.at, play.board[cell]!);
    return changed(play, moved, { at: cell });
  }
  return { ...play, at: play.at === cell ? -1 : cell };
}

/** A tile is dropped: from the tray (`from` is -1) or from a square; on a square, or beside the board (`cell` is -1). */
export function drop(play: Play, pose: number, from: number, cell: number, fixed: Set<number>): Play {
  if (cell < 0)
    return from < 0 ? { ...play, hand: EMPTY } : changed(play, put(play.board, from, EMPTY), { at: -1, hand: EMPTY });
  if (fixed.has(cell) || cell === from) return play;
  const board = from < 0 ? play.board : put(play.board, from, play.board[cell]!);
  return changed(play, put(board, cell, pose), { hand: EMPTY, at: cell });
}

/** What is in hand or picked is turned. */
export function turn(box: Box, play: Play): Play {
  if (play.hand !== EMPTY) return { ...play, hand: turned(box, play.hand) };
  if (play.at < 0 || play.board[play.at] === EMPTY) return play;
  return changed(play, put(play.board, play.at, turned(box, play.board[play.at]!)));
}

/** The picked tile goes back to the tray. */
export function remove(play: Play): Play {
  if (play.at < 0 || play.board[play.at] === EMPTY) return { ...play, hand: EMPTY, at: -1 };
  return changed(play, put(play.board, play.at, EMPTY), { at: -1 });
}

export function undo(play: Play): Play {
  const before = play.past.at(-1);
  return before ? { ...play, board: before, past: play.past.slice(0, -1), hand: EMPTY, at: -1 } : play;
}

/** A hint is followed: a tile is laid, or taken off. */
export function follow(box: Box, play: Play, cell: number, pose: number): Play {
  const cleared =
    pose === EMPTY
      ? play.board
      : play.board.map((old) => (old !== EMPTY && box.tileOf[old] === box.tileOf[pose] ? EMPTY : old));
  return changed(play, put(cleared, cell, pose), {
    at: pose === EMPTY ? -1 : cell,
    hand: EMPTY,
    hints: play.hints + 1,
  });
}
