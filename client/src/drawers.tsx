// What slides over the table: rules, log, costs, settings, what lies in a pile, a thing seen from near. Loaded after the table.
import type { JSX } from "preact";
import type { State } from "./wire";
import type { Store } from "./store";
import type { Motion } from "./motion";
import { AreaView, areasAt } from "./areas";
import { AboutTable, InWords } from "./about";
import { Command } from "./command";
import { Device } from "./device";
export { AtEnd } from "./device";
import { Drawer } from "./drawer";
import { talks } from "./emotes";
import { Knock } from "./knock";
import { Leave, PauseButton, Report } from "./leaving";
import { Face, Symbol } from "./parts";
import { SayDrawer } from "./saying";
import { Agreed, Costs, Log, Rules } from "./side";
import { Rich, plain } from "./text";
import { w } from "./words";

const { here } = document.body.dataset;

interface Shown {
  store: Store;
  state: State;
  motion: Motion;
}

/** All that is open. */
export function Drawers(shown: Shown): JSX.Element {
  const { store } = shown;
  return (
    <>
      {store.drawer && <Opened key={store.drawer} {...shown} />}
      {!document.hidden && store.missed.length > 1 && <Missed store={store} />}
      {store.inspected && <Inspector store={store} />}
    </>
  );
}

/** What was asked for: rules, log, costs, settings, what lies in a pile. */
function Opened({ store, state, motion }: Shown): JSX.Element | null {
  const { drawer } = store;
  const close = (): void => store.set({ drawer: "" });
  if (drawer === "rules")
    return (
      <Drawer store={store} title={w("rules")} onClose={close}>
        <Rules store={store} game={state.table.game ?? ""} rule={state.scene.rule} />
      </Drawer>
    );
  if (drawer === "log")
    return (
      <Drawer store={store} title={w("log")} onClose={close}>
        <Agreed store={store} />
        <Log store={store} />
        {!store.reel && <Command store={store} />}
      </Drawer>
    );
  if (drawer === "summary" && store.setting.summary)
    return (
      <Drawer store={store} title={store.setting.summary.title} onClose={close} high>
        {store.wide &&
          areasAt(store.shown?.scene.areas ?? [], "aside").map((area) => (
            <AreaView key={area.id} area={area} store={store} />
          ))}
        <Costs summary={store.setting.summary} />
      </Drawer>
    );
  if (drawer === "board")
    return (
      <Drawer store={store} title={w("board-words")} onClose={close}>
        <InWords store={store} />
      </Drawer>
    );
  if (drawer === "knock")
    return (
      <Drawer store={store} title={w("ask-seat")} onClose={close} low>
        <Knock store={store} />
      </Drawer>
    );
  if (drawer === "pile") {
    const pile = (store.shown?.scene.areas ?? []).find((area) => area.id === store.pile);
    if (pile?.kind !== "pile") return null;
    return (
      <Drawer store={store} title={plain(`${pile.label}, ${pile.note ?? ""}`)} onClose={close}>
        <ul class="laid">
          {pile.items?.map((item) => (
            <li>
              <Face item={item} setting={store.setting} />
              {item.badge && <b class="badge">{plain(item.badge)}</b>}
            </li>
          ))}
        </ul>
      </Drawer>
    );
  }
  if (drawer === "leave") return <Leave store={store} />;
  if (drawer === "report") return <Report store={store} />;
  if (drawer === "say") return <SayDrawer store={store} />;
  if (drawer === "device") return <Device store={store} />;
  const { wishes } = store;
  const toggle = (key: "sound" | "still" | "confirm" | "shared"): JSX.Element => (
    <label class="wish">
      <span>{w(`wish-${key}`)}</span>
      <input
        type="checkbox"
        role="switch"
        checked={wishes[key]}
        onChange={(event) => store.wish({ [key]: event.currentTarget.checked })}
      />
      <i aria-hidden="true" />
    </label>
  );
  const open = (drawer: Store["drawer"], icon: string, text: string): JSX.Element => (
    <button type="button" class="btn hollow" onClick={() => store.set({ drawer })}>
      <Symbol id={icon} />
      {text}
    </button>
  );
  return (
    <Drawer store={store} title={w("menu")} onClose={close}>
      <div class="menu">
        {store.last.some((told) => told.motion?.length) && (
          <button
            type="button"
            class="btn hollow"
            onClick={() => {
              close();
              motion.again();
            }}
          >
            <Symbol id="i-again" />
            {w("again")}
          </button>
        )}
        {open("log", "i-log", w("log"))}
        {open("rules", "i-help", w("rules"))}
        {store.setting.summary && open("summary", "i-map", store.setting.summary.title)}
        {talks(store) && open("say", "i-say", w("say"))}
        <PauseButton store={store} />
        {here ? open("device", "i-phone", w("here-device")) : open("report", "i-flag", w("report"))}
      </div>
      {state.table.watching > 0 && <p class="quiet small">{w("watchers", { n: state.table.watching })}</p>}
      {toggle("sound")}
      {toggle("still")}
      {store.wide && toggle("confirm")}
      {toggle("shared")}
      {store.newest?.viewer != null && store.guide?.toggle()}
      <fieldset class="themes">
        <legend>{w("theme")}</legend>
        {(["", "light", "dark"] as const).map((theme) => (
          <label>
            <input type="radio" name="theme" checked={wishes.theme === theme} onChange={() => store.wish({ theme })} />
            {w(`theme-${theme || "auto"}`)}
          </label>
        ))}
      </fieldset>
      <AboutTable store={store} />
    </Drawer>
  );
}

function Missed({ store }: { store: Store }): JSX.Element {
  return (
    <Drawer store={store} title={w("while-away")} onClose={() => store.set({ missed: [] })}>
      <ol class="journal plainly">
        {store.missed.slice(-30).map((sentence) => (
          <li>
            <span />
            <span>
              <Rich text={sentence} />
            </span>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}

/** A thing seen from near. */
function Inspector({ store }: { store: Store }): JSX.Element {
  const item = store.inspected!;
  return (
    <Drawer store={store} title={plain(item.label)} onClose={() => store.set({ inspected: null })} low>
      <div class="near">
        <Face item={item} setting={store.setting} />
        <div>
          <p>
            {item.notes?.map((note) => (
              <span class={`line ${note.tone ?? ""}`}>
                <Rich text={note.text} />
                <br />
              </span>
            ))}
          </p>
          {item.detail && (
            <p>
              <Rich text={item.detail} />
            </p>
          )}
        </div>
      </div>
    </Drawer>
  );
}
