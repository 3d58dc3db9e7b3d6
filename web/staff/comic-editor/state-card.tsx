import type { AdminComic } from '#contract/editing.ts';
import { formatExact } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { comicColumns } from '#web/staff/comic-parts/comic-columns.tsx';
import { timeZoneName } from '#web/ui/form/local-datetime.ts';
import { stateActions, useStateActions } from '#web/staff/comic-parts/state-actions.tsx';

/** Where a comic is on its way, and what leads on. */
export function StateCard({ comic, saved, left }: { comic: AdminComic; saved: () => Promise<void>; left: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const { act, dialogs } = useStateActions((now) => (now === null ? left() : saved()));
  return (
    <SetCard title={t('admin.field.state')}>
      <p className="row">
        <State {...comicColumns(comic.state)}>{t(`admin.state.${comic.state}`)}</State>
        {comic.publish_at === null ? null : (
          <span className="muted">
            {formatExact(locale, comic.publish_at)} ({timeZoneName()})
          </span>
        )}
      </p>
      {comic.review === null ? null : (
        <Alert kind={comic.review === 'approved' ? 'good' : 'warn'}>
          <span>{t(`admin.review.${comic.review}`)}</span>
          {comic.review_note ? <span>{comic.review_note}</span> : null}
        </Alert>
      )}
      {comic.removed_reason === null ? null : (
        <p className="hint">{t('moderation.because', { reason: comic.removed_reason })}</p>
      )}
      <div className="row">
        {stateActions(comic).map(({ action, icon }) => (
          <Button
            key={action}
            look={action === 'remove' || action === 'delete' ? ['danger'] : action === 'publish' ? ['primary'] : []}
            onClick={() => act(comic, action)}
          >
            <Icon name={icon} />
            {t(`admin.action.${action}`)}
          </Button>
        ))}
      </div>
      {dialogs}
    </SetCard>
  );
}
