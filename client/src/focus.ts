// The keyboard's place is never lost: when what had the focus goes away, whatever is nearest to it has the focus next.

/** What is worth a jump over everything that stands above it. */
const MAIN = '.play [tabindex="0"], .end a, .end button, .answer, .prices button, .composing .step button:enabled';

export class Focus {
  /** The keyboard, or a tap on something that takes it, has put the focus somewhere. */
  private held = false;
  private last: Element | null = null;

  constructor() {
    addEventListener("focusin", (event) => {
      this.held = true;
      this.last = event.target as Element;
    });
    // What is hidden loses it a while after it was drawn so.
    addEventListener("focusout", () => setTimeout(() => this.mend()));
    // A tap on the bare table lets go of it.
    addEventListener("pointerdown", () => (this.held = false), { capture: true });
  }

  /** To be called after every drawing: what was removed has lost the focus at once, and what was switched off is about to, with
   * a moment in which a key would go nowhere. It goes beside a button that is switched off, else to the sentence that says
   * what is to be done now. */
  mend(): void {
    const lost = document.activeElement?.matches("body,:disabled");
    if (!this.held || !lost || document.querySelector("dialog[open]")) return;
    const group = this.last?.closest('[role="group"]');
    const beside = group?.isConnected && group.querySelector<HTMLElement>("button:enabled");
    const prompt = document.querySelector<HTMLElement>(".prompt");
    if (prompt) prompt.tabIndex = -1;
    (beside || prompt)?.focus({ preventScroll: true });
  }
}

/** The link past what stands above leads to what can be pressed at the table. */
export function leadPast(): void {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>(MAIN)?.focus();
  });
}
