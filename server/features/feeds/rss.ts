import { element, xmlDocument } from '#server/http/xml.ts';
import type { Feed, FeedEntry } from './feed.ts';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
} as const;

/** A feed as RSS 2.0, with the links of Atom, the authors of Dublin Core and the covers of Media RSS. */
export function toRss(feed: Feed): string {
  return xmlDocument(
    element(
      'rss',
      { version: '2.0', ...NAMESPACES },
      element(
        'channel',
        {},
        element('title', {}, feed.title),
        element('link', {}, feed.page),
        element('description', {}, feed.subtitle),
        element('language', {}, feed.language),
        element('lastBuildDate', {}, feed.updated.toUTCString()),
        element(
          'image',
          {},
          element('url', {}, feed.icon),
          element('title', {}, feed.title),
          element('link', {}, feed.page),
        ),
        ...feed.links.map(({ rel, href }) => element('atom:link', { rel, type: 'application/rss+xml', href })),
        ...feed.entries.map(toItem),
      ),
    ),
  );
}

function toItem({ id, title, url, published, summary, authors, categories, cover }: FeedEntry) {
  return element(
    'item',
    {},
    element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, id),
    element('pubDate', {}, published.toUTCString()),
    ...authors.map((name) => element('dc:creator', {}, name)),
    ...categories.map(({ label }) => element('category', {}, label)),
    ...(summary === '' ? [] : [element('description', {}, summary)]),
    ...(cover === null
      ? []
      : [
          element('enclosure', { url: cover.url, length: cover.bytes, type: cover.type }),
          element('media:thumbnail', { url: cover.url, width: cover.width, height: cover.height }),
        ]),
  );
}
