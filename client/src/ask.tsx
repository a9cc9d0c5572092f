// What the player may do: answers, the claim composer, the price picker, the confirm bar.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { ChoiceTree, ComposeQuestion, Composer } from "./wire";
import type { Store } from "./store";
import { SeatMark, Symbol } from "./parts";
import { later } from "./later";
import { memo } from "./same";
import { Rich, plain } from "./text";
import { Reading } from "./pace";
import { held, type PlayerSelection } from "./walk";
import { fill, w } from "./words";

export const Clock = later(() => import("./clock").then((part) => part.Clock));
const ChooseBar = later(() => import("./choosing").then((part) => part.ChooseBar));
const Pricing = later(() => import("./pricing").then((part) => part.Pricing));

export function AskView({ ask, store }: { ask: ChoiceTree; store: Store }): JSX.Element {
  const challenge = ask.by != null;
  return (
    <div class={`ask${challenge ? " challenge" : ""}`}>
      {challenge && (
        <div class="claim">
          <SeatMark seat={ask.by!} name={store.newest?.table.seats[ask.by!]?.name ?? ""} size="big" />
          <p>
            <span class="label">
              <Rich text={ask.title ?? ""} />
            </span>
            <b>
              <Rich text={ask.claim ?? ""} />
            </b>
          </p>
          <Clock store={store} />
        </div>
      )}
      {!challenge && (ask.title || ask.aside) && (
        <div class="headline">
          <h2>{ask.title && <Rich text={ask.title} />}</h2>
          {ask.aside && (
            <span class="quiet small">
              <Rich text={ask.aside} />
            </span>
          )}
        </div>
      )}
      {ask.price && <Pricing price={ask.price} store={store} />}
      {!!ask.buttons?.length && (
        <div class={`pair${ask.buttons.length > 2 ? " many" : ""}`}>
          {ask.buttons.map((button) => (
            <button
              type="button"
              class="btn two answer"
              data-act={button.act.text}
              onClick={() => store.act(button.act.text)}
            >
              <b>
                {button.symbol && <Symbol id={button.symbol} />}
                <Rich text={button.label} />
              </b>
              {button.lines?.map((line) => (
                <small>
                  <Rich text={line} />
                </small>
              ))}
            </button>
          ))}
        </div>
      )}
      {ask.note && (
        <p class="sec">
          <Rich text={ask.note} />
        </p>
      )}
    </div>
  );
}

/** Counters, one a row; always from nothing. Laid out once and then only shown or not: on a slow phone that is the dearest part
    of a scene. */
export const Composing = memo(
  ({
    composer,
    compose,
    choice,
    store,
  }: {
    composer: Composer;
    compose: ComposeQuestion | null;
    choice: PlayerSelection;
    store: Store;
  }): JSX.Element => {
    const counts = composer.rows.map((_, index) => choice.counts[index] ?? 0);
    const sum = counts.reduce((total, count) => total + count, 0);
    const limit = useRef(0);
    const most = (limit.current = compose?.most ?? limit.current);
    const change = (index: number, by: number) => () =>
      store.set({
        choice: { ...choice, other: -1, counts: counts.map((count, at) => (at === index ? count + by : count)) },
      });
    return (
      <div class={compose ? "decl composing" : "decl idle"}>
        <div class="headline">
          <h2>{composer.title}</h2>
          <span class="quiet small">{fill(composer.count ?? "", { n: sum, most })}</span>
        </div>
        <ul class={`arts${choice.other >= 0 ? " off" : ""}`}>
          {composer.rows.map((row, index) => (
            <li class={`item${counts[index] ? " on" : ""}`}>
              {row.symbol && <Symbol id={row.symbol} />}
              <span class="nm">
                <b>{row.label}</b>
                <small>
                  {row.notes?.map((note, at) => (
                    <>
                      {at > 0 && " · "}
                      <span class={note.tone ?? ""}>{note.text}</span>
                    </>
                  ))}
                </small>
              </span>
              <span class="step" role="group" aria-label={row.label}>
                <button
                  type="button"
                  aria-label={w("fewer", { what: row.label })}
                  disabled={!counts[index]}
                  onClick={change(index, -1)}
                >
                  <i aria-hidden="true">−</i>
                </button>
                <output>{counts[index]}</output>
                <button
                  type="button"
                  aria-label={w("more", { what: row.label })}
                  disabled={counts[index]! >= row.most || sum >= most}
                  onClick={change(index, 1)}
                >
                  <i aria-hidden="true">+</i>
                </button>
              </span>
            </li>
          ))}
        </ul>
        {compose?.other?.map((other, index) => (
          <label class="diplo">
            {other.symbol && <Symbol id={other.symbol} />}
            <span>
              <Rich text={other.label} />
            </span>
            <input
              type="checkbox"
              role="switch"
              checked={choice.other === index}
              onChange={(event) =>
                store.set({ choice: { ...choice, other: event.currentTarget.checked ? index : -1, counts: [] } })
              }
            />
            <i aria-hidden="true" />
          </label>
        ))}
      </div>
    );
  },
);

/** What will happen, then a verb. */
export function ConfirmBar({ store }: { store: Store }): JSX.Element | null {
  const { ask, ready, pending, choice } = store;
  const state = store.newest;
  if (!pending && store.paced && !store.turn && !store.rolling && !store.stopped && !ask)
    return <Reading store={store}>{state?.undoable && <UndoButton store={store} />}</Reading>;
  if (pending)
    return (
      <footer class="confirm pending" data-pending="yes">
        <p class="what" role="status">
          <b>{w("sending")}</b>
        </p>
      </footer>
    );
  if (store.held) return null;
  if (!ask) return state?.undoable ? <Undoing store={store} /> : null;
  if (ask.choose) return <ChooseBar choose={ask.choose} store={store} />;
  const waits = ready !== null;
  if (!waits && (!choice.pick || choice.pick === held(ask)) && !store.between.length)
    return state?.undoable ? <Undoing store={store} /> : null;
  if (store.between.length)
    return (
      <footer class="confirm">
        <p class="what">
          <b>{w("which-one")}</b>
        </p>
        {store.between.map((ref) => (
          <button type="button" class="btn hollow" onClick={() => store.press(ref)}>
            {store.name(ref)}
          </button>
        ))}
      </footer>
    );
  const simple = !!ask.compose || !!ask.price;
  return (
    <footer class="confirm">
      <p class="what">
        {ready ? (
          <>
            <b>
              <Rich text={ready.say} />
            </b>
            {ready.note && !(ask.price && store.veiled) && (
              <span class={ask.compose ? "good" : ""}>
                <Rich text={ready.note} />
              </span>
            )}
          </>
        ) : (
          <b>{store.name(choice.pick)}</b>
        )}
      </p>
      {ready && ready.ways > 1 && (
        <button
          type="button"
          class="btn hollow alt"
          aria-label={ask.other || w("other-way")}
          onClick={() => store.set({ choice: { ...choice, way: choice.way + 1 } })}
        >
          <Symbol id={ready.act?.turn != null ? "i-turn" : "i-way"} />
          <span class="laptop">{ask.other || w("other-way")}</span>
        </button>
      )}
      {simple && state?.undoable && <UndoButton store={store} />}
      {!simple && (
        <button
          type="button"
          class="btn hollow cancel"
          aria-label={w("cancel")}
          onClick={() => store.set({ choice: { ...choice, pick: "", to: "", way: 0 } })}
        >
          <Symbol id="i-close" />
          <span class="laptop">{w("cancel")}</span>
        </button>
      )}
      {ready && (
        <button type="button" class="btn go" data-act={ready.text} onClick={() => store.play()}>
          <Symbol id="i-yes" />
          {plain(ask.verb)}
        </button>
      )}
    </footer>
  );
}

function Undoing({ store }: { store: Store }): JSX.Element {
  return (
    <footer class="confirm">
      <p class="what" />
      <UndoButton store={store} />
    </footer>
  );
}

function UndoButton({ store }: { store: Store }): JSX.Element {
  return (
    <button type="button" class="btn hollow undo" aria-label={w("undo")} onClick={() => store.want("undo")}>
      <Symbol id="i-undo" />
      <span>{w("undo")}</span>
    </button>
  );
}
