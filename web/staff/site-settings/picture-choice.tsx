import { useId } from 'react';
import type { SitePictureName } from '#contract/site.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { ControlProps } from './setting-group.tsx';

interface Props {
  name: SitePictureName;
  /** Where the picture is served. */
  path: string;
  value: string;
  upload: ControlProps['upload'];
}

/** A picture of the site as it is, and a field to send another. */
export function PictureChoice({ name, path, value, upload }: Props) {
  const t = useTranslate();
  const id = useId();
  return (
    <div className="site-picture">
      <img
        src={`${path}?shown=${encodeURIComponent(value.slice(-8))}`}
        alt=""
        onError={(event) => {
          event.currentTarget.hidden = true;
        }}
      />
      <label htmlFor={id} className="btn">
        {t('admin.site.picture.choose')}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        name={name}
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ currentTarget: { files } }) => {
          if (files?.[0]) {
            void upload?.(name, files[0]);
          }
        }}
      />
    </div>
  );
}
