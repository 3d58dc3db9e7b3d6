import { redirect } from 'react-router';
import type { GroupTeam } from '#contract/groups.ts';
import { KIND_PATHS, type TermDetail, type TermKind } from '#contract/taxonomy.ts';
import { termTitle } from '#contract/term-titles.ts';
import { AdBox } from '#web/catalogue/ads/ad-slot.tsx';
import { apiGet } from '#web/platform/api/api.ts';
import { filtersQuery } from '#web/catalogue/filters/filters.ts';
import { listingHead, loadListing } from '#web/catalogue/listing/listing.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';
import { ListingView } from '#web/catalogue/listing/listing-view.tsx';
import { HiddenNote, HideButton } from '#web/library/hidden/hide-button.tsx';
import { useHiddenTerms } from '#web/library/hidden/hidden-terms.ts';
import { useMakers } from '#web/library/makers/makers.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { GroupPanel } from './group-panel.tsx';
import { isIndexed } from './kinds.ts';
import { TermHead } from './term-head.tsx';
import { TermTabs } from './term-tabs.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';

const GroupChoiceButtons = lazyPart(
  async () => (await import('#web/library/makers/group-choice.tsx')).GroupChoiceButtons,
  { whenMissing: 'nothing' },
);

interface TermData {
  kind: TermKind;
  term: TermDetail;
  listing: Listing;
  /** The people of a group; null of another kind. */
  team: GroupTeam | null;
}

/** The term and its comics; a former name or a number leads to its own address. */
export async function loader({ request, params, route }: LoaderArgs): Promise<TermData> {
  const kind = route as TermKind;
  const path = KIND_PATHS[kind];
  const slug = params.slug ?? '';
  const term = await apiGet<TermDetail>(`/${path}/${encodeURIComponent(slug)}`, { request });
  if (term.slug !== slug) {
    const { pathname, search } = new URL(request.url);
    throw redirect(
      pathname.slice(0, pathname.lastIndexOf('/') + 1) + encodeURIComponent(term.slug) + search,
      import.meta.env.SSR ? 301 : 302,
    );
  }
  const [listing, team] = await Promise.all([
    loadListing(request, { path, id: term.id }),
    kind === 'group' ? apiGet<GroupTeam>(`/groups/${term.id}/team`, { request }) : null,
  ]);
  return { kind, term, listing, team };
}

/** The head of the page. */
export function head({ kind, term, listing }: TermData, context: HeadContext): PageHead {
  const { t, links } = context;
  const { name, comics_count: count } = term;
  const title = t('taxonomy.term.title', termTitle(context.locale, kind, term));
  const path = KIND_PATHS[kind];
  return listingHead(listing, context, {
    title,
    description: t('taxonomy.term.description', { name, count }),
    way: isIndexed(path) ? [{ name: t(`taxonomy.title.${path}`), path: links.terms(path) }] : [],
  });
}

/** A tag, a group, an artist, a language …: what is known of it, and its comics. */
export function Page({ data: { kind, term, listing, team } }: PageProps<TermData>) {
  const links = useAddresses();
  return (
    <div className="stack">
      <TermHead kind={kind} term={term} action={<TermAction kind={kind} term={term} />} />
      <HiddenNote term={term} />
      {kind === 'group' ? <BlockedNote term={term} /> : null}
      {team === null ? null : <GroupPanel team={team} />}
      <TermTabs kind={kind} term={term} />
      <ListingView
        key={term.id}
        listing={listing}
        addressFor={(filters) => links.term(kind, term.slug, filtersQuery(filters))}
      />
      <AdBox spot="list" />
    </div>
  );
}

/** Hides a term for whoever is here; members choose a group by whose chapters they are, unless they hide it already. */
function TermAction({ kind, term }: Pick<TermData, 'kind' | 'term'>) {
  const user = useUser();
  const isHidden = useHiddenTerms().has(term.id);
  return kind === 'group' && user !== null && !isHidden ? (
    <GroupChoiceButtons group={term} />
  ) : (
    <HideButton kind={kind} term={term} />
  );
}

/** Says on a blocked group's own page that its chapters are skipped elsewhere. */
function BlockedNote({ term: { id, name } }: Pick<TermData, 'term'>) {
  const t = useTranslate();
  return useMakers().blocked.some((each) => each.id === id) ? (
    <Alert kind="warn">{t('makers.note', { name })}</Alert>
  ) : null;
}

/** The facts of the page that ads go by. */
export const ads = () => ({ page: 'term' as const });
