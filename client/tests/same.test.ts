// What has not changed stays the same object.
import assert from "node:assert/strict";
import { test } from "node:test";
import { share, steady } from "../src/same";

test("an equal value is the one of before", () => {
  const before = { a: [1, { b: 2 }], c: null };
  assert.equal(share(before, { a: [1, { b: 2 }], c: null }), before);
});

test("what differs is new, what is equal inside it is of before", () => {
  const before = { cards: [{ id: "1" }, { id: "2" }], prompt: "a" };
  const now = share(before, { cards: [{ id: "1" }, { id: "3" }], prompt: "a" });
  assert.notEqual(now, before);
  assert.deepEqual(now, { cards: [{ id: "1" }, { id: "3" }], prompt: "a" });
  assert.equal(now.cards[0], before.cards[0]);
});

test("a key more or less, or a list for an object, is a difference", () => {
  for (const [before, now] of [
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [[1], [1, 2]],
    [{}, []],
    [null, {}],
  ] as const) {
    assert.equal(share(before, now), now);
  }
});

test("a list is kept while it holds the same things", () => {
  const [one, other] = [{}, {}];
  const before = [one, 2];
  assert.equal(steady(before, [one, 2]), before);
  assert.deepEqual(steady(before, [other, 2]), [other, 2]);
  assert.notEqual(steady(before, [other, 2]), before);
  assert.notEqual(steady(before, [one]), before);
});
