// The table's socket: opens it, opens it again whenever it breaks, and sends an unanswered move once more with the same key.
import { padded } from "./pad";
import type { FromClient, FromServer, SendHello, SendPageVisibility, SendSeen } from "./wire";

/** What is kept until it is answered. */
export type Wish = Exclude<FromClient, SendHello | SendPageVisibility | SendSeen>;

const WAITS = [100, 300, 700, 1000, 1500];
const SILENCE = 25_000;

/** What a page says to its table. */
export interface Link {
  send(message: Wish): void;
  once(message: Wish): void;
  check(): void;
  again(): void;
  look(away: boolean): void;
  seen(seq: number): void;
  /** What the table answers besides, where it is no site that does. */
  fetch?(path: string): Promise<Response>;
  /** Ends it, where it is on this device. */
  stop?(): void;
}

/** A table that is over and only looked at: nobody listens. */
export const NO_LINK: Link = { send() {}, once() {}, check() {}, again() {}, look() {}, seen() {} };

export class Socket implements Link {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private unanswered = new Map<string, Wish>();
  private heard = Date.now();

  constructor(
    private readonly address: string,
    /** The build whose packed frames this page can open; empty: frames come as they are. */
    private readonly packed: string,
    private readonly unpack: (data: ArrayBuffer) => Promise<string>,
    private readonly onMessage: (message: FromServer) => Promise<void>,
    private readonly onLink: (open: boolean) => void,
  ) {
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.drop());
    this.open();
  }

  /** Sends a move or a wish; it is kept until it is answered. */
  send(message: Wish): void {
    this.unanswered.set(message.key, message);
    this.put(message);
  }

  /** Sends something that is not worth sending twice. */
  once(message: Wish): void {
    this.put(message);
  }

  /** The page is looked at again: make sure of the connection. */
  check(): void {
    if (this.socket?.readyState !== WebSocket.OPEN || Date.now() - this.heard > SILENCE) this.again();
  }

  /** Closes and opens anew. */
  again(): void {
    this.tries = 0;
    this.drop();
  }

  private drop(): void {
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    if (old) {
      old.onclose = old.onmessage = old.onopen = null;
      old.close();
    }
    this.lost();
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.put({ type: "hello", packed: this.packed });
      if (document.hidden) this.look(true);
      for (const message of this.unanswered.values()) this.put(message);
    };
    // Packed frames open one after the other, so that none overtakes another.
    let before: Promise<unknown> = Promise.resolve();
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      this.heard = Date.now();
      before = before
        .then(async () => {
          const text = await this.unpack(event.data);
          if (this.socket === socket) await this.take(JSON.parse(text) as FromServer);
        })
        // A frame that cannot be read must not hold up those after it: the next hello brings all of it.
        .catch(() => this.socket === socket && this.drop());
    };
    socket.onclose = () => this.lost();
  }

  private async take(message: FromServer): Promise<void> {
    if (message.type === "state") {
      this.tries = 0; // whoever is answered and refused waits longer each time
      this.onLink(true);
    } else if (message.type !== "emoted") this.unanswered.delete(message.key);
    await this.onMessage(message);
  }

  /** The page is looked at, or lies in the background. */
  look(away: boolean): void {
    this.put({ type: "look", away });
  }

  /** The reader has gone on from there. */
  seen(seq: number): void {
    this.put({ type: "seen", seq });
  }

  private lost(): void {
    this.onLink(false);
    clearTimeout(this.timer);
    // Never all at once: whoever lost a server has lost it together with everybody else there.
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)]! * (0.5 + Math.random());
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  private put(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(padded(JSON.stringify(message)));
  }
}
