// What seats see besides, for somebody who looks on after the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { laidOver, seenBy } from "../src/own";
import type { SeatOverlay, Scene } from "../src/wire";

const SCENE: Scene = {
  prompt: "",
  rule: "",
  chips: [{ sum: "1" }, { sum: "2" }],
  areas: [
    { kind: "row", id: "backs", items: [] },
    { kind: "board", id: "board", items: [{ id: "pawn", label: "" }] },
  ],
};
const hand = (card: string): SeatOverlay => ({
  prompt: "Your turn",
  areas: [
    { kind: "row", id: "hand", title: "Your cards", note: "You risk", private: true, items: [{ id: card, label: "" }] },
  ],
  ask: { verb: "Play" },
});

test("every hand lies under its owner's name, and none of it can be played", () => {
  const own = seenBy(SCENE, [hand("a"), hand("b")], ["Ann", "Bob"]);
  assert.deepEqual(
    own.areas?.map((area) => [area.id, "title" in area && area.title, "private" in area && area.private]),
    [
      ["hand-1", "Ann", false],
      ["hand-2", "Bob", false],
    ],
  );
  const seen = laidOver(SCENE, own);
  assert.equal(seen.ask, null);
  assert.equal(seen.prompt, "");
});

test("what a seat sees in place of what all see keeps its place", () => {
  const own: SeatOverlay = { areas: [{ kind: "row", id: "backs", title: "Held", items: [{ id: "face", label: "" }] }] };
  const seen = laidOver(SCENE, seenBy(SCENE, [null, own], ["Ann", "Bob"]));
  assert.deepEqual(
    seen.areas?.map((area) => area.id),
    ["backs", "board"],
  );
});

test("backs go where somebody sees the faces, and items are laid over one by one", () => {
  const one: SeatOverlay = { hides: ["backs"] };
  const two: SeatOverlay = { items: [{ id: "pawn", label: "", badge: "2" }], chips: [{ sum: "3" }, { sum: "4" }] };
  const seen = laidOver(SCENE, seenBy(SCENE, [one, two], ["Ann", "Bob"]));
  assert.deepEqual(
    seen.areas?.map((area) => area.id),
    ["board"],
  );
  assert.deepEqual(seen.areas?.[0], { kind: "board", id: "board", items: [{ id: "pawn", label: "", badge: "2" }] });
  assert.deepEqual(seen.chips, [{ sum: "3" }, { sum: "4" }]);
});

test("by nobody's eyes the scene is what all saw", () => {
  assert.deepEqual(laidOver(SCENE, seenBy(SCENE, [null, null], ["Ann", "Bob"])), { ...SCENE, ask: null });
});
