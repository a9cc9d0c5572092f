// A frame is read as it was sent, packed or not; one that cannot be read is refused, and nothing else happens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { Unpacker } from "../src/unpack";

const DICTIONARY = Buffer.from('{"type":"state","scene":{"prompt":"');
const TEXT = '{"type":"state","scene":{"prompt":"déclarez"}}';
const unpacker = new Unpacker(new Uint8Array(DICTIONARY));

function packed(pad = 0): Uint8Array<ArrayBuffer> {
  const body = deflateRawSync(Buffer.from(TEXT), { dictionary: DICTIONARY });
  return new Uint8Array([1, body.length >> 16, (body.length >> 8) & 255, body.length & 255, ...body, ...Array(pad)]);
}

test("a frame that is not packed is read as it is", async () => {
  assert.equal(await unpacker.text(new TextEncoder().encode(TEXT).buffer), TEXT);
});

test("a packed frame leans on the dictionary", async () => {
  assert.equal(await unpacker.text(packed().buffer), TEXT);
});

test("a pad says nothing", async () => {
  assert.equal(await unpacker.text(packed(99).buffer), TEXT);
});

test("half a frame is refused, and the next one is read", async () => {
  await assert.rejects(unpacker.text(packed().buffer.slice(0, 12)));
  await new Promise((done) => setTimeout(done)); // what nobody has caught is told by now
  assert.equal(await unpacker.text(packed().buffer), TEXT);
});
