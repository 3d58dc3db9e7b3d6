import { useState } from 'react';
import { Buttons, Inputs } from './inputs.tsx';
import { Opened } from './opened.tsx';
import { Lists, Shown, Signs } from './shown.tsx';
import type { PageHead } from '#web/platform/page/head.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';

const THEMES = [
  { value: 'dark', label: 'dark' },
  { value: 'light', label: 'light' },
] as const;
const DIRECTIONS = [
  { value: 'ltr', label: 'ltr' },
  { value: 'rtl', label: 'rtl' },
] as const;

/** The head of the page. */
export function head(): PageHead {
  return { title: 'dev/ui', hidden: true };
}

/** Every control in every state, in both themes and directions. In development only: the built site has no such page. */
export function Page() {
  const words = usePagerWords(20);
  const [theme, setTheme] = useState<'dark' | 'light'>('dark');
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr');
  const parts = {
    Buttons: <Buttons />,
    Inputs: <Inputs />,
    Shown: <Shown />,
    Lists: <Lists words={words} />,
    Opened: <Opened />,
    Signs: <Signs />,
  };
  return (
    <div className="stack-l">
      <div className="row">
        <Segmented
          label="theme"
          value={theme}
          choices={THEMES}
          onChange={(next) => {
            setTheme(next);
            document.documentElement.dataset.theme = next;
          }}
        />
        <Segmented
          label="direction"
          value={direction}
          choices={DIRECTIONS}
          onChange={(next) => {
            setDirection(next);
            document.documentElement.dir = next;
          }}
        />
      </div>
      {Object.entries(parts).map(([name, part]) => (
        <section key={name} className="stack">
          <h2>{name}</h2>
          {part}
        </section>
      ))}
    </div>
  );
}
