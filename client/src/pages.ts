// The pages that are not a table: fonts and style; an invitation's address can be copied.
import "@fontsource-variable/bricolage-grotesque/wdth.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./tokens.css";
import "./malle.css";
import "./pages.css";
import "./pace.css";
import { copy } from "./copy";
import { keepOffline } from "./offline";

const AGAIN = 15_000;

// The shelf, the rules, and what can be played alone, open without a network too.
if (document.body.classList.contains("home") && document.body.dataset["path"] === location.pathname) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/solo/"], a[href="/rules"]')];
  const boxes = [...document.querySelectorAll<HTMLElement>(".box")];
  void keepOffline([
    ...new Set(links.map((link) => link.href)),
    ...boxes.map((box) => `${location.origin}/rules/${box.dataset["game"]}`),
  ]);
}

// Without a network home says so, and offers nothing that needs one.
const offline = document.getElementById("offline");
if (offline) {
  // Where the shelf stands in for a page that could not be had, a browser may still believe in its network.
  const astray = location.pathname !== document.body.dataset["path"];
  const look = (): void => {
    const off = astray || !navigator.onLine;
    offline.hidden = !off;
    document.body.classList.toggle("offline", off);
    for (const button of document.querySelectorAll<HTMLButtonElement>("main form button")) button.disabled = off;
  };
  addEventListener("online", () => (astray ? location.reload() : look()));
  addEventListener("offline", look);
  if (astray) setTimeout(() => location.reload(), AGAIN);
  look();
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const said = button.querySelector("span")!;
  const before = said.textContent;
  button.addEventListener("click", () => {
    void copy(button.dataset["copy"]!).then((done) => {
      said.textContent = done ? button.dataset["done"]! : button.dataset["copy"]!;
      if (done) setTimeout(() => (said.textContent = before), 2000);
    });
  });
}

// Quiet hours go by the clock of whoever has them.
for (const field of document.querySelectorAll<HTMLInputElement>("input[data-zone]"))
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;

// The phone's own sheet; where there is none the button is not shown.
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-share]")) {
  button.hidden = !("share" in navigator);
  const { share: url = "", title = "" } = button.dataset;
  // Whoever closes the sheet has changed their mind: that is no trouble.
  button.addEventListener("click", () => void navigator.share({ title, url }).catch(() => undefined));
}

// A table that is being filled: look again until it begins. Not while an answer is on its way, a name half typed or a menu
// open: a reload would undo it.
const filling = document.body.dataset["filling"];
if (filling) {
  let sent = false;
  addEventListener("submit", () => (sent = true));
  addEventListener("pageshow", () => (sent = false));
  const isBusy = (): boolean =>
    sent ||
    !!document.querySelector("main details[open]") ||
    [...document.querySelectorAll<HTMLInputElement>("main input")].some((field) => field.value !== field.defaultValue);
  const look = async (): Promise<void> => {
    const answer = await fetch(filling, { headers: { accept: "application/json" } });
    if (answer.ok && (await answer.text()) !== document.body.dataset["filled"] && !isBusy()) location.reload();
  };
  setInterval(() => void look().catch(() => undefined), 2000);
}

// Options: how far this is from the usual settings, told while one chooses; and whether the game's options are the booklet's.
const changes = document.getElementById("changes");
changes?.closest("form")?.addEventListener("change", (event) => {
  const form = event.currentTarget as HTMLFormElement;
  const { none = "", one = "", many = "", letter = "" } = changes.dataset;
  const told = (count: number): string => (count === 0 ? none : count === 1 ? one : many.replace("2", String(count)));
  const changed = [...form.querySelectorAll("input[type=radio]:checked:not([data-usual])")];
  const others = changed.filter((field) => !field.hasAttribute("data-letter"));
  if (!letter || form.querySelector("input[data-letter]:not(:checked)")) changes.textContent = told(changed.length);
  else changes.textContent = others.length ? `${letter}, ${told(others.length)}` : letter;
});

// How strong robots are is chosen on the game's page; whoever looks at the options first finds it there.
const now = document.querySelector<HTMLFormElement>("form.now");
const options = document.querySelector<HTMLAnchorElement>('.links a[href*="/options"]');
now?.addEventListener("change", () => {
  const level = new FormData(now).get("level");
  if (!options || !level) return;
  const query = new URLSearchParams(options.search);
  query.set("level", String(level));
  options.search = String(query);
});
