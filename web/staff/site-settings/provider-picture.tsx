import { useState } from 'react';
import { providerIconPath } from '#contract/addresses.ts';
import type { ProviderPicture as DrawnPicture } from '#contract/site-settings.ts';
import type { ApiFailure } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { sendPicture } from '#web/staff/comic-parts/send-picture.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { PictureChoice } from './picture-choice.tsx';
import { Group } from './setting-group.tsx';

interface Props {
  /** The provider's id, by which the picture that is saved is found. */
  id: string;
  /** Its picture: empty, the one that is saved, or another one as the server has drawn it. */
  icon: string;
  name: string;
  onChange: (icon: string) => void;
}

/** The picture of a provider's button, which is saved with the provider; without one the button has a key. */
export function ProviderPicture({ id, icon, name, onChange }: Props) {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const choose = async (file: File) => {
    setBusy(true);
    setErrors([]);
    try {
      onChange((await sendPicture<DrawnPicture>('POST', '/admin/site/provider/picture', file)).icon);
    } catch (failure) {
      const { message, body } = failure as ApiFailure;
      const said = Object.values((body as { errors?: Record<string, string[]> } | null)?.errors ?? {}).flat();
      setErrors(said.length > 0 ? said : [message]);
    }
    setBusy(false);
  };
  const shown = icon === '' || icon.startsWith('data:') ? icon : providerIconPath(id, icon.slice(-8));
  return (
    <Group label={t('admin.site.provider.icon')} errors={errors} disabled={busy}>
      <PictureChoice name={name} shown={shown} onChoose={(file) => void choose(file)}>
        {icon === '' ? null : (
          <Button look={['ghost']} onClick={() => onChange('')}>
            <Icon name="trash" />
            {t('admin.site.provider.icon.remove')}
          </Button>
        )}
      </PictureChoice>
    </Group>
  );
}
