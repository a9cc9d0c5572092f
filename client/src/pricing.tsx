// A price is named: one of a few, or any other.
import type { JSX } from "preact";
import type { Store } from "./store";
import type { NumberQuestion } from "./wire";
import { number, w } from "./words";

export function Pricing({ price, store }: { price: NumberQuestion; store: Store }): JSX.Element {
  const named = store.choice.price;
  const name = (value: number | null) => store.set({ choice: { ...store.choice, price: value } });
  const fits = price.offers.filter((offer) => offer >= price.least && offer <= price.most);
  const step = (by: number, sign: string, word: string): JSX.Element => {
    const next = (named ?? 0) + by;
    return (
      <button
        type="button"
        class="btn hollow by-one"
        aria-label={w(word)}
        disabled={next < price.least || next > price.most}
        onClick={() => name(next)}
      >
        {sign}
      </button>
    );
  };
  return (
    <div class="prices" role="group">
      {fits.map((offer) => (
        <button type="button" class="btn hollow" aria-pressed={named === offer} onClick={() => name(offer)}>
          {number(offer)} {price.unit}
        </button>
      ))}
      <div class="other-price">
        <label for="price">{w("other-price")}</label>
        {step(-1, "−", "price-less")}
        <input
          id="price"
          type="number"
          inputMode="numeric"
          min={price.least}
          max={price.most}
          value={named ?? ""}
          onInput={(event) => {
            const value = event.currentTarget.valueAsNumber;
            name(Number.isInteger(value) && value >= price.least && value <= price.most ? value : null);
          }}
        />
        {step(1, "+", "price-more")}
      </div>
    </div>
  );
}
