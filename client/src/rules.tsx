// The rulebook beside the table.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Store } from "./store";
import { rulesAt } from "./address";
import { w } from "./words";

/** The rulebook's own page, with the section of the present decision marked. */
export function Rules({ game, rule }: { store: Store; game: string; rule: string }): JSX.Element {
  const [page, setPage] = useState<Element[]>([]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { edition } = document.body.dataset;
    const own = edition ? `&edition=${edition}` : "";
    void fetch(rulesAt(document.documentElement.lang, own)).then(async (answer) => {
      const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      setPage(found ? [...found.children] : []);
    });
  }, [game]);
  useEffect(() => {
    if (!box.current) return;
    box.current.replaceChildren(...page);
    const here = box.current.querySelector(`[data-rule~="${CSS.escape(rule)}"]`);
    for (const each of box.current.querySelectorAll(".here")) each.classList.remove("here");
    here?.classList.add("here");
    here?.setAttribute("data-tab", w("decision"));
    here?.scrollIntoView({ block: "start" });
  }, [page, rule]);
  return <div class="rulebook" ref={box} />;
}
