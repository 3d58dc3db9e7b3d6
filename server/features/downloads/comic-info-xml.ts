import type { CreditRole } from '#contract/credits.ts';
import type { Direction, Rating } from '#contract/comics.ts';
import { LINK_SERVICES, linkAddress } from '#contract/links.ts';
import { ALTERNATIVE_TITLE, CREDITS, SPACED_KINDS } from '#server/features/intake/public/comic-info-fields.ts';
import type { ArchiveChapter, ArchiveComic, ArchivePage } from './queries.ts';

/** ComicInfo's words for our ratings; `readComicInfo` reads the same out of them. */
const AGE_RATINGS: Record<Rating, string> = { safe: 'Everyone', suggestive: 'Mature 17+', explicit: 'Adults Only 18+' };
/** The element that tells the direction: `Manga` right from left, `Format` a strip. */
const DIRECTIONS: Record<Direction, [name: 'Manga' | 'Format', value: string]> = {
  ltr: ['Manga', 'No'],
  rtl: ['Manga', 'YesAndRightToLeft'],
  vertical: ['Format', 'Webtoon'],
};

/**
 * The ComicInfo.xml of a chapter or a one-shot: everything known that has a place in ComicInfo 2.1, its elements in the
 * order of the schema. `readComicInfo` makes the same of it again; what has no element of its own is written the way
 * libraries of tags do (`parody:…`, `language:translated`). A comma in a name becomes a semicolon, for commas part names.
 *
 * @param address of the comic's page.
 */
export function comicInfoXml(comic: ArchiveComic, chapter: ArchiveChapter, address: string): string {
  const { terms } = comic;
  const names = (...kinds: string[]) => list(terms.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name));
  const credited = (role: CreditRole) =>
    list([...new Set(chapter.credits.filter((credit) => credit.role === role).map(({ name }) => name))]);
  const [year, month, day] = comic.released_on?.split('-').map(Number) ?? [];
  const direction = DIRECTIONS[chapter.direction ?? comic.direction];
  const isWhole = comic.status === 'complete' && comic.chapters_count > 1;
  const elements: [name: string, value: string | number | null | undefined][] = [
    ['Title', comic.oneshot ? comic.title : chapter.name],
    ['Series', comic.oneshot ? null : comic.title],
    // Without a number a chapter would be a work of its own.
    ['Number', comic.oneshot ? null : chapter.number || String(chapter.position)],
    ['Count', !comic.oneshot && isWhole ? comic.chapters_count : null],
    // A whole number, by the schema.
    ['Volume', !comic.oneshot && /^\d{1,9}$/.test(chapter.volume ?? '') ? chapter.volume : null],
    ['Summary', comic.description],
    ['Notes', notes(comic, chapter)],
    ['Year', year],
    ['Month', month],
    ['Day', day],
    ['Writer', names('author')],
    ['Penciller', names('artist')],
    ['Letterer', credited('letterer')],
    ['Editor', credited('editor')],
    ['Translator', [comic.translated ? names('group') : '', credited('translator')].filter(Boolean).join(', ')],
    ['Publisher', names('publisher')],
    ['Genre', names('genre', 'category')],
    ['Tags', list([...terms.filter(({ kind }) => kind === 'tag').map(({ name }) => name), ...spacedTags(comic)])],
    ['Web', [address, ...webAddresses(comic)].join(' ')],
    ['PageCount', chapter.pages.length],
    ['LanguageISO', terms.find(({ kind }) => kind === 'language')?.code],
    ['Format', direction[0] === 'Format' ? direction[1] : null],
    ['Manga', direction[0] === 'Manga' ? direction[1] : null],
    ['Characters', names('character')],
    ['Teams', comic.translated ? null : names('group')],
    ['AgeRating', AGE_RATINGS[comic.rating]],
  ];
  const lines = elements.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`  <${name}>${text(String(value))}</${name}>`],
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ComicInfo>',
    ...lines,
    ...pageElements(comic, chapter.pages),
    '</ComicInfo>',
    '',
  ].join('\n');
}

/** Lines of what has no element of its own. */
function notes({ alternative_title: title }: ArchiveComic, { credits }: ArchiveChapter): string {
  const said = credits.map(({ role, name, first_page: first, last_page: last }) => {
    const plain = list([name]).replaceAll(';', ' ').replaceAll('[', ' ');
    return `${role} ${plain}${first === null ? '' : ` [${first}-${last}]`}`;
  });
  return [
    ...(title === null ? [] : [`${ALTERNATIVE_TITLE}${title}`]),
    ...(said.length === 0 ? [] : [`${CREDITS}${said.join('; ')}`]),
  ].join('\n');
}

/** Where the comic is elsewhere; ComicInfo parts addresses by spaces, and none of them holds one. */
function webAddresses({ links, official_links: official }: ArchiveComic): string[] {
  const elsewhere = LINK_SERVICES.flatMap((service) => {
    const id = links[service];
    return id === undefined ? [] : [linkAddress(service, id)];
  });
  return [...elsewhere, ...official.map(({ url }) => url)];
}

function spacedTags(comic: ArchiveComic): string[] {
  const spaced = SPACED_KINDS.flatMap((space) =>
    comic.terms.filter(({ kind }) => kind === space).map(({ name }) => `${space}:${name}`),
  );
  return [
    ...spaced,
    ...(comic.translated ? ['language:translated'] : []),
    ...(comic.speechless ? ['language:speechless'] : []),
    ...(comic.rewritten ? ['language:rewrite'] : []),
    ...(comic.status === null ? [] : [`status:${comic.status}`]),
  ];
}

function pageElements({ cover }: ArchiveComic, pages: readonly ArchivePage[]): string[] {
  const front = Math.max(
    0,
    pages.findIndex(({ image }) => image === cover),
  );
  const line = ({ width, height, bytes }: ArchivePage, at: number) => {
    const type = at === front ? ' Type="FrontCover"' : '';
    const double = width > height ? ' DoublePage="true"' : '';
    return `    <Page Image="${at}"${type}${double} ImageSize="${bytes}" ImageWidth="${width}" ImageHeight="${height}" />`;
  };
  return pages.length === 0 ? [] : ['  <Pages>', ...pages.map(line), '  </Pages>'];
}

function list(names: readonly string[]): string {
  return names.map((name) => name.replace(/[,\uff0c\u3001]/g, ';')).join(', ');
}

/** Text as XML 1.0 may hold it. */
function text(value: string): string {
  const allowed = value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
