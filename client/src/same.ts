// What has not changed stays the same object, so that nothing is drawn anew for it.
import { Component, type ComponentChildren, type ComponentClass } from "preact";

/** `now`, with every part that equals the one in `before` replaced by that one. */
export function share<T>(before: unknown, now: T): T {
  if (Object.is(before, now)) return now;
  if (
    typeof before !== "object" ||
    typeof now !== "object" ||
    !before ||
    !now ||
    Array.isArray(before) !== Array.isArray(now)
  )
    return now;
  const [old, fresh] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const keys = Object.keys(fresh);
  let same = keys.length === Object.keys(old).length;
  for (const key of keys) {
    fresh[key] = share(old[key], fresh[key]);
    same &&= key in old && Object.is(old[key], fresh[key]);
  }
  return same ? (before as T) : now;
}

/** The list of before, if it holds the same; else the new one. */
export function steady(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  return now.length === before.length && now.every((each, index) => Object.is(each, before[index])) ? before : now;
}

/** A part that is drawn anew only if one of its properties is another. (The library's own comes with a layer over every element.) */
export function memo<P extends object>(draw: (props: P) => ComponentChildren): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const [old, fresh] = [this.props as Record<string, unknown>, next as Record<string, unknown>];
      return (
        Object.keys(fresh).some((key) => !Object.is(old[key], fresh[key])) ||
        Object.keys(old).some((key) => !(key in fresh))
      );
    }

    override render(props: P): ComponentChildren {
      return draw(props);
    }
  };
}
