// What the end is to its reader, and the order of the places.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeOf, ranked } from "../src/ranking";

test("every reader is told what the end is to them", () => {
  assert.equal(outcomeOf([1, 2, 3], 0), "won");
  assert.equal(outcomeOf([1, 2, 3], 2), "lost");
  assert.equal(outcomeOf([1, 2], null), "watched");
});

test("a first place shared by some is a win, by all a draw, also for those who look on", () => {
  assert.equal(outcomeOf([1, 1, 3], 1), "shared");
  assert.equal(outcomeOf([1, 1, 3], 2), "lost");
  assert.equal(outcomeOf([1, 1], 1), "drawn");
  assert.equal(outcomeOf([1, 1], null), "drawn");
});

test("places that the rules leave alike are told apart by their sums, winners are not", () => {
  const order = (places: number[], scores: number[]) =>
    ranked({ places, scores }).map(({ seat, rank }) => [seat, rank]);
  assert.deepEqual(order([2, 1, 2, 2], [0, 612, 391, 232]), [
    [1, 1],
    [2, 2],
    [3, 3],
    [0, 4],
  ]);
  assert.deepEqual(order([1, 1, 3], [700, 600, 5]), [
    [0, 1],
    [1, 1],
    [2, 3],
  ]);
  assert.deepEqual(order([2, 1, 2], [5, 9, 5]), [
    [1, 1],
    [0, 2],
    [2, 2],
  ]);
});

test("where scores only say who won, the sums that are shown rank the others, and whoever is out is last", () => {
  const chips = [{ worth: 471 }, {}, { worth: 616 }, { worth: 244 }];
  assert.deepEqual(
    ranked({ places: [2, 2, 1, 2], scores: [0, 0, 1, 0] }, chips).map(({ seat, rank }) => [seat, rank]),
    [
      [2, 1],
      [0, 2],
      [3, 3],
      [1, 4],
    ],
  );
});
