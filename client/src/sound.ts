// Ten short samples that `tools/sounds.py` computes. They are fetched when sounds are on, and never before the first touch.
import { fileAt } from "./address";
import type { Item, State } from "./wire";

export type Sound = "turn" | "stamp" | "card" | "bell" | "coin" | "dice" | "tile" | "pawn" | "won" | "lost";

const ALL: readonly Sound[] = ["turn", "stamp", "card", "bell", "coin", "dice", "tile", "pawn", "won", "lost"];
const RATE = 24;
const DATA = 58;
const samples = new Map<Sound, Promise<AudioBuffer | null>>();
let context: AudioContext | null = null;

/** Fetches all of them, so that none comes late. */
export function load(): void {
  for (const name of ALL) void sample(name);
}

/** Plays a sample, where the browser lets us. */
export async function play(name: Sound): Promise<void> {
  const buffer = await sample(name);
  if (!buffer || !context) return;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

/** What is heard of a move besides its animation: what was laid or walked on a board, and how it ended. */
export function between(before: State, after: State): void {
  const { over } = after.table;
  if (over && !before.table.over)
    void play(after.viewer == null || over.places[after.viewer] === Math.min(...over.places) ? "won" : "lost");
  else {
    const was = new Map(onBoards(before).map((item) => [item.id, item.at]));
    const moved = onBoards(after).find((item) => item.at && was.get(item.id) !== item.at);
    if (moved) void play(moved.look === "tile" ? "tile" : "pawn");
  }
}

function onBoards(state: State): Item[] {
  return (state.scene.areas ?? []).flatMap((area) => (area.kind === "board" ? (area.items ?? []) : []));
}

function sample(name: Sound): Promise<AudioBuffer | null> {
  const known = samples.get(name) ?? fetched(name).catch(() => null);
  samples.set(name, known);
  return known;
}

async function fetched(name: Sound): Promise<AudioBuffer | null> {
  context ??= new AudioContext();
  const answer = await fetch(fileAt(`${name}.wav`));
  if (!answer.ok) return null;
  const bytes = await answer.arrayBuffer();
  // Twice as many samples as in the file: some browsers refuse a buffer below 22,050 a second.
  const wave = decoded(new Uint8Array(bytes, DATA));
  const buffer = context.createBuffer(1, wave.length, 2 * new DataView(bytes).getUint32(RATE, true));
  buffer.getChannelData(0).set(wave);
  return buffer;
}

/** Samples as G.711 µ-law writes them, as numbers between -1 and 1; between two of them stands their mean. Not every browser
 * decodes such a file by itself. */
export function decoded(bytes: Uint8Array): Float32Array {
  const wave = new Float32Array(2 * bytes.length);
  let last = 0;
  bytes.forEach((byte, index) => {
    const law = ~byte & 255;
    const size = (((law & 15) * 8 + 132) << ((law >> 4) & 7)) - 132;
    const value = (law & 128 ? -size : size) / 32768;
    wave[2 * index] = (last + value) / 2;
    wave[2 * index + 1] = last = value;
  });
  return wave;
}
