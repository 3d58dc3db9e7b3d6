import { useRevalidator } from 'react-router';
import type { Makers } from '#contract/makers.ts';
import { blockUploader, chooseGroup } from '#web/library/makers/makers.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Field } from '#web/ui/form/field.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';

/** The groups a member prefers and blocks, and the uploaders they block. */
export function MakersSection({ data: { preferred, blocked, uploaders } }: { data: Makers }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const hasGroups = useFeature('groups');
  const groups = (list: Makers['blocked']) =>
    list.map(({ id, name, slug }) => ({
      id,
      name,
      to: links.term('group', slug),
      remove: () => chooseGroup(id, null),
    }));
  return (
    <>
      {hasGroups ? (
        <>
          <SetCard title={t('makers.preferred')} text={t('makers.preferred.text')}>
            <Chosen list={groups(preferred)} none={t('makers.groups.none')} />
          </SetCard>
          <SetCard title={t('makers.blocked')} text={t('makers.blocked.text')}>
            <Chosen list={groups(blocked)} none={t('makers.groups.none')} />
          </SetCard>
        </>
      ) : null}
      <SetCard title={t('makers.uploaders')} text={t('makers.uploaders.text')}>
        <Chosen
          list={uploaders.map(({ id, username }) => ({
            id,
            name: username,
            to: links.profile(username),
            remove: () => blockUploader(username, false),
          }))}
          none={t('makers.uploaders.none')}
        />
        <SetForm
          label={t('makers.uploader.add')}
          look="plain"
          submit={async ({ username = '' }, form) => {
            await blockUploader(username.trim(), true);
            form.reset();
            await revalidate();
          }}
        >
          {({ errors }) => (
            <Field
              label={t('makers.uploader.name')}
              name="username"
              error={errors.username}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              required
            />
          )}
        </SetForm>
      </SetCard>
    </>
  );
}

interface Choice {
  id: number;
  name: string;
  to: string;
  remove: () => Promise<void>;
}

function Chosen({ list, none }: { list: readonly Choice[]; none: string }) {
  const t = useTranslate();
  const { run, failure, busy } = useMutation();
  return (
    <>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      {list.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="settings-list">
          {list.map(({ id, name, to, remove }) => (
            <li key={id}>
              <Link className="link" to={to}>
                <bdi>{name}</bdi>
              </Link>
              <Button
                look={['ghost', 'icon']}
                aria-disabled={busy || undefined}
                aria-label={t('makers.remove', { name })}
                onClick={() => void run(remove, t('makers.removed', { name }))}
              >
                <Icon name="x" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
