import { useEffect, useState } from 'react';
import type { Suggestions } from '#contract/comics.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Shelf } from '#web/catalogue/cards/grid.tsx';
import { toShownComic } from '#web/catalogue/cards/shown-comic.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';

const OFF: Suggestions = { because: null, comics: [] };

/** Comics that the member may like, said why, with the button that switches that off. Nothing where there are none. */
export function SuggestedComics() {
  const t = useTranslate();
  const isWanted = useUser()?.settings.suggestions !== false;
  const [{ because, comics }, setFound] = useState(OFF);
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    apiGet<Suggestions>('/account/suggestions', { signal: leaving.signal }).then(setFound, () => {});
    return () => leaving.abort();
  }, [isWanted]);
  if (!isWanted || because === null) return null;
  const save = (suggestions: boolean, done: () => void) =>
    void saveSettings({ suggestions }).then(done, ({ message }: Error) =>
      showToast({ kind: 'bad', text: message, closeLabel: t('library.toast.close') }),
    );
  const switchOff = () =>
    save(false, () =>
      showToast({
        text: t('home.suggested.isOff'),
        closeLabel: t('library.toast.close'),
        action: { label: t('library.toast.undo'), run: () => save(true, () => {}) },
      }),
    );
  return (
    <section aria-labelledby="shelf-suggested">
      <div className="section-head">
        <h2 id="shelf-suggested">{t('home.suggested', { title: because.title })}</h2>
        <Button look={['ghost']} onClick={switchOff}>
          {t('home.suggested.off')}
        </Button>
      </div>
      <Shelf comics={comics.map(toShownComic)} />
    </section>
  );
}
