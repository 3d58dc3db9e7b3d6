import { createHash } from 'node:crypto';
import { cardPath } from '#contract/addresses.ts';
import { ComicQuery } from '#contract/comics.ts';
import { textDirection } from '#contract/locales.ts';
import { RTA_LABEL } from '#contract/age.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { termTitle } from '#contract/term-titles.ts';
import type { Deps } from '#server/deps.ts';
import { cardOfFound, findComic } from '#server/features/comics/public/queries-one.ts';
import { listCredits, makerNames } from '#server/features/comics/public/credits.ts';
import { searchComics } from '#server/features/comics/public/queries-search.ts';
import { withinTime } from '#server/features/comics/public/queries-cost.ts';
import { termAt } from '#server/features/taxonomy/taxonomy.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import { escaped } from '#server/http/xml.ts';
import { translate } from '#server/i18n/translate.ts';
import type { Subject } from './subject.ts';

export type CardDeps = Pick<Deps, 'reads' | 'database' | 'catalogue' | 'secret' | 'now'>;

/** A card that stands for a page elsewhere. Texts are plain; the picture is of a work for everyone, or there is none. */
export interface Card {
  title: string;
  by: string;
  note: string;
  url: string;
  /** Where the card itself stands as a page. */
  frame: string;
  /** Whether it stands for an explicit work. */
  adult: boolean;
  picture: { url: string; width: number; height: number } | null;
}

/**
 * The card of a comic, or of a term with the cover of its newest comic, as a guest sees it who chose nothing.
 *
 * @throws Problem `comic-not-found`, `comic-removed`, `term-not-found`.
 */
export async function buildCard(deps: CardDeps, viewing: RequestContext, subject: Subject): Promise<Card> {
  const { locale, site } = viewing;
  const to = requestAddresses(viewing);
  if (subject.kind !== 'comic') {
    const { kind, slug } = subject;
    const term = await termAt(deps, viewing, kind, slug);
    const newest = ComicQuery.parse({ [KIND_PATHS[kind]]: [String(term.id)], per_page: 1 });
    const {
      rows: [first],
    } = await withinTime(deps, false, () => searchComics(deps, viewing, newest, deps.now()));
    const picture =
      first === undefined
        ? null
        : cardPicture(await cardOfFound(deps, deps.reads, viewing, { ...first, work_key: null, released_on: null }));
    return {
      title: translate(locale, 'taxonomy.term.title', termTitle(locale, kind, term)),
      by: site.name,
      note: translate(locale, 'latest.count', { count: term.comics_count }),
      url: to.term(kind, term.slug),
      frame: cardPath(to.term(kind, term.slug)),
      adult: false,
      picture,
    };
  }
  const comic = await findComic(deps.reads, viewing, subject.slug);
  const [card, [credits = []]] = await Promise.all([
    cardOfFound(deps, deps.reads, viewing, comic),
    listCredits(deps.reads, viewing, [comic]),
  ]);
  const makers = makerNames(credits);
  return {
    title: card.title,
    by: makers.length === 0 ? site.name : makers.slice(0, 3).join(' · '),
    note:
      card.chapters_count > 0
        ? translate(locale, 'latest.card.chapters', { count: card.chapters_count })
        : translate(locale, 'latest.card.pages', { count: card.pages }),
    url: subject.chapter === null ? to.comic(comic.slug) : to.reader(comic.slug, subject.chapter),
    frame: cardPath(to.comic(comic.slug)),
    adult: card.rating === 'explicit',
    picture: cardPicture(card),
  };
}

/** The card as a page of its own that stands in a frame of another site: no scripts, nothing that is kept, one link. */
export function cardPage(
  { title, by, note, url, adult, picture }: Card,
  { locale, site }: Pick<RequestContext, 'locale' | 'site'>,
): string {
  const cover =
    picture === null
      ? ''
      : `<img src="${escaped(picture.url)}" width="${picture.width}" height="${picture.height}" alt="">`;
  return (
    `<!doctype html><html lang="${locale}" dir="${textDirection(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">` +
    `${adult ? LABEL : ''}<title>${escaped(title)}</title><style>${STYLE}</style></head><body><a class="card" href="${escaped(url)}" target="_blank" rel="noopener">${cover}` +
    `<span class="text"><strong><bdi>${escaped(title)}</bdi></strong><span><bdi>${escaped(by)}</bdi></span><span>${escaped(note)}</span><span class="site"><bdi>${escaped(site.name)}</bdi></span></span></a></body></html>`
  );
}

function cardPicture({
  rating,
  cover,
  image_url: url,
}: {
  rating: string;
  cover: { width: number; height: number } | null;
  image_url: string;
}): Card['picture'] {
  return rating !== 'safe' || cover === null ? null : { url, width: cover.width, height: cover.height };
}

const LABEL = [RTA_LABEL, 'adult'].map((label) => `<meta name="rating" content="${label}">`).join('');

/** The card's own look, in the colours of whatever is around it: it stands on pages that know nothing of the site's. */
const STYLE = [
  ':root{color-scheme:light dark}*{box-sizing:border-box}html,body{height:100%;margin:0}',
  'body{font:14px/1.4 system-ui,sans-serif;color:CanvasText}',
  '.card{display:flex;gap:14px;height:100%;padding:12px;border:1px solid GrayText;border-radius:10px;color:inherit;background:Canvas;text-decoration:none;overflow:hidden}',
  '.card:focus-visible{outline:3px solid Highlight;outline-offset:-3px}img{height:100%;width:auto;max-width:40%;object-fit:cover;border-radius:6px}',
  '.text{display:flex;flex-direction:column;gap:4px;min-width:0}strong{font-size:17px;line-height:1.25}.card:hover strong{text-decoration:underline}',
  'strong,span{overflow:hidden;text-overflow:ellipsis}.site{margin-top:auto}',
].join('');

/** The policy of the card's page: nothing but its picture, and that any page may show it. @param addresses where its picture is fetched from. */
export function cardPolicy(...addresses: string[]): string {
  const style = createHash('sha256').update(STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${style}'; img-src ${addresses.map((address) => new URL(address).origin).join(' ')}; base-uri 'none'; form-action 'none'; frame-ancestors *; sandbox allow-popups allow-popups-to-escape-sandbox`;
}
