import { element, xmlDocument } from '#server/http/xml.ts';
import type { Feed, FeedEntry } from './feed.ts';

/** A feed as Atom (RFC 4287), with the covers of Media RSS. */
export function toAtom(feed: Feed): string {
  return xmlDocument(
    element(
      'feed',
      {
        xmlns: 'http://www.w3.org/2005/Atom',
        'xmlns:media': 'http://search.yahoo.com/mrss/',
        'xml:lang': feed.language,
      },
      element('id', {}, feed.id),
      element('title', {}, feed.title),
      element('subtitle', {}, feed.subtitle),
      element('updated', {}, feed.updated.toISOString()),
      element('icon', {}, feed.icon),
      element('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
      ...feed.links.map(({ rel, href }) => element('link', { rel, type: 'application/atom+xml', href })),
      ...feed.entries.map((entry) => toEntry(entry, feed)),
    ),
  );
}

function toEntry({ id, title, url, published, updated, summary, authors, categories, cover }: FeedEntry, feed: Feed) {
  return element(
    'entry',
    {},
    element('id', {}, id),
    element('title', {}, title),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('published', {}, published.toISOString()),
    element('updated', {}, updated.toISOString()),
    // Each entry names somebody (RFC 4287, 4.1.2).
    ...(authors.length > 0 ? authors : [feed.subtitle]).map((name) => element('author', {}, element('name', {}, name))),
    ...categories.map(({ term, label }) => element('category', { term, label })),
    ...(summary === '' ? [] : [element('summary', { type: 'text' }, summary)]),
    ...(cover === null
      ? []
      : [
          element('link', { rel: 'enclosure', type: cover.type, length: cover.bytes, href: cover.url }),
          element('media:thumbnail', { url: cover.url, width: cover.width, height: cover.height }),
        ]),
  );
}
