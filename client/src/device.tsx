// What the page that plays says of itself: where the game is, what its record proves, and how all of it is deleted.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Store } from "./store";
import { fileAt, home, saved, tableAt } from "./address";
import { Drawer } from "./drawer";
import { erase, newer } from "./kept";
import { Symbol } from "./parts";
import { language, w } from "./words";

const { site } = document.body.dataset;

/** At the table: three sentences and three ways. */
export function Device({ store }: { store: Store }): JSX.Element {
  const close = (): void => store.set({ drawer: "" });
  return (
    <Drawer store={store} title={w("here-device-all")} onClose={close} low>
      <ul class="device">
        <Told icon="i-robot" title={w("here-device-robots")} why={w("here-device-robots-why")} />
        <Told icon="i-phone" title={w("here-device-kept-title")} why={w("here-device-kept")} />
        <Told icon="i-eye" title={w("here-device-cards")} why={w("here-device-cards-why")} />
      </ul>
      <div class="device-ways">
        <button type="button" class="btn" onClick={close}>
          {w("here-back")}
        </button>
        {site && (
          <a class="btn hollow" href={site}>
            {w("here-friends")}
          </a>
        )}
        <Erase store={store} />
      </div>
      <p class="quiet small">
        <a href={fileAt("licences.txt")}>{w("here-device-licences")}</a>
      </p>
    </Drawer>
  );
}

function Told({ icon, title, why }: { icon: string; title: string; why: string }): JSX.Element {
  return (
    <li>
      <Symbol id={icon} />
      <b>{title}</b>
      <span>{why}</span>
    </li>
  );
}

/** At the end: the record, friends, delete. */
export function AtEnd({ store }: { store: Store }): JSX.Element {
  const [found, find] = useState<{ verified: boolean; decisions: number } | null>(null);
  const [fresh, wait] = useState(false);
  useEffect(() => void newer().then(wait), []);
  const verify = async (): Promise<void> => {
    const answer = await store.fetch("verified");
    find(answer.ok ? await answer.json() : { verified: false, decisions: 0 });
  };
  return (
    <div class="device-end">
      {fresh && <p class="newer">{w("here-newer")}</p>}
      <section>
        <h3>{w("here-record-title")}</h3>
        <ul class="device">
          <Told icon="i-yes" title={w("here-record-kept")} why={w("here-record-note")} />
        </ul>
        <div class="device-ways two">
          <button type="button" class="btn hollow" onClick={() => void verify()}>
            {w("here-verify")}
          </button>
          <a class="btn hollow" href={tableAt("record")} download onClick={(event) => void saved(store, event)}>
            {w("here-record")}
          </a>
        </div>
        <div role="status">
          {found && (
            <ul class="device">
              {found.verified ? (
                <Told icon="i-seal" title={w("here-verified", { n: found.decisions })} why={w("here-verified-why")} />
              ) : (
                <Told icon="i-flag" title={w("here-unverified")} why="" />
              )}
            </ul>
          )}
        </div>
      </section>
      <section>
        <h3>{w("here-friends")}</h3>
        <p>{w("here-friends-why")}</p>
        {site ? (
          <a class="btn hollow" href={site}>
            {new URL(site).host}
          </a>
        ) : (
          <a href={fileAt(language === "fr" ? "heberger.html" : "host.html")}>{w("here-friends-none")}</a>
        )}
      </section>
      <section>
        <h3>{w("here-erase")}</h3>
        <p>{w("here-erase-why")}</p>
        <Erase store={store} />
      </section>
    </div>
  );
}

/** Asked once, in place; then the first screen. */
function Erase({ store }: { store: Store }): JSX.Element {
  const [asked, ask] = useState(false);
  const gone = (): Promise<void> => erase(() => store.socket.stop?.()).then(() => location.assign(home()));
  if (!asked)
    return (
      <button type="button" class="btn hollow gone" onClick={() => ask(true)}>
        {w("here-erase")}
      </button>
    );
  return (
    <fieldset class="device-ways two">
      <legend>{w("here-erase-sure")}</legend>
      <button type="button" class="btn" ref={(button) => button?.focus()} onClick={() => ask(false)}>
        {w("here-erase-no")}
      </button>
      <button type="button" class="btn hollow gone" onClick={() => void gone()}>
        {w("here-erase-yes")}
      </button>
    </fieldset>
  );
}
