import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { ListDetail } from '#contract/library.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Arrange } from './list-editor.tsx';
import { ListForm } from './list-form.tsx';

/** The actions of a member with their own list: change what it says, arrange its comics, take it away. Nothing on others'. */
export function OwnListActs({ list }: { list: ListDetail }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const user = useUser();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<'edit' | 'arrange' | 'delete' | null>(null);
  const isOwn = list.user.username === user?.username;
  const close = () => setOpen(null);
  useEffect(close, [list.id]);
  if (!isOwn) return null;
  const words = { closeLabel: t('library.toast.close'), cancelLabel: t('library.cancel') };
  return (
    <div className="row">
      <Button onClick={() => setOpen('edit')}>
        <Icon name="edit" />
        {t('library.list.edit')}
      </Button>
      {list.comics.total > 0 ? (
        <Button onClick={() => setOpen('arrange')}>
          <Icon name="sort" />
          {t('library.list.arrange')}
        </Button>
      ) : null}
      <Button onClick={() => setOpen('delete')}>{t('library.list.delete')}</Button>
      <Dialog open={open === 'edit'} onClose={close} title={t('library.list.edit')} closeLabel={words.closeLabel}>
        <ListForm
          list={list}
          action={t('library.list.save')}
          save={async (changes) => {
            await apiSend('PATCH', `/account/lists/${list.id}`, { body: changes });
            close();
            await revalidate();
          }}
        />
      </Dialog>
      <Dialog
        open={open === 'arrange'}
        onClose={() => {
          close();
          // Read before that, the page would show what was there before the last changes.
          void inTurn(`list ${list.id}`, revalidate);
        }}
        title={t('library.list.arrange')}
        closeLabel={words.closeLabel}
      >
        <Arrange listId={list.id} />
      </Dialog>
      <Confirm
        {...words}
        open={open === 'delete'}
        onClose={close}
        title={t('library.list.deleteTitle', { name: list.name })}
        text={t('library.list.deleteText')}
        action={t('library.list.delete')}
        onConfirm={async () => {
          await apiSend('DELETE', `/account/lists/${list.id}`);
          await navigate(links.lists());
        }}
      />
    </div>
  );
}
