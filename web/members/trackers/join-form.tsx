import { useRevalidator } from 'react-router';
import { serviceName } from '#contract/links.ts';
import { PASSWORD_TRACKERS, type TrackerName } from '#contract/trackers.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { SetForm } from '#web/ui/page/settings-card.tsx';

/** Asks for what joins a tracker: the password here, and the name and password there or a visit there. */
export function JoinForm({ service, onJoined }: { service: TrackerName; onJoined: () => void }) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const name = serviceName(service);
  const byPassword = PASSWORD_TRACKERS.includes(service);
  const join = async (body: Record<string, string>) => {
    const { location: to } = await apiPost<{ location: string | null }>(`/account/trackers/${service}/join`, { body });
    if (to !== null) return location.assign(to);
    announce(t('account.trackers.done', { service: name }));
    onJoined();
    await revalidate();
  };
  return (
    <SetForm
      label={byPassword ? t('account.trackers.join', { service: name }) : t('account.trackers.go', { service: name })}
      submit={join}
    >
      {({ errors }) => (
        <>
          <p>{t(byPassword ? 'account.trackers.join.password' : 'account.trackers.join.visit', { service: name })}</p>
          {byPassword ? (
            <>
              <Field
                label={t('account.trackers.name', { service: name })}
                name="name"
                error={errors.name}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={200}
                required
              />
              <Field
                label={t('account.trackers.secret', { service: name })}
                name="secret"
                type="password"
                error={errors.secret}
                autoComplete="off"
                maxLength={1000}
                required
              />
            </>
          ) : null}
          <OwnProof error={errors.password} label={t('account.trackers.own')} />
        </>
      )}
    </SetForm>
  );
}
