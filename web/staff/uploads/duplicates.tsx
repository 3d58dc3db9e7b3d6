import type { UploadWork } from '#contract/uploads.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** Where a link stands in a sentence. */
const PLACE = '\u0000';

/** Says what exists already that is like a work, with links to it. */
export function Duplicates({ work: { duplicates } }: { work: UploadWork }) {
  const { t } = useUploadMessages();
  const links = useAddresses();
  return duplicates.map(({ kind, comic, upload, pages }, at) => {
    const link =
      comic !== null ? (
        <Link className="link" to={links.comic(comic.slug)} target="_blank">
          <bdi>{comic.title}</bdi>
        </Link>
      ) : (
        <Link className="link" to={links.upload(upload === null ? null : String(upload))} target="_blank">
          {t('upload.work.duplicate.upload')}
        </Link>
      );
    const sentence =
      kind === 'pages'
        ? t('upload.work.duplicate.pages', { count: pages ?? 0, link: PLACE })
        : t(`upload.work.duplicate.${kind}`, { link: PLACE });
    const [before, after] = sentence.split(PLACE);
    return (
      <Alert key={at} kind="warn">
        <span>
          {before}
          {link}
          {after}
        </span>
      </Alert>
    );
  });
}
