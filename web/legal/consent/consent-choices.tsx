import { CONSENT_DAYS, CONSENT_KINDS, type ConsentKind } from '#contract/consent.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { setConsent, consentStore, refusesTracking } from './consent.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useRootData } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import '#web/ui/choice/switch.css';
import './consent-choices.css';

/** The third parties a visitor lets the site load, each for itself, and what is told of them without asking. */
export function ConsentChoices() {
  const t = useTranslate();
  const { site, ads } = useRootData();
  const given = consentStore.use();
  const refused = useHydrated() && refusesTracking();
  const asksAds = Object.values(ads).some((each) => each.some(({ asks }) => asks));
  const kinds = CONSENT_KINDS.filter((kind) => (kind === 'ads' ? asksAds : site.consent.analytics));
  const provider = site.analytics ? PROVIDER_NAMES[site.analytics.provider] : '';
  const answer = (answered: readonly ConsentKind[], agreed: boolean) => {
    setConsent(Object.fromEntries(answered.map((kind) => [kind, agreed])));
    announce(t('law.cookies.saved'));
  };
  if (kinds.length === 0 && provider === '') return <p>{t('law.cookies.others.none')}</p>;
  return (
    <Panel title={t('law.cookies.choices')}>
      <div className="choices">
        {provider === '' || site.consent.analytics ? null : <p>{t('law.cookies.analytics.always', { provider })}</p>}
        {kinds.length === 0 ? null : <noscript>{t('law.cookies.choices.script')}</noscript>}
        {refused ? (
          <Alert kind="good">
            <span>{t('law.cookies.choices.refused')}</span>
          </Alert>
        ) : null}
        {kinds.map((kind) => (
          <div key={kind} className="needs-script">
            <label className="switch switch--row">
              {kind === 'ads' ? t('law.cookies.ads') : t('law.cookies.analytics', { provider })}
              <input
                type="checkbox"
                // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is on
                role="switch"
                checked={!refused && given[kind] === true}
                disabled={refused}
                aria-describedby={`choice-${kind}`}
                onChange={({ currentTarget }) => answer([kind], currentTarget.checked)}
              />
            </label>
            <p id={`choice-${kind}`} className="muted small">
              {t(kind === 'ads' ? 'law.cookies.ads.text' : 'law.cookies.analytics.text')}
            </p>
          </div>
        ))}
        {refused || kinds.every((kind) => given[kind] !== null) ? null : (
          <div className="choices__acts needs-script">
            <Button onClick={() => answer(kinds, false)}>{t('consent.reject')}</Button>
            <Button onClick={() => answer(kinds, true)}>{t('consent.accept')}</Button>
          </div>
        )}
        {kinds.length === 0 ? null : (
          <p className="muted small">{t('law.cookies.choices.lasts', { days: CONSENT_DAYS })}</p>
        )}
      </div>
    </Panel>
  );
}
