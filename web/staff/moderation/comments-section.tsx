import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ModeratedComment } from '#contract/comments.ts';
import type { Page as List } from '#contract/paging.ts';
import { ApiFailure, apiGet, errorCode } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { CommentQueue } from './comment-queue.tsx';
import { StateChips } from './state-chips.tsx';

const NAMES = ['q', 'user', 'on', 'since', 'until'] as const;
type Name = (typeof NAMES)[number];
const STATES = ['all', 'shown', 'held', 'hidden', 'deleted'] as const;
type CommentsQuery = Partial<Record<Name, string>>;

interface Data {
  asked: CommentsQuery;
  state: (typeof STATES)[number];
  /** Null where what was asked for is refused. */
  list: List<ModeratedComment> | null;
  errors: Partial<Record<Name, readonly string[]>>;
}

/** Which field names what is not there. */
const UNKNOWN: Readonly<Record<string, Name>> = {
  'user-not-found': 'user',
  'comic-not-found': 'on',
  'term-not-found': 'on',
};

/** Comments that the address asks for, the newest first. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const asked: CommentsQuery = Object.fromEntries(
    NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])),
  );
  const state = STATES.find((each) => each === query.get('state')) ?? 'all';
  try {
    return {
      asked,
      state,
      errors: {},
      list: await apiGet('/moderation/comments', {
        request,
        params: { ...asked, state, page: Number(query.get('page')) || 1, per_page: 24 },
      }),
    };
  } catch (failure) {
    const field = UNKNOWN[errorCode(failure) ?? ''];
    if (field !== undefined) {
      return { asked, state, list: null, errors: { [field]: [(failure as ApiFailure).message] } };
    }
    const refused =
      failure instanceof ApiFailure && failure.status === 422
        ? (failure.body as { errors?: Data['errors'] } | null)?.errors
        : undefined;
    if (refused === undefined) throw failure;
    return { asked, state, list: null, errors: refused };
  }
}

/** Every comment of the site, for admins: by its text, its author, what it is on, its day and its state. */
export function Section({ data: { asked, state, list, errors } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const words = usePagerWords(list?.last_page ?? 1);
  const addressFor = (change: CommentsQuery, to: Data['state'] = state, page = 1) =>
    links.admin('comments', null, null, { ...change, state: to === 'all' ? null : to, page: page > 1 ? page : null });
  const labels: Record<Name, string> = {
    q: t('moderation.find.text'),
    user: t('moderation.find.user'),
    on: t('moderation.find.on'),
    since: t('admin.audit.since'),
    until: t('admin.audit.until'),
  };
  const total = list?.total ?? 0;
  const isNarrowed = state !== 'all' || Object.keys(asked).length > 0;
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void navigate(
      addressFor(
        Object.fromEntries(
          NAMES.flatMap((name) => {
            const text = (data.get(name) as string).trim();
            return text === '' ? [] : [[name, text]];
          }),
        ),
      ),
    );
  };
  return (
    <>
      <h1>{t('admin.title.comments')}</h1>
      <form
        key={JSON.stringify(asked)}
        role="search"
        aria-label={t('moderation.find')}
        className="panel find-form"
        onSubmit={search}
      >
        {NAMES.map((name) => (
          <Field
            key={name}
            label={labels[name]}
            name={name}
            defaultValue={asked[name] ?? ''}
            type={name === 'since' || name === 'until' ? 'date' : 'text'}
            maxLength={name === 'on' ? 500 : 100}
            error={errors[name]?.join(' ')}
            hint={name === 'on' ? t('moderation.find.onHint') : undefined}
          />
        ))}
        <div className="row find-form__acts">
          <Button type="submit" look={['primary']}>
            {t('search.title')}
          </Button>
          {Object.keys(asked).length === 0 ? null : (
            <ButtonLink look={['ghost']} to={addressFor({})}>
              {t('taxonomy.empty.clear')}
            </ButtonLink>
          )}
        </div>
      </form>
      <StateChips states={STATES} state={state} addressFor={(each) => addressFor(asked, each)} />
      <p role="status" className={total === 0 ? 'visually-hidden' : 'muted small'}>
        {total > 0 ? t('comments.title', { count: total }) : list !== null && isNarrowed ? t('admin.audit.empty') : ''}
      </p>
      {list === null ? null : total > 0 ? (
        <CommentQueue comments={list.data} />
      ) : isNarrowed ? (
        <EmptyState title={t('admin.audit.empty')} text={t('admin.comics.none.text')}>
          <ButtonLink to={links.admin('comments')}>{t('taxonomy.empty.clear')}</ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState title={t('comments.empty')} />
      )}
      {list === null ? null : (
        <Pager
          page={list.current_page}
          last={list.last_page}
          addressFor={(page) => addressFor(asked, state, page)}
          words={words}
        />
      )}
    </>
  );
}
