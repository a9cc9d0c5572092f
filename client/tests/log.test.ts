// The log: everything heard once, and what fades is told shorter from the next move on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh, grown, MOST } from "../src/log";
import type { Told } from "../src/wire";

const told = (seq: number, kept: string[] | null = null): Told => ({
  seq,
  mover: 0,
  said: [`${seq}`, "more"],
  steps: [],
  kept,
});

test("what was heard before is not new", () => {
  assert.deepEqual(fresh([told(1), told(2)], { heard: [told(2), told(3)] }), [told(3)]);
  assert.deepEqual(fresh([], { heard: [] }), []);
});

test("the first state brings the log so far", () => {
  const log = [told(1), told(2)];
  assert.equal(grown([], { log }, [told(2)], true), log);
  assert.deepEqual(grown([told(1)], { log }, [told(2)], false), [told(1), told(2)], "a later one does not");
});

test("without news the log is the same list", () => {
  const log = [told(1, ["short"])];
  assert.equal(grown(log, { log: [] }, [], false), log);
});

test("what fades is told shorter after the next move, and only that", () => {
  const after = grown([told(1, ["short"]), told(2)], { log: [] }, [told(3, ["brief"])], false);
  assert.deepEqual(after, [{ ...told(1), said: ["short"], kept: null }, told(2), told(3, ["brief"])]);
});

test("the oldest are dropped", () => {
  const log = Array.from({ length: MOST }, (_, seq) => told(seq));
  const after = grown(log, { log: [] }, [told(MOST)], false);
  assert.equal(after.length, MOST);
  assert.equal(after[0]?.seq, 1);
});
