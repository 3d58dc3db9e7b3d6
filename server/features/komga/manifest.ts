import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { Book, BookPage, Series } from './dto.ts';

/** The media type of a manifest of pictures. */
export const DIVINA = 'application/divina+json';

const DIRECTIONS = { LEFT_TO_RIGHT: 'ltr', RIGHT_TO_LEFT: 'rtl', WEBTOON: 'ttb' } as const;
/** The roles that Komga's manifests have a place for, by the names of ComicInfo. */
const ROLES = { writer: 'author', penciller: 'penciler', translator: 'translator' } as const;
const PEOPLE = {
  artist: [],
  author: [],
  colorist: [],
  contributor: [],
  editor: [],
  illustrator: [],
  inker: [],
  letterer: [],
  penciler: [],
  publisher: [],
  translator: [],
};

/** A book as a manifest of Readium (Divina) that is read page by page, as Komga writes it. @param pages those that who asks may see. */
export function bookManifest(
  { origin }: Pick<RequestContext, 'origin'>,
  book: Book,
  { metadata: series }: Pick<Series, 'metadata'>,
  pages: readonly BookPage[],
): object {
  const at = `${origin}${KOMGA_ROOT}/api/v1/books/${book.id}`;
  const { metadata } = book;
  const people = Object.entries(ROLES).map(([role, place]) => [
    place,
    metadata.authors.filter((author) => author.role === role).map(({ name }) => name),
  ]);
  return {
    context: 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      ...PEOPLE,
      ...Object.fromEntries(people),
      ...(series.publisher === '' ? {} : { publisher: [series.publisher] }),
      title: metadata.title,
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      description: metadata.summary,
      numberOfPages: book.media.pagesCount,
      modified: book.lastModified,
      published: metadata.releaseDate,
      subject: metadata.tags,
      language: series.language,
      readingProgression: DIRECTIONS[series.readingDirection],
      rendition: {},
      belongsTo: {
        collection: [],
        series: [{ name: book.seriesTitle, position: metadata.numberSort, links: [] }],
      },
    },
    links: [link({ rel: 'self', href: `${at}/manifest`, type: DIVINA })],
    images: [],
    readingOrder: pages.map(({ number, mediaType, width, height }) =>
      link({ href: `${at}/pages/${number}`, type: mediaType, width, height }),
    ),
    resources: [link({ href: `${at}/thumbnail` })],
    toc: [],
    landmarks: [],
    pageList: [],
  };
}

function link(said: object): object {
  return { ...said, properties: {} };
}
