// Writes the licences of what the built client holds: typefaces and libraries, each with the text that its package brings.
// Run after the build, which empties the folder.   node licences.mjs [FILE]
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const here = import.meta.dirname;
const read = (...path) => readFileSync(resolve(here, ...path), "utf8");
const wanted = Object.keys(JSON.parse(read("package.json")).dependencies);
const texts = [];

for (const name of wanted) {
  const folder = resolve(here, "node_modules", name);
  const { version, license, author, dependencies = {} } = JSON.parse(read(folder, "package.json"));
  // What a library needs is in the bundle too.
  wanted.push(...Object.keys(dependencies).filter((each) => !wanted.includes(each)));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
  // A package without the text has our own licence: the text is the same.
  const ours = resolve(here, "../LICENSE");
  if (!file && !(license === "Apache-2.0" && existsSync(ours)))
    throw new Error(`${name} brings no text of its licence`);
  const whose = typeof author === "string" ? author : (author?.name ?? "");
  texts.push(
    `${name} ${version} (${license})${whose ? `, ${whose}` : ""}\n\n${(file ? read(folder, file) : read(ours)).trim()}\n`,
  );
}
const rule = "-".repeat(80);
const head = "What comes with the pages of Malle besides its own code: typefaces and libraries, and their licences.\n";
writeFileSync(
  process.argv[2] ?? resolve(here, "../src/malle/web/static/licences.txt"),
  `${[head, ...texts].join(`\n${rule}\n\n`)}`,
);
