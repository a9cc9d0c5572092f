// The client's own words. They come from the server's Fluent files, in the page, so that no word is written here.

const found = document.getElementById("words");
const words: Record<string, string> = found ? JSON.parse(found.textContent ?? "{}") : {};

export const language = document.documentElement.lang || "en";

/** A word or sentence of the interface; `{name}` inside is replaced. */
export function w(key: string, values: Record<string, string | number> = {}): string {
  return fill(words[key] ?? key, values);
}

/** Replaces `{name}` in a text of the server. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** A number as the reader writes it. */
export function number(value: number): string {
  return value.toLocaleString(language).replace("-", "−");
}
