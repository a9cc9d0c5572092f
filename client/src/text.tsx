// Texts of a scene: **strong** and [thing](ref) become elements, everything else stays text. Nothing is ever HTML.
import type { ComponentChildren } from "preact";

const MARK = /\\([\\*[\]])|\*\*(.+?)\*\*|\[((?:\\.|[^\]\\])+)\]\(([^)\s]+)\)/g;

/** A text with its marks. With `links`, a thing can be pressed to be shown on the table. */
export function Rich({ text, links = false }: { text: string; links?: boolean }): ComponentChildren {
  if (!/[\\*[]/.test(text)) return text;
  const out: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(MARK)) {
    out.push(text.slice(from, found.index));
    const [whole, escaped, strong, thing, ref] = found;
    if (escaped) out.push(escaped);
    else if (strong)
      out.push(
        <b>
          <Rich text={strong} links={links} />
        </b>,
      );
    else if (links)
      out.push(
        <button type="button" class="ref" data-show={ref}>
          {plain(thing!)}
        </button>,
      );
    else out.push(plain(thing!));
    from = found.index + whole.length;
  }
  out.push(text.slice(from));
  return <>{out}</>;
}

/** A text without its marks, for labels and titles. */
export function plain(text: string): string {
  return text.replace(
    MARK,
    (_whole, escaped?: string, strong?: string, thing?: string) =>
      escaped ?? (strong !== undefined ? plain(strong) : plain(thing ?? "")),
  );
}
