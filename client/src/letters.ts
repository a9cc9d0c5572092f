// How long sentences are, for reading time: in the language that needs most letters, and with one name for everybody.
import type { Said, Speaker } from "./speaker";
import { plain } from "./text";

/** As long as the name in `malle.runtime.timing.sentence_lengths`. */
const NAME = "Camille";
const NOBODY = { viewer: null, names: Array.from({ length: 32 }, () => NAME) };

export const letters = (voices: Speaker[], said: Said[]): number[] =>
  said.map((each) => Math.max(...voices.map((voice) => [...plain(voice.say(each, NOBODY))].length)));
