import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { type FlatComment, MAX_COMMENT_LENGTH } from '#contract/comments.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { TextArea } from '#web/ui/form/field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { useDraft } from './drafts.ts';

interface Props {
  /** Where the text belongs, so that what was begun is found again. */
  draft: string;
  /** The API's path of what is answered or commented on; of a comment that is edited, its own. */
  path: string;
  parentId?: number | null;
  /** The text that is edited; absent for something new. */
  text?: string;
  /** Of a review: the score its author gave the comic, null where they have to choose one. */
  score?: number | null;
  label: string;
  /** Takes the focus when it appears: someone asked for it. */
  focused?: boolean;
  onSent: (comment: FlatComment) => void;
  onCancel?: () => void;
}

/** The marks around a choice of letters for each button. */
const MARKS = [
  ['bold', '**'],
  ['italic', '*'],
  ['spoiler', '||'],
  ['code', '`'],
] as const;

const SCORES = Array.from({ length: 10 }, (_, index) => 10 - index);

/** Where a comment is written: with buttons for its marks, a look at how it will be, and its length. A guest is asked to sign in when they send. */
export function CommentComposer({
  draft,
  path,
  parentId = null,
  text: edited,
  score: scored,
  label,
  focused = false,
  onSent,
  onCancel,
}: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const user = useUser();
  const hint = useId();
  const box = useRef<HTMLDivElement>(null);
  const [written, write] = useDraft(draft);
  const text = written === '' && edited !== undefined ? edited : written;
  const [state, setState] = useState<{ busy: boolean; error: string | null; preview: string | null }>({
    busy: false,
    error: null,
    preview: null,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const score = chosen ?? scored ?? null;
  const isScoreless = scored !== undefined && score === null;
  const key = useRef(crypto.randomUUID());
  useEffect(() => {
    if (focused) {
      box.current?.querySelector('textarea')?.focus();
    }
  }, [focused]);
  const letters = [...text.normalize('NFC').trim()].length;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state.busy || letters === 0 || isScoreless) return;
    setState({ ...state, busy: true, error: null });
    try {
      if (!(await promptSignIn('comment'))) {
        setState({ ...state, busy: false });
        return;
      }
      const given = chosen === null ? {} : { score: chosen };
      const sent =
        edited === undefined
          ? await apiPost<FlatComment>(path, { body: { text, parent_id: parentId, ...given }, key: key.current })
          : await apiSend<FlatComment>('PATCH', path, { body: { text, ...given } });
      key.current = crypto.randomUUID();
      write('');
      setState({ busy: false, error: null, preview: null });
      onSent(sent);
    } catch (failure) {
      const { message, body } = failure as { message: string; body?: { errors?: { text?: string[] } } | null };
      setState({ busy: false, error: body?.errors?.text?.join(' ') ?? message, preview: null });
      box.current?.querySelector('textarea')?.focus();
    }
  };
  const look = async () => {
    if (state.preview !== null) {
      setState({ ...state, preview: null });
      return;
    }
    try {
      const { html } = await apiPost<{ html: string }>('/comments/preview', { body: { text } });
      setState({ ...state, error: null, preview: html });
    } catch (failure) {
      setState({ ...state, error: (failure as Error).message });
    }
  };
  const onKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.currentTarget.requestSubmit();
    }
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  const mark = (around: string) => {
    const area = box.current?.querySelector('textarea');
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    write(text.slice(0, from) + around + text.slice(from, to) + around + text.slice(to));
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(from + around.length, to + around.length);
    });
  };
  const quote = () =>
    write(
      `${text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n`,
    );

  if (user !== null && !user.verified) return <p className="hint">{t('comments.unverified')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the field within
    <form
      className="composer needs-script"
      onSubmit={(event) => void send(event)}
      onKeyDown={onKey}
      aria-busy={state.busy}
    >
      {scored === undefined ? null : (
        <label className="composer__score">
          <span>{t('library.rating.score')}</span>
          <select
            className="input"
            name="score"
            value={score ?? ''}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {score === null ? <option value="">–</option> : null}
            {SCORES.map((each) => (
              <option key={each} value={each}>
                {formatNumber(locale, each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div ref={box}>
        {state.preview === null ? (
          <TextArea
            label={<span className="visually-hidden">{label}</span>}
            name="text"
            value={text}
            placeholder={label}
            rows={3}
            dir="auto"
            error={state.error}
            aria-describedby={hint}
            onChange={({ target }) => {
              write(target.value);
              if (state.error) {
                setState({ ...state, error: null });
              }
            }}
          />
        ) : (
          <div
            className="comment__text composer__preview"
            dir="auto"
            dangerouslySetInnerHTML={{ __html: state.preview }}
          />
        )}
      </div>
      <div className="row">
        <div className="composer__marks" role="group" aria-label={t('comments.marks')}>
          {MARKS.map(([name, around]) => (
            <button
              key={name}
              type="button"
              className={`btn btn--ghost composer__${name}`}
              disabled={state.preview !== null}
              aria-label={t(`comments.mark.${name}`)}
              title={t(`comments.mark.${name}`)}
              onClick={() => mark(around)}
            >
              <span aria-hidden="true">
                {name === 'spoiler' ? t('comments.spoiler') : name === 'code' ? '<>' : t(`comments.letter.${name}`)}
              </span>
            </button>
          ))}
          <button
            type="button"
            className="btn btn--ghost"
            disabled={state.preview !== null}
            aria-label={t('comments.mark.quote')}
            title={t('comments.mark.quote')}
            onClick={quote}
          >
            <span aria-hidden="true">“ ”</span>
          </button>
          <button
            type="button"
            className="btn btn--ghost"
            aria-pressed={state.preview !== null}
            disabled={letters === 0}
            onClick={() => void look()}
          >
            {t('comments.preview')}
          </button>
        </div>
        <div className="composer__send">
          <span id={hint} className={`small num ${letters > MAX_COMMENT_LENGTH ? 'composer__over' : 'muted'}`}>
            <span aria-hidden="true">
              {formatNumber(locale, letters)} / {formatNumber(locale, MAX_COMMENT_LENGTH)}
            </span>
            <span className="visually-hidden">
              {t('comments.length', { count: letters, most: MAX_COMMENT_LENGTH })}
            </span>
          </span>
          {onCancel ? (
            <Button look={['ghost']} onClick={onCancel}>
              {t('comments.cancel')}
            </Button>
          ) : null}
          <SubmitButton busy={state.busy} disabled={letters === 0 || letters > MAX_COMMENT_LENGTH || isScoreless}>
            {edited !== undefined
              ? t('comments.save')
              : parentId !== null
                ? t('comments.reply')
                : t(scored === undefined ? 'comments.post' : 'reviews.post')}
          </SubmitButton>
        </div>
      </div>
      {state.preview !== null && state.error ? <Alert kind="bad">{state.error}</Alert> : null}
    </form>
  );
}
