import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminTerm } from '#contract/term-editing.ts';
import type { Page } from '#contract/paging.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { TermPicker, type PickedTerm } from './term-picker.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Panel } from '#web/ui/basic/card.tsx';

/** The actions on a term as a whole: it becomes another one, is forbidden or allowed, or is deleted. */
export function TermActs({ path, term }: { path: KindPath; term: AdminTerm }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<'merge' | 'forbid' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const base = `/admin/${path}/${term.id}`;
  const forbid = async () => {
    await apiSend('PUT', `${base}/forbidden`, { body: { forbidden: !term.forbidden } });
    announce(t('admin.terms.saved'));
    await revalidate();
  };
  const remove = async () => {
    await apiSend('DELETE', base);
    await navigate(links.admin(path));
  };
  if (term.merging_into !== null) {
    const { name } = term.merging_into;
    return (
      <Alert kind="warn">
        <span>{t('admin.terms.merging.text', { name })}</span>
        <div className="alert__act">
          <Button onClick={() => void revalidate()}>{t('latest.retry')}</Button>
        </div>
      </Alert>
    );
  }
  const words = { cancelLabel: t('account.cancel'), closeLabel: t('account.cancel'), onClose: close };
  return (
    <Panel title={t('admin.terms.acts')}>
      <div className="row">
        <Button onClick={() => setOpen('merge')}>{t('admin.terms.merge')}</Button>
        <Button onClick={() => setOpen('forbid')}>
          {t(term.forbidden ? 'admin.terms.allow' : 'admin.terms.forbid')}
        </Button>
        <Button look={['danger']} onClick={() => setOpen('delete')}>
          {t('comments.delete')}
        </Button>
      </div>
      <Merge open={open === 'merge'} onClose={close} path={path} term={term} />
      <Confirm
        {...words}
        open={open === 'forbid'}
        onConfirm={forbid}
        title={t(term.forbidden ? 'admin.terms.allow' : 'admin.terms.forbid')}
        text={
          term.forbidden
            ? t('admin.terms.allow.text', { name: term.name })
            : t('admin.terms.forbid.text', { name: term.name, count: term.comics_count })
        }
        action={t(term.forbidden ? 'admin.terms.allow' : 'admin.terms.forbid')}
      />
      <Confirm
        {...words}
        open={open === 'delete'}
        onConfirm={remove}
        title={t('comments.delete')}
        text={t('admin.terms.delete.text', { name: term.name })}
        action={t('comments.delete')}
      />
    </Panel>
  );
}

/** Asks for the term that takes the place of this one, and says what that means. */
function Merge({ open, onClose, path, term }: { open: boolean; onClose: () => void; path: KindPath; term: AdminTerm }) {
  const t = useTranslate();
  const hasComments = useFeature('comments');
  const [into, setInto] = useState<readonly PickedTerm[]>([]);
  const { run, busy, failure } = useMutation();
  const [target] = into;
  const find = async (q: string, signal: AbortSignal): Promise<readonly PickedTerm[]> => {
    const { data } = await apiGet<Page<AdminTerm>>(`/admin/${path}`, { params: { q, per_page: 12 }, signal });
    return data.filter(({ id }) => id !== term.id);
  };
  const merge = async () => {
    if (await run(() => apiSend('POST', `/admin/${path}/${term.id}/merge`, { body: { into: target!.id } }))) {
      onClose();
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('admin.terms.merge')} closeLabel={t('account.cancel')}>
      <div className="stack">
        <p>
          {t('admin.terms.merge.text', {
            name: term.name,
            count: term.comics_count,
            comments: hasComments ? 'on' : 'off',
          })}
        </p>
        <TermPicker
          path={path}
          label={t('admin.terms.merge.into')}
          value={into}
          onChange={setInto}
          single
          find={find}
        />
        {failure === '' ? null : (
          <Alert kind="bad">
            <span>{failure}</span>
          </Alert>
        )}
        <div className="row">
          <SubmitButton busy={busy} disabled={target === undefined} onClick={() => void merge()}>
            {t('admin.terms.merge.do')}
          </SubmitButton>
          <Button onClick={onClose}>{t('account.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
