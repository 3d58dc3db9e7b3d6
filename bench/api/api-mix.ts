import { titleStart, wordStart } from '../synthetic/asked-words.ts';
import type { Catalogue } from '../synthetic/catalogue.ts';

/** A kind of request, and the query string of its turn `turn`, from 0: no two turns ask for the same page. */
export interface RequestKind {
  name: string;
  query(turn: number): Record<string, string | number>;
}

/** The requests that `/api/comics` gets: front pages, filters, popularity, deep pages and searches. */
export function requestMix({ termAt }: Pick<Catalogue, 'termAt'>, comics: number): readonly RequestKind[] {
  const tag = (rank: number) => termAt('tag', rank);
  const japanese = termAt('language', 0);
  const english = termAt('language', 1);
  const pages = Math.floor((comics * 0.65) / 18);
  const kinds: RequestKind[] = [
    { name: 'latest', query: (turn) => ({ page: turn + 1 }) },
    { name: 'popular tag', query: (turn) => ({ tags: tag(turn % 10), page: 1 + Math.floor(turn / 10) }) },
    { name: 'rare tag', query: (turn) => ({ tags: tag(500 + turn * 37) }) },
    {
      name: '3 tags − 1, language',
      query: (turn) => ({
        tags: [tag(turn % 4), tag(4 + (turn % 3)), tag(8 + (turn % 5))].join(),
        not_tags: tag(20 + turn),
        languages: turn % 2 ? english : japanese,
      }),
    },
    { name: 'popular today', query: (turn) => ({ sort: 'popularity', duration: 'day', page: turn + 1 }) },
    { name: 'popular ever', query: (turn) => ({ sort: 'popularity', duration: 'all', page: turn + 1 }) },
    { name: 'popular today, tag', query: (turn) => ({ sort: 'popularity', duration: 'day', tags: tag(turn) }) },
    {
      name: 'popular ever, 2 tags, language',
      query: (turn) => ({
        sort: 'popularity',
        duration: 'all',
        tags: [tag(turn % 5), tag(6 + turn)].join(),
        languages: japanese,
      }),
    },
    { name: 'by title', query: (turn) => ({ sort: 'title', order: 'asc', page: turn + 1 }) },
    { name: 'deep page', query: (turn) => ({ page: Math.max(2, Math.floor(pages * ((turn * 0.0618 + 0.05) % 0.9))) }) },
    { name: 'q: word', query: (turn) => ({ q: wordStart(['en', 'es', 'ru', 'de'][turn % 4]!, turn, 5) }) },
    {
      name: 'q: two words',
      query: (turn) => ({ q: `${wordStart('en', turn, 4)} ${wordStart('en', turn * 7 + 3, 4)}` }),
    },
    { name: 'q: 1 letter, CJK', query: (turn) => ({ q: wordStart(turn % 2 ? 'zh' : 'ja', turn, 1) }) },
    { name: 'q: 2 letters, CJK', query: (turn) => ({ q: wordStart(['ja', 'zh', 'ko'][turn % 3]!, turn, 2) }) },
    { name: 'q: 3 letters, CJK', query: (turn) => ({ q: titleStart(turn % 2 ? 'zh' : 'ja', turn) }) },
  ];
  // Every other turn lists works of any rating.
  return kinds.map(({ name, query }) => ({
    name,
    query: (turn) => ({ ...query(turn), nsfw: String(turn % 2 === 1) }),
  }));
}
