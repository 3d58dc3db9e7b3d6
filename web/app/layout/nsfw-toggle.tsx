import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useRootData } from '#web/platform/page/root-data.ts';
import { SwitchButton } from '#web/ui/choice/switch.tsx';

/** Lists every rating or only what is safe: loads the root of the page's language anew with `nsfw` set to the new value. */
export function NsfwSwitch({ className = '', row = false }: { className?: string; row?: boolean }) {
  const t = useTranslate();
  const { nsfw, gate } = useRootData();
  return (
    <form
      action={useAddresses().home()}
      method="get"
      className={className}
      {...(gate && !gate.passed ? { 'data-owed': '' } : {})}
    >
      <SwitchButton name="nsfw" value={String(!nsfw)} checked={nsfw} row={row}>
        {t('site.nsfw.label')}
      </SwitchButton>
    </form>
  );
}
