import { ATTRIBUTES, DIRECTIONS, RATINGS, STATUSES } from '#contract/comics.ts';
import { useEffect, useState } from 'react';
import { LOCALE_NAMES, type Locale } from '#contract/locales.ts';
import type { Page } from '#contract/paging.ts';
import type { Term } from '#contract/taxonomy.ts';
import type { UploadWork } from '#contract/uploads.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useFeature, useSite } from '#web/platform/page/root-data.ts';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import '#web/ui/choice/checkbox.css';
import type { WorkEdits } from './upload-choices.ts';
import { toLocalDatetime } from '#web/ui/form/local-datetime.ts';
import { TermFields } from './term-fields.tsx';
import type { Saving } from './use-saving.ts';
import { useUploadMessages } from './upload-messages.ts';

/** The fields of a work, prefilled from its files; kept as it is typed. Of one that is `added` to a comic nothing more is said. */
export function WorkForm({ work, saving, added }: { work: UploadWork; saving: Saving<WorkEdits>; added: boolean }) {
  const { t } = useUploadMessages();
  const hasPremium = useFeature('premium');
  const hasLanguages = useFeature('languages');
  const { comic: _target, ...edits } = saving.edits;
  const shown = { ...work, ...edits };
  const { change, errors } = saving;
  if (added) return null;
  const text = (name: 'title' | 'alternative_title', label: string) => (
    <Field
      label={label}
      name={name}
      value={shown[name] ?? ''}
      error={errors[name]}
      maxLength={300}
      required={name === 'title'}
      dir="auto"
      onChange={({ currentTarget: { value } }) => change({ [name]: name === 'title' || value !== '' ? value : null })}
    />
  );
  return (
    <div className="work__fields">
      {text('title', t('upload.field.title'))}
      {text('alternative_title', t('upload.field.alternative'))}
      <div className="work__wide">
        <TextArea
          label={t('upload.field.description')}
          name="description"
          value={shown.description ?? ''}
          error={errors.description}
          maxLength={20_000}
          rows={4}
          dir="auto"
          onChange={({ currentTarget: { value } }) => change({ description: value === '' ? null : value })}
        />
      </div>
      {hasLanguages ? (
        <Choice label={t('upload.field.language')}>
          <Languages value={shown.language} onChange={(language) => change({ language })} />
        </Choice>
      ) : null}
      <Choice label={t('upload.field.rating')}>
        <Select
          name="rating"
          label={t('upload.field.rating')}
          value={shown.rating}
          onChange={(rating) => change({ rating })}
          choices={RATINGS.map((value) => ({ value, label: t(`upload.field.rating.${value}`) }))}
        />
      </Choice>
      <Choice label={t('upload.field.direction')}>
        <Select
          name="direction"
          label={t('upload.field.direction')}
          value={shown.direction}
          onChange={(direction) => change({ direction })}
          choices={DIRECTIONS.map((value) => ({ value, label: t(`upload.field.direction.${value}`) }))}
        />
      </Choice>
      <Choice label={t('upload.field.status')}>
        <Select
          name="status"
          label={t('upload.field.status')}
          value={shown.status ?? ''}
          onChange={(status) => change({ status: status === '' ? null : status })}
          choices={[
            { value: '', label: t('upload.field.status.none') },
            ...STATUSES.map((value) => ({ value, label: t(`latest.status.${value}`) })),
          ]}
        />
      </Choice>
      <Field
        label={t('upload.field.released')}
        name="released_on"
        type="date"
        value={shown.released_on ?? ''}
        error={errors.released_on}
        onChange={({ currentTarget: { value } }) => change({ released_on: value === '' ? null : value })}
      />
      <fieldset>
        <legend className="label">{t('upload.field.attributes')}</legend>
        {ATTRIBUTES.map((name) => (
          <Tick key={name} on={shown[name]} onChange={(on) => change({ [name]: on })}>
            {t(`latest.attribute.${name}`)}
          </Tick>
        ))}
        <Tick on={shown.series} onChange={(series) => change({ series })}>
          {t('upload.field.series')}
        </Tick>
        {hasPremium ? (
          <Tick on={shown.premium} onChange={(premium) => change({ premium })}>
            {t('upload.field.premium')}
          </Tick>
        ) : null}
      </fieldset>
      {hasPremium && shown.premium ? (
        <Field
          label={t('upload.field.premiumUntil')}
          name="premium_until"
          type="datetime-local"
          value={toLocalDatetime(shown.premium_until)}
          error={errors.premium_until}
          onChange={({ currentTarget: { value } }) =>
            change({ premium_until: value === '' ? null : new Date(value).toISOString() })
          }
        />
      ) : null}
      <TermFields terms={shown.terms} errors={errors} onChange={(terms) => change({ terms })} />
      <Translations shown={shown} change={change} />
    </div>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

function Tick({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: React.ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {children}
    </label>
  );
}

/** The languages the site has comics in, and the one that is chosen though it has none. */
function Languages({ value, onChange }: { value: string | null; onChange: (code: string | null) => void }) {
  const { t, locale } = useUploadMessages();
  const [known, setKnown] = useState<readonly { value: string; label: string }[]>([]);
  useEffect(() => {
    void apiGet<Page<Term>>('/languages', { params: { per_page: 100 } }).then(
      ({ data }) => setKnown(data.flatMap(({ code, name }) => (code ? [{ value: code, label: name }] : []))),
      () => undefined,
    );
  }, []);
  const named = (code: string) => {
    try {
      return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
    } catch {
      return code;
    }
  };
  const codes = [
    ...new Set([...known.map((each) => each.value), ...Object.keys(LOCALE_NAMES), ...(value === null ? [] : [value])]),
  ];
  const choices = codes.map((code) => ({
    value: code,
    label: known.find((each) => each.value === code)?.label ?? named(code),
  }));
  choices.sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <Select
      name="language"
      label={t('upload.field.language')}
      value={value ?? ''}
      onChange={(code) => onChange(code === '' ? null : code)}
      choices={[{ value: '', label: t('upload.field.language.none') }, ...choices]}
    />
  );
}

/** The title and the description in the other languages of the site. */
function Translations({ shown, change }: { shown: UploadWork; change: Saving<WorkEdits>['change'] }) {
  const { t } = useUploadMessages();
  const { locales } = useSite();
  const put = (locale: Locale, name: 'title' | 'description', value: string) => {
    const before = shown.translations[locale] ?? { title: null, description: null };
    change({ translations: { ...shown.translations, [locale]: { ...before, [name]: value === '' ? null : value } } });
  };
  return (
    <details className="work__wide">
      <summary className="btn btn--ghost">{t('upload.field.translations')}</summary>
      <div className="work__fields">
        {locales.flatMap((locale) => [
          <Field
            key={`${locale}-title`}
            label={t('upload.field.translation', { field: t('upload.field.title'), language: LOCALE_NAMES[locale] })}
            name={`title-${locale}`}
            lang={locale}
            dir="auto"
            maxLength={300}
            value={shown.translations[locale]?.title ?? ''}
            onChange={({ currentTarget }) => put(locale, 'title', currentTarget.value)}
          />,
          <TextArea
            key={`${locale}-description`}
            label={t('upload.field.translation', {
              field: t('upload.field.description'),
              language: LOCALE_NAMES[locale],
            })}
            name={`description-${locale}`}
            lang={locale}
            dir="auto"
            maxLength={20_000}
            rows={2}
            value={shown.translations[locale]?.description ?? ''}
            onChange={({ currentTarget }) => put(locale, 'description', currentTarget.value)}
          />,
        ])}
      </div>
    </details>
  );
}
