import { AgeGate } from './age-gate.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';

interface AgeData {
  next: string | null;
  failed: string | null;
}

/** Where to go on to, and why the last check was not passed. */
export function loader({ request }: LoaderArgs): AgeData {
  const query = new URL(request.url).searchParams;
  return { next: query.get('next'), failed: query.get('failed') };
}

/** The age check before works for adults. */
export function Page({ data: { next, failed } }: PageProps<AgeData>) {
  return (
    <div data-own-look="">
      <AgeGate next={next} failed={failed} />
    </div>
  );
}

/** The page's head. */
export function head(_data: AgeData, { t }: HeadContext): PageHead {
  return { title: t('age.title'), description: t('age.description'), hidden: true };
}
