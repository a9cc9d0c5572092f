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

// Whoever has seen how to keep who they are is not told of it at the end of a game.
if (document.getElementById("kept")) {
  const wishes = JSON.parse(localStorage.getItem("malle") ?? "{}") as object;
  localStorage.setItem("malle", JSON.stringify({ ...wishes, offered: "/me" }));
}

// A link that was read or printed: what opens stands behind the #, and is sent by the form alone; also one that is pasted
// over this page's own address, which loads nothing. A place on the page is no such thing.
const enter = document.querySelector<HTMLFormElement>("[data-enter]");
const read = (): void => {
  if (!enter || location.hash.length < 2 || document.getElementById(location.hash.slice(1))) return;
  enter.querySelector<HTMLInputElement>("input")!.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  enter.submit();
};
read();
addEventListener("hashchange", read);

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());

// The square: closed when its time is over, and it says which device came in. The seconds are for the eye; a screen reader
// hears of three of them.
const square = document.querySelector<HTMLElement>("[data-square]");
if (square) {
  const state = square.querySelector<HTMLElement>(".state")!;
  const timer = square.querySelector<HTMLElement>("[role=timer]")!;
  const whole = Number(square.dataset["seconds"]);
  const until = Date.now() + whole * 1000;
  let before = whole;
  const end = (said: string): void => {
    clearInterval(count);
    clearInterval(look);
    square.querySelector(".qr")?.remove();
    timer.remove();
    state.textContent = said;
  };
  const show = (): void => {
    const left = Math.ceil((until - Date.now()) / 1000);
    if (left <= 0) return end(state.dataset["closed"]!);
    timer.hidden = false;
    timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    timer.style.setProperty("--left", String(left / whole));
    for (const mark of [60, 30, 10])
      if (left <= mark && before > mark) state.textContent = state.dataset[`left${mark}`]!;
    before = left;
  };
  const count = setInterval(show, 1000);
  const look = setInterval(async () => {
    const answer = await fetch(`/me/square/state?known=${square.dataset["square"]}`);
    const { device } = answer.ok ? ((await answer.json()) as { device?: string }) : {};
    if (device) end(`${state.dataset["led"]} ${device}`);
  }, 2000);
  show();
}

// Passkeys: the browser makes one, or answers with one; the server asks and checks.
type Options = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
const post = (path: string, body?: unknown): Promise<Response> =>
  fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body ?? {}),
  });

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-passkey]")) {
  if (!("PublicKeyCredential" in window) || !("parseCreationOptionsFromJSON" in PublicKeyCredential)) continue;
  button.hidden = false;
  const make = button.dataset["passkey"] === "make";
  const path = make ? "/me/passkey" : "/enter/passkey";
  const told = button.closest("li")?.querySelector("small") ?? document.getElementById("passkey-state");
  button.addEventListener("click", async () => {
    try {
      const asked = (await (await post(`${path}/begin`)).json()) as Options;
      const found = make
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
      const answer = await post(`${path}/end`, (found as PublicKeyCredential).toJSON());
      if (!answer.ok) throw new Error(answer.statusText);
      const { to = "/me#kept" } = (await answer.json()) as { to?: string };
      if (to === "/me#kept") location.reload();
      else location.href = to;
    } catch {
      if (told) told.textContent = button.dataset["trouble"]!;
    }
  });
}
