// Who won, and in which order the others come. Pure.

export type Outcome = "won" | "shared" | "drawn" | "lost" | "watched";

/** What the end is to its reader. */
export function outcomeOf(places: number[], viewer: number | null): Outcome {
  const first = places.filter((place) => place === 1).length;
  if (first === places.length) return "drawn";
  if (viewer === null) return "watched";
  if (places[viewer] !== 1) return "lost";
  return first > 1 ? "shared" : "won";
}

/** All seats, the first place first. Whom the rules rank alike though their sums differ, by the sum; winners stay together.
 * The sums are the scores, unless the chips say what each is worth: then whoever has none is out, and last. */
export function ranked(
  { places, scores }: { places: number[]; scores: number[] },
  chips: { worth?: number | null }[] = [],
): { seat: number; rank: number }[] {
  const told = chips.some((chip) => chip.worth != null);
  const sums = told ? places.map((_, seat) => chips[seat]?.worth ?? -1) : scores;
  const before = (one: number, two: number): boolean =>
    places[one]! < places[two]! || (places[one] === places[two] && places[one] !== 1 && sums[one]! > sums[two]!);
  return places
    .map((_, seat) => ({ seat, rank: 1 + places.filter((_place, other) => before(other, seat)).length }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}
