// Random numbers from a seed, the same in every run.

export class Luck {
  constructor(private state: number) {}

  /** From 0 to 1. */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From `least` to `most`, both included. */
  number(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  one<T>(from: readonly T[]): T {
    return from[this.number(0, from.length - 1)]!;
  }

  /** Once in so many times. */
  once(times: number): boolean {
    return this.random() * times < 1;
  }
}
