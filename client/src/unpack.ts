// A frame as text. A packed one is deflated with a dictionary that the page has: what frames of this game look like.

/** The first byte of a packed frame; then the length of what is packed, in three bytes, and after that a pad. */
const PACKED = 1;
const HEAD = 4;

export class Unpacker {
  private readonly before: Uint8Array<ArrayBuffer>;

  constructor(private readonly dictionary: Uint8Array) {
    // The browser takes no dictionary; but a block that is stored as it is, before the frame's own, is as good.
    const size = dictionary.length;
    this.before = new Uint8Array([0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255, ...dictionary]);
  }

  async text(data: ArrayBuffer): Promise<string> {
    const bytes = new Uint8Array(data);
    if (bytes[0] !== PACKED) return new TextDecoder().decode(bytes);
    const size = (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!;
    const inflating = new DecompressionStream("deflate-raw");
    const into = inflating.writable.getWriter();
    // What cannot be inflated is told by what is read, below: nobody else need hear of it.
    const written = [into.write(this.before), into.write(bytes.subarray(HEAD, HEAD + size)), into.close()];
    for (const each of written) each.catch(() => {});
    const whole = new Uint8Array(await new Response(inflating.readable).arrayBuffer());
    return new TextDecoder().decode(whole.subarray(this.dictionary.length));
  }
}
