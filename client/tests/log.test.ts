// The log: everything heard once, and what fades is told shorter from the next move on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh, grown, MOST } from "../src/log";
import type { State, HeardMove } from "../src/wire";

const told = (number: number, kept: string[] | null = null): HeardMove => ({
  said: [`${number}`, "more"],
  motion: [],
  kept,
});

test("what is heard at the table is new, and the first log is not", () => {
  assert.deepEqual(fresh([told(1)], { heard: [told(2)], log: [] }, false), [told(2)]);
  assert.deepEqual(fresh([], { heard: [], log: [told(1), told(2)] }, true), []);
});

test("whoever comes back finds in the log what is new", () => {
  const back = (log: HeardMove[], now: HeardMove[]) => fresh(log, { heard: [], log: now }, false);
  assert.deepEqual(back([told(1), told(2)], [told(1), told(2), told(3)]), [told(3)]);
  assert.deepEqual(back([told(1), told(2), told(3)], [told(2), told(3), told(4), told(5)]), [told(4), told(5)]);
  assert.deepEqual(back([told(1), told(2)], [told(1), told(2)]), []);
  assert.deepEqual(back([told(1), told(2)], [told(1)]), [], "from a server that is behind");
  assert.deepEqual(back([told(1)], [told(7), told(8)]), [], "away for too long: nothing is told as if it were new");
  const short = { ...told(2), said: ["short"] };
  assert.deepEqual(
    back([told(1), told(2, ["short"])], [told(1), short, told(3)]),
    [told(3)],
    "what has faded meanwhile",
  );
  assert.deepEqual(back([told(1), told(2, [])], [told(1), told(3)]), [told(3)], "what has faded whole");
});

test("the first state of a connection brings the log so far", () => {
  const log = [told(1), told(2)];
  assert.equal(grown([], { log }, [], false), log);
  assert.equal(grown([told(1), told(1)], { log }, [told(2)], true), log);
});

test("the log of a first state is all there is, and if it is empty nothing is", () => {
  const setting = {} as NonNullable<State["setting"]>;
  assert.deepEqual(grown([told(1), told(2)], { log: [], setting }, [], false), []);
});

test("what was taken back leaves the log, and nothing that stood before is new", () => {
  const state = { heard: [], log: [told(1)], taken_back: true };
  assert.deepEqual(fresh([told(1), told(2)], state, false), []);
  assert.deepEqual(grown([told(1), told(2)], state, [], true), [told(1)]);
  assert.deepEqual(grown([told(1)], { log: [], taken_back: true }, [], true), [], "all of it");
});

test("without a move the log is the same list", () => {
  const log = [told(1, ["short"])];
  assert.equal(grown(log, { log: [] }, [], false), log);
  assert.equal(grown([], { log: [] }, [], true).length, 0);
});

test("what fades is told shorter after the next move, and only that", () => {
  const after = grown([told(1, ["short"]), told(2)], { log: [] }, [told(3, ["brief"])], true);
  assert.deepEqual(after, [{ ...told(1), said: ["short"], kept: null }, told(2), told(3, ["brief"])]);
});

test("lines of one's own stay one's own when others fade", () => {
  const old: HeardMove = { ...told(1, ["more"]), private: [0, 1] };
  assert.deepEqual(grown([old], { log: [] }, [], true)[0]?.private, [0]);
});

test("what fades has faded though nothing was heard of the next move", () => {
  assert.deepEqual(grown([told(1, ["short"])], { log: [] }, [], true), [{ ...told(1), said: ["short"] }]);
});

test("the oldest are dropped", () => {
  const log = Array.from({ length: MOST }, (_, number) => told(number));
  const after = grown(log, { log: [] }, [told(MOST)], true);
  assert.equal(after.length, MOST);
  assert.equal(after[0]?.said[0], "1");
});
