import { ATTRIBUTES, type Direction, DIRECTIONS, type Rating, RATINGS, STATUSES } from '#contract/comics.ts';
import type { AdminComic, AdminRelation, Lockable } from '#contract/editing.ts';
import type { OfficialLink } from '#contract/links.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { TermPicker, type PickedTerm } from '#web/staff/terms/term-picker.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { FIELD_NAMES, KINDS, SINGLE_KINDS } from '#web/staff/comic-parts/comic-choices.ts';
import { fieldValue, type EditField, type DraftEdits, type PlainField } from './edit-draft.ts';
import { EditorChoice, EditorField, LockToggle, type Locks } from './editor-field.tsx';
import { toLocalDatetime, fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';
import { LinkFields } from './link-fields.tsx';
import { OfficialLinkFields } from './official-link-fields.tsx';
import { RelationFields } from './relation-fields.tsx';
import { StateCard } from './state-card.tsx';
import { newTerm } from '#web/staff/comic-parts/picked-terms.ts';
import { TranslationFields } from './translation-fields.tsx';

interface Props {
  comic: AdminComic;
  edits: DraftEdits;
  /** The errors of the API, by field. */
  errors: Readonly<Record<string, readonly string[]>>;
  change: (field: EditField, value: unknown) => void;
  /** The comic was changed otherwise, and is read anew. */
  saved: () => Promise<void>;
  /** It is gone. */
  left: () => void;
}

type Lines = 'title' | 'alternative_title' | 'slug' | 'linkcode' | 'work_key' | 'description';

/** All that is said about a comic. What is changed is locked with it, so that an import does not change it back. */
export function EditorDetails({ comic, edits, errors, change, saved, left }: Props) {
  const t = useTranslate();
  const { features } = useSite();
  const user = useUser();
  const now = <Value,>(field: EditField) => (edits[field] ? edits[field].value : fieldValue(comic, field)) as Value;
  const name = (field: string) => t(FIELD_NAMES[field] as MessageKey as 'admin.field.title');
  const locked = now<Lockable[]>('locked');
  const locks: Locks = {
    locked,
    setLock: (field, on) => change('locked', on ? [...locked, field] : locked.filter((each) => each !== field)),
  };
  const set = (field: EditField, value: unknown, lock?: Lockable) => {
    change(field, value);
    if (lock !== undefined && !locked.includes(lock)) {
      locks.setLock(lock, true);
    }
  };
  const lockFor = (field: Lockable) => <LockToggle field={field} name={name(field)} locks={locks} />;
  const wrong = (field: string) => errors[`changes.${field}`] ?? errors[field];
  const line = (
    field: Lines,
    more: { lockable?: Lockable; hint?: string; long?: boolean; lang?: string | undefined } = {},
  ) => {
    const value = now<string | null>(field) ?? '';
    const write = (text: string) =>
      set(field, text === '' && field !== 'title' && field !== 'slug' ? null : text, more.lockable);
    return (
      <EditorField
        label={name(field)}
        lock={more.lockable ? lockFor(more.lockable) : undefined}
        hint={more.hint}
        error={wrong(field)}
      >
        {(wiring) =>
          more.long ? (
            <textarea
              className="textarea"
              {...wiring}
              value={value}
              lang={more.lang}
              dir="auto"
              maxLength={20_000}
              onChange={({ currentTarget }) => write(currentTarget.value)}
            />
          ) : (
            <input
              className="input"
              {...wiring}
              value={value}
              lang={more.lang}
              dir="auto"
              maxLength={500}
              onChange={({ currentTarget }) => write(currentTarget.value)}
            />
          )
        }
      </EditorField>
    );
  };
  const moment = (field: 'premium_until' | 'uploaded_at', lockable?: Lockable) => {
    const value = now<string | null>(field);
    return (
      <EditorField
        label={name(field)}
        lock={lockable ? lockFor(lockable) : undefined}
        hint={t('admin.schedule.zone', { zone: timeZoneName() })}
        error={wrong(field)}
      >
        {(wiring) => (
          <input
            className="input"
            type="datetime-local"
            {...wiring}
            value={value === null ? '' : toLocalDatetime(value)}
            onChange={({ currentTarget }) => {
              const at = fromLocalDatetime(currentTarget.value);
              if (at !== null || field !== 'uploaded_at') {
                set(field, at, lockable);
              }
            }}
          />
        )}
      </EditorField>
    );
  };
  const toggle = (field: PlainField & Lockable) => (
    <div key={field} className="toggle-row">
      <Toggle on={now<boolean>(field)} onChange={(on) => set(field, on, field)}>
        {name(field)}
      </Toggle>
      {lockFor(field)}
    </div>
  );
  const picker = (path: KindPath) => (
    <TermPicker
      key={path}
      path={path}
      label={name(path)}
      beside={lockFor(path)}
      value={now<readonly PickedTerm[]>(path)}
      single={SINGLE_KINDS.includes(path)}
      error={wrong(`terms.${path}`)?.join(' ')}
      onChange={(terms) => set(path, terms, path)}
      {...(user?.role === 'uploader' ? {} : { onCreate: async (text: string) => newTerm(text) })}
    />
  );
  return (
    <div className="editordetails">
      <StateCard comic={comic} saved={saved} left={left} />
      <SetCard title={t('admin.editor.titles')} text={t('admin.lock.text')}>
        {line('title', { lockable: 'title', lang: comic.language?.code ?? undefined })}
        {line('alternative_title', { lockable: 'alternative_title' })}
        {line('description', { lockable: 'description', long: true, lang: comic.language?.code ?? undefined })}
      </SetCard>
      <SetCard title={t('admin.field.translations')} text={t('admin.editor.translations.text')}>
        <TranslationFields
          now={now}
          lock={lockFor('translations')}
          onChange={(field, texts) => set(field, texts, 'translations')}
        />
      </SetCard>
      <SetCard title={t('admin.editor.terms')} text={t('admin.editor.terms.text')}>
        {KINDS.filter((path) => features.includes(path)).map(picker)}
      </SetCard>
      <SetCard title={t('admin.editor.kind')}>
        <EditorChoice label={name('rating')} lock={lockFor('rating')}>
          <Segmented
            label={name('rating')}
            value={now<Rating>('rating')}
            onChange={(value) => set('rating', value, 'rating')}
            choices={RATINGS.map((value) => ({ value, label: t(`upload.field.rating.${value}`) }))}
          />
        </EditorChoice>
        <EditorChoice label={name('status')} lock={lockFor('status')}>
          <Select
            name="status"
            label={name('status')}
            value={now<string | null>('status') ?? ''}
            onChange={(value) => set('status', value === '' ? null : value, 'status')}
            choices={[
              { value: '', label: t('admin.nothing') },
              ...STATUSES.map((value) => ({ value: value as string, label: t(`latest.status.${value}`) })),
            ]}
          />
        </EditorChoice>
        <EditorChoice label={name('direction')} lock={lockFor('direction')}>
          <Segmented
            label={name('direction')}
            value={now<Direction>('direction')}
            onChange={(value) => set('direction', value, 'direction')}
            choices={DIRECTIONS.map((value) => ({ value, label: t(`upload.field.direction.${value}`) }))}
          />
        </EditorChoice>
        {ATTRIBUTES.map(toggle)}
      </SetCard>
      <SetCard title={name('relations')} text={t('admin.editor.relations.text')}>
        <RelationFields
          comic={comic}
          relations={now<readonly AdminRelation[]>('relations')}
          error={wrong('relations')}
          onChange={(relations) => set('relations', relations)}
        />
      </SetCard>
      <SetCard title={name('links')} text={t('admin.editor.links.text')}>
        <LinkFields
          ids={now<AdminComic['links']>('links')}
          lock={lockFor('links')}
          errorFor={(service) => wrong(`links.${service}`)}
          onChange={(ids) => set('links', ids, 'links')}
        />
      </SetCard>
      <SetCard title={name('official_links')} text={t('admin.editor.official.text')}>
        <OfficialLinkFields
          links={now<readonly OfficialLink[]>('official_links')}
          error={wrong('official_links.url') ?? wrong('official_links')}
          onChange={(links) => set('official_links', links)}
        />
      </SetCard>
      {features.includes('premium') ? (
        <SetCard title={name('premium')} text={t('admin.editor.premium.text')}>
          {toggle('premium')}
          {moment('premium_until', 'premium')}
        </SetCard>
      ) : null}
      <SetCard title={t('admin.editor.credits')} text={t('admin.editor.credits.text')}>
        {line('slug', {
          hint:
            comic.old_slugs.length === 0
              ? t('admin.editor.slug')
              : t('admin.editor.slugs', { slugs: comic.old_slugs.join(' · ') }),
        })}
        {line('linkcode')}
        <EditorField label={name('released_on')} lock={lockFor('released_on')} error={wrong('released_on')}>
          {(wiring) => (
            <input
              className="input"
              type="date"
              {...wiring}
              value={now<string | null>('released_on') ?? ''}
              onChange={({ currentTarget }) => set('released_on', currentTarget.value || null, 'released_on')}
            />
          )}
        </EditorField>
        {moment('uploaded_at')}
        {line('work_key', {
          lockable: 'work_key',
          hint:
            comic.editions.length === 0
              ? t('admin.editor.work')
              : t('admin.editor.editions', {
                  titles: comic.editions
                    .map(({ title, language }) => `${title}${language?.code ? ` (${language.code})` : ''}`)
                    .join(' · '),
                }),
        })}
      </SetCard>
    </div>
  );
}
