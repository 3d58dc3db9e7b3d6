import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Suggestion } from '#contract/search.ts';
import type { Db } from '#server/db/database.ts';
import type { Viewing } from '#server/http/viewing.ts';
import { normalise } from '#server/search/normalise.ts';
import type { Prefix } from '#server/search/query-words.ts';
import { termsLike } from './queries.ts';
import { keysBeginning, lastPartOf, termPart, valuesBeginning, type KeyIdea } from './rules.ts';

/** Most ideas for one part, and most of them that are no terms. */
const [MOST, MOST_KEYS] = [10, 4];

/** Ways to go on with the last part of a search, best first, at most ten; none where it is finished. */
export async function suggestionsFor(db: Db, viewing: Viewing, q: string): Promise<Suggestion[]> {
  const text = q.toWellFormed().replace(/\p{Cc}/gu, ' ');
  const part = lastPartOf(text);
  if (!part) { return []; }
  const has = (kind: TermKind) => viewing.site.features.includes(KIND_PATHS[kind]);
  const field = part.prefix && 'field' in part.prefix.means ? part.prefix.means.field : null;
  const toSuggestion = ({ text: completed, example }: KeyIdea): Suggestion => ({ text: part.before + completed, kind: 'key', name: example, name_original: null, count: null });
  if (part.prefix && (field === null || field === 'title' || field === 'uploader')) { return valuesBeginning(part.prefix, part.value).map(toSuggestion).slice(0, MOST); }

  const allows = (prefix: Prefix) => !('field' in prefix) || prefix.field === 'title' || (prefix.field !== 'uploader' && has(prefix.field));
  const keys = part.prefix ? [] : keysBeginning(part.value, allows).slice(0, MOST_KEYS).map(toSuggestion);
  const kinds = field === null || field === 'title' || field === 'uploader' ? TERM_KINDS.filter(has) : [field].filter(has);
  const name = normalise(part.value.replaceAll('_', ' '));
  const terms = kinds.length > 0 && (name !== '' || (part.prefix && part.value === '')) ? await termsLike(db, viewing, viewing.locale, kinds, name, MOST - keys.length) : [];
  const named = terms.flatMap((term): Suggestion[] => {
    const completed = termPart(term.kind, term.name);
    return completed === null ? [] : [{ text: part.before + completed, kind: term.kind, name: term.name, name_original: term.name_original, count: term.count }];
  });
  const exact = named.filter((term) => [term.name, term.name_original].some((one) => one !== null && normalise(one) === name));
  return [...exact, ...keys, ...named.filter((term) => !exact.includes(term))].slice(0, MOST);
}
