import { useId, type ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

interface Props {
  name: string;
  /** The address of the picture as it is; empty for none. */
  shown: string;
  onChoose: (file: File) => void;
  /** Buttons for whatever else can be done with it. */
  children?: ReactNode;
}

/** A picture as it is, and a field to choose another. */
export function PictureChoice({ name, shown, onChoose, children }: Props) {
  const t = useTranslate();
  const id = useId();
  return (
    <div className="site-picture">
      {shown === '' ? null : (
        <img
          key={shown}
          src={shown}
          alt=""
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
      <label htmlFor={id} className="btn">
        {t('admin.site.picture.choose')}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        name={name}
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) {
            onChoose(file);
          }
          // The same file again is a choice, too.
          currentTarget.value = '';
        }}
      />
      {children}
    </div>
  );
}
