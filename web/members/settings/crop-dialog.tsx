import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Range } from '#web/ui/choice/range.tsx';
import './crop-dialog.css';

/** The part of a picture that is kept, in its own pixels. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

interface Props {
  file: File;
  onClose: () => void;
  onUse: (square: Square) => void;
  /** The file is no picture the browser can show. */
  onUnreadable: () => void;
}

/** Most a picture is enlarged. */
const MAX_ZOOM = 4;

/** Chooses the square of a picture: dragged, moved by the arrow keys, enlarged on a line; what is kept is shown small beside it. */
export function CropDialog({ file, onClose, onUse, onUnreadable }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const address = useAddress(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [kept, setKept] = useState<{ share: Area; pixels: Area } | null>(null);
  const use = () => {
    if (kept === null) return;
    const { x, y, width, height } = kept.pixels;
    onUse({ x: Math.round(x), y: Math.round(y), size: Math.round(Math.min(width, height)) });
  };
  return (
    <Dialog open onClose={onClose} title={t('account.crop.title')} closeLabel={t('account.crop.close')}>
      <div className="crop">
        {address === null ? null : (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': t('account.crop.area') }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            mediaProps={{ onError: onUnreadable }}
            onCropAreaChange={(share, pixels) => setKept({ share, pixels })}
          />
        )}
      </div>
      <p className="hint">{t('account.crop.hint')}</p>
      <div className="crop__row">
        <div className="field">
          <span className="label">{t('account.crop.zoom')}</span>
          <Range
            label={t('account.crop.zoom')}
            value={zoom}
            min={1}
            max={MAX_ZOOM}
            step={0.1}
            text={`${formatNumber(locale, Math.round(zoom * 10) / 10)}×`}
            onChange={setZoom}
          />
        </div>
        {address === null || kept === null ? (
          <span className="crop__preview" />
        ) : (
          <Preview address={address} share={kept.share} />
        )}
      </div>
      <div className="row">
        <Button look={['primary']} onClick={use}>
          {t('account.crop.use')}
        </Button>
        <Button look={['ghost']} onClick={onClose}>
          {t('account.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The part that is kept, as small as it will be shown. `share` is in hundredths of the picture. */
function Preview({ address, share }: { address: string; share: Area }) {
  const scale = 100 / share.width;
  return (
    <span className="crop__preview" aria-hidden="true">
      <img
        src={address}
        alt=""
        style={{
          inlineSize: `${scale * 100}%`,
          insetInlineStart: `${-share.x * scale}%`,
          insetBlockStart: `${(-share.y * 100) / share.height}%`,
        }}
      />
    </span>
  );
}

function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
