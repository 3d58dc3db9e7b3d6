import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';

/**
 * Asks before the page is left while `dirty`: by a link, by going back, by closing the tab (the browser then asks itself).
 * Addresses below `within` are not left.
 */
export function LeaveGuard({ dirty, within }: { dirty: boolean; within: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => {
    if (!dirty) return;
    const here = window.location.href;
    const stays = (path: string) => path === within || path.startsWith(`${within}/`);
    const onUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      if (
        !link ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey ||
        link.target === '_blank' ||
        link.origin !== window.location.origin ||
        stays(link.pathname)
      ) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      setTo(link.pathname + link.search + link.hash);
    };
    const onPop = () => {
      const { pathname, search, href } = window.location;
      if (stays(pathname) || href === here) return;
      // The page stays, and its address stands where one goes back from; the router gives up what it began to read.
      window.history.pushState(null, '', here);
      void navigate(here.slice(window.location.origin.length), { replace: true, preventScrollReset: true });
      setTo(pathname + search);
    };
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPop);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPop);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [dirty, within, navigate]);
  return (
    <Confirm
      open={to !== null}
      onClose={() => setTo(null)}
      title={t('admin.leave.title')}
      text={t('admin.leave.text')}
      action={t('admin.leave.do')}
      cancelLabel={t('admin.leave.stay')}
      closeLabel={t('latest.filters.close')}
      onConfirm={async () => {
        await navigate(to!);
      }}
    />
  );
}
