import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { Crop } from '#contract/cover-editing.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Range } from '#web/ui/choice/range.tsx';
import './cover-crop.css';

interface Props {
  /** A picture by its address, or a file. */
  source: string | File;
  onClose: () => void;
  /** A part of the picture, or (null) the whole. */
  onUse: (crop: Crop | null) => Promise<void>;
  onUnreadable: () => void;
}

/** Two wide, three high: what covers are shown in. */
const ASPECT = 2 / 3;
/** Most a picture is enlarged. */
const MAX_ZOOM = 4;

/** Chooses the part of a picture that is the cover: dragged, moved by the arrow keys, enlarged on a line; or takes it whole. */
export function CoverCrop({ source, onClose, onUse, onUnreadable }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const address = useAddress(source);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [pixels, setPixels] = useState<Area | null>(null);
  const [busy, setBusy] = useState(false);
  const use = (part: Crop | null) => {
    if (busy) return;
    setBusy(true);
    void onUse(part).finally(() => setBusy(false));
  };
  return (
    <Dialog open onClose={onClose} title={t('admin.cover.crop')} closeLabel={t('latest.filters.close')}>
      <div className="cover-crop">
        {address === null ? null : (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={ASPECT}
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'group', 'aria-label': t('account.crop.area') }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            mediaProps={{ onError: onUnreadable }}
            onCropAreaChange={(_share, area) => setPixels(area)}
          />
        )}
      </div>
      <p className="hint">{t('account.crop.hint')}</p>
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
      <div className="row">
        <Button
          look={['primary']}
          aria-disabled={busy || pixels === null || undefined}
          onClick={() => {
            if (pixels) {
              use({
                left: Math.round(pixels.x),
                top: Math.round(pixels.y),
                width: Math.floor(pixels.width),
                height: Math.floor(pixels.height),
              });
            }
          }}
        >
          {t('admin.cover.part')}
        </Button>
        <Button aria-disabled={busy || undefined} onClick={() => use(null)}>
          {t('admin.cover.whole')}
        </Button>
      </div>
    </Dialog>
  );
}

function useAddress(source: string | File): string | null {
  const [address, setAddress] = useState<string | null>(typeof source === 'string' ? source : null);
  useEffect(() => {
    if (typeof source === 'string') {
      setAddress(source);
      return;
    }
    const made = URL.createObjectURL(source);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [source]);
  return address;
}
