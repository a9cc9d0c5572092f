// Says the messages of a scene in the reader's language, from the same Fluent files as the server. Pure.
import { FluentBundle, FluentNumber, FluentResource, type Scope } from "@fluent/bundle";

/** A message with its arguments, as `malle.core.message` sends it. */
export interface Said {
  $: "s";
  k: string;
  a?: Record<string, Arg>;
}

/** A seat inside a sentence. */
interface Who {
  $: "w";
  n: number;
}

type Arg = number | string | Who | Said | Said[];

/** To whom it is said, and what the players are called, by seat. */
export interface Reader {
  viewer: number | null;
  names: readonly string[];
}

export class Speaker {
  private readonly bundle: FluentBundle;
  /** What was said to this reader already, by what it was made from. */
  private said = new WeakMap<object, unknown>();
  private reader = "";

  constructor(language: string, words: string) {
    this.bundle = new FluentBundle(language, { useIsolating: false });
    this.lay(words);
  }

  /** Lays messages over those there are: an edition's names for things, or the words of another build. */
  lay(words: string): void {
    if (!words) return;
    this.bundle.addResource(new FluentResource(words), { allowOverrides: true });
    this.said = new WeakMap();
  }

  /** Is there a message of that name? */
  has(key: string): boolean {
    return this.bundle.hasMessage(key);
  }

  /** A message as a sentence; one that the words do not have, by its name. Names of players are refs to their seats, and
   * whatever looks like a mark in them is escaped. */
  say(said: Said, reader: Reader): string {
    const pattern = this.bundle.getMessage(said.k)?.value;
    if (!pattern) return said.k;
    const args: Record<string, string | number | FluentNumber> = {};
    for (const [name, value] of Object.entries(said.a ?? {})) {
      if (typeof value === "number" && value < 0) args[name] = new Below(value);
      else if (typeof value !== "object") args[name] = value;
      else if (Array.isArray(value)) args[name] = this.listed(value.map((each) => this.say(each, reader)));
      else if (value.$ === "s") args[name] = this.say(value, reader);
      else {
        args[name] = `[${escaped(reader.names[value.n] ?? "")}](seat-${value.n + 1})`;
        args[`${name}_you`] = value.n === reader.viewer ? "yes" : "no";
      }
    }
    return this.bundle.formatPattern(pattern, args, []);
  }

  /** Joined by commas, the last two by the language's own word. */
  private listed(said: string[]): string {
    const pattern = this.bundle.getMessage("list-last")?.value;
    const last = said.at(-1) ?? "";
    if (said.length < 2 || !pattern) return said.join(", ");
    return this.bundle.formatPattern(pattern, { first: said.slice(0, -1).join(", "), last }, []);
  }

  /** The same value with a sentence in place of every message in it; what has none stays as it is. A part that was said to
   * this reader before is not said again: it comes out as the same object, if it comes in as the same. */
  speak<T>(value: T, reader: Reader): T {
    const key = JSON.stringify([reader.viewer, reader.names]);
    if (key !== this.reader) this.said = new WeakMap();
    this.reader = key;
    return this.spoken(value, reader) as T;
  }

  private spoken(value: unknown, reader: Reader): unknown {
    if (typeof value !== "object" || value === null) return value;
    const known = this.said.get(value);
    if (known !== undefined) return known;
    let made: unknown = value;
    if ((value as Partial<Said>).$ === "s") made = this.say(value as Said, reader);
    else
      for (const key of Object.keys(value)) {
        const part = (value as Record<string, unknown>)[key];
        if (typeof part !== "object") continue;
        const now = this.spoken(part, reader);
        if (now === part) continue;
        if (made === value) made = Array.isArray(value) ? [...value] : { ...value };
        (made as Record<string, unknown>)[key] = now;
      }
    this.said.set(value, made);
    return made;
  }
}

/** A number below zero: with a minus sign, not a hyphen. */
class Below extends FluentNumber {
  override toString(scope?: Scope): string {
    return super.toString(scope).replace("-", "−");
  }
}

/** A name in which nothing is a mark. */
export const escaped = (name: string): string => name.replace(/[\\*[\]]/g, "\\$&");
