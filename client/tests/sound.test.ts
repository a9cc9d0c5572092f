// Samples are decoded as G.711 µ-law says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded } from "../src/sound";

const LARGEST = Math.fround(32124 / 32768);
const of = (...bytes: number[]): number[] => [...decoded(new Uint8Array(bytes))];

test("silence is silent", () => assert.ok(of(0xff, 0x7f).every((value) => value === 0)));

test("the largest code is the largest number", () => assert.equal(of(0x80)[1], LARGEST));

test("one bit is the sign", () => assert.equal(of(0x00)[1], -LARGEST));

test("a code has three bits of size and four of detail", () => assert.equal(of(0xa9)[1], Math.fround(5628 / 32768)));

test("between two samples stands their mean", () => {
  const [, first, between, second] = of(0x80, 0x00);
  assert.deepEqual([first, between, second], [LARGEST, 0, -LARGEST]);
});
