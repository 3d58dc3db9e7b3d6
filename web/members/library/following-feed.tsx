import { CopyButton } from '#web/ui/feedback/copy-button.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { feedPath } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/form/field.css';

/** The address by which a feed reader asks for what the member follows, and the way to the key it needs (docs/feeds.md). */
export function FollowingFeed({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate();
  const links = useAddresses();
  const address = window.location.origin + feedPath(links.following());
  return (
    <Dialog open={open} onClose={onClose} title={t('library.following.feed')} closeLabel={t('library.toast.close')}>
      <div className="stack">
        <p>{t('library.following.feedText', { scope: t('account.keys.scope.library') })}</p>
        <input
          className="input"
          aria-label={t('library.following.feed')}
          dir="ltr"
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className="row">
          <CopyButton text={address} />
          <ButtonLink to={links.settings('keys')}>
            <Icon name="key" />
            {t('account.keys.title')}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}
