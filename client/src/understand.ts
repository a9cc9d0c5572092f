// What somebody typed: which of the legal actions it means. The notation of records, or the words of the screen in any order. Pure.
import type { ChoiceTree, Composer, StaticScene } from "./wire";
import { plain } from "./text";
import { composed, pickOf } from "./walk";
import { fill } from "./words";

/** An action that can be typed: its notation, and how the screen says it. */
export interface Move {
  text: string;
  said: string;
}

/** Every action that has a place of its own in the tree; claims and prices are made up of parts. */
export function movesOf(ask: ChoiceTree | null | undefined, name: (ref: string) => string): Move[] {
  const buttons = [...(ask?.buttons ?? []), ...(ask?.compose?.other ?? [])];
  const moves = buttons.map(({ act, label }) => ({ text: act.text, said: plain(label) }));
  for (const { act, label } of ask?.choose?.of ?? []) moves.push({ text: act.text, said: plain(act.say || label) });
  for (const { what } of ask?.picks ?? []) {
    const pick = pickOf(ask, what)!;
    for (const act of pick.acts ?? []) moves.push({ text: act.text, said: plain(act.say || name(what)) });
    for (const { to, acts } of pick.targets ?? [])
      for (const act of acts) moves.push({ text: act.text, said: plain(act.say || `${name(what)} → ${name(to)}`) });
  }
  return moves;
}

/** The moves that a text can mean; one, if it is plain which. */
export function understood(
  ask: ChoiceTree | null | undefined,
  setting: StaticScene,
  typed: string,
  name: (ref: string) => string,
): Move[] {
  const moves = movesOf(ask, name);
  const exact = moves.filter((move) => move.text === typed.toLowerCase());
  if (exact.length) return exact.slice(0, 1);
  const words = wordsOf(typed);
  const price = ask?.price;
  const n = price && words.map(Number).find((each) => each >= price.least && each <= price.most);
  if (price && n != null) return [{ text: fill(price.text, { n }), said: fill(price.say, { n }) }];
  const composer = setting.composers?.find((each) => each.id === ask?.compose?.composer);
  const claim = composer && claimed(composer, ask!.compose!.most, words);
  if (claim) return [claim];
  // Words that no move has ("I move … to …") are passed over.
  const all = moves.map((move) => ({ move, has: wordsOf(`${move.text} ${move.said}`) }));
  const known = words.filter((word) => all.some(({ has }) => has.includes(word)));
  const found = known.length ? all.filter(({ has }) => known.every((word) => has.includes(word))) : [];
  // Two ways to one square read alike: the plain one is meant.
  const alike = found.every(({ move }) => move.said === found[0]!.move.said);
  found.sort((one, other) => one.has.length - other.has.length);
  return (alike ? found.slice(0, 1) : found).map(({ move }) => move);
}

/** A claim in words: each article after its number, one where there is none; or that there is nothing. */
function claimed(composer: Composer, most: number, words: string[]): Move | null {
  const counts = composer.rows.map(() => 0);
  let number = 1;
  for (const word of words) {
    const row = composer.rows.findIndex((each) =>
      [each.word, each.label, ...each.said].some((name) =>
        wordsOf(name).some((part) => part === word && part.length > 2),
      ),
    );
    if (row >= 0) counts[row] = counts[row]! + number;
    number = row < 0 && /^\d+$/.test(word) ? Number(word) : 1;
  }
  const sum = counts.reduce((total, count) => total + count, 0);
  const nothing = [composer.nothing, composer.said_nothing].some((name) =>
    wordsOf(name).some((part) => words.includes(part)),
  );
  if (sum > most || counts.some((count, row) => count > composer.rows[row]!.most) || (!sum && !nothing)) return null;
  const { text, say } = composed(composer, counts);
  return { text, said: say };
}

/** Plain words: small, without accents, without the s of a plural. */
export function wordsOf(text: string): string[] {
  const bare = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return (bare.match(/[\p{L}\d]+/gu) ?? []).map((word) => (word.length > 2 ? word.replace(/s$/, "") : word));
}
