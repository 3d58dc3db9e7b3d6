import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OwnList } from '#contract/library.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ListCards } from './list-cards.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { ListForm } from './list-form.tsx';

/** The member's lists, and a new one. */
export function ListsView({ lists }: { lists: readonly OwnList[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  const button = (
    <Button look={lists.length === 0 ? ['primary'] : []} onClick={() => setMaking(true)}>
      <Icon name="plus" />
      {t('library.lists.new')}
    </Button>
  );
  return (
    <>
      {lists.length === 0 ? (
        <EmptyState title={t('library.lists.empty')} text={t('library.lists.emptyText')}>
          {button}
        </EmptyState>
      ) : (
        <>
          <div>{button}</div>
          <ListCards lists={lists} />
        </>
      )}
      <Dialog
        open={making}
        onClose={() => setMaking(false)}
        title={t('library.lists.new')}
        closeLabel={t('library.toast.close')}
      >
        <ListForm
          list={{ name: '', description: '', public: false }}
          action={t('library.lists.create')}
          save={async (list) => {
            const { id } = await apiPost<OwnList>('/account/lists', { body: list });
            await navigate(links.list(id));
          }}
        />
      </Dialog>
    </>
  );
}
