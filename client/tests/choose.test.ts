// So many of these, in any order: what may be chosen, and what it comes to.
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting, mayChoose, namesOf, nextOf } from "../src/choose";
import { keep, liveRefs, NOTHING, ready } from "../src/walk";
import type { ChoiceTree, ChooseQuestion } from "../src/wire";

const choose: ChooseQuestion = {
  n: 3,
  of: ["a13", "b12", "c13"].map((square) => ({
    what: `pawn-${square}`,
    act: { text: `hide ${square}` },
    label: square.toUpperCase(),
    most: 2,
  })),
};
const ask: ChoiceTree = { verb: "Hide", choose };
const played = (chosen: string[]) => ready(ask, { title: "" }, { ...NOTHING, chosen }, (ref) => ref);

test("whatever the order, the same acts are played in the order of the list", () => {
  for (const chosen of [
    ["pawn-c13", "pawn-a13", "pawn-c13"],
    ["pawn-c13", "pawn-c13", "pawn-a13"],
    ["pawn-a13", "pawn-c13", "pawn-c13"],
  ]) {
    assert.equal(played(chosen)?.text, "hide a13; hide c13; hide c13");
    assert.equal(namesOf(choose, chosen), "A13, C13 ×2");
  }
  assert.equal(played(["pawn-a13", "pawn-c13"]), null);
});

test("nothing is chosen more often than it may be, nor more than are asked for", () => {
  assert.equal(mayChoose(choose, ["pawn-a13"], "pawn-a13"), true);
  assert.equal(mayChoose(choose, ["pawn-a13", "pawn-a13"], "pawn-a13"), false);
  assert.equal(mayChoose(choose, ["pawn-a13", "pawn-a13", "pawn-b12"], "pawn-c13"), false);
  assert.equal(mayChoose(choose, [], "pawn-m13"), false);
  assert.equal(mayChoose({ ...choose, of: [{ ...choose.of[0]!, most: undefined }] }, ["pawn-a13"], "pawn-a13"), false);
});

test("a new question keeps what can still be chosen", () => {
  const rest: ChooseQuestion = { ...choose, n: 1, of: choose.of.slice(1) };
  assert.deepEqual(fitting(rest, ["pawn-a13", "pawn-c13", "pawn-b12"]), ["pawn-c13"]);
  assert.deepEqual(keep({ ...ask, choose: rest }, { ...NOTHING, chosen: ["pawn-b12"] }).chosen, ["pawn-b12"]);
  assert.deepEqual(keep({ verb: "Play" }, { ...NOTHING, chosen: ["pawn-b12"] }).chosen, []);
  assert.deepEqual([...liveRefs(ask, NOTHING)], ["pawn-a13", "pawn-b12", "pawn-c13"]);
});

test("a lesson lights the next thing that is still missing", () => {
  const texts = ["hide b12", "hide b12", "hide c13"];
  assert.equal(nextOf(choose, [], texts), "pawn-b12");
  assert.equal(nextOf(choose, ["pawn-b12"], texts), "pawn-b12");
  assert.equal(nextOf(choose, ["pawn-b12", "pawn-b12"], texts), "pawn-c13");
  assert.equal(nextOf(choose, ["pawn-b12", "pawn-b12", "pawn-c13"], texts), "");
});
