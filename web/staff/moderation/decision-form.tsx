import { useState } from 'react';
import { type Act, ADVERSE_ACTIONS, type Decided, type Template } from '#contract/moderation.ts';
import { RATINGS } from '#contract/comics.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { BanLength, banEnd } from '#web/staff/users/ban-length.tsx';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Select } from '#web/ui/choice/select.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { usualWords } from './decision-reasons.ts';

interface Props {
  items: readonly string[];
  act: Act;
  templates: readonly Template[];
  /** Whether something was decided. */
  onDone: () => void;
}

/** A decision with its statement: what is done, why, and what can be done against it, from a template or in own words. */
export function DecisionForm({ items, act, templates, onDone }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const against = ADVERSE_ACTIONS.includes(act);
  const fitting = templates
    .flatMap(({ id, act: of, texts }) =>
      of === act || of === 'any'
        ? [{ id: String(id), texts: texts[locale] ?? texts.en ?? Object.values(texts)[0] }]
        : [],
    )
    .filter(({ texts }) => texts !== undefined);
  const [chosen, choose] = useState('');
  const [rating, rate] = useState<(typeof RATINGS)[number]>('explicit');
  const words = fitting.find(({ id }) => id === chosen)?.texts ?? usualWords(t, act);
  const { props, busy, errors, message } = useForm(async ({ what = '', why = '', redress = '', length = '' }) => {
    const body = {
      items,
      act,
      what,
      why,
      redress,
      ...(act === 'rating' ? { rating } : {}),
      ...(act === 'ban' ? { until: banEnd(length) } : {}),
    };
    const { results } = await apiSend<Decided>('POST', '/moderation/decisions', { body });
    const failed = results.filter(({ code }) => code !== null);
    if (failed.length === 0) {
      announce(t('moderation.done'));
    } else {
      showToast({
        kind: 'bad',
        text: t('moderation.some', {
          done: results.length - failed.length,
          failed: failed.length,
          why: failed[0]?.message ?? '',
        }),
        closeLabel: t('library.toast.close'),
      });
    }
    onDone();
  });
  return (
    <form {...props} className="stack">
      {items.length > 1 ? <p>{t('moderation.selected', { count: items.length })}</p> : null}
      {fitting.length === 0 ? null : (
        <Select
          name="template"
          label={t('moderation.template')}
          value={chosen}
          onChange={choose}
          choices={[
            { value: '', label: t('moderation.template.usual') },
            ...fitting.map(({ id, texts }) => ({ value: id, label: texts!.title })),
          ]}
        />
      )}
      {act === 'rating' ? (
        <Select
          name="rating"
          label={t('moderation.rating')}
          value={rating}
          onChange={rate}
          choices={RATINGS.map((value) => ({ value, label: t(`moderation.rating.${value}`) }))}
        />
      ) : null}
      {act === 'ban' ? <BanLength /> : null}
      <Statement key={chosen} words={words} errors={errors} against={against} />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy} look={[against ? 'danger' : 'primary']}>
          {t(`moderation.act.${act}`)}
        </SubmitButton>
      </div>
    </form>
  );
}

function Statement({
  words,
  errors,
  against,
}: {
  words: { what: string; why: string; redress: string };
  errors: Readonly<Record<string, readonly string[]>>;
  against: boolean;
}) {
  const t = useTranslate();
  const parts = against ? (['what', 'why', 'redress'] as const) : (['what'] as const);
  return parts.map((part) => (
    <TextArea
      key={part}
      label={t(`moderation.${against ? part : 'note'}`)}
      name={part}
      rows={part === 'why' ? 3 : 2}
      maxLength={2000}
      defaultValue={words[part]}
      error={errors[part]}
      required={against}
    />
  ));
}
