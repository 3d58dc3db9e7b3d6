import type { MouseEvent } from 'react';
import type { AgeStep } from '#contract/age.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { readAccessToken } from '#web/platform/session/session.ts';
import { useRootData } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/**
 * The age check: the visitor's word by a form, or the way to the provider by a link; what has been passed can be taken
 * back. It works without scripts; those of members keep the check in their account.
 *
 * @param next the path to go on to; null for the landing page.
 * @param failed `refused` where a provider said no, anything else where it could not tell; null before a check.
 */
export function AgeGate({ next, failed }: { next: string | null; failed: string | null }) {
  const t = useTranslate();
  const links = useAddresses();
  const { gate } = useRootData();
  if (!gate || gate.passed) {
    return (
      <EmptyState heading="h1" title={t('age.passed.title')} {...(gate ? { text: t('age.passed.text') } : {})}>
        <form className="row" action={links.age()} method="post">
          <ButtonLink look={['primary', 'lg']} to={links.home()}>
            {t('notfound.home')}
          </ButtonLink>
          {gate && (
            <Button type="submit" look={['lg']} name="withdraw" value="1">
              {t('age.withdraw')}
            </Button>
          )}
        </form>
      </EmptyState>
    );
  }
  const isChecked = gate.mode === 'external';
  return (
    <EmptyState
      heading="h1"
      title={t(isChecked ? 'age.external.title' : 'age.title')}
      text={isChecked ? t('age.external.text', { provider: gate.provider }) : t('age.text')}
    >
      {failed && <Alert kind="bad">{t(failed === 'refused' ? 'age.refused' : 'age.failed')}</Alert>}
      <form className="row" action={links.age()} method="post">
        <input type="hidden" name="next" value={next ?? links.home()} />
        {isChecked ? (
          <a
            className="btn btn--primary btn--lg"
            href={links.ageCheck(next ?? links.home())}
            onClick={(event) => asMember(event, next)}
          >
            {t('age.external.go')}
          </a>
        ) : (
          <Button type="submit" look={['primary', 'lg']}>
            {t('age.confirm')}
          </Button>
        )}
        <ButtonLink look={['lg']} to={links.home()}>
          {t('age.leave')}
        </ButtonLink>
      </form>
    </EmptyState>
  );
}

/** The check of a member is kept in their account. */
function asMember(event: MouseEvent, next: string | null): void {
  if (readAccessToken() === null) return;
  event.preventDefault();
  const { href } = event.currentTarget as HTMLAnchorElement;
  apiPost<AgeStep>('/age', { body: next === null ? {} : { next } }).then(
    ({ location }) => window.location.assign(location),
    () => window.location.assign(href),
  );
}
