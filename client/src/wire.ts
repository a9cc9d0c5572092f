// Made by client/wire_types.py from the modules that it names. Do not edit.

export interface ItemNote {
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
  notes?: ItemNote[];
  stamp?: Stamp | null;
  paint?: string;
  frame?: string;
  corner?: string;
  detail?: string;
}

export interface BoardMark {
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
  marks?: BoardMark[];
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

export interface PanelLine {
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
  lines?: PanelLine[];
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

export interface CountBar {
  value: number;
  size: number;
  label: string;
  seat?: number | null;
}

export interface Track {
  kind: "track";
  id: string;
  bars: CountBar[];
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

export interface Choice {
  text: string;
  say?: string;
  note?: string;
  route?: string[];
  turn?: number | null;
}

export interface Target {
  to: string;
  acts: Choice[];
}

export interface RouteTargets {
  board: string;
  at: string;
  to: string[];
  note?: string;
}

export interface Pick {
  what: string;
  targets?: Target[];
  acts?: Choice[];
  ways?: RouteTargets[];
}

export interface Button {
  act: Choice;
  label: string;
  lines?: string[];
  symbol?: string;
}

export interface ComposeQuestion {
  composer: string;
  most: number;
  other?: Button[];
  things?: [string, string][];
}

export interface Candidate {
  what: string;
  act: Choice;
  label: string;
  most?: number;
}

export interface ChooseQuestion {
  n: number;
  of: Candidate[];
  done?: number;
  tray?: string;
  count?: string;
}

export interface NumberQuestion {
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

export interface UnavailableReason {
  what: string[];
  text: string;
  pick?: string;
}

export interface ChoiceTree {
  verb: string;
  title?: string;
  aside?: string;
  note?: string;
  by?: number | null;
  claim?: string;
  picks?: Pick[];
  held?: string;
  buttons?: Button[];
  compose?: ComposeQuestion | null;
  choose?: ChooseQuestion | null;
  price?: NumberQuestion | null;
  why?: UnavailableReason[];
  other?: string;
}

export interface PlayerStatus {
  sum: string;
  role?: string;
  note?: string;
  hat?: string;
  symbol?: string;
  bar?: CountBar | null;
  out?: boolean;
  tone?: string;
  worth?: number | null;
}

export interface Scene {
  prompt: string;
  rule: string;
  chips: PlayerStatus[];
  areas?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
  ask?: ChoiceTree | null;
  status?: string;
  ring?: number[];
  end?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
}

export interface SeatOverlay {
  prompt?: string;
  areas?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
  items?: Item[];
  hides?: string[];
  ask?: ChoiceTree | null;
  chips?: PlayerStatus[];
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

export interface BoardLabel {
  x: number;
  y: number;
  text: string;
  look?: "plain" | "tab" | "title";
  size?: number;
  of?: string[];
}

export interface BoardPatch {
  x: number;
  y: number;
  w: number;
  h: number;
  tone: string;
  look?: "plain" | "stripes" | "dots" | "hatch" | "road";
  radius?: number;
  over?: boolean;
}

export interface BoardLayout {
  id: string;
  label: string;
  width: number;
  height: number;
  cells: Cell[];
  patches?: BoardPatch[];
  motes?: BoardLabel[];
  piece?: number;
  window?: number;
  inset?: [number, number, number, number] | null;
}

export interface ComposerRow {
  word: string;
  label: string;
  most: number;
  said: string[];
  symbol?: string;
  notes?: ItemNote[];
  value?: number;
}

export interface Composer {
  id: string;
  title: string;
  prefix: string;
  nothing: string;
  rows: ComposerRow[];
  said_nothing: string;
  said_rest: string;
  comma?: string;
  last_comma?: string;
  total?: string;
  count?: string;
}

export interface SummaryRow {
  label: string;
  sums: string[];
  symbol?: string;
}

export interface Summary {
  title: string;
  heads?: string[];
  rows?: SummaryRow[];
  tones?: string[];
  text?: string[];
}

export interface Paint {
  id: string;
  values: [string, string][];
}

export interface StaticScene {
  title: string;
  table?: string[];
  grounds?: BoardLayout[];
  composers?: Composer[];
  summary?: Summary | null;
  paints?: Paint[];
  words?: Record<string, string>;
}

export interface Payment {
  payer: number;
  payee: number;
  amount: number;
  sum: string;
}

export interface Transfer {
  source: string;
  target: string;
  symbol: string;
  count?: number;
}

export interface Animation {
  seat?: number | null;
  drum?: boolean;
  areas?: (Board | Row | Pile | Panel | Tray | Track | Dice)[];
  passes?: Transfer[];
  pays?: Payment[];
  marks?: BoardMark[];
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
  probability: number;
  was_true: boolean;
  fact: Fact;
}

export interface RowMark {
  symbol: string;
  label: string;
  first?: boolean;
}

export interface Story {
  slips?: Panel[];
  notes?: string[];
  facts?: Fact[];
  rows?: RowMark[][];
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

export interface SendTableCommand {
  type: "ask";
  seq: number;
  what: "undo" | "resign" | "give-up" | "return" | "pause" | "resume" | "next";
  key: string;
}

export interface SendPageVisibility {
  type: "look";
  away: boolean;
}

export interface SendSeen {
  type: "seen";
  seq: number;
}

export interface SendSeatRequest {
  type: "knock";
  seat: number;
  name: string;
  invite: string;
  key: string;
}

export interface SendSeatAnswer {
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

export interface OpenSeatRequest {
  id: string;
  name: string;
  seat: number;
  seconds: number;
  yes: number[];
}

export interface AbsentPlayerInfo {
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
  asking: OpenSeatRequest | null;
  absent: AbsentPlayerInfo[];
  pausing: number[];
  ready: number[];
  host: number;
  watching: number;
}

export interface HeardMove {
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
  heard?: HeardMove[];
  own?: SeatOverlay | null;
  undoable?: boolean;
  viewer?: number | null;
  left?: number;
  setting?: StaticScene | null;
  log?: HeardMove[];
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
  heard: HeardMove[];
}

export interface Refused {
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

export interface AwaitedRobots {
  table: string;
  seq: number;
  seats: number[];
}

export interface ReplayRange {
  count: number;
  first: number;
  opening: State;
  states: State[];
  owns?: ((SeatOverlay | null)[])[];
}

export interface Bubble {
  at: number;
  text: string;
  do?: string[];
  lit?: string;
}

export interface LessonScript {
  states: State[];
  bubbles: Bubble[];
}

export type Area = Board | Row | Pile | Panel | Tray | Track | Dice;
export type FromServer = State | Taken | Recalled | Refused | Emoted;
export type FromClient = SendHello | SendAct | SendTableCommand | SendPageVisibility | SendSeen | SendSeatRequest | SendSeatAnswer | SendNudge | SendStandIn | SendEmote | SendRecall;
