// What is sent, with blanks after it: whoever sees the encrypted traffic reads nothing from how long a move is. Pure.

/** The same as the server's: `malle.protocol.messages.PADDING_BYTES`. */
export const STEP = 1024;

/** A message as bytes, a multiple of so many. */
export function padded(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil(bytes.length / STEP) * STEP).fill(32);
  whole.set(bytes);
  return whole;
}
