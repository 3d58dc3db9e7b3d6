import { useEffect, useState } from 'react';
import type { OwnList } from '#contract/library.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiPost, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';
import { Link } from '#web/ui/basic/link.tsx';
import type { ShownDetail } from './comic-data.ts';

/** On which of the member's lists a comic is, and a new list with it. */
export function ListDialog({ comic, open, onClose }: { comic: ShownDetail; open: boolean; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} title={t('library.list.add')} closeLabel={t('library.toast.close')}>
      <Lists comic={comic} />
    </Dialog>
  );
}

function Lists({ comic: { id, title } }: { comic: ShownDetail }) {
  const t = useTranslate();
  const links = useAddresses();
  const [lists, setLists] = useState<readonly OwnList[] | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    apiGet<OwnList[]>('/account/lists', { params: { comic: id } }).then(
      // A list that was made meanwhile stays.
      (found) =>
        setLists((now) => [...(now ?? []), ...found.filter((list) => !now?.some((each) => each.id === list.id))]),
      ({ message }: Error) => setFailure(message),
    );
  }, [id]);
  const mark = (listId: number, has: boolean) =>
    setLists((now) => now && now.map((list) => (list.id === listId ? { ...list, has } : list)));
  const put = async ({ id: listId, name }: OwnList, has: boolean) => {
    setFailure('');
    mark(listId, has);
    const path = `/account/lists/${listId}/comics/${id}`;
    const answer = await inTurn(path, () => apiSend(has ? 'PUT' : 'DELETE', path));
    if (!answer.isLast) return;
    if ('failure' in answer) {
      mark(listId, !has);
      setFailure((answer.failure as Error).message);
      return;
    }
    announce(has ? t('library.list.added', { title, name }) : t('library.list.takenOut', { title, name }));
  };
  const form = useForm(async ({ name = '' }, element) => {
    const list = await apiPost<OwnList>('/account/lists', { body: { name } });
    setLists((now) => [{ ...list, has: false }, ...(now ?? [])]);
    element.reset();
    await put(list, true);
  });
  return (
    <>
      {lists === null && failure === '' ? <Skeleton height="5rem" /> : null}
      {lists !== null && lists.length > 0 ? (
        <ul>
          {lists.map((list) => (
            <li key={list.id} className="row row--between">
              <label className="check">
                <input
                  type="checkbox"
                  checked={list.has ?? false}
                  onChange={({ currentTarget }) => void put(list, currentTarget.checked)}
                />
                <bdi>{list.name}</bdi>
              </label>
              <Link
                className="link small"
                to={links.list(list.id)}
                aria-label={t('library.list.open', { name: list.name })}
              >
                {t('library.list.show')}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <form {...form.props} className="stack">
        <Field
          label={t('library.lists.new')}
          name="name"
          maxLength={100}
          autoComplete="off"
          required
          error={form.errors.name}
        />
        {form.message && !form.errors.name ? <Alert kind="bad">{form.message}</Alert> : null}
        <div>
          <SubmitButton busy={form.busy} look={lists?.length === 0 ? ['primary'] : []}>
            {t('library.list.createAdd')}
          </SubmitButton>
        </div>
      </form>
    </>
  );
}
