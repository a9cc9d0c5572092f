// Says messages as the client does, for the test that compares them with Python's: reads {language, words, readers, said} as JSON
// lines from a file, writes one JSON array of sentences a line.
import { readFileSync } from "node:fs";

const { Speaker } = await import(process.argv[2]);
for (const line of readFileSync(process.argv[3], "utf8").split("\n").filter(Boolean)) {
  const { language, words, readers, said } = JSON.parse(line);
  const speaker = new Speaker(language, words);
  console.log(JSON.stringify(readers.map((reader) => said.map((each) => speaker.say(each, reader)))));
}
