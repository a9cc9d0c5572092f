// The final picture of a game: a scene with every secret open, whole on the first screen. The result lies over its edge.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Area, Scene, State } from "./wire";
import type { Store } from "./store";
import { AreaView } from "./areas";

/** What the game makes of its end; until that has come, its last scene. */
export function Final({ store, state }: { store: Store; state: State }): JSX.Element | null {
  useEffect(() => void hearFinal(store), []);
  const others = useRef<HTMLDivElement>(null);
  const areas = finalAreas(store, state);
  useLayoutEffect(() => {
    const rest = others.current;
    if (!rest) return;
    const seen = new ResizeObserver(() => rest.parentElement!.style.setProperty("--rest", `${rest.offsetHeight}px`));
    seen.observe(rest);
    return () => seen.disconnect();
  }, [!!others.current]);
  if (!areas.length && store.final) return null;
  const view = (area: Area): JSX.Element => <AreaView key={area.id} area={area} store={store} />;
  return (
    <section class={`final${areas.some(isBoard) ? " has-board" : ""}${areas.length ? "" : " waiting"}`}>
      {areas.filter(isBoard).map(view)}
      <div class="others" ref={others}>
        {areas.filter((area) => !isBoard(area)).map(view)}
      </div>
    </section>
  );
}

const isBoard = (area: Area): boolean => area.kind === "board";

export const finalAreas = (store: Store, state: State): Area[] =>
  (store.final?.areas?.length ? store.final.areas : state.scene.areas) ?? [];

async function hearFinal(store: Store): Promise<void> {
  const scene = await hearEnd<Scene>(store, "final");
  if (scene !== undefined) store.set({ final: { areas: scene ? ((await store.spoken(scene)).areas ?? []) : [] } });
}

/** What has been asked for: once is enough, also where the reader steps back and forth. */
const asked = new WeakMap<Store, Set<string>>();

/** What a finished table answers; asked again where many ask at a time. Null: nothing; undefined: it was asked before. */
export async function hearEnd<T>(store: Store, what: string): Promise<T | null | undefined> {
  const before = asked.get(store) ?? new Set();
  if (!store.newest?.table.over || before.has(what)) return undefined;
  asked.set(store, before.add(what));
  const ask = () => store.fetch(what).catch(() => null);
  let answer = await ask();
  for (let tries = 5; answer?.status === 429 && tries; tries--) {
    const seconds = Number(answer.headers.get("retry-after")) || 5;
    await new Promise((go) => setTimeout(go, seconds * 1000));
    answer = await ask();
  }
  return answer?.ok ? ((await answer.json()) as T | null) : null;
}
