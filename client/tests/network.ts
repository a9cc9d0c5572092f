// The network between one page and the servers, with what goes wrong in one.
import { request } from "node:http";
import type { Socket } from "node:net";
import { randomBytes } from "node:crypto";

/** The first byte of a packed frame, a state; the length of what is packed follows, in three bytes. */
const PACKED = 1;
const HEAD = 4;
const [TEXT, BINARY, CLOSE, PING, PONG] = [1, 2, 8, 9, 10];

export class Network {
  /** Whoever comes finds nobody. */
  away = false;
  /** States that get lost, or spoilt, on their way, from the next one on. */
  loses = 0;
  spoils = 0;
  /** The latest state got lost, and none came after it. */
  behind = false;
  /** Does the page know what lies on the table from the start? That is told once, and comes again with a connection. */
  knows = (): boolean => true;
  /** What went through, and what did not. */
  readonly told = { connections: 0, states: 0, lost: 0, spoilt: 0 };
  readonly wires = new Set<Wire>();

  /** `server` is the port of the process that the next connection goes to, with the token. */
  constructor(
    public server: number,
    readonly token: string,
  ) {}

  /** Every connection breaks without a word. */
  cut(): void {
    for (const wire of [...this.wires]) wire.lose();
  }

  /** Nothing comes through the connections there are now; what is sent meanwhile comes later. */
  freeze(): void {
    for (const wire of this.wires) wire.freeze(true);
  }

  thaw(): void {
    for (const wire of this.wires) wire.freeze(false);
  }

  /** All is well from now on; but a spoilt state is for the page to make good. */
  heal(): void {
    this.away = false;
    this.loses = 0;
    this.thaw();
  }

  /** A frame as it arrives at the page, or nothing. The first state of a connection, or of a game, is not lost by itself:
   * a connection loses what it ends with. */
  carry(data: ArrayBuffer, first: boolean): ArrayBuffer | null {
    this.told.states++;
    if (!first && this.loses > 0 && this.knows()) {
      this.loses--;
      this.told.lost++;
      this.behind = true;
      return null;
    }
    if (this.spoils > 0) {
      this.spoils--;
      this.told.spoilt++;
      const [, one = 0, two = 0, three = 0] = new Uint8Array(data);
      return data.slice(0, HEAD + (((one << 16) | (two << 8) | three) >> 1)); // half of what is packed
    }
    this.behind = false;
    return data;
  }
}

/** A web socket as a page has it. (The one of Node 20 is silent about a connection that fails.) */
export class Wire {
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = "arraybuffer";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: (() => void) | null = null;
  private socket: Socket | null = null;
  private frozen = false;
  private states = 0;
  private unread: Buffer = Buffer.alloc(0);

  constructor(
    private readonly network: Network,
    path: string,
  ) {
    network.wires.add(this);
    if (network.away) {
      setImmediate(() => this.lose());
      return;
    }
    const headers: Record<string, string> = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    };
    if (network.token) headers["authorization"] = `Bearer ${network.token}`;
    const asked = request({ host: "127.0.0.1", port: network.server, path, headers, agent: false });
    asked.on("error", () => this.lose());
    asked.on("response", () => this.lose());
    asked.on("upgrade", (_answer, socket: Socket, head: Buffer) => this.join(socket, head));
    asked.end();
  }

  send(data: Uint8Array): void {
    if (this.readyState === Wire.OPEN) this.put(BINARY!, data);
  }

  close(): void {
    if (this.readyState > Wire.OPEN) return;
    this.put(CLOSE!, new Uint8Array());
    this.readyState = 2;
    if (!this.socket) this.lose();
  }

  /** The connection is gone. */
  lose(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.network.wires.delete(this);
    this.socket?.destroy();
    this.onclose?.();
  }

  freeze(frozen: boolean): void {
    this.frozen = frozen;
    if (frozen) this.socket?.pause();
    else this.socket?.resume();
  }

  private join(socket: Socket, head: Buffer): void {
    if (this.readyState) {
      socket.destroy();
      return;
    }
    this.network.told.connections++;
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => this.lose());
    this.readyState = Wire.OPEN;
    this.onopen?.();
    this.read(head);
    socket.on("data", (data: Buffer) => this.read(data));
    if (this.frozen) socket.pause();
  }

  private read(data: Buffer): void {
    this.unread = Buffer.concat([this.unread, data]);
    for (;;) {
      const { unread } = this;
      const [kind = 0, short = 0] = unread;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (unread.length < head) return;
      const size = head === 2 ? short : head === 4 ? unread.readUInt16BE(2) : Number(unread.readBigUInt64BE(2));
      if (unread.length < head + size) return;
      const body = unread.subarray(head, head + size);
      this.unread = unread.subarray(head + size);
      this.take(kind & 15, body);
    }
  }

  private take(kind: number, body: Buffer): void {
    if (kind === PING) this.put(PONG!, body);
    if (kind === CLOSE) this.lose();
    if ((kind !== BINARY && kind !== TEXT) || this.readyState !== Wire.OPEN) return;
    const data = new Uint8Array(body).buffer;
    const arrived = body[0] === PACKED ? this.network.carry(data, this.states++ === 0) : data;
    if (arrived) this.onmessage?.({ data: arrived });
  }

  /** A whole frame; a client masks what it sends. */
  private put(kind: number, data: Uint8Array): void {
    const head = Buffer.alloc(data.length < 126 ? 2 : 4);
    head[0] = 128 | kind;
    head[1] = 128 | Math.min(data.length, 126);
    if (head.length > 2) head.writeUInt16BE(data.length, 2);
    const mask = randomBytes(4);
    this.socket?.write(Buffer.concat([head, mask, data.map((byte, at) => byte ^ mask[at & 3]!)]));
  }
}
