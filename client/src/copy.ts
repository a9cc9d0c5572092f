// Copying, also where a browser has no clipboard for pages: on a home network without TLS.

/** Puts a text into the clipboard: is it there? */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.cssText = "position: fixed; opacity: 0";
    // Inside an open dialog everything else cannot be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    const before = document.activeElement as HTMLElement | null;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus();
    return done;
  }
}
