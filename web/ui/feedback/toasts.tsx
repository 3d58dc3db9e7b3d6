import { useEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Icon } from '#web/ui/basic/icon.tsx';
import './toasts.css';

/** A word about something that was done, at the foot of the screen. */
export interface Toast {
  text: string;
  closeLabel: string;
  /** `bad` is said at once and stays until it is closed. */
  kind?: 'good' | 'bad';
  /** The button that takes it back. */
  action?: { label: string; run: () => void };
}

/** How long a toast stays while nobody touches it, in ms: time enough to read it and to reach its button by keyboard. */
const STAYS = 8000;

let root: Root | undefined;
let last: (Toast & { id: number }) | null = null;
let count = 0;

/** Shows a toast in place of the one before. */
export function showToast(toast: Toast): void {
  count += 1;
  last = { ...toast, id: count };
  draw();
}

function draw(): void {
  if (root === undefined) {
    const box = document.body.appendChild(document.createElement('div'));
    box.className = 'toasts';
    root = createRoot(box);
  }
  root.render(
    <>
      <div role="status">{last?.kind === 'bad' ? null : <Shown />}</div>
      <div role="alert">{last?.kind === 'bad' ? <Shown /> : null}</div>
    </>,
  );
}

function Shown() {
  return last === null ? null : <Box key={last.id} {...last} />;
}

function Box({ text, closeLabel, kind, action, id }: Toast & { id: number }) {
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    if (last?.id === id) {
      last = null;
      draw();
    }
  };
  useEffect(() => {
    if (kind === 'bad') return;
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) {
        close();
      }
    }, STAYS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- another toast is another box, by its key
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the buttons within
    <div
      className="toast"
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          close();
        }
      }}
    >
      {kind === 'bad' ? <Icon name="alert" /> : null}
      <span>{text}</span>
      {action ? (
        <button
          type="button"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" className="toast__x" aria-label={closeLabel} onClick={close}>
        <Icon name="x" />
      </button>
    </div>
  );
}
