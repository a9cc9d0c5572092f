// What is said of a move that was refused. Pure.
import type { ChoiceTree, Refused } from "./wire";
import { w } from "./words";

/** Why something was refused, in the reader's language; what has no sentence there is told as the server tells it. */
export function refusal({ slug, sentence }: Refused, ask: ChoiceTree | null | undefined): string {
  const names = listed(examples(ask));
  if (slug === "malformed" && names) return w("not-a-move", { names });
  const key = `refused-${slug === "malformed" ? "not-your-turn" : slug}`;
  const said = w(key);
  return said === key ? sentence : said;
}

/** Some of what could have been typed. */
function examples(ask: ChoiceTree | null | undefined): string[] {
  const buttons = [...(ask?.buttons ?? []), ...(ask?.compose?.other ?? [])];
  const picks = (ask?.picks ?? []).flatMap((pick) => [
    ...(pick.acts ?? []).map((act) => act.text),
    ...(pick.targets ?? []).flatMap((target) => target.acts.map((act) => act.text)),
    ...(pick.ways ?? []).map((ways) => `${ways.at}-${ways.to[0]!.split(" ").pop()}`.toLowerCase()),
  ]);
  const price = ask?.price ? [ask.price.text.replace("{n}", String(ask.price.least))] : [];
  const chosen = (ask?.choose?.of ?? []).map(({ act }) => act.text);
  return [...buttons.map(({ act }) => act.text), ...chosen, ...picks, ...price];
}

/** A few of them. */
export const listed = (texts: string[]): string => [...new Set(texts)].slice(0, 4).join(" · ");
