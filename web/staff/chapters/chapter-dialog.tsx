import { useState } from 'react';
import { DIRECTIONS } from '#contract/comics.ts';
import { MAX_VOLUME, type AdminChapter, type ChapterChanges } from '#contract/chapter-editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { CreditFields, toTyped, toWanted } from '#web/staff/credits/credit-fields.tsx';
import { TermPicker, type PickedTerm } from '#web/staff/terms/term-picker.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { toLocalDatetime, fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';
import { newTerm, toWantedTerm } from '#web/staff/comic-parts/picked-terms.ts';

interface Props {
  open: boolean;
  /** Null for a new one. */
  chapter: AdminChapter | null;
  onClose: () => void;
  save: (changes: ChapterChanges) => Promise<void>;
}

/** The fields of a chapter: name, number, volume, groups, direction, early access. */
export function ChapterDialog({ open, chapter, onClose, save }: Props) {
  const t = useTranslate();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(chapter === null ? 'admin.chapter.new' : 'admin.action.edit')}
      closeLabel={t('latest.filters.close')}
    >
      <ChapterForm chapter={chapter} save={save} />
    </Dialog>
  );
}

function ChapterForm({ chapter, save }: Pick<Props, 'chapter' | 'save'>) {
  const t = useTranslate();
  const { features } = useSite();
  const user = useUser();
  const [groups, setGroups] = useState<readonly PickedTerm[]>(chapter?.groups ?? []);
  const [credits, setCredits] = useState(() => toTyped(chapter?.credits ?? []));
  const [direction, setDirection] = useState<string>(chapter?.direction ?? '');
  const { props, busy, errors, message } = useForm(
    ({ name = '', number = '', volume = '', slug = '', premium_until: until = '' }) =>
      save({
        name,
        number: number || null,
        volume: volume || null,
        ...(slug === '' || slug === chapter?.slug ? {} : { slug }),
        direction: (direction || null) as ChapterChanges['direction'],
        ...(features.includes('premium') ? { premium_until: fromLocalDatetime(until) } : {}),
        ...(features.includes('groups') ? { groups: groups.map(toWantedTerm), credits: toWanted(credits) } : {}),
      } as ChapterChanges),
  );
  return (
    <form {...props} className="stack bulk-dialog">
      <Field
        name="name"
        label={t('upload.chapter.name')}
        maxLength={300}
        defaultValue={chapter?.name}
        error={errors.name}
      />
      <Field
        name="number"
        label={t('upload.chapter.number')}
        maxLength={40}
        defaultValue={chapter?.number ?? ''}
        error={errors.number}
      />
      <Field
        name="volume"
        label={t('admin.chapter.volume')}
        maxLength={MAX_VOLUME}
        defaultValue={chapter?.volume ?? ''}
        error={errors.volume}
      />
      {chapter === null ? null : (
        <Field
          name="slug"
          label={t('admin.field.slug')}
          maxLength={200}
          defaultValue={chapter.slug}
          error={errors.slug}
        />
      )}
      {features.includes('groups') ? (
        <TermPicker
          path="groups"
          label={t('latest.filters.groups')}
          value={groups}
          onChange={setGroups}
          {...(user?.role === 'uploader' ? {} : { onCreate: async (text: string) => newTerm(text) })}
        />
      ) : null}
      {features.includes('groups') ? <CreditFields credits={credits} onChange={setCredits} /> : null}
      <div className="field">
        <span className="label" aria-hidden="true">
          {t('admin.field.direction')}
        </span>
        <Segmented
          label={t('admin.field.direction')}
          value={direction}
          onChange={setDirection}
          choices={[
            { value: '', label: t('admin.chapter.same') },
            ...DIRECTIONS.map((value) => ({ value: value as string, label: t(`upload.field.direction.${value}`) })),
          ]}
        />
      </div>
      {features.includes('premium') ? (
        <Field
          name="premium_until"
          type="datetime-local"
          label={t('admin.field.premium_until')}
          defaultValue={chapter?.premium_until ? toLocalDatetime(chapter.premium_until) : ''}
          hint={t('admin.schedule.zone', { zone: timeZoneName() })}
          error={errors.premium_until}
        />
      ) : null}
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy}>{t('account.save')}</SubmitButton>
      </div>
    </form>
  );
}
