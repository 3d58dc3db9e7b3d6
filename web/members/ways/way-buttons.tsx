import { PROXY } from '#contract/sign-in.ts';
import { providerIconPath } from '#contract/addresses.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { currentPath, leaveFor, listWays, type Way } from './ways.ts';
import './way.css';
import './way-buttons.css';

/**
 * The other ways in, a button each; nothing where there are none. Below a form it says so first.
 *
 * @param next where to go afterwards; null: the page that is shown.
 * @param forNewcomers whether those are left out that let no newcomers in.
 */
export function WayButtons({
  next,
  below,
  remember,
  forNewcomers = false,
}: {
  next: string | null;
  below: boolean;
  remember?: () => boolean;
  forNewcomers?: boolean;
}) {
  const t = useTranslate();
  const ways = listWays(useSite()).filter(({ register }) => register || !forNewcomers);
  if (ways.length === 0) return null;
  return (
    <div className="ways">
      {below ? <p className="ways__or muted small">{t('auth.elsewhere.or')}</p> : null}
      {ways.map((way) => (
        <WayButton key={way.id} way={way} next={next} remember={remember} />
      ))}
    </div>
  );
}

function WayButton({
  way: { id, name, icon },
  next,
  remember,
}: {
  way: Way;
  next: string | null;
  remember: (() => boolean) | undefined;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const { props, message, busy } = useForm(() =>
    leaveFor(id, { next: next ?? currentPath(), remember_me: remember?.() ?? true }),
  );
  const label = (
    <>
      {icon === null ? <Icon name="key" /> : <img src={providerIconPath(id, icon)} width={20} height={20} alt="" />}
      <span>{t('auth.elsewhere.with', { provider: name })}</span>
    </>
  );
  if (id === PROXY) {
    return (
      <ButtonLink className="way" look={['lg', 'wide']} to={links.signIn(PROXY, next ?? undefined)}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <form {...props} className="ways__way">
      <Button type="submit" className="way" look={['lg', 'wide']} aria-disabled={busy || undefined}>
        {label}
      </Button>
      {message === null ? null : (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      )}
    </form>
  );
}
