import { useState } from 'react';
import { ATTRIBUTES, DIRECTIONS, RATINGS, STATUSES } from '#contract/comics.ts';
import type { BulkChanges } from '#contract/bulk-editing.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { TermPicker, type PickedTerm } from '#web/staff/terms/term-picker.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { kindsFor, type BulkKind } from './bulk-kinds.ts';
import { FIELD_NAMES, SINGLE_KINDS } from '#web/staff/comic-parts/comic-choices.ts';
import { toLocalDatetime, fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';
import { newTerm, toWantedTerm } from '#web/staff/comic-parts/picked-terms.ts';

interface Props {
  kind: BulkKind;
  /** The wanted changes, as the API takes it; null while something is missing. */
  onChange: (changes: BulkChanges | null) => void;
}

/** The fields that a bulk edit needs. */
export function BulkFields({ kind, onChange }: Props) {
  if (kind === 'schedule') return <Schedule onChange={onChange} />;
  return kind === 'set' ? <Values onChange={onChange} /> : <Terms kind={kind as 'add'} onChange={onChange} />;
}

function Terms({ kind, onChange }: { kind: 'add' | 'remove' | 'replace'; onChange: Props['onChange'] }) {
  const t = useTranslate();
  const { features } = useSite();
  const user = useUser();
  const kinds = kindsFor(kind, features);
  const [path, setPath] = useState<KindPath>(kinds[0]!);
  const [terms, setTerms] = useState<readonly PickedTerm[]>([]);
  const change = (to: KindPath, next: readonly PickedTerm[]) => {
    setPath(to);
    setTerms(next);
    onChange(next.length === 0 && kind !== 'replace' ? null : { [kind]: { [to]: next.map(toWantedTerm) } });
  };
  const label = t(`latest.filters.${path as 'tags'}`);
  return (
    <>
      <div className="field">
        <span className="label" aria-hidden="true">
          {t('admin.kind')}
        </span>
        <Select
          name="kind"
          label={t('admin.kind')}
          value={path}
          onChange={(to) => change(to, [])}
          choices={kinds.map((each) => ({ value: each, label: t(`latest.filters.${each as 'tags'}`) }))}
        />
      </div>
      <TermPicker
        key={path}
        path={path}
        label={label}
        value={terms}
        single={SINGLE_KINDS.includes(path)}
        onChange={(next) => change(path, next)}
        {...(kind === 'remove' || user?.role === 'uploader' ? {} : { onCreate: async (name: string) => newTerm(name) })}
        hint={kind === 'replace' ? t('admin.bulk.replace.hint') : undefined}
      />
    </>
  );
}

const FIELDS = ['rating', 'status', 'direction', ...ATTRIBUTES, 'premium', 'premium_until'] as const;
type BulkField = (typeof FIELDS)[number];

function Values({ onChange }: Pick<Props, 'onChange'>) {
  const t = useTranslate();
  const { features } = useSite();
  const offered = FIELDS.filter((name) => features.includes('premium') || !name.startsWith('premium'));
  const [field, setField] = useState<BulkField>('rating');
  const [value, setValue] = useState<string | null>(null);
  const change = (to: BulkField, next: string | null) => {
    setField(to);
    setValue(next);
    onChange(
      next === null
        ? null
        : ({ [to]: next === '' ? null : next === 'true' ? true : next === 'false' ? false : next } as BulkChanges),
    );
  };
  const label = t(FIELD_NAMES[field] as MessageKey as 'admin.field.title');
  const none = { value: '', label: t('admin.nothing') };
  const named = <Value extends string>(values: readonly Value[], before: string) =>
    values.map((each) => ({
      value: each as string,
      label: t(`${before}.${each}` as MessageKey as 'admin.field.title'),
    }));
  const choices =
    field === 'rating'
      ? named(RATINGS, 'upload.field.rating')
      : field === 'status'
        ? [none, ...named(STATUSES, 'latest.status')]
        : field === 'direction'
          ? named(DIRECTIONS, 'upload.field.direction')
          : [
              { value: 'true', label: t('admin.yes') },
              { value: 'false', label: t('admin.no') },
            ];
  return (
    <>
      <div className="field">
        <span className="label" aria-hidden="true">
          {t('admin.bulk.field')}
        </span>
        <Select
          name="field"
          label={t('admin.bulk.field')}
          value={field}
          onChange={(to) => change(to, null)}
          choices={offered.map((each) => ({
            value: each,
            label: t(FIELD_NAMES[each] as MessageKey as 'admin.field.title'),
          }))}
        />
      </div>
      {field === 'premium_until' ? (
        <Field
          key={field}
          name="until"
          type="datetime-local"
          label={label}
          hint={t('admin.schedule.zone', { zone: timeZoneName() })}
          defaultValue=""
          onChange={({ currentTarget }) => change(field, fromLocalDatetime(currentTarget.value))}
        />
      ) : (
        <div className="field">
          <span className="label" aria-hidden="true">
            {label}
          </span>
          <Segmented
            label={label}
            value={value ?? '\u0000'}
            onChange={(next) => change(field, next)}
            choices={choices}
          />
        </div>
      )}
    </>
  );
}

function Schedule({ onChange }: Pick<Props, 'onChange'>) {
  const t = useTranslate();
  return (
    <Field
      name="at"
      type="datetime-local"
      label={t('admin.schedule.at')}
      hint={t('admin.schedule.zone', { zone: timeZoneName() })}
      min={toLocalDatetime(new Date().toISOString())}
      onChange={({ currentTarget }) => {
        const at = fromLocalDatetime(currentTarget.value);
        onChange(at === null ? null : { publish_at: at });
      }}
    />
  );
}
