import { useRef } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

/** Asks for a picture of the visitor's device that is to be a cover. */
export function PictureButton({ onPick }: { onPick: (file: File) => void }) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) {
            onPick(file);
          }
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Icon name="upload" />
        {t('admin.cover.upload')}
      </Button>
    </>
  );
}
