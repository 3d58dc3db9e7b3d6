import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AnyApiKey, AnyApiKeys, OwnApiKeys } from '#contract/api-keys.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import '#web/ui/basic/card.css';
import { KeyFacts } from '#web/members/api-keys/key-facts.tsx';
import { OwnKeys } from '#web/members/api-keys/own-keys.tsx';
import '#web/members/api-keys/keys.css';
import { Link } from '#web/ui/basic/link.tsx';

interface Data {
  own: OwnApiKeys;
  all: AnyApiKeys;
}

/** The admin's own keys, and everyone's. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const [own, all] = await Promise.all([
    apiGet<OwnApiKeys>('/account/api-keys', { request }),
    apiGet<AnyApiKeys>('/admin/api-keys', { request, params: { before: query.get('before') } }),
  ]);
  return { own, all };
}

/** Keys of programs: one's own to make, everyone's to take away. */
export function Section({ data: { own, all } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const [leaving, setLeaving] = useState<AnyApiKey | null>(null);
  const columns: Column<AnyApiKey>[] = [
    { name: 'key', label: t('account.keys.key'), place: 'main', cell: (key) => <KeyFacts shown={key} /> },
    {
      name: 'user',
      label: t('admin.keys.owner'),
      place: 'labelled',
      cell: ({ user: { username } }) => (
        <Link className="link" to={links.profile(username)}>
          <bdi>{username}</bdi>
        </Link>
      ),
    },
    {
      name: 'acts',
      label: t('admin.jobs.acts'),
      place: 'acts',
      cell: (key) => (
        <Button
          look={['ghost', 'icon']}
          aria-label={t('account.keys.revoke.named', { name: key.name })}
          title={t('account.keys.revoke')}
          onClick={() => setLeaving(key)}
        >
          <Icon name="trash" />
        </Button>
      ),
    },
  ];
  return (
    <>
      <h1>{t('admin.title.keys')}</h1>
      <OwnKeys data={own} />
      <h2>{t('admin.keys.all')}</h2>
      {all.keys.length === 0 ? (
        <EmptyState title={t('admin.keys.none')} />
      ) : (
        <section className="panel keys__list">
          <Table label={t('admin.keys.all')} columns={columns} rows={all.keys} keyFor={({ id }) => id} />
        </section>
      )}
      {all.next === null ? null : (
        <ButtonLink className="keys__more" to={links.admin('keys', null, null, { before: all.next })}>
          {t('admin.more.older')}
        </ButtonLink>
      )}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('account.keys.revoke.named', { name: leaving?.name ?? '' })}
        text={t('account.keys.revoke.ask')}
        action={t('account.keys.revoke')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('site.menu.close')}
        onConfirm={async () => {
          await apiSend('DELETE', `/admin/api-keys/${leaving?.id}`);
          await revalidate();
        }}
      />
    </>
  );
}
