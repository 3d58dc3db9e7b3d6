import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { MIN_WAVE, type ScoreWave, type ScoreWavePage } from '#contract/reviews.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import './moderation.css';

/** The comics of which many scores do not count. */
export function load({ request, query }: SectionArgs): Promise<ScoreWavePage> {
  return apiGet<ScoreWavePage>('/moderation/reviews', {
    request,
    params: { page: Number(query.get('page')) || 1, per_page: 50 },
  });
}

/** Works that many scores fell upon at once, each with a way to close its reviews and scores. */
export function Section({ data: list }: SectionProps<ScoreWavePage>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const { run, busy, failure } = useMutation();
  const [closing, setClosing] = useState<ScoreWave | null>(null);
  const words = usePagerWords(list.last_page);
  const score = (average: number | null) => (average === null ? '–' : t('reviews.score', { score: average }));
  return (
    <>
      <p className="hint">{t('moderation.waves.text', { count: MIN_WAVE })}</p>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {list.total === 0 ? (
        <EmptyState title={t('moderation.waves.none')} />
      ) : (
        <div className="panel">
          <Table
            label={t('moderation.reviews')}
            rows={list.data}
            keyFor={({ comic }) => comic.id}
            columns={[
              {
                name: 'comic',
                label: t('moderation.waves.comic'),
                place: 'main',
                cell: ({ comic, locked }) => (
                  <>
                    <Link className="link" to={links.reviews(comic.slug, null, { sort: 'new' })}>
                      <bdi>{comic.title}</bdi>
                    </Link>{' '}
                    {locked ? <Badge look="bad">{t('moderation.waves.closed')}</Badge> : null}
                  </>
                ),
              },
              {
                name: 'uncounted',
                label: t('moderation.waves.uncounted'),
                place: 'labelled',
                end: true,
                cell: ({ uncounted, uncounted_average: average }) =>
                  `${formatNumber(locale, uncounted)} · ${score(average)}`,
              },
              {
                name: 'counted',
                label: t('moderation.waves.counted'),
                place: 'labelled',
                end: true,
                cell: ({ ratings, average }) => `${formatNumber(locale, ratings)} · ${score(average)}`,
              },
              {
                name: 'acts',
                label: t('moderation.waves.acts'),
                place: 'acts',
                cell: (wave) => (
                  <Button
                    aria-disabled={busy || undefined}
                    aria-label={t(wave.locked ? 'moderation.waves.open.named' : 'moderation.waves.close.named', {
                      name: wave.comic.title,
                    })}
                    onClick={() =>
                      wave.locked
                        ? void run(() => apiSend('DELETE', lockPath(wave)), t('moderation.done'))
                        : setClosing(wave)
                    }
                  >
                    {t(wave.locked ? 'moderation.group.open' : 'moderation.group.close')}
                  </Button>
                ),
              },
            ]}
          />
        </div>
      )}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => links.moderation('reviews', { page: page > 1 ? page : null })}
        words={words}
      />
      <Closing wave={closing} onClose={() => setClosing(null)} onDone={() => void revalidate()} />
    </>
  );
}

function lockPath({ comic }: ScoreWave): string {
  return `/moderation/comics/${comic.id}/reviews/lock`;
}

function Closing({ wave, onClose, onDone }: { wave: ScoreWave | null; onClose: () => void; onDone: () => void }) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ reason = '' }) => {
    await apiSend('PUT', lockPath(wave!), { body: { reason } });
    announce(t('moderation.done'));
    onClose();
    onDone();
  });
  return (
    <Dialog
      open={wave !== null}
      onClose={onClose}
      title={t('moderation.waves.close.named', { name: wave?.comic.title ?? '' })}
      closeLabel={t('library.toast.close')}
    >
      <form {...props} className="stack">
        <p>{t('reviews.staff.text')}</p>
        <TextArea label={t('comments.reason')} name="reason" maxLength={500} dir="auto" error={errors.reason} />
        {message === null ? null : <Alert kind="bad">{message}</Alert>}
        <div className="row">
          <SubmitButton look={['danger']} busy={busy}>
            {t('reviews.lock')}
          </SubmitButton>
          <Button onClick={onClose}>{t('library.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
