// Holds the page's rules to what Python wrote: node vectors.mjs <rules.mjs> <page.json> <vectors.json>
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , rulesFile, pageFile, vectorsFile] = process.argv;
const rules = await import(pathToFileURL(rulesFile).href);
const page = JSON.parse(readFileSync(pageFile, "utf8"));
const challenges = new Map([...page.twelve, ...page.days].map((each) => [each.name, each]));
let wrong = 0;
let number = 0;
for (const { name, board: text, ...expected } of JSON.parse(readFileSync(vectorsFile, "utf8"))) {
  const challenge = challenges.get(name);
  const board = rules.readBoard(page, text);
  const found = {
    clashes: rules.clashes(page, board),
    rises: rules.rises(page, board),
    falling: rules.asymmetries(page, board, true),
    rising: rules.asymmetries(page, board, false),
    points: rules.checklist(page, challenge, board),
    solved: rules.solved(page, challenge, board),
    drawn: rules.onlyFrame(challenge),
    free: rules.freeBorders(challenge),
  };
  number += 1;
  for (const key of Object.keys(expected))
    if (JSON.stringify(found[key]) !== JSON.stringify(expected[key])) {
      wrong += 1;
      console.error(`${name} ${key}: expected ${JSON.stringify(expected[key])}, found ${JSON.stringify(found[key])}\n  ${text}`);
    }
  if (rules.writeBoard(page, board) !== text) {
    wrong += 1;
    console.error(`${text} is written ${rules.writeBoard(page, board)}`);
  }
}
console.log(`${number} judgements, ${wrong} wrong`);
process.exit(wrong || !number ? 1 : 0);
