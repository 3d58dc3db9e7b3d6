import type { Entitlement } from '#contract/entitlements.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Panel } from '#web/ui/basic/card.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';

/** The entitlements of a member, to be given and taken back. `path` is the member's in the API. */
export function Entitlements({
  entitlements,
  path,
  onDone,
}: {
  entitlements: readonly Entitlement[];
  path: string;
  onDone: () => void;
}) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ comic = '', ends = '' }, form) => {
    await apiSend('POST', `${path}/entitlements`, {
      body: { comic: comic.trim() || null, ends_at: ends === '' ? null : new Date(`${ends}T23:59:59`).toISOString() },
    });
    announce(t('moderation.done'));
    form.reset();
    onDone();
  });
  const take = async (id: number) => {
    try {
      await apiSend('DELETE', `${path}/entitlements/${id}`);
      announce(t('moderation.done'));
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel: t('library.toast.close') });
    }
    onDone();
  };
  return (
    <Panel title={t('admin.users.premium')}>
      {entitlements.length === 0 ? null : (
        <ul className="user-lines">
          {entitlements.map(({ id, comic, active, ends_at: end, source }) => (
            <li key={id}>
              <span>
                <bdi>{comic?.title ?? t('admin.users.premium.all')}</bdi>{' '}
                <span className="small muted">
                  {t(`admin.users.premium.${source}`)}
                  {end === null ? (
                    ''
                  ) : (
                    <>
                      {' '}
                      · <When date={end} />
                    </>
                  )}
                </span>
              </span>
              <State {...(active ? ({ look: 'good' } as const) : {})}>
                {t(active ? 'admin.users.premium.active' : 'admin.users.premium.over')}
              </State>
              {active ? (
                <Button look={['ghost']} onClick={() => void take(id)}>
                  {t('admin.users.premium.take')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <form {...props} className="stack">
        <Field
          label={t('admin.users.premium.comic')}
          name="comic"
          hint={t('admin.users.premium.hint')}
          maxLength={300}
          error={errors.comic}
        />
        <Field label={t('admin.users.premium.until')} name="ends" type="date" error={errors.ends_at} />
        {message === null ? null : <Alert kind="bad">{message}</Alert>}
        <div className="row">
          <SubmitButton busy={busy} look={[]}>
            {t('admin.users.premium.give')}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
