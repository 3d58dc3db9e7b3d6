import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SettingsRevision, SiteSettings } from '#contract/site-settings.ts';
import { apiPost, errorCode } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ChangeList } from '#web/staff/comic-parts/display-value.tsx';
import '#web/staff/comic-parts/comic-parts.css';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import '#web/ui/basic/card.css';
import { When } from '#web/ui/basic/time-ago.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SetForm } from '#web/ui/page/settings-card.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { SETTING_WORDS } from './shown-setting.tsx';

interface Props {
  settings: SiteSettings;
  history: readonly SettingsRevision[];
}

/** Every change of the settings, the newest first; each state can come back. */
export function SettingsHistory({ settings, history }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<number | null>(null);
  const oldest = history.at(-1)?.revision ?? 0;
  const [proving, setProving] = useState<number | null>(null);
  const restore = async (to: number | null, password?: string) => {
    try {
      await apiPost(`/admin/site/history/${to}/restore`, {
        body: { revision: settings.revision, ...(password === undefined ? {} : { password }) },
      });
    } catch (failure) {
      // It changes how people sign in, which needs more than a session.
      if (password === undefined && errorCode(failure) === 'password-wrong') return setProving(to);
      await revalidate();
      throw failure;
    }
    window.location.assign(links.admin('site', 'history'));
  };
  if (history.length === 0) return <EmptyState title={t('admin.site.history.empty')} />;
  return (
    <>
      <ol className="stack revisions">
        {history.map(({ revision, at, by, restored, changes }) => (
          <li key={revision} className="panel stack">
            <div className="row row--between">
              <p className="row small muted">
                {restored === null ? null : <Badge>{t('admin.site.history.restored')}</Badge>}
                {by === null ? null : <bdi>{by.username}</bdi>}
                <When date={at} />
              </p>
              <Button
                look={['ghost']}
                onClick={() => setAsked(revision === settings.revision ? revision - 1 : revision)}
              >
                {t(revision === settings.revision ? 'admin.site.history.undo' : 'admin.site.history.back')}
              </Button>
            </div>
            <ChangeList
              words={SETTING_WORDS}
              changes={changes.map(({ key, ...values }) => ({ field: key, ...values }) as never)}
            />
          </li>
        ))}
      </ol>
      {oldest > 1 ? (
        <div>
          <ButtonLink to={links.admin('site', 'history', null, { before: oldest })}>
            {t('admin.site.history.older')}
          </ButtonLink>
        </div>
      ) : null}
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('admin.site.history.back')}
        text={t('admin.site.history.text')}
        action={t('admin.site.history.back')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('latest.filters.close')}
        onConfirm={() => restore(asked)}
      />
      <Dialog
        open={proving !== null}
        onClose={() => setProving(null)}
        title={t('admin.site.history.back')}
        closeLabel={t('latest.filters.close')}
      >
        <SetForm
          label={t('admin.site.history.back')}
          look="danger"
          submit={({ password = '' }) => restore(proving, password)}
        >
          {({ errors }) => <OwnProof error={errors.password} />}
        </SetForm>
      </Dialog>
    </>
  );
}
