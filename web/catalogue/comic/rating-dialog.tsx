import { useEffect, useState } from 'react';
import type { Rated } from '#contract/library.ts';
import { DAYS_UNTIL_COUNTED } from '#contract/reviews.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { changeMark } from '#web/library/marks/marks.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import './rating-dialog.css';
import type { ShownDetail } from './comic-data.ts';

const SCORES = Array.from({ length: 10 }, (_, index) => index + 1);

/** A member's score of a comic, 1 to 10, beside what all gave it. */
export function RatingDialog({ comic, open, onClose }: { comic: ShownDetail; open: boolean; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('library.rating.title', { title: comic.title })}
      closeLabel={t('library.toast.close')}
    >
      <Scores comic={comic} onDone={onClose} />
    </Dialog>
  );
}

function Scores({ comic: { id, slug }, onDone }: { comic: ShownDetail; onDone: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const path = `/comics/${encodeURIComponent(slug)}/rating`;
  const [rated, setRated] = useState<Rated | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    apiGet<Rated>(path).then(setRated, ({ message }: Error) => setFailure(message));
  }, [path]);
  const keep = (answer: Rated) => {
    changeMark(id, { score: answer.score });
    announce(answer.score === null ? t('library.rating.removed') : t('library.rating.own', { score: answer.score }));
    onDone();
  };
  const form = useForm(async ({ score, act }) => {
    if (act === 'remove') return keep(await apiSend<Rated>('DELETE', path));
    if (score !== undefined) {
      keep(await apiSend<Rated>('PUT', path, { body: { score: Number(score) } }));
    }
  });
  const message = failure || form.message;
  return (
    <form {...form.props} className="stack">
      <p className="muted small num" role="status">
        {rated === null
          ? ' '
          : rated.average === null
            ? t('library.rating.none')
            : t('library.rating.average', { average: formatNumber(locale, rated.average), count: rated.ratings })}
      </p>
      {rated?.counted === false ? (
        <p className="hint">{t('library.rating.uncounted', { days: DAYS_UNTIL_COUNTED })}</p>
      ) : null}
      <fieldset className="scores">
        <legend className="visually-hidden">{t('library.rating.score')}</legend>
        {SCORES.map((score) => (
          <label key={score}>
            <input
              type="radio"
              name="score"
              value={score}
              checked={(chosen ?? rated?.score) === score}
              onChange={() => setChosen(score)}
            />
            <span>{formatNumber(locale, score)}</span>
          </label>
        ))}
      </fieldset>
      <p className="scores__ends muted small" aria-hidden="true">
        <span>{t('library.rating.worst')}</span>
        <span>{t('library.rating.best')}</span>
      </p>
      {message ? <Alert kind="bad">{message}</Alert> : null}
      <div className="row">
        <SubmitButton busy={form.busy}>{t('library.rating.save')}</SubmitButton>
        {rated?.score ? (
          <Button type="submit" name="act" value="remove">
            {t('library.rating.remove')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
