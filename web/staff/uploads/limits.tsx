import type { ReactNode } from 'react';
import type { UploadLimits } from '#contract/uploads.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** The limits of uploads: the formats in a line, and every limit in a list that opens. A limit of 0 is none. */
export function Limits({ limits }: { limits: UploadLimits }) {
  const { t, locale, megabytes } = useUploadMessages();
  const { today } = limits;
  const number = (value: number) => formatNumber(locale, value);
  const rows: readonly (readonly [string, number, () => ReactNode])[] = [
    [t('upload.limit.archive'), limits.archiveMegabytes, () => megabytes(limits.archiveMegabytes)],
    [t('upload.limit.upload'), limits.uploadMegabytes, () => megabytes(limits.uploadMegabytes)],
    [t('upload.limit.files'), limits.filesPerUpload, () => number(limits.filesPerUpload)],
    [t('upload.limit.open'), limits.openUploads, () => number(limits.openUploads)],
    [
      t('upload.limit.day'),
      limits.filesPerDay,
      () => t('upload.limit.day.files', { used: today.files, count: limits.filesPerDay }),
    ],
    [
      t('upload.limit.day'),
      limits.megabytesPerDay,
      () => t('upload.limit.day.bytes', { used: megabytes(today.megabytes), size: megabytes(limits.megabytesPerDay) }),
    ],
    [t('upload.limit.entries'), limits.entries, () => number(limits.entries)],
    [t('upload.limit.inflated'), limits.inflatedMegabytes, () => megabytes(limits.inflatedMegabytes)],
    [t('upload.limit.entry'), limits.entryMegabytes, () => megabytes(limits.entryMegabytes)],
    [t('upload.limit.megapixels'), limits.megapixels, () => number(limits.megapixels)],
    [t('upload.limit.side'), limits.side, () => number(limits.side)],
    [t('upload.limit.frames'), limits.frames, () => number(limits.frames)],
    [t('upload.limit.pdf'), limits.pdfPages, () => number(limits.pdfPages)],
    [t('upload.limit.keep'), limits.keepDays, () => t('upload.limit.days', { count: limits.keepDays })],
  ];
  return (
    <>
      <span className="muted small">
        {t('upload.formats', {
          formats: limits.extensions.map((each) => each.replace('.', '').toUpperCase()).join(', '),
        })}
      </span>
      <span className="muted small">
        {[
          limits.archiveMegabytes > 0 &&
            t('site.labelled', { label: t('upload.limit.archive'), value: megabytes(limits.archiveMegabytes) }),
          limits.filesPerUpload > 0 &&
            t('site.labelled', { label: t('upload.limit.files'), value: number(limits.filesPerUpload) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <details className="upload-limits">
        <summary>
          {t('upload.limits')}
          <Icon name="down" className="icon--s" />
        </summary>
        <dl>
          {rows
            .filter(([, limit]) => limit > 0)
            .map(([label, , value], at) => (
              <div key={at}>
                <dt>{label}</dt>
                <dd>{value()}</dd>
              </div>
            ))}
        </dl>
      </details>
    </>
  );
}
