import { useState, type CSSProperties } from 'react';
import { useRevalidator } from 'react-router';
import type { HistoryEntry } from '#contract/library.ts';
import type { Page } from '#contract/paging.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { useUser } from '#web/platform/session/session.ts';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { forgetAll, forgetOne } from './history-deletion.ts';
import { useDays } from './history-days.ts';
import { WorkRow } from '#web/catalogue/cards/work-row.tsx';
import './history-view.css';

/** The comics the member read, by days, each with the way to go on; what can be forgotten, and whether reading is remembered at all. */
export function HistoryView({ history }: { history: Page<HistoryEntry> }) {
  const t = useTranslate();
  const links = useAddresses();
  const days = useDays(history.data, ({ read_at: at }) => at);
  const words = usePagerWords(history.last_page);
  return (
    <>
      <Remembering empty={history.total === 0} />
      {history.total === 0 ? (
        <EmptyState title={t('library.history.empty')} text={t('library.history.emptyText')}>
          <ButtonLink look={['primary']} to={links.latest()}>
            {t('library.find')}
          </ButtonLink>
        </EmptyState>
      ) : (
        days.map(({ name, items }, at) => (
          <section key={name} className="stack" aria-label={name} data-list={at === 0 ? '' : undefined}>
            <h2 className="history__day">{name}</h2>
            <ul className="work-rows">
              {items.map((entry) => (
                <li key={entry.comic_id}>
                  <Entry entry={entry} last={entry === history.data[0]} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      <Pager
        page={history.current_page}
        last={history.last_page}
        addressFor={(page) => links.history(page)}
        words={words}
      />
    </>
  );
}

/** Whether reading is remembered, and forgetting all of it. */
function Remembering({ empty }: { empty: boolean }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState('');
  const remembered = user?.settings.history !== false;
  const attempt = (call: Promise<unknown>) => {
    setFailure('');
    call.catch(({ message }: Error) => setFailure(message));
  };
  return (
    <>
      <div className="history__acts">
        <Toggle on={remembered} onChange={(history) => attempt(saveSettings({ history }))}>
          {t('library.history.remember')}
        </Toggle>
        {empty ? null : <Button onClick={() => setAsking(true)}>{t('library.history.clear')}</Button>}
      </div>
      {remembered ? null : <p className="muted small">{t('library.history.paused')}</p>}
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('library.history.clearTitle')}
        text={t('library.history.clearText')}
        action={t('library.history.clear')}
        cancelLabel={t('library.cancel')}
        closeLabel={t('library.toast.close')}
        onConfirm={async () => {
          await forgetAll();
          await revalidate();
        }}
      />
    </>
  );
}

/** `last`: what was read last, where most will go on. */
function Entry({ entry, last }: { entry: HistoryEntry; last: boolean }) {
  const t = useTranslate();
  const links = useAddresses();
  const nameFor = useChapterName();
  const { revalidate } = useRevalidator();
  const { comic, title, chapter, page, pages, completed, read } = entry;
  const isAll = read === 'all';
  const forget = async () => {
    try {
      const undo = await forgetOne(entry.comic_id);
      await revalidate();
      showToast({
        text: t('library.history.removed', { title }),
        closeLabel: t('library.toast.close'),
        action: { label: t('library.toast.undo'), run: () => void undo().then(() => revalidate()) },
      });
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel: t('library.toast.close') });
    }
  };
  return (
    <WorkRow
      comic={comic}
      title={title}
      acts={
        <>
          {comic ? (
            <ButtonLink
              look={last && !isAll ? ['primary'] : []}
              to={completed ? links.comic(comic.slug) : links.reader(comic.slug, chapter?.slug)}
              aria-label={t(isAll ? 'library.history.againOf' : 'library.history.continueOf', { title })}
            >
              {t(isAll ? 'library.history.again' : 'library.history.continue')}
            </ButtonLink>
          ) : null}
          <Button
            look={['ghost', 'icon']}
            aria-label={t('library.history.remove', { title })}
            title={t('library.history.remove', { title })}
            onClick={() => void forget()}
          >
            <Icon name="x" />
          </Button>
        </>
      }
    >
      <p className="muted small num">
        {chapter ? `${nameFor(chapter)} · ` : null}
        {completed ? t('library.read.all') : t('library.history.page', { page, pages })}
      </p>
      <span className="history__bar" aria-hidden="true">
        <i
          style={{ '--p': `${completed ? 100 : Math.min(100, (page / Math.max(1, pages)) * 100)}%` } as CSSProperties}
        />
      </span>
      {comic ? null : <p className="muted small">{t('library.gone')}</p>}
    </WorkRow>
  );
}
