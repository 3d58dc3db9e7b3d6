import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminComic, EditConflict } from '#contract/editing.ts';
import { apiSend, errorCode, type ApiFailure } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Tabs } from '#web/ui/basic/tabs.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import '#web/ui/data/bulk.css';
import { comicColumns } from '#web/staff/comic-parts/comic-columns.tsx';
import { ConflictDialog } from '#web/staff/comic-parts/conflict-dialog.tsx';
import { toComicChanges, diffEdits, rebase, applyEdit, type EditField, type DraftEdits } from './edit-draft.ts';
import { EditorChapters } from '#web/staff/chapters/editor-chapters.tsx';
import { EditorCover } from './editor-cover.tsx';
import { EditorDetails } from './editor-details.tsx';
import { EditorHistory } from './editor-history.tsx';
import { LackNote } from './lack-note.tsx';
import { LeaveGuard } from '#web/staff/frame/leave-guard.tsx';
import { TABS, type EditorAddress, type EditorData } from '#web/staff/comic-parts/load-editor.ts';
import '#web/staff/comic-parts/comic-parts.css';
import './comic-editor.css';

interface Props {
  data: EditorData;
  addressFor: EditorAddress;
  /** Where the list is that leads here. */
  back: { to: string; name: string };
}

/** Everything about one comic, in tabs. What is edited stays while tabs change, until it is saved or given up. */
export function Editor({ data, addressFor, back }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [edits, setEdits] = useState<DraftEdits>({});
  const [error, setError] = useState<{ message: string; fields: Readonly<Record<string, readonly string[]>> } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<{ before: AdminComic; now: AdminComic } | null>(null);
  // The state the edits began from: someone else's change that a reading brings along must not be lost in it.
  const began = useRef(data.comic);
  const { comic, tab } = data;
  // A lock that came with what it locks is no change of its own.
  const count = Object.keys(edits).filter((field, _at, all) => field !== 'locked' || all.length === 1).length;
  useEffect(() => {
    if (comic.version === began.current.version) return;
    if (count > 0 && diffEdits(edits, began.current, comic).some(({ mine }) => mine !== undefined)) {
      setConflict({ before: began.current, now: comic });
      return;
    }
    setEdits((now) => rebase(now, comic, new Set()));
    began.current = comic;
    // oxlint-disable-next-line react/exhaustive-deps -- only another state of the comic is compared
  }, [comic]);

  const change = (field: EditField, value: unknown) => {
    setEdits((now) => applyEdit(now, comic, field, value));
    setError(null);
  };
  const save = async (what: DraftEdits, on: AdminComic) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const saved = await apiSend<AdminComic>('PATCH', `/admin/comics/${encodeURIComponent(on.slug)}`, {
        body: { version: on.version, changes: toComicChanges(what) },
      });
      began.current = saved;
      // Changes made while the request was on its way stay, and begins from what is saved.
      setEdits((now) =>
        rebase(
          Object.fromEntries(
            Object.entries(now).filter(([field, { value }]) => what[field as EditField]?.value !== value),
          ),
          saved,
          new Set(),
        ),
      );
      setConflict(null);
      showToast({ text: t('account.saved'), closeLabel: t('library.toast.close') });
      if (saved.slug === comic.slug) {
        await revalidate();
      } else {
        await navigate(addressFor(saved.slug, tab === 'details' ? null : tab), { replace: true });
      }
    } catch (failure) {
      const { message, body } = failure as ApiFailure;
      if (errorCode(failure) === 'edit-conflict' && (body as EditConflict).current) {
        setConflict({ before: on, now: (body as EditConflict).current });
      } else {
        setError({ message, fields: (body as { errors?: Record<string, string[]> } | null)?.errors ?? {} });
      }
    }
    setBusy(false);
  };
  const isShown = comic.state === 'published' || comic.state === 'unlisted';
  const shared = { comic, reload: revalidate };
  return (
    <div className="comic-editor stack">
      <header className="stack">
        <BackLink to={back.to}>{back.name}</BackLink>
        <div className="row row--between">
          <div className="row comic-editor__title">
            <h1 lang={comic.language?.code ?? undefined}>
              <bdi>{comic.title}</bdi>
            </h1>
            <State {...comicColumns(comic.state)}>{t(`admin.state.${comic.state}`)}</State>
          </div>
          {isShown ? (
            <ButtonLink to={links.comic(comic.slug)}>
              <Icon name="eye" />
              {t('admin.action.view')}
            </ButtonLink>
          ) : null}
        </div>
        <Tabs
          label={t('admin.editor.tabs')}
          tabs={TABS.map((each) => ({
            to: addressFor(comic.slug, each === 'details' ? null : each),
            name: t(`admin.editor.${each}`),
            ...(each === 'chapters' && !comic.oneshot ? { count: comic.chapters_count } : {}),
          }))}
        />
      </header>
      <LackNote comic={comic} addressFor={addressFor} />
      {tab === 'details' ? (
        <EditorDetails
          comic={comic}
          edits={edits}
          errors={error?.fields ?? {}}
          change={change}
          saved={revalidate}
          left={() => void navigate(back.to)}
        />
      ) : tab === 'cover' ? (
        <EditorCover {...shared} chapter={data.chapter} addressFor={addressFor} />
      ) : tab === 'chapters' ? (
        <EditorChapters {...shared} chapter={data.chapter} addressFor={addressFor} />
      ) : (
        <EditorHistory {...shared} revisions={data.revisions!} addressFor={addressFor} />
      )}
      {count === 0 ? null : (
        <div className="bulk" role="group" aria-label={t('admin.editor.unsaved', { count })}>
          <b role="status">{t('admin.editor.unsaved', { count })}</b>
          {error === null ? null : <Alert kind="bad">{error.message}</Alert>}
          <span className="push" />
          <Button
            look={['ghost']}
            onClick={() => {
              setEdits({});
              setError(null);
              began.current = comic;
            }}
          >
            {t('admin.editor.discard')}
          </Button>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void save(edits, began.current);
            }}
          >
            <SubmitButton busy={busy}>{t('account.save')}</SubmitButton>
          </form>
        </div>
      )}
      {conflict === null ? null : (
        <ConflictDialog
          title={t('admin.conflict.title')}
          found={diffEdits(edits, conflict.before, conflict.now)}
          onClose={() => setConflict(null)}
          onDecide={(theirs) => {
            const next = rebase(edits, conflict.now, theirs);
            setEdits(next);
            if (Object.keys(next).length > 0) {
              void save(next, conflict.now);
            } else {
              began.current = conflict.now;
              setConflict(null);
              void revalidate();
            }
          }}
        />
      )}
      <LeaveGuard dirty={count > 0} within={addressFor(comic.slug, null)} />
    </div>
  );
}
