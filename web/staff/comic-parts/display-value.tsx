import type { ComponentType, ReactNode } from 'react';
import type { RelationKind } from '#contract/comics.ts';
import type { AdminComic } from '#contract/editing.ts';
import { LINK_SERVICES, serviceName, type OfficialLink } from '#contract/links.ts';
import { LOCALE_NAMES, isLocale } from '#contract/locales.ts';
import { formatDate, formatExact, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate, type MessageKey, type Translate } from '#web/platform/i18n/i18n.tsx';
import { Labelled } from '#web/ui/basic/labelled.tsx';
import { FIELD_NAMES } from './comic-choices.ts';

type Plain = (key: MessageKey) => string;

/** Names a field of a comic as people know it: `tags`, `terms.tags`, `translations.de`; what is unknown as it is written. */
export function fieldName(t: Translate, field: string): string {
  const [first = '', second] = field.split('.');
  const key = FIELD_NAMES[first === 'terms' && second !== undefined ? second : first];
  const name = key === undefined ? field : (t as unknown as Plain)(key);
  return first === 'translations' && second !== undefined && isLocale(second)
    ? t('site.labelled', { label: name, value: LOCALE_NAMES[second] })
    : name;
}

const CHOSEN: Readonly<Record<string, string>> = {
  rating: 'upload.field.rating',
  status: 'latest.status',
  direction: 'upload.field.direction',
  state: 'admin.state',
  chapter_state: 'admin.chapter.state',
};
const MOMENTS = ['premium_until', 'publish_at', 'uploaded_at', 'published_at'];

/** A value of a field as people read it: choices by their names, moments in the time zone of the browser, terms one after the other. */
export function ShownValue({ field, value }: { field: string; value: unknown }) {
  const t = useTranslate();
  const locale = useLocale();
  const [first = ''] = field.split('.');
  const shown = (each: unknown): ReactNode => {
    if (each === null || each === undefined || each === '' || (Array.isArray(each) && each.length === 0)) {
      return <span className="muted">{t('admin.nothing')}</span>;
    }
    if (typeof each === 'boolean') return t(each ? 'admin.yes' : 'admin.no');
    if (typeof each === 'number') return formatNumber(locale, each);
    if (typeof each === 'string') {
      if (CHOSEN[first] !== undefined) return (t as unknown as Plain)(`${CHOSEN[first]}.${each}` as MessageKey);
      if (first === 'locked') return fieldName(t, each);
      if (MOMENTS.includes(first)) return formatExact(locale, each);
      return first === 'released_on' ? formatDate(locale, each) : <bdi>{each}</bdi>;
    }
    if (Array.isArray(each)) {
      return each.map((one, at) => (
        <span key={at}>
          {at > 0 ? ' · ' : ''}
          {shown(one)}
        </span>
      ));
    }
    if (first === 'official_links') {
      const { url, label } = each as OfficialLink;
      return <bdi>{label === null ? url : t('site.labelled', { label, value: url })}</bdi>;
    }
    if (first === 'links') {
      const ids = each as AdminComic['links'];
      const known = LINK_SERVICES.filter((service) => ids[service]);
      return known.length === 0
        ? shown(null)
        : shown(known.map((service) => t('site.labelled', { label: serviceName(service), value: ids[service]! })));
    }
    const { name, title, kind } = each as { name?: string; title?: string; kind?: RelationKind };
    if (first === 'relations' && kind !== undefined) {
      return <Labelled label={t('comic.relation', { kind })}>{<bdi>{name ?? title}</bdi>}</Labelled>;
    }
    return typeof name === 'string' ? (
      <bdi>{name}</bdi>
    ) : (
      Object.entries(each as object).map(([key, one]) => (
        <span key={key} className="changes__part">
          <Labelled label={isLocale(key) ? LOCALE_NAMES[key] : fieldName(t, key)}>
            <ShownValue field={field === 'chapter_state' && key === 'state' ? field : key} value={one} />
          </Labelled>
        </span>
      ))
    );
  };
  return shown(value);
}

/** How the fields of something are named and shown to people. */
export interface FieldWords {
  nameFor: (t: Translate, field: string) => string;
  Value: ComponentType<{ field: string; value: unknown }>;
}

/** The fields of a comic. */
export const COMIC_WORDS: FieldWords = { nameFor: fieldName, Value: ShownValue };

/** Changes of fields, each as it was and as it is, or would be, afterwards. */
export function ChangeList({
  changes,
  words: { nameFor, Value } = COMIC_WORDS,
}: {
  changes: readonly { field: string; before: unknown; after: unknown }[];
  words?: FieldWords;
}) {
  const t = useTranslate();
  return (
    <dl className="changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{nameFor(t, field)}</dt>
          <dd>
            <del>
              <span className="visually-hidden">{t('admin.before')} </span>
              <Value field={field} value={before} />
            </del>
            <ins>
              <span className="visually-hidden">{t('admin.after')} </span>
              <Value field={field} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
