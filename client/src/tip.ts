// The name of what a mouse rests on.
import type { Item } from "./wire";

/** A few words beside the mouse. */
export function tip({ label, notes = [], detail = "" }: Item, event: PointerEvent): void {
  document.getElementById("tip")?.remove();
  const box = document.createElement("div");
  box.id = "tip";
  box.setAttribute("aria-hidden", "true");
  box.append(Object.assign(document.createElement("b"), { textContent: label.replaceAll("**", "") }));
  for (const line of [...notes.map((note) => note.text), detail].filter(Boolean))
    box.append(Object.assign(document.createElement("span"), { textContent: line.replaceAll("**", "") }));
  document.body.append(box);
  const { width, height } = box.getBoundingClientRect();
  box.style.transform = `translate(${Math.min(event.clientX + 14, innerWidth - width - 8)}px, ${Math.min(event.clientY + 18, innerHeight - height - 8)}px)`;
}
