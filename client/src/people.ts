// The pages about oneself: what the other pages do, their own look, and keys to go through one's games.
import "./pages";
import "./people.css";
import "./push";

const list = document.querySelector<HTMLElement>("[data-tickets]");
if (list)
  addEventListener("keydown", (event) => {
    const step = { j: 1, k: -1 }[event.key.toLowerCase()];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const tickets = [...list.querySelectorAll<HTMLElement>("a.tk")];
    const at = tickets.indexOf(document.activeElement as HTMLElement);
    tickets[Math.min(tickets.length - 1, Math.max(0, at < 0 ? 0 : at + step))]?.focus();
  });
