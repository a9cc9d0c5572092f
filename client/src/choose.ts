// So many of these, in any order: what is chosen so far, and the acts that it comes to. Pure.
import type { ChoiceTree, Candidate, ChooseQuestion } from "./wire";

type Chosen = readonly string[];

/** How often a thing is chosen. */
export const timesOf = (chosen: Chosen, ref: string): number => chosen.filter((each) => each === ref).length;

export const candidateOf = (choose: ChooseQuestion | null | undefined, ref: string): Candidate | undefined =>
  choose?.of.find((each) => each.what === ref);

export const isWhole = (choose: ChooseQuestion, chosen: Chosen): boolean => chosen.length === choose.n;

/** May this thing be chosen once more? */
export function mayChoose(choose: ChooseQuestion, chosen: Chosen, ref: string): boolean {
  const candidate = candidateOf(choose, ref);
  return !!candidate && chosen.length < choose.n && timesOf(chosen, ref) < (candidate.most ?? 1);
}

/** Without the one at a place. */
export const without = (chosen: Chosen, place: number): string[] => chosen.filter((_, at) => at !== place);

/** What is chosen in the order in which it is played: that of the list. */
export function inOrder(choose: ChooseQuestion, chosen: Chosen): Candidate[] {
  return choose.of.flatMap((each) => Array<Candidate>(timesOf(chosen, each.what)).fill(each));
}

/** What a new question leaves of a choice. */
export function fitting(choose: ChooseQuestion | null | undefined, chosen: Chosen): string[] {
  const kept: string[] = [];
  if (choose) for (const ref of chosen) if (mayChoose(choose, kept, ref)) kept.push(ref);
  return kept;
}

/** The names of what is chosen, each once: `C13, E13 ×2`. */
export function namesOf(choose: ChooseQuestion, chosen: Chosen): string {
  return choose.of
    .filter((each) => chosen.includes(each.what))
    .map((each) => each.label + (timesOf(chosen, each.what) > 1 ? ` ×${timesOf(chosen, each.what)}` : ""))
    .join(", ");
}

/** What is to be chosen next on the way to these acts: a thing that they have more often than it is chosen. */
export function nextOf(choose: ChooseQuestion, chosen: Chosen, texts: Chosen): string {
  const next = choose.of.find((each) => timesOf(texts, each.act.text) > timesOf(chosen, each.what));
  return next && chosen.length < choose.n ? next.what : "";
}

export const choosing = (ask: ChoiceTree | null | undefined): ChooseQuestion | null => ask?.choose ?? null;
