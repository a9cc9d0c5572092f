// What was said to a reader is not said again; to another reader, or with other words, it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { share } from "../src/same";
import { Speaker, type Reader, type Said } from "../src/speaker";

class Counting extends Speaker {
  count = 0;

  override say(said: Said, reader: Reader): string {
    this.count++;
    return super.say(said, reader);
  }
}

const WORDS =
  "pays = { $who_you ->\n    [yes] you pay { $n }\n   *[no] { $who } pays { $n }\n}\nround = round { $n }\n";
const READER: Reader = { viewer: 0, names: ["Ann", "Bob"] };
const speaker = (): Counting => new Counting("en", WORDS);
const round = (n: number): Said => ({ $: "s", k: "round", a: { n } });
const scene = (n: number, pays: number) => ({
  status: round(n),
  areas: [
    { id: "a", lines: [{ $: "s", k: "pays", a: { who: { $: "w", n: 0 }, n: pays } }] },
    { id: "b", cells: [1, null] },
  ],
});

test("sentences take the place of messages, and what came in stays as it was", () => {
  const came = scene(1, 5);
  assert.deepEqual(speaker().speak(came, READER), {
    status: "round 1",
    areas: [
      { id: "a", lines: ["you pay 5"] },
      { id: "b", cells: [1, null] },
    ],
  });
  assert.deepEqual(came, scene(1, 5));
});

test("only what has changed is said, and the rest is the same object", () => {
  const mouth = speaker();
  const first = scene(1, 5);
  const before = mouth.speak(first, READER);
  const after = mouth.speak(share(first, scene(2, 5)), READER);
  assert.equal(mouth.count, 3);
  assert.equal(after.status as unknown, "round 2");
  assert.equal(after.areas, before.areas);
});

test("another reader, and the same one under another name, are told anew", () => {
  const mouth = speaker();
  const came = scene(1, 5);
  mouth.speak(came, READER);
  const told = (reader: Reader): unknown => mouth.speak(came, reader).areas[0]!.lines![0];
  assert.equal(told({ viewer: 1, names: ["Ann", "Bob"] }), "[Ann](seat-1) pays 5");
  assert.equal(told({ viewer: 1, names: ["Zoe", "Bob"] }), "[Zoe](seat-1) pays 5");
  assert.equal(told(READER), "you pay 5");
});

test("words that are laid over the others are used from then on", () => {
  const mouth = speaker();
  const came = scene(1, 5);
  mouth.speak(came, READER);
  mouth.lay("round = turn { $n }\n");
  assert.equal(mouth.speak(came, READER).status as unknown, "turn 1");
});
