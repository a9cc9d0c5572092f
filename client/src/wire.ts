// Made by client/wire_types.py from the modules that it names. Do not edit.

export interface Note {
  text: string;
  tone?: string;
  symbol?: string;
}

export interface Stamp {
  text: string;
  look: "true" | "lie" | "none";
}

export interface Item {
  id: string;
  label: string;
  symbol?: string;
  look?: "card" | "back" | "tile" | "piece" | "chip";
  at?: string;
  turn?: number;
  badge?: string;
  seat?: number | null;
  dim?: boolean;
  notes?: Note[];
  stamp?: Stamp | null;
  paint?: string;
  frame?: string;
  corner?: string;
  detail?: string;
}

export interface Mark {
  look: "last" | "route" | "link" | "outline" | "clash" | "badge" | "lit" | "flag";
  at: string[];
  text?: string;
  tone?: string;
  side?: "" | "n" | "e" | "s" | "w";
  slide?: number;
  out?: number;
  filled?: boolean;
}

export interface Board {
  kind: "board";
  id: string;
  items?: Item[];
  marks?: Mark[];
  focus?: string;
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
}

export interface Row {
  kind: "row";
  id: string;
  items: Item[];
  title?: string;
  note?: string;
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
  private?: boolean;
  fan?: boolean;
  dense?: boolean;
  back?: string;
}

export interface Pile {
  kind: "pile";
  id: string;
  symbol: string;
  label: string;
  note?: string;
  items?: Item[];
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
}

export interface Line {
  text: string;
  sum?: string;
  symbol?: string;
  tone?: string;
  seat?: number | null;
  total?: boolean;
}

export interface Panel {
  kind: "panel";
  id: string;
  look?: "slip" | "sheet" | "verdict" | "speech" | "banner";
  title?: string;
  text?: string;
  lines?: Line[];
  tone?: string;
  symbol?: string;
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
}

export interface Tray {
  kind: "tray";
  id: string;
  items: Item[];
  title?: string;
  note?: string;
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
  private?: boolean;
  back?: string;
}

export interface Bar {
  value: number;
  size: number;
  label: string;
  seat?: number | null;
}

export interface Track {
  kind: "track";
  id: string;
  bars: Bar[];
  title?: string;
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
}

export interface Dice {
  kind: "dice";
  id: string;
  values: number[];
  label: string;
  where?: "left" | "centre" | "right" | "hand" | "inset" | "aside";
}

export interface Act {
  text: string;
  say?: string;
  note?: string;
  route?: string[];
  turn?: number | null;
}

export interface Target {
  to: string;
  acts: Act[];
}

export interface Ways {
  board: string;
  at: string;
  to: string[];
  note?: string;
}

export interface Pick {
  what: string;
  targets?: Target[];
  acts?: Act[];
  ways?: Ways[];
}

export interface Button {
  act: Act;
  label: string;
  lines?: string[];
  symbol?: string;
}

export interface Compose {
  composer: string;
  most: number;
  other?: Button[];
  things?: [string, string][];
}

export interface Candidate {
  what: string;
  act: Act;
  label: string;
  most?: number;
}

export interface Choose {
  n: number;
  of: Candidate[];
  done?: number;
  tray?: string;
  count?: string;
}

export interface Price {
  text: string;
  say: string;
  least: number;
  most: number;
  offers: number[];
  unit?: string;
  worth?: number;
  below?: string;
  above?: string;
}

export interface Why {
  what: string[];
  text: string;
  pick?: string;
}

export interface Ask {
  verb: string;
  title?: string;
  aside?: string;
  note?: string;
  by?: number | null;
  claim?: string;
  picks?: Pick[];
  held?: string;
  buttons?: Button[];
  compose?: Compose | null;
  choose?: Choose | null;
  price?: Price | null;
  why?: Why[];
  other?: string;
}

export interface Chip {
  sum: string;
  role?: string;
  note?: string;
  hat?: string;
  symbol?: string;
  bar?: Bar | null;
  out?: boolean;
  tone?: string;
  worth?: number | null;
}

export interface Scene {
  prompt: string;
  rule: string;
  chips: Chip[];
  areas?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
  ask?: Ask | null;
  status?: string;
  ring?: number[];
  end?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
}

export interface Own {
  prompt?: string;
  areas?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
  items?: Item[];
  hides?: string[];
  ask?: Ask | null;
  chips?: Chip[];
}

export interface Cell {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label?: string;
  look?: "" | "light" | "dark" | "goal" | "goal2" | "home" | "slot" | "card";
  symbol?: string;
  tone?: string;
}

export interface Mote {
  x: number;
  y: number;
  text: string;
  look?: "plain" | "tab" | "title";
  size?: number;
  of?: string[];
}

export interface Patch {
  x: number;
  y: number;
  w: number;
  h: number;
  tone: string;
  look?: "plain" | "stripes" | "dots" | "hatch" | "road";
  radius?: number;
  over?: boolean;
}

export interface Ground {
  id: string;
  label: string;
  width: number;
  height: number;
  cells: Cell[];
  patches?: Patch[];
  motes?: Mote[];
  piece?: number;
  window?: number;
  inset?: [number, number, number, number] | null;
}

export interface Counter {
  word: string;
  label: string;
  most: number;
  said: string[];
  symbol?: string;
  notes?: Note[];
  value?: number;
}

export interface Composer {
  id: string;
  title: string;
  prefix: string;
  nothing: string;
  rows: Counter[];
  said_nothing: string;
  said_rest: string;
  comma?: string;
  last_comma?: string;
  total?: string;
  count?: string;
}

export interface Cost {
  label: string;
  sums: string[];
  symbol?: string;
}

export interface Summary {
  title: string;
  heads?: string[];
  rows?: Cost[];
  tones?: string[];
  text?: string[];
}

export interface Paint {
  id: string;
  values: [string, string][];
}

export interface Setting {
  title: string;
  table?: string[];
  grounds?: Ground[];
  composers?: Composer[];
  summary?: Summary | null;
  paints?: Paint[];
  words?: Record<string, string>;
}

export interface Pay {
  payer: number;
  payee: number;
  amount: number;
  sum: string;
}

export interface Pass {
  source: string;
  target: string;
  symbol: string;
  count?: number;
}

export interface Animation {
  seat?: number | null;
  drum?: boolean;
  areas?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
  passes?: Pass[];
  pays?: Pay[];
  marks?: Mark[];
  hold?: boolean;
  title?: string;
  stops?: number[];
  dice?: number[];
  after?: number;
  at?: string;
}

export interface Fact {
  title: string;
  text: string;
  symbol?: string;
  move?: number;
}

export interface Opinion {
  move: number;
  said: number;
  true: boolean;
  fact: Fact;
}

export interface Beat {
  symbol: string;
  label: string;
  first?: boolean;
}

export interface Story {
  slips?: Panel[];
  notes?: string[];
  facts?: Fact[];
  rows?: Beat[][];
}

export interface Match {
  leg: number;
  legs: number;
  played: number[][];
  sums: number[];
  places: number[];
}

export interface SendHello {
  type: "hello";
  token?: string;
  packed?: string;
}

export interface SendAct {
  type: "act";
  seq: number;
  text: string;
  key: string;
}

export interface SendAsk {
  type: "ask";
  seq: number;
  what: "undo" | "resign" | "give-up" | "return" | "pause" | "resume" | "next";
  key: string;
}

export interface SendLook {
  type: "look";
  away: boolean;
}

export interface SendSeen {
  type: "seen";
  seq: number;
}

export interface SendKnock {
  type: "knock";
  seat: number;
  name: string;
  invite: string;
  key: string;
}

export interface SendLet {
  type: "let";
  asking: string;
  yes: boolean;
  key: string;
}

export interface SendRecall {
  type: "recall";
  key: string;
}

export interface SendNudge {
  type: "nudge";
  seat: number;
  key: string;
}

export interface SendStandIn {
  type: "stand-in";
  seat: number;
  yes: boolean;
  key: string;
}

export interface SendEmote {
  type: "emote";
  what: "wink" | "bravo" | "phew" | "oops" | "really" | "well" | "wait" | "nose";
  key: string;
}

export interface Player {
  name: string;
  kind: "open" | "person" | "robot";
  presence: "here" | "away" | "gone";
}

export interface Result {
  scores: number[];
  places: number[];
  why: string;
  sentence: string;
}

export interface Asking {
  id: string;
  name: string;
  seat: number;
  seconds: number;
  yes: number[];
}

export interface Absent {
  seat: number;
  seconds: number;
  nudged: number | null;
  yes: number[];
  needed: number;
}

export interface Public {
  seats: Player[];
  awaited: number[];
  begun: boolean;
  game: string;
  version: number;
  options: Record<string, boolean | number | string>;
  seal: string;
  edition: string;
  late: number;
  tempo: "calm" | "usual" | "quick";
  level: "novice" | "regular" | "wily";
  paused: boolean;
  clock: number | null;
  reserve: number;
  over: Result | null;
  match: Match | null;
  next: string;
  asking: Asking | null;
  absent: Absent[];
  pausing: number[];
  ready: number[];
  host: number;
  watching: number;
}

export interface Told {
  said: string[];
  motion?: Animation[];
  kept?: string[] | null;
  mark?: number;
  reading?: number;
  private?: number[];
}

export interface State {
  type: "state";
  seq: number;
  table: Public;
  scene: Scene;
  heard?: Told[];
  own?: Own | null;
  undoable?: boolean;
  viewer?: number | null;
  left?: number;
  setting?: Setting | null;
  log?: Told[];
  taken_back?: boolean;
  build?: string;
  view?: unknown;
  legal?: unknown;
}

export interface Taken {
  type: "taken";
  key: string;
  seq: number;
}

export interface Recalled {
  type: "recalled";
  key: string;
  heard: Told[];
}

export interface Refusal {
  type: "refused";
  key: string;
  slug: string;
  sentence: string;
}

export interface Emoted {
  type: "emoted";
  seat: number;
  what: "wink" | "bravo" | "phew" | "oops" | "really" | "well" | "wait" | "nose";
}

export interface Awaited {
  table: string;
  seq: number;
  seats: number[];
}

export interface Moments {
  count: number;
  first: number;
  opening: State;
  states: State[];
  owns?: ((Own | null)[])[];
}

export interface Bubble {
  at: number;
  text: string;
  do?: string[];
  lit?: string;
}

export interface Course {
  states: State[];
  bubbles: Bubble[];
}

export type Area = Board | Row | Pile | Panel | Tray | Track | Dice;
export type FromServer = State | Taken | Recalled | Refusal | Emoted;
export type FromClient = SendHello | SendAct | SendAsk | SendLook | SendSeen | SendKnock | SendLet | SendNudge | SendStandIn | SendEmote | SendRecall;
