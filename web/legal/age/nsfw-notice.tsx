import { useLocation } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature, useRootData } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';

/**
 * Offers to list adult works too, and stays where it is; where an age check stands before them it is that: a form, so
 * that it needs no script. Nothing where the site has neither.
 */
export function ShowAdults({ children }: { children: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const { pathname, search } = useLocation();
  const { gate } = useRootData();
  const owed = gate && !gate.passed;
  const offered = useFeature('nsfw');
  return (
    (owed || offered) && (
      <form action={links.age()} method="post" className="row" data-own-look="">
        <input type="hidden" name="next" value={pathname + search} />
        <Button type="submit" look={['primary', 'lg']}>
          {owed ? t(gate.mode === 'external' ? 'age.external.go' : 'age.confirm') : children}
        </Button>
        {owed && (
          <ButtonLink look={['lg']} to={links.home()}>
            {t('age.leave')}
          </ButtonLink>
        )}
      </form>
    )
  );
}
