import { useEffect, useState } from 'react';
import { SHELVES, type Shelf, type Shelved, type ShelfDraft } from '#contract/shelves.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { changeMark } from '#web/library/marks/marks.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm, type FormValues } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';
import './shelf-dialog.css';

interface Props {
  comic: { id: number; slug: string; title: string };
  open: boolean;
  onClose: () => void;
  /** Is told where the comic is now. */
  onChange?: (shelved: Shelved) => void;
}

/** On which shelf a member has a comic, with the days, how often it was read again, and their note. */
export function ShelfDialog({ comic, open, onClose, onChange }: Props) {
  const t = useTranslate();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('library.shelf.of', { title: comic.title })}
      closeLabel={t('library.toast.close')}
    >
      <Loaded
        comic={comic}
        onDone={(shelved) => {
          onClose();
          onChange?.(shelved);
        }}
      />
    </Dialog>
  );
}

interface FormProps {
  comic: Props['comic'];
  onDone: (shelved: Shelved) => void;
}

function Loaded({ comic, onDone }: FormProps) {
  const path = `/comics/${encodeURIComponent(comic.slug)}/shelf`;
  const [shelved, setShelved] = useState<Shelved | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    apiGet<Shelved>(path).then(setShelved, ({ message }: Error) => setFailure(message));
  }, [path]);
  if (failure !== '') return <Alert kind="bad">{failure}</Alert>;
  return shelved === null ? (
    <Skeleton height="16rem" />
  ) : (
    <ShelfForm comic={comic} shelved={shelved} path={path} onDone={onDone} />
  );
}

function ShelfForm({ comic: { id, title }, shelved, path, onDone }: FormProps & { shelved: Shelved; path: string }) {
  const t = useTranslate();
  const tracked = useSite().trackers.length > 0;
  const [shelf, setShelf] = useState<Shelf>(shelved.shelf ?? 'reading');
  const form = useForm(async (values) => {
    const answer =
      values.act === 'remove'
        ? await apiSend<Shelved>('DELETE', path)
        : await apiSend<Shelved>('PUT', path, {
            body: { ...toDraft(shelf, values, shelved), ...(tracked ? { private: values.private === 'on' } : {}) },
          });
    changeMark(id, { shelf: answer.shelf });
    announce(
      answer.shelf === null
        ? t('library.shelf.removed', { title })
        : t('library.shelf.put', { title, shelf: t(`library.shelf.${answer.shelf}`) }),
    );
    onDone(answer);
  });
  return (
    <form {...form.props} className="stack">
      <fieldset className="shelf-choices">
        <legend className="visually-hidden">{t('library.shelf.choose')}</legend>
        {SHELVES.map((each) => (
          <label key={each} className="check">
            <input type="radio" name="shelf" value={each} checked={each === shelf} onChange={() => setShelf(each)} />
            {t(`library.shelf.${each}`)}
          </label>
        ))}
      </fieldset>
      <div className="shelf-days">
        <Field
          label={t('library.shelf.started')}
          name="started_on"
          type="date"
          defaultValue={shelved.started_on ?? ''}
          error={form.errors.started_on}
        />
        <Field
          label={t('library.shelf.ended')}
          name="finished_on"
          type="date"
          defaultValue={shelved.finished_on ?? ''}
          error={form.errors.finished_on}
        />
        <Field
          label={t('library.shelf.again')}
          name="reread"
          type="number"
          inputMode="numeric"
          min={0}
          max={9999}
          defaultValue={shelved.reread}
          error={form.errors.reread}
        />
      </div>
      <TextArea
        label={t('library.shelf.note')}
        name="note"
        rows={3}
        maxLength={1000}
        defaultValue={shelved.note}
        dir="auto"
        error={form.errors.note}
      />
      {tracked ? (
        <label className="check">
          <input type="checkbox" name="private" defaultChecked={shelved.private} />
          {t('library.shelf.private')}
        </label>
      ) : null}
      {form.message ? <Alert kind="bad">{form.message}</Alert> : null}
      <div className="row">
        <SubmitButton busy={form.busy}>{t('library.list.save')}</SubmitButton>
        {shelved.shelf === null ? null : (
          <Button type="submit" name="act" value="remove">
            {t('library.shelf.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Days and numbers that were not touched are left out, so that the shelf it comes to can say when it was begun or finished. */
function toDraft(shelf: Shelf, values: FormValues, before: Shelved): ShelfDraft {
  const { started_on: started = '', finished_on: finished = '', reread = '', note = '' } = values;
  return {
    shelf,
    ...(started === (before.started_on ?? '') ? {} : { started_on: started || null }),
    ...(finished === (before.finished_on ?? '') ? {} : { finished_on: finished || null }),
    ...(Number(reread) === before.reread ? {} : { reread: Number(reread) }),
    note,
  };
}
