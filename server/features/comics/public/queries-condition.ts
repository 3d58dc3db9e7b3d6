import { sql, type RawBuilder } from 'kysely';
import { relatedComicIds } from '#server/db/queries/relations.ts';
import { linkedComic } from '#server/db/queries/links.ts';
import { premiumComic } from '#server/db/visible.ts';
import { conditionParts, type Condition, type Range, type SearchAttribute } from '#server/search/condition.ts';
import { isDense, queryGrams, startPieces } from '#server/search/grams.ts';

type Part = RawBuilder<unknown>;

/** The condition on the comic `c` as the database answers it; it goes after another one and begins with `and`, or is empty. */
export function conditionSql(condition: Condition): Part {
  const parts = conditionParts(condition);
  // One containment, not several: the index intersects the lists of all these terms at once.
  const every = parts.flatMap((part) => ('terms' in part && part.terms.length === 1 ? part.terms : []));
  const others = parts.filter((part) => !('terms' in part && part.terms.length === 1)).map(oneSql);
  const all = [...(every.length > 0 ? [sql`c.terms @> ${[...new Set(every)]}::int[]`] : []), ...others];
  return all.length > 0 ? sql`and ${sql.join(all, sql` and `)}` : sql``;
}

function oneSql(condition: Condition): Part {
  if ('all' in condition) {
    return condition.all.length === 0
      ? sql`true`
      : sql`(${sql.join(conditionParts(condition).map(oneSql), sql` and `)})`;
  }
  if ('any' in condition) {
    return condition.any.length === 0 ? sql`false` : sql`(${sql.join(condition.any.map(oneSql), sql` or `)})`;
  }
  // An unknown value (no status, no year) is not so.
  if ('not' in condition) return sql`(${oneSql(condition.not)}) is not true`;
  if ('terms' in condition) {
    return condition.terms.length === 1
      ? sql`c.terms @> ${condition.terms}::int[]`
      : sql`c.terms && ${condition.terms}::int[]`;
  }
  if ('ids' in condition) return sql`c.id = any(${condition.ids}::int[])`;
  if ('text' in condition) return textSql(condition.text);
  if ('trait' in condition) return TRAIT_COLUMNS[condition.trait];
  if ('relations' in condition) return sql`c.id in ${relatedComicIds(condition.relations, condition.rating)}`;
  if ('statuses' in condition) return sql`c.status = any(${condition.statuses}::text[])`;
  if ('ratings' in condition) return sql`c.rating = any(${condition.ratings}::text[])`;
  return rangeSql(condition.range);
}

/** The grams find one word; where they cannot tell whether its letters stand together, the text is compared. */
function textSql(word: string): Part {
  if (word === '') return sql`true`;
  const grams = sql`c.grams @> ${queryGrams(word)}::int[]`;
  const isOneGram =
    startPieces(word)[0] === word ||
    (isDense(word) && word.length === String.fromCodePoint(word.codePointAt(0) ?? 0).length);
  return isOneGram ? grams : sql`(${grams} and strpos(c.search, ${word}) > 0)`;
}

const TRAIT_COLUMNS: Record<SearchAttribute, Part> = {
  premium: premiumComic(),
  oneshot: sql`c.oneshot`,
  webtoon: sql`c.direction = 'vertical'`,
  translated: sql`c.translated`,
  speechless: sql`c.speechless`,
  rewritten: sql`c.rewritten`,
  linked: linkedComic(),
};

function rangeSql(range: Range): Part {
  const { key, min, max } = range;
  switch (key) {
    case 'pages':
      return between(sql`c.pages`, min, max);
    case 'chapters':
      return between(sql`c.chapters_count`, min, max);
    case 'year':
      return between(sql`date_part('year', c.released_on)`, min, max);
    case 'uploaded':
      return days(sql`c.uploaded_at`, min, max);
    case 'updated':
      return days(sql`c.updated_at`, min, max);
    case 'favorites':
      return sql`c.id in (select s.comic_id from comic_stats s where ${between(sql`s.favorites`, min, max)})`;
    case 'views':
      return sql`c.id in (select s.comic_id from comic_stats s where ${between(sql`s.total`, min, max)})`;
    case 'rating':
      return amongOpinions(
        sql`select r.comic_id from ratings r where r.counted group by r.comic_id having`,
        sql`round(avg(r.score) * 10)`,
        range,
      );
    case 'comments':
      return amongOpinions(
        sql`
      select m.comic_id from comments m where m.comic_id is not null and m.state = 'shown' group by m.comic_id having`,
        sql`count(*)`,
        range,
      );
  }
}

function between(value: Part, min: number | null, max: number | null): Part {
  const least = min === null ? [] : [sql`${value} >= ${min}::int8`];
  const most = max === null ? [] : [sql`${value} <= ${max}::int8`];
  return least.length + most.length === 0
    ? sql`${value} is not null`
    : sql`(${sql.join([...least, ...most], sql` and `)})`;
}

/** Whether a range is of what readers said of a comic, which is summed from their ratings and comments. */
export function sumsOpinions({ key }: Range): boolean {
  return key === 'rating' || key === 'comments';
}

/** A comic that nobody rated or commented on has 0: it is in the range, or is what is left when those beyond the range are taken off. */
function amongOpinions(opinions: Part, value: Part, { min, max }: Range): Part {
  const hasNone = (min ?? 0) <= 0 && (max ?? 0) >= 0;
  return hasNone
    ? sql`c.id not in (${opinions} not ${between(value, min, max)})`
    : sql`c.id in (${opinions} ${between(value, min, max)})`;
}

/** The farthest days that a moment of the database can be, from 1970. */
const FARTHEST_DAY = 1_000_000;

function days(moment: Part, min: number | null, max: number | null): Part {
  const at = (day: number) =>
    sql`to_timestamp(${Math.max(-FARTHEST_DAY, Math.min(FARTHEST_DAY, day))}::float8 * 86400)`;
  const least = min === null ? [] : [sql`${moment} >= ${at(min)}`];
  const most = max === null ? [] : [sql`${moment} < ${at(max + 1)}`];
  return least.length + most.length === 0 ? sql`true` : sql`(${sql.join([...least, ...most], sql` and `)})`;
}
