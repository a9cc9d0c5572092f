// From what was typed to the notation that is sent; and the rows and columns of a board.
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf } from "../src/grid";
import { understood, wordsOf } from "../src/understand";
import type { ChoiceTree, Cell, StaticScene } from "../src/wire";

const name = (ref: string) => ref;
const setting: StaticScene = {
  title: "",
  composers: [
    {
      id: "claim",
      title: "",
      prefix: "declare",
      nothing: "nothing",
      rows: [
        { word: "apple", label: "Pommes", most: 4, said: ["1 pomme", "2 pommes"] },
        { word: "plum", label: "Prune", most: 2, said: ["1 prune", "2 prunes"] },
      ],
      said_nothing: "rien",
      said_rest: "",
    },
  ],
};
const texts = (ask: ChoiceTree, typed: string) => understood(ask, setting, typed, name).map((move) => move.text);

test("squares in a sentence of one's own", () => {
  const ask: ChoiceTree = {
    verb: "",
    picks: [
      { what: "one", ways: [{ board: "board", at: "B3", to: ["B7", "C3 C6"] }] },
      { what: "two", ways: [{ board: "board", at: "D3", to: ["B7"] }] },
    ],
  };
  assert.deepEqual(texts(ask, "B3 vers B7"), ["b3-b7"]);
  assert.deepEqual(texts(ask, "je vais de b3 en c6"), ["b3-c6"]);
  assert.deepEqual(texts(ask, "d3-b7"), ["d3-b7"]);
  assert.deepEqual(texts(ask, "b7").sort(), ["b3-b7", "d3-b7"]);
  assert.deepEqual(texts(ask, "avance"), []);
});

test("a claim in words", () => {
  const ask: ChoiceTree = {
    verb: "",
    compose: { composer: "claim", most: 4, other: [{ act: { text: "claim bag" }, label: "Valise **diplomatique**" }] },
  };
  assert.deepEqual(texts(ask, "je déclare 2 prunes et une pomme"), ["declare 1 apple 2 plum"]);
  assert.deepEqual(texts(ask, "Rien !"), ["declare nothing"]);
  assert.deepEqual(texts(ask, "declare 3 apple"), ["declare 3 apple"]);
  assert.deepEqual(texts(ask, "valise"), ["claim bag"]);
  assert.deepEqual(texts(ask, "3 prunes"), [], "more than there may be");
});

test("an answer, and a price", () => {
  const ask: ChoiceTree = {
    verb: "",
    buttons: [
      { act: { text: "doubt" }, label: "Je doute" },
      { act: { text: "trust" }, label: "Je laisse passer" },
    ],
  };
  assert.deepEqual(texts(ask, "laisser passer, je laisse"), ["trust"]);
  assert.deepEqual(texts(ask, "DOUTE"), ["doubt"]);
  assert.deepEqual(texts(ask, "je"), ["doubt", "trust"]);
  const price: ChoiceTree = { verb: "", price: { text: "announce {n}", say: "{n} M", least: 1, most: 50, offers: [] } };
  assert.deepEqual(texts(price, "j'annonce 20 M"), ["announce 20"]);
  assert.deepEqual(texts(price, "90"), []);
});

test("nothing is asked", () => {
  assert.deepEqual(understood(null, setting, "b3-b7", name), []);
  assert.deepEqual(wordsOf("Déclarés : 2 VINS, as"), ["declare", "2", "vin", "as"]);
});

test("rows and columns in the order they lie", () => {
  const cell = (id: string, x: number, y: number): Cell => ({ id, x, y, w: 10, h: 10 });
  const cells = [cell("A1", 0, 10), cell("B1", 10, 10), cell("A2", 0, 0), cell("B2", 10, 0)];
  assert.deepEqual(gridOf(cells), { columns: ["A", "B"], rows: ["2", "1"] });
  assert.equal(gridOf([...cells, cell("harbour", 20, 0)]), null);
  assert.equal(gridOf(cells.slice(1)), null, "squares round an empty middle");
  assert.equal(gridOf([]), null);
});
