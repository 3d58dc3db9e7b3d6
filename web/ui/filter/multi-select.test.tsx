import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import type { MultiSelect } from './choice-row.tsx';
import { Multi } from './multi-select.tsx';

it('draws the first choices at once when they come, and the others as soon as there is time', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const labels = { in: String, out: String };
  const names = { in: 'tags', out: 'not_tags' };
  const draw = (choices: readonly MultiSelect[]) =>
    flushSync(() =>
      root.render(
        <Multi
          label="Tags"
          names={names}
          labels={labels}
          choices={choices}
          picks={[]}
          onPick={() => undefined}
          removeLabel={String}
          chosenLabel="Chosen"
          find={null}
          keys=""
          foot={null}
        />,
      ),
    );
  const rows = () => host.querySelectorAll('.choice').length;
  draw([]);
  expect(rows()).toBe(0);
  draw(Array.from({ length: 200 }, (_, at) => ({ value: String(at), name: `Tag ${at}` })));
  expect(rows()).toBe(30);
  await vi.waitFor(() => expect(rows()).toBe(200));
  root.unmount();
});
