// What is sent is as long as anything else that is sent, and means the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { padded, STEP } from "../src/pad";

test("whatever is sent is a multiple of one length, counted in bytes", () => {
  for (const text of ["", "x", "é".repeat(STEP / 2), "é".repeat(STEP), "x".repeat(STEP + 1)]) {
    const bytes = padded(JSON.stringify({ text }));
    assert.equal(bytes.length % STEP, 0);
    assert.ok(bytes.length < new TextEncoder().encode(JSON.stringify({ text })).length + STEP);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), { text });
  }
});
