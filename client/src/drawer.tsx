// What slides over the table, with a title and a way to close it.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { Store } from "./store";
import { Aloud, Notice } from "./aloud";
import { IconButton } from "./parts";
import { w } from "./words";

export function Drawer({
  store,
  title,
  onClose,
  children,
  low = false,
  high = false,
}: {
  store: Store;
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  low?: boolean;
  high?: boolean;
}): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current!;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    return () => {
      dialog.close();
      before?.focus?.();
    };
  }, []);
  return (
    <dialog
      class={`drawer${low ? " low" : ""}${high ? " high" : ""}`}
      ref={box}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div class="drawer-in">
        <header>
          <h2>{title}</h2>
          <IconButton icon="i-close" label={w("close")} onClick={onClose} />
        </header>
        <div class="drawer-body" tabIndex={0}>
          {children}
        </div>
      </div>
      <Aloud store={store} late />
      {store.notice && <Notice store={store} />}
    </dialog>
  );
}
