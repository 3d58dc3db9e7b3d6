import { RELATION_KINDS } from '#contract/comics.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import type { VisibilityScope } from '#server/db/visible.ts';
import { EVERYTHING, NOTHING, type Condition, type SearchAttribute } from '#server/search/condition.ts';
import { queryWords } from '#server/search/grams.ts';
import { toCanonical } from '#server/search/query-canonical.ts';
import { isAskable } from '#server/search/query-words.ts';
import {
  RELATION_FACTS,
  type RequestedRange,
  type SearchFlag,
  type Hint,
  type ParsedSearch,
  type Query,
} from '#server/search/query.ts';
import { rangeCondition } from '#server/features/comics/asked-ranges.ts';
import {
  distinct,
  FLAG_TAGS,
  lookupKey,
  findNames,
  normalisePattern,
  rowsOfWords,
  type NameEngines,
  type Names,
} from '#server/features/comics/queries-names.ts';
import { comicsTitled, patternWords } from '#server/features/comics/queries-title.ts';
import { favorites, finishedComics, pagesRead } from '#server/features/comics/queries-viewer.ts';

/** A search with everything looked up. */
export interface ResolvedSearch {
  condition: Condition;
  /** Terms asked for by their own name: they are not hidden from this search. */
  asked: number[];
  hints: Hint[];
  /** As `findNames` says. */
  change: string | null;
}

/** Phrases and wildcards that are looked up in titles, each a statement, and the comics that are looked at for all of them. */
const [MAX_PHRASES, MAX_LOOKED_AT] = [4, 24_000];
const FACT_STATUSES = ['complete', 'ongoing', 'onhold', 'canceled'] as const;
const FACT_TRAITS: readonly SearchAttribute[] = [
  'webtoon',
  'premium',
  'oneshot',
  'translated',
  'speechless',
  'rewritten',
];

/**
 * The condition on a comic for a search to find it: every name looked up, every phrase found.
 *
 * A word is a word of a title in any language, or the beginning of a term's name, translation or alias; words that
 * follow each other are also tried as one name. A value of a kind is a term of exactly that name or slug, else those
 * whose name begins with it, else those of which a word does. `hints` are those of the parser and its own.
 *
 * @param now the moment that `uploaded:` and `updated:` count from.
 */
export async function resolveQuery(
  engines: NameEngines,
  seeing: VisibilityScope,
  parsed: ParsedSearch,
  now: Date,
): Promise<ResolvedSearch> {
  const { names, change } = await findNames(engines, seeing, parsed.tree);
  const work = new Resolving(engines.reads, seeing, now, names);
  work.looked = Math.floor(MAX_LOOKED_AT / Math.min(MAX_PHRASES, Math.max(1, phrasesIn(parsed.tree))));
  const condition = await work.conditionFor(parsed.tree, true, []);
  return {
    condition,
    asked: [...work.asked].sort((a, b) => a - b),
    hints: [...parsed.hints, ...work.hints.values()],
    change,
  };
}

type Value = Extract<Query, { value: string }>;

/** Walks through a search; what it met stands in `asked` and `hints`. */
class Resolving {
  readonly asked = new Set<number>();
  readonly hints = new Map<string, Hint>();
  /** Comics that are looked at for each phrase. */
  looked = MAX_LOOKED_AT;
  readonly #db: Db;
  readonly #seeing: VisibilityScope;
  readonly #now: Date;
  readonly #names: Names;
  #phrases = 0;

  constructor(db: Db, seeing: VisibilityScope, now: Date, names: Names) {
    this.#db = db;
    this.#seeing = seeing;
    this.#now = now;
    this.#names = names;
  }

  async conditionFor(query: Query, positive: boolean, around: readonly string[]): Promise<Condition> {
    if ('all' in query) {
      const rows = rowsOfWords(query.all);
      return { all: await this.#each(query.all, (part) => this.conditionFor(part, positive, rows.get(part) ?? [])) };
    }
    if ('any' in query) return { any: await this.#each(query.any, (part) => this.conditionFor(part, positive, [])) };
    if ('not' in query) return { not: await this.conditionFor(query.not, !positive, []) };
    if ('range' in query) return this.#isHere(query.range.key, query) ? this.#range(query.range) : NOTHING;
    if ('fact' in query) return this.#isHere(query.fact, query) ? this.#fact(query.fact) : NOTHING;
    if ('comic' in query) {
      const one = { ids: [query.comic] };
      return query.text
        ? { any: [one, await this.#value({ value: String(query.comic), field: null, exact: false }, positive, [])] }
        : one;
    }
    return this.#value(query, positive, around);
  }

  /** One after the other: a search takes one connection at a time. */
  async #each(parts: readonly Query[], work: (part: Query) => Promise<Condition>): Promise<Condition[]> {
    const done: Condition[] = [];
    for (const part of parts) {
      done.push(await work(part));
    }
    return done;
  }

  /** Whether the site has the feature that is asked about; says so where it has not. */
  #isHere(asked: RequestedRange['key'] | SearchFlag, query: Query): boolean {
    if (isAskable(this.#seeing.site.features, asked)) return true;
    if (asked === 'download') {
      this.#hint('download');
    } else {
      this.#hint('unknown', toCanonical(query));
    }
    return false;
  }

  #range(range: RequestedRange): Promise<Condition> | Condition {
    return range.key === 'read'
      ? this.#ofViewer((viewer) => pagesRead(this.#db, viewer, range))
      : rangeCondition(range, this.#now);
  }

  async #value(query: Value, positive: boolean, around: readonly string[]): Promise<Condition> {
    const { field } = query;
    const name = normalisePattern(query.value);
    if (field !== null && field !== 'title' && field !== 'uploader') return this.#ofKind(query, field, positive);
    const text = await this.#inTitle(query, name);
    if (field !== null) return text;
    const terms = [name, ...around].flatMap(
      (one) => this.#names.get(lookupKey(null, one, query.exact ? 'whole' : 'start')) ?? [],
    );
    if (positive && query.exact) {
      for (const id of terms) {
        this.asked.add(id);
      }
    }
    return terms.length > 0 ? { any: [text, { terms: distinct(terms) }] } : text;
  }

  #ofKind(query: Value, kind: TermKind, positive: boolean): Condition {
    const name = normalisePattern(query.value);
    const whole = this.#names.get(lookupKey(kind, name || query.value, 'whole')) ?? [];
    if (positive) {
      for (const id of whole) {
        this.asked.add(id);
      }
    }
    const terms = whole.length > 0 ? whole : (this.#names.get(lookupKey(kind, name, 'start')) ?? []);
    if (terms.length > 0) return { terms: distinct(terms) };
    this.#hint('unknown', toCanonical(query));
    return NOTHING;
  }

  async #inTitle({ field, exact }: Value, name: string): Promise<Condition> {
    const words = queryWords(patternWords(name).join(' ')).map((text) => ({ text }));
    const apart: Condition = words.length === 1 ? (words[0] as Condition) : { all: words };
    const isPattern = /[*?]/.test(name);
    if (!exact && !isPattern) return apart;
    if ((this.#phrases += 1) > MAX_PHRASES) return this.#tooMany(name, apart);
    if (exact && field === 'title' && !isPattern) {
      const whole = await comicsTitled(this.#db, name, 'whole', this.looked);
      if (whole !== 'many' && whole.length > 0) return { ids: whole };
    }
    const found = await comicsTitled(this.#db, name, exact && isPattern ? 'ends' : 'begins', this.looked);
    return found === 'many' ? this.#tooMany(name, apart) : { ids: found };
  }

  #tooMany(name: string, apart: Condition): Condition {
    this.#hint('phrase', name);
    return apart;
  }

  async #fact(fact: SearchFlag): Promise<Condition> {
    const status = FACT_STATUSES.find((one) => one === fact);
    if (status) return { statuses: [status] };
    const trait = FACT_TRAITS.find((one) => one === fact);
    if (trait) return { trait };
    if (fact === 'comments') return { range: { key: 'comments', min: 1, max: null } };
    if (fact === 'download') return EVERYTHING;
    if (fact === 'link') return { trait: 'linked' };
    const relations =
      fact === 'related' ? RELATION_KINDS : RELATION_KINDS.filter((_, at) => RELATION_FACTS[at] === fact);
    if (relations.length > 0) return { relations, rating: this.#seeing.rating };
    const tags = FLAG_TAGS[fact];
    if (tags) {
      const terms = tags.flatMap((tag) => this.#names.get(lookupKey('tag', tag, 'whole')) ?? []);
      if (terms.length > 0) return { terms: distinct(terms) };
      this.#hint('unknown', `is:${fact}`);
      return NOTHING;
    }
    return this.#ofViewer((viewer) =>
      fact === 'favorite'
        ? favorites(this.#db, viewer)
        : finishedComics(this.#db, viewer).then((done) => (fact === 'read' ? done : { not: done })),
    );
  }

  /** A condition that only someone who is signed in can ask for. */
  async #ofViewer(work: (viewer: number) => Promise<Condition>): Promise<Condition> {
    const { id } = this.#seeing.viewer;
    if (id !== null) return work(id);
    this.#hint('sign-in');
    return NOTHING;
  }

  #hint(code: Hint['code'], value = ''): void {
    this.hints.set(`${code} ${value}`, { code, params: { value } });
  }
}

/** How many values of a search are looked for in titles as a whole. */
function phrasesIn(query: Query): number {
  if ('all' in query || 'any' in query) {
    return ('all' in query ? query.all : query.any).reduce((sum, part) => sum + phrasesIn(part), 0);
  }
  if ('not' in query) return phrasesIn(query.not);
  return isOfTitle(query) && (query.exact || /[*?]/.test(query.value)) ? 1 : 0;
}

function isOfTitle(query: Query): query is Value {
  return 'value' in query && (query.field === null || query.field === 'title' || query.field === 'uploader');
}
