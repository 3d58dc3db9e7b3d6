import { useEffect, useState } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

/** How long the button says that the link was copied, in ms. */
const SAID = 2500;

/** Hands the page's address to the device's own sharing, or copies it where there is none. */
export function ShareButton({ title }: { title: string }) {
  const t = useTranslate();
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID);
    return () => clearTimeout(timer);
  }, [said]);

  const say = (outcome: 'copied' | 'failed') => {
    setSaid(outcome);
    announce(t(`comic.share.${outcome}`));
  };
  const share = async () => {
    const url = new URL(window.location.pathname, window.location.href).href;
    if (navigator.share) {
      // Closing the device's own sheet counts as a failure; there is nothing to say then.
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    // Pages that were not sent safely have no clipboard.
    const copied = navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'));
    await copied.then(
      () => say('copied'),
      () => say('failed'),
    );
  };
  const label = t(said ? `comic.share.${said}` : 'comic.share');
  return (
    <Button look={['lg']} className="btn--share" aria-label={label} onClick={() => void share()}>
      <Icon name={said === 'copied' ? 'check' : 'share'} />
      <span className="only-mid">{label}</span>
    </Button>
  );
}
