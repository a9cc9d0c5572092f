// What one seat sees: its own laid over what all see. Pure, and the twin of `laid_over` in `malle.core.scene_checks`.
import type { Area, SeatOverlay, Scene } from "./wire";

export function laidOver(scene: Scene, own: SeatOverlay | null | undefined): Scene {
  if (!own) return scene;
  const items = new Map((own.items ?? []).map((item) => [item.id, item]));
  const areas = new Map<string, Area>();
  for (const area of scene.areas ?? []) {
    if (own.hides?.includes(area.id)) continue;
    const lays = items.size && "items" in area && area.items;
    areas.set(area.id, lays ? ({ ...area, items: lays.map((item) => items.get(item.id) ?? item) } as Area) : area);
  }
  for (const area of own.areas ?? []) areas.set(area.id, area);
  const chips = own.chips?.length ? own.chips : scene.chips;
  return { ...scene, prompt: own.prompt || scene.prompt, chips, areas: [...areas.values()], ask: own.ask ?? null };
}

/** What these seats see besides what all see, for somebody who looks on: under their names, and none of it to be played. */
export function seenBy(scene: Scene, owns: readonly (SeatOverlay | null)[], names: readonly string[]): SeatOverlay {
  const laid = new Set((scene.areas ?? []).map((area) => area.id));
  const named = (area: Area, seat: number): Area =>
    ({
      ...area,
      ...(laid.has(area.id) ? {} : { id: `${area.id}-${seat + 1}`, title: names[seat] ?? "", note: "" }),
      ...("private" in area ? { private: false } : {}),
    }) as Area;
  return {
    areas: owns.flatMap((own, seat) => (own?.areas ?? []).map((area) => named(area, seat))),
    items: owns.flatMap((own) => own?.items ?? []),
    hides: owns.flatMap((own) => own?.hides ?? []),
    chips: owns.reduce<SeatOverlay["chips"]>((chips, own) => (own?.chips?.length ? own.chips : chips), []) ?? [],
  };
}
