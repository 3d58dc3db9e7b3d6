import { useState } from 'react';
import { RATINGS, type Rating } from '#contract/comics.ts';
import type { ContentLimit } from '#contract/limits.ts';
import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { TermPicker } from '#web/staff/terms/term-picker.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** The most that somebody may see, to be set. `path` is the limit's in the API. */
export function LimitPanel({ title, path, limit }: { title: string; path: string; limit: ContentLimit }) {
  const t = useTranslate();
  const { features } = useSite();
  const { run, busy, failure } = useMutation();
  const [rating, setRating] = useState<Rating>(limit.rating);
  const [terms, setTerms] = useState(limit.terms);
  const [kind, setKind] = useState<TermKind>('tag');
  const kinds = TERM_KINDS.filter((each) => features.includes(KIND_PATHS[each]));
  // One field for each kind that is chosen from, and one more.
  const open = kinds.filter((each) => each === kind || terms.some((term) => term.kind === each));
  return (
    <Panel title={title}>
      <p className="muted small">{t('admin.limits.text')}</p>
      <div className="field">
        <span className="label" aria-hidden="true">
          {t('admin.limits.rating')}
        </span>
        <Select
          name="rating"
          label={t('admin.limits.rating')}
          value={rating}
          onChange={setRating}
          choices={RATINGS.map((value) => ({ value, label: t(`admin.limits.rating.${value}`) }))}
        />
      </div>
      <div className="field">
        <span className="label" aria-hidden="true">
          {t('admin.limits.terms')}
        </span>
        <Select
          name="kind"
          label={t('admin.limits.terms')}
          value={kind}
          onChange={setKind}
          choices={kinds.map((value) => ({ value, label: t('taxonomy.kind', { kind: value }) }))}
        />
      </div>
      {open.map((each) => (
        <TermPicker
          key={each}
          path={KIND_PATHS[each]}
          label={t('taxonomy.kind', { kind: each })}
          value={terms.filter((term) => term.kind === each)}
          onChange={(next) =>
            setTerms([
              ...terms.filter((term) => term.kind !== each),
              ...next.map(({ id, name, slug }) => ({ id, name, slug, kind: each })),
            ])
          }
        />
      ))}
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <div className="row">
        <Button
          disabled={busy}
          onClick={() =>
            void run(
              () => apiSend('PUT', path, { body: { rating, terms: terms.map(({ id }) => id) } }),
              t('admin.limits.saved'),
            )
          }
        >
          {t('admin.limits.save')}
        </Button>
      </div>
    </Panel>
  );
}
