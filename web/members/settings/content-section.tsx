import { useState } from 'react';
import { RATINGS } from '#contract/comics.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { keepRatings } from '#web/platform/account/ratings-cookie.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { keepBlur } from '#web/platform/account/blurred-covers.ts';
import { BlurField } from '#web/library/display-settings/display-fields.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { HowToHide } from '#web/library/hidden/hidden-terms-help.tsx';
import { useHiddenTerms } from '#web/library/hidden/hidden-terms.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { useFeature, useListsAdults, useRootData } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SwitchField } from '#web/ui/choice/switch.tsx';
import { writeCookie } from '#web/platform/state/browser-storage.ts';
import { AgeCard } from './age-card.tsx';

/** The section where members choose the content they see. */
export function ContentSection({ data: { settings, limit } }: { data: OwnUser }) {
  const t = useTranslate();
  const links = useAddresses();
  const { nsfw, gate } = useRootData();
  const hasNsfw = useFeature('nsfw');
  const hasComments = useFeature('comments');
  const listsAdults = useListsAdults();
  const [blurred, setBlurred] = useState(settings.blurred ?? 'none');
  const shown = settings.ratings ?? RATINGS;
  const save = async (values: Record<string, string>) => {
    const adults = 'nsfw' in values;
    const owed = adults && gate && !gate.passed;
    const ratings = RATINGS.filter((rating) => rating in values);
    await saveSettings({
      history: 'history' in values,
      suggestions: 'suggestions' in values,
      ...(listsAdults ? { blurred } : {}),
      ...(hasNsfw ? { nsfw: adults && !owed, ratings } : {}),
      ...(hasComments ? { comments: 'comments' in values } : {}),
    });
    if (owed) {
      location.assign(links.age(links.settings('content', { saved: 1 })));
    }
    keepRatings(ratings);
    keepBlur(blurred);
    if (!hasNsfw || owed || (adults === nsfw && ratings.join() === shown.join())) return;
    // Every page lists something else now: the site is loaded anew.
    if (adults) {
      await apiPost('/age/restore');
    } else {
      writeCookie('nsfw', 'false');
    }
    location.assign(links.settings('content', { saved: 1 }));
  };
  return (
    <>
      <SetCard title={t('account.content.title')} text={t('account.content.text')}>
        <SetForm label={t('account.save')} submit={save}>
          {({ errors }) => (
            <>
              {limit ? <Alert kind="warn">{t('account.content.limited')}</Alert> : null}
              {hasNsfw ? (
                <>
                  <SwitchField name="nsfw" on={nsfw}>
                    {t('account.content.nsfw')}
                  </SwitchField>
                  <fieldset className="stack">
                    <legend>{t('account.content.ratings')}</legend>
                    {RATINGS.map((rating) => (
                      <SwitchField key={rating} name={rating} on={shown.includes(rating)}>
                        {t(`account.content.rating.${rating}`)}
                      </SwitchField>
                    ))}
                    {errors.ratings ? (
                      <p className="bad small" role="alert">
                        {t('account.content.ratings.none')}
                      </p>
                    ) : null}
                  </fieldset>
                </>
              ) : null}
              {listsAdults ? <BlurField value={blurred} onChange={setBlurred} /> : null}
              {hasComments ? (
                <SwitchField name="comments" on={settings.comments !== false}>
                  {t('account.content.comments')}
                </SwitchField>
              ) : null}
              <SwitchField name="history" on={settings.history !== false}>
                {t('account.content.history')}
              </SwitchField>
              <SwitchField name="suggestions" on={settings.suggestions !== false}>
                {t('account.content.suggestions')}
              </SwitchField>
            </>
          )}
        </SetForm>
      </SetCard>
      <AgeCard />
      <HiddenTerms />
    </>
  );
}

function HiddenTerms() {
  const t = useTranslate();
  const { terms, show, clear } = useHiddenTerms();
  return (
    <SetCard title={t('hidden.title')} text={t('account.content.hidden')}>
      {terms.length === 0 ? (
        <div className="muted">
          <p>{t('hidden.none')}</p>
          <HowToHide />
        </div>
      ) : (
        <>
          <ul className="chips">
            {terms.map(({ id, kind, name }) => (
              <li key={id} className="chip chip--out">
                <span>
                  <bdi>{name}</bdi> <span className="visually-hidden">{t('taxonomy.kind', { kind })}</span>
                </span>
                <button
                  type="button"
                  className="chip__x"
                  aria-label={t('hidden.remove', { name })}
                  onClick={() => {
                    show(id);
                    announce(t('hidden.shown', { name }));
                  }}
                >
                  <Icon name="x" className="icon--s" />
                </button>
              </li>
            ))}
          </ul>
          <div>
            <Button
              onClick={() => {
                clear();
                announce(t('hidden.cleared'));
              }}
            >
              {t('hidden.clear')}
            </Button>
          </div>
        </>
      )}
    </SetCard>
  );
}
