// From what was picked to the notation that is sent.
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actsOf,
  bare,
  canPick,
  composed,
  countedIn,
  keep,
  liveRefs,
  NOTHING,
  nextTouch,
  pickOf,
  ready,
  tapped,
  targetOf,
  whyNot,
} from "../src/walk";
import type { ChoiceTree, Composer, StaticScene } from "../src/wire";

const name = (ref: string) => ref.toUpperCase();
const setting: StaticScene = { title: "" };
const pawn: ChoiceTree = {
  verb: "Play",
  picks: [
    { what: "pawn", ways: [{ board: "board", at: "E10", to: ["E7 G7", "G10 G7", "E7"], note: "5 squares" }] },
    { what: "card", acts: [{ text: "throw card", say: "Throw it" }] },
    { what: "tile", targets: [{ to: "board/A1", acts: [{ text: "place a1" }, { text: "place a1 turned", turn: 1 }] }] },
  ],
};

test("ways over squares become targets; the second way to a square is written whole", () => {
  const pick = pickOf(pawn, "pawn");
  assert.deepEqual(
    pick?.targets?.map((target) => [target.to, target.acts.map((act) => act.text)]),
    [
      ["board/G7", ["e10-g7", "e10-g10-g7"]],
      ["board/E7", ["e10-e7"]],
    ],
  );
  assert.deepEqual(targetOf(pick, "board/G7")?.acts[1]?.route, ["E10", "G10", "G7"]);
  assert.equal(pickOf(pawn, "pawn"), pick, "made once");
});

test("on the way to an action the thing is touched first, then its place, and a button never", () => {
  const asked = { ...pawn, buttons: [{ act: { text: "pass" }, label: "Pass" }] };
  const touched = (text: string, choice = {}) => nextTouch(asked, { ...NOTHING, ...choice }, [text]);
  assert.equal(touched("e10-e7"), "pawn");
  assert.equal(touched("E10-E7", { pick: "card" }), "pawn");
  assert.equal(touched("e10-e7", { pick: "pawn" }), "board/E7");
  assert.equal(touched("e10-e7", { pick: "pawn", to: "board/G7" }), "board/E7");
  assert.equal(touched("e10-e7", { pick: "pawn", to: "board/E7" }), "");
  assert.equal(touched("throw card"), "card");
  assert.equal(touched("throw card", { pick: "card" }), "");
  assert.equal(touched("pass"), "");
  assert.equal(nextTouch(null, NOTHING, ["pass"]), "");
});

test("what is neither listed nor asked for cannot be picked", () => {
  assert.equal(canPick(pawn, "card"), true);
  assert.equal(canPick(pawn, "queen"), false);
  assert.equal(canPick(null, "card"), false);
  assert.equal(pickOf(undefined, "card"), undefined);
});

test("nothing is ready before the choice is whole", () => {
  assert.equal(ready(null, setting, NOTHING, name), null);
  assert.equal(ready(pawn, setting, { ...NOTHING, pick: "tile" }, name), null);
  assert.equal(ready(pawn, setting, { ...NOTHING, pick: "queen" }, name), null);
});

test("a picked thing and its target are played by their notation, one way after the other", () => {
  const choice = { ...NOTHING, pick: "tile", to: "board/A1" };
  assert.deepEqual(ready(pawn, setting, choice, name), {
    text: "place a1",
    say: "TILE → BOARD/A1",
    note: "",
    act: { text: "place a1" },
    ways: 2,
  });
  assert.equal(ready(pawn, setting, { ...choice, way: 1 }, name)?.text, "place a1 turned");
  assert.equal(ready(pawn, setting, { ...choice, way: 2 }, name)?.text, "place a1", "round again");
  assert.equal(ready(pawn, setting, { ...NOTHING, pick: "card" }, name)?.say, "Throw it");
});

test("a price fills the notation with the bare number", () => {
  const price = { text: "announce {n}", say: "I announce {n} M", least: 1, most: 5000, offers: [] };
  const ask: ChoiceTree = { verb: "Say", price };
  assert.equal(ready(ask, setting, NOTHING, name), null);
  const made = ready(ask, setting, { ...NOTHING, price: 1200 }, name);
  assert.equal(made?.text, "announce 1200");
  assert.equal(made?.say, "I announce 1,200 M");
});

const composer: Composer = {
  id: "claim",
  title: "",
  prefix: "declare",
  nothing: "nothing",
  rows: [
    { word: "wine", label: "wine", most: 4, said: ["one wine", "two wines"], value: 25 },
    { word: "watch", label: "watch", most: 4, said: ["one watch"], value: 150 },
    { word: "crown", label: "crown", most: 4, said: ["one crown"], value: 500 },
  ],
  said_nothing: "nothing to declare",
  said_rest: ", nothing else",
  comma: ", ",
  last_comma: " and ",
  total: "duty {n}",
};

test("a composed claim is counted, written and said", () => {
  assert.deepEqual(composed(composer, [2, 1, 1]), {
    text: "declare 2 wine 1 watch 1 crown",
    say: "Two wines, one watch and one crown, nothing else",
    note: "duty 700",
    act: null,
    ways: 1,
  });
  assert.equal(composed(composer, []).text, "declare nothing");
  assert.equal(composed(composer, []).say, "Nothing to declare");
  assert.equal(composed(composer, [3]).say, "3 wine, nothing else", "more than there are words for");
});

test("a claim that is not counted stands for the counters while it is switched on", () => {
  const other = [{ act: { text: "claim bag" }, label: "The bag", lines: ["no duty", "a fine"] }];
  const ask: ChoiceTree = { verb: "Declare", compose: { composer: "claim", most: 4, other } };
  const whole: StaticScene = { title: "", composers: [composer] };
  assert.equal(ready(ask, whole, { ...NOTHING, counts: [1] }, name)?.text, "declare 1 wine");
  const made = ready(ask, whole, { ...NOTHING, counts: [1], other: 0 }, name);
  assert.equal(made?.text, "claim bag");
  assert.equal(made?.note, "no duty a fine");
  assert.equal(ready(ask, setting, NOTHING, name), null, "no such composer");
});

test("of a choice stays what the new question still allows", () => {
  const choice = { ...NOTHING, pick: "tile", to: "board/A1", way: 1 };
  assert.equal(keep(pawn, choice), choice);
  assert.deepEqual(keep(pawn, { ...choice, to: "board/B2" }), { ...choice, to: "", way: 0 });
  assert.equal(keep(pawn, { ...choice, pick: "queen" }), NOTHING);
  assert.deepEqual(keep({ ...pawn, held: "tile" }, NOTHING), { ...NOTHING, pick: "tile" });
  assert.equal(keep(null, choice), NOTHING);
});

test("what lights up are the targets of what is picked, else what can be picked", () => {
  assert.deepEqual([...liveRefs(pawn, NOTHING)], ["pawn", "card", "tile"]);
  assert.deepEqual([...liveRefs(pawn, { ...NOTHING, pick: "pawn" })], ["board/G7", "board/E7"]);
  assert.deepEqual(actsOf(pawn, { ...NOTHING, pick: "card" }).length, 1);
  assert.deepEqual(actsOf(pawn, NOTHING), []);
});

test("the reason nearest to what was pressed is told", () => {
  const why = [
    { what: [], text: "not your pawn" },
    { what: ["board/B1"], text: "taken" },
    { what: [], text: "exactly five", pick: "pawn" },
    { what: ["board/B1"], text: "blank against junction", pick: "tile" },
  ];
  const ask: ChoiceTree = { verb: "", why };
  assert.equal(whyNot(ask, NOTHING, "board/C1"), "not your pawn");
  assert.equal(whyNot(ask, NOTHING, "board/B1"), "taken");
  assert.equal(whyNot(ask, { ...NOTHING, pick: "pawn" }, "board/C1"), "exactly five");
  assert.equal(whyNot(ask, { ...NOTHING, pick: "tile" }, "board/B1"), "blank against junction");
  assert.equal(whyNot({ verb: "" }, NOTHING, "board/B1"), "");
});

test("a ref in words is what stands after its board", () => {
  assert.equal(bare("board/E10"), "E10");
  assert.equal(bare("**pack**"), "pack");
});

const customs: Composer = {
  id: "declaration",
  title: "",
  prefix: "declare",
  nothing: "nothing",
  rows: [
    { word: "wine", label: "Wine", most: 4, said: [] },
    { word: "watch", label: "Watch", most: 2, said: [] },
  ],
  said_nothing: "",
  said_rest: "",
};
const hand: ChoiceTree = {
  verb: "Declare",
  compose: {
    composer: "declaration",
    most: 3,
    things: [
      ["a", "watch"],
      ["b", "wine"],
      ["c", "watch"],
    ],
  },
};
const desk: StaticScene = { title: "", composers: [customs] };

test("a tap on a thing counts it, a second one takes it off", () => {
  const one = tapped(hand, desk, NOTHING, "c")!;
  assert.deepEqual([one.counts, countedIn(hand, desk, one)], [[0, 1], ["c"]]);
  const two = tapped(hand, desk, one, "a")!;
  assert.deepEqual(
    [two.counts, countedIn(hand, desk, two).sort()],
    [
      [0, 2],
      ["a", "c"],
    ],
  );
  const back = tapped(hand, desk, two, "c")!;
  assert.deepEqual([back.counts, countedIn(hand, desk, back)], [[0, 1], ["a"]]);
});

test("counters and things agree, and no more is counted than may be", () => {
  const typed = { ...NOTHING, counts: [2, 0] };
  assert.deepEqual(countedIn(hand, desk, typed), ["b"], "one of the two wines is not there");
  const full = tapped(hand, desk, typed, "a")!;
  assert.deepEqual(full.counts, [2, 1]);
  assert.equal(tapped(hand, desk, full, "c"), null);
  assert.deepEqual(countedIn(hand, desk, { ...full, counts: [0, 0] }), []);
  assert.equal(tapped(hand, desk, { ...NOTHING, other: 0 }, "a")!.other, -1);
});
