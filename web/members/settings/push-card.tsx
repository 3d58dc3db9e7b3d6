import { useEffect, useState } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { isPushOn, isPushPossible, PushRefusal, switchPushOff, switchPushOn } from './push.ts';

/** Whether this browser shows what is new even when the site is closed; asked of the browser only when it is switched on. */
export function PushCard() {
  const t = useTranslate();
  const [on, setOn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    void isPushOn().then(setOn);
  }, []);
  const change = async (wanted: boolean) => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await (wanted ? switchPushOn() : switchPushOff());
      setOn(wanted);
      announce(t(wanted ? 'account.push.done' : 'account.push.stopped'));
    } catch (error) {
      setFailure(error instanceof PushRefusal ? t('account.push.denied') : (error as Error).message);
    }
    setBusy(false);
  };
  return (
    <SetCard title={t('account.push.title')} text={t('account.push.text')}>
      {isPushPossible() ? (
        <Toggle on={on} onChange={(wanted) => void change(wanted)}>
          {t('account.push.on')}
        </Toggle>
      ) : (
        <p className="muted">{t('account.push.impossible')}</p>
      )}
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
    </SetCard>
  );
}
