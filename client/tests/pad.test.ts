// What is sent is as long as anything else that is sent, and means the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { padded, STEP } from "../src/pad";

const sent = (text: string): Uint8Array => padded(JSON.stringify({ text }));
const TEXTS = ["", "x", "é".repeat(STEP / 2), "é".repeat(STEP), "x".repeat(STEP + 1)];

test("two moves are of one length", () => {
  assert.equal(sent("keep").length, sent("declare 2 wine 1 watch").length);
  assert.equal(sent("keep").length, STEP);
});

test("whatever is sent is a multiple of it, counted in bytes", () => {
  for (const text of TEXTS) assert.equal(sent(text).length % STEP, 0);
});

test("no more is added than is needed", () => {
  for (const text of TEXTS) {
    const bare = new TextEncoder().encode(JSON.stringify({ text })).length;
    assert.ok(sent(text).length < bare + STEP);
  }
  assert.equal(padded("x".repeat(STEP)).length, STEP);
});

test("it means the same", () => {
  for (const text of TEXTS) assert.deepEqual(JSON.parse(new TextDecoder().decode(sent(text))), { text });
});
