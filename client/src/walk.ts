// Walking the tree of legal actions: what has been picked so far, and which action it comes to. Pure.
import type { Choice, ChoiceTree, Composer, Pick, StaticScene, Target } from "./wire";
import { fitting, inOrder, isWhole, namesOf, nextOf } from "./choose";
import { fill, number } from "./words";
import { plain } from "./text";

/** What the player has picked and not yet played. */
export interface PlayerSelection {
  /** The picked thing. */
  pick: string;
  /** The chosen target. */
  to: string;
  /** Which of several acts. */
  way: number;
  /** The composer's counters. */
  counts: number[];
  /** The things that were tapped to be counted, the latest first. */
  taps: string[];
  /** Which uncounted claim is switched on; -1: none. */
  other: number;
  /** The price that was named. */
  price: number | null;
  /** What was chosen among several, each as often as it was. */
  chosen: string[];
}

export const NOTHING: PlayerSelection = {
  pick: "",
  to: "",
  way: 0,
  counts: [],
  taps: [],
  other: -1,
  price: null,
  chosen: [],
};

/** What the confirm bar shows, and what it plays. */
export interface Ready {
  text: string;
  say: string;
  note: string;
  act: Choice | null;
  /** How many acts there are to choose between. */
  ways: number;
}

export function pickOf(ask: ChoiceTree | null | undefined, ref: string): Pick | undefined {
  const pick = ask?.picks?.find((each) => each.what === ref);
  return pick && unfolded(pick);
}

/** Can this thing be picked? */
export function canPick(ask: ChoiceTree | null | undefined, ref: string): boolean {
  return !!ask?.picks?.some((each) => each.what === ref);
}

/** What is in hand already: picked while nothing else is. */
export function held(ask: ChoiceTree | null | undefined): string {
  return ask?.held ?? "";
}

export function targetOf(pick: Pick | undefined, ref: string): Target | undefined {
  return pick?.targets?.find((target) => target.to === ref);
}

const unfoldedOf = new WeakMap<Pick, Pick>();

/** A pick with every way over squares as a target of its own (see `Ways`): made when it is first looked at, and kept. */
function unfolded(pick: Pick): Pick {
  if (!pick.ways?.length) return pick;
  let made = unfoldedOf.get(pick);
  if (!made) unfoldedOf.set(pick, (made = { ...pick, ways: [], targets: targetsOf(pick) }));
  return made;
}

function targetsOf(pick: Pick): Target[] {
  const found = new Map<string, Choice[]>((pick.targets ?? []).map((target) => [target.to, [...target.acts]]));
  for (const ways of pick.ways ?? [])
    for (const way of ways.to) {
      const route = [ways.at, ...way.split(" ")];
      const last = route[route.length - 1]!;
      const to = `${ways.board}/${last}`;
      const acts = found.get(to) ?? [];
      const text = (acts.length ? route : [ways.at, last]).join("-").toLowerCase();
      found.set(to, [...acts, { text, say: `${ways.at} → ${last}`, note: ways.note, route }]);
    }
  return [...found].map(([to, acts]) => ({ to, acts }));
}

/** The reason why a thing can be neither picked nor aimed at. */
export function whyNot(ask: ChoiceTree | null | undefined, choice: PlayerSelection, ref: string): string {
  const fits = (ask?.why ?? []).filter(
    (why) => (!why.what.length || why.what.includes(ref)) && (!why.pick || why.pick === choice.pick),
  );
  const named = fits.filter((why) => why.what.length);
  return (named.find((why) => why.pick) ?? named[0] ?? fits.find((why) => why.pick) ?? fits[0])?.text ?? "";
}

/** Acts that the choice leaves: all ways to the chosen target, or all uses of the picked thing. */
export function actsOf(ask: ChoiceTree | null | undefined, choice: PlayerSelection): Choice[] {
  const pick = pickOf(ask, choice.pick);
  return (choice.to ? targetOf(pick, choice.to)?.acts : pick?.acts) ?? [];
}

/** Keeps what is still possible of a choice when a new state arrives. */
export function keep(ask: ChoiceTree | null | undefined, choice: PlayerSelection): PlayerSelection {
  const pick = pickOf(ask, choice.pick);
  if (ask?.choose) return { ...NOTHING, chosen: fitting(ask.choose, choice.chosen) };
  if (!pick) return held(ask) ? { ...NOTHING, pick: held(ask) } : NOTHING;
  return choice.to && !targetOf(pick, choice.to) ? { ...choice, to: "", way: 0 } : choice;
}

/** What would be played now, or nothing yet. */
export function ready(
  ask: ChoiceTree | null | undefined,
  setting: StaticScene,
  choice: PlayerSelection,
  name: (ref: string) => string,
): Ready | null {
  if (!ask) return null;
  if (ask.compose) {
    const composer = setting.composers?.find((each) => each.id === ask.compose!.composer);
    const other = ask.compose.other?.[choice.other];
    if (other)
      return { text: other.act.text, say: other.label, note: other.lines?.join(" ") ?? "", act: other.act, ways: 1 };
    return composer ? composed(composer, choice.counts) : null;
  }
  if (ask.price) {
    if (choice.price === null) return null;
    const values = { n: choice.price };
    return {
      text: fill(ask.price.text, values),
      say: fill(ask.price.say, { n: number(choice.price) }),
      note: (choice.price < (ask.price.worth ?? 0) ? ask.price.below : ask.price.above) ?? "",
      act: null,
      ways: 1,
    };
  }
  if (ask.choose) {
    const acts = inOrder(ask.choose, choice.chosen).map((each) => each.act.text);
    const say = namesOf(ask.choose, choice.chosen);
    return isWhole(ask.choose, choice.chosen) ? { text: acts.join("; "), say, note: "", act: null, ways: 1 } : null;
  }
  const acts = actsOf(ask, choice);
  const act = acts[choice.way % Math.max(acts.length, 1)];
  if (!act) return null;
  const said = choice.to ? `${name(choice.pick)} → ${name(choice.to)}` : name(choice.pick);
  return { text: act.text, say: act.say || said, note: act.note ?? "", act, ways: acts.length };
}

/** The viewer's own things that a composed claim counts: what was tapped, then what lies first. */
export function countedIn(
  ask: ChoiceTree | null | undefined,
  setting: StaticScene,
  { counts, taps }: PlayerSelection,
): string[] {
  const { composer: id, things = [] } = ask?.compose ?? {};
  const rows = setting.composers?.find((each) => each.id === id)?.rows ?? [];
  return rows.flatMap((row, index) => {
    const own = things.flatMap(([ref, word]) => (word === row.word ? [ref] : []));
    const tapped = taps.filter((ref) => own.includes(ref));
    return [...new Set([...tapped, ...own])].slice(0, counts[index] ?? 0);
  });
}

/** The choice after one of these things was tapped: it is counted, or no longer; null, if no more can be. */
export function tapped(
  ask: ChoiceTree,
  setting: StaticScene,
  choice: PlayerSelection,
  ref: string,
): PlayerSelection | null {
  const { composer: id, most, things = [] } = ask.compose!;
  const { rows } = setting.composers!.find((each) => each.id === id)!;
  const word = things.find(([thing]) => thing === ref)![1];
  const off = countedIn(ask, setting, choice).includes(ref);
  const counts = rows.map((row, index) => (choice.counts[index] ?? 0) + (row.word === word ? (off ? -1 : 1) : 0));
  const over = counts.reduce((sum, count) => sum + count, 0) > most;
  if (over || rows.some((row, index) => counts[index]! > row.most)) return null;
  const others = choice.taps.filter((each) => each !== ref);
  return { ...choice, other: -1, counts, taps: off ? others : [ref, ...others] };
}

/** A composed claim: its notation, and how it is said. */
export function composed(composer: Composer, counts: number[]): Ready {
  const told = composer.rows.flatMap((row, index) => {
    const count = counts[index] ?? 0;
    return count
      ? [
          {
            word: `${count} ${row.word}`,
            said: row.said[count - 1] ?? `${count} ${row.label}`,
            value: row.value ?? 0,
            count,
          },
        ]
      : [];
  });
  const total = told.reduce((sum, each) => sum + each.value * each.count, 0);
  const last = told.length - 1;
  const list = told.map(
    (each, index) =>
      (index === 0 ? "" : index === last ? (composer.last_comma ?? ", ") : (composer.comma ?? ", ")) + each.said,
  );
  const say = told.length ? list.join("") + composer.said_rest : composer.said_nothing;
  return {
    text: `${composer.prefix} ${told.length ? told.map((each) => each.word).join(" ") : composer.nothing}`,
    say: say.charAt(0).toLocaleUpperCase() + say.slice(1),
    note: fill(composer.total ?? "", { n: number(total) }),
    act: null,
    ways: 1,
  };
}

/** Everything that can be pressed now: the targets of what is picked, else what can be picked. */
export function liveRefs(ask: ChoiceTree | null | undefined, choice: PlayerSelection): Set<string> {
  const pick = pickOf(ask, choice.pick);
  if (pick?.targets?.length) return new Set(pick.targets.map((target) => target.to));
  return new Set([...(ask?.picks ?? []), ...(ask?.choose?.of ?? [])].map((each) => each.what));
}

/** What is to be touched next on the way to these actions, if it is a thing or a place: buttons weigh the same. */
export function nextTouch(
  ask: ChoiceTree | null | undefined,
  choice: PlayerSelection,
  texts: readonly string[],
): string {
  if (ask?.choose) return nextOf(ask.choose, choice.chosen, texts);
  const text = texts[0]!;
  const leads = (act: Choice): boolean => act.text.toLowerCase() === text.toLowerCase();
  for (const { what } of ask?.picks ?? []) {
    const pick = pickOf(ask, what)!;
    const target = pick.targets?.find((each) => each.acts.some(leads));
    if (!target && !pick.acts?.some(leads)) continue;
    if (choice.pick !== what) return what;
    return target && choice.to !== target.to ? target.to : "";
  }
  return "";
}

/** A ref as words, where nothing better is known. */
export function bare(ref: string): string {
  return plain(ref.slice(ref.indexOf("/") + 1));
}
