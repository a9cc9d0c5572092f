// This device is told that it is somebody's turn: the browser is asked once, and what it gives is handed to the server.

const row = document.getElementById("push");
const button = row?.querySelector("button");
const told = row?.querySelector("small");

/** Milliseconds that a browser has to answer. */
const PATIENCE = 15_000;
let asked = 0;

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function send(path: string, found: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = found.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = JSON.stringify({ endpoint, p256dh: keys["p256dh"], auth: keys["auth"], zone });
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(String(answer.status));
}

/** A browser that cannot reach its push service may not answer at all; what it gives when nobody waits is given back. */
async function inTime(answer: Promise<PushSubscription>): Promise<PushSubscription> {
  const mine = ++asked;
  const found = await Promise.race([answer, new Promise<null>((go) => setTimeout(() => go(null), PATIENCE))]);
  if (found) return found;
  // Whoever asks again is given the same one.
  void answer.then((late) => mine === asked && late.unsubscribe()).catch(() => undefined);
  throw new Error("late");
}

async function start(row: HTMLElement, button: HTMLButtonElement, told: HTMLElement): Promise<void> {
  const words = row.dataset;
  if (!("serviceWorker" in navigator && "PushManager" in window && isSecureContext)) {
    told.textContent = words["none"]!;
    return;
  }
  const worker = await navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready);
  let found = await worker.pushManager.getSubscription();
  // It may be of somebody who was here before: it tells whoever looks from now on.
  const key = found?.options.applicationServerKey;
  if (found && key && `${new Uint8Array(key)}` === `${bytes(words["key"]!)}`)
    await send("/me/notices/push", found).catch(() => undefined);
  const show = (): void => {
    button.hidden = false;
    button.textContent = words[found ? "off" : "on"]!;
    if (found) told.textContent = words["isOn"]!;
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (found) {
        await send("/me/notices/push/close", found);
        await found.unsubscribe();
        found = null;
        told.textContent = "";
      } else {
        const key = bytes(words["key"]!);
        const made = await inTime(worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
        await send("/me/notices/push", made);
        found = made;
      }
    } catch {
      told.textContent = words["refused"]!;
    }
    button.disabled = false;
    show();
  });
  show();
}

if (row && button && told) void start(row, button, told);
