import { MAX_QUERY_LENGTH } from '#contract/comics.ts';
import { TERM_KINDS } from '#contract/taxonomy.ts';
import type { Suggestion } from '#contract/search.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { normalise } from '#server/search/normalise.ts';
import { isAskable } from '#server/search/query-words.ts';
import { termsLike, type NamedTerm, type SuggestEngines } from './queries.ts';
import { keysBeginning, splitLastPart, longerParts, termPart, valuesBeginning, type KeyIdea } from './rules.ts';

/** Most ideas for one part, and most of them that are no terms. */
const [MOST, MAX_KEYS] = [10, 4];

/** Ways to go on with the last part of a search, best first, at most ten; none where it is finished. */
export async function suggestionsFor(
  engines: SuggestEngines,
  viewing: RequestContext,
  q: string,
): Promise<Suggestion[]> {
  const text = q.toWellFormed().replace(/\p{Cc}/gu, ' ');
  const part = splitLastPart(text);
  if (!part) return [];
  const { features } = viewing.site;
  const field = part.prefix && 'field' in part.prefix.means ? part.prefix.means.field : null;
  const toSuggestion = ({ text: completed, example }: KeyIdea): Suggestion => ({
    text: part.before + completed,
    kind: 'key',
    name: example,
    name_original: null,
    count: null,
  });
  if (part.prefix && (field === null || field === 'title' || field === 'uploader')) {
    return valuesBeginning(part.prefix, part.value, features).map(toSuggestion).slice(0, MOST);
  }

  const keys = part.prefix ? [] : keysBeginning(part.value, features).slice(0, MAX_KEYS).map(toSuggestion);
  const kinds = (field === null || field === 'title' || field === 'uploader' ? TERM_KINDS : [field]).filter((kind) =>
    isAskable(features, kind),
  );
  const found = (before: string, { kind, name, name_original, count }: NamedTerm): Suggestion[] => {
    const completed = termPart(kind, name);
    return completed === null ? [] : [{ text: before + completed, kind, name, name_original, count }];
  };
  const named: Suggestion[] = [];
  let longer = 0;
  for (const { before, value } of kinds.length > 0 ? [...longerParts(part), part] : []) {
    longer = named.length;
    const name = normalise(value.replaceAll('_', ' '));
    if (name === '' && !(part.prefix && value === '')) continue;
    const terms = (await termsLike(engines, viewing, viewing.locale, kinds, name, MOST)).flatMap((term) =>
      found(before, term),
    );
    named.push(...terms.filter((term) => !named.some((other) => other.kind === term.kind && other.name === term.name)));
  }
  const typed = normalise(part.value);
  const isFirst = ({ name, name_original: original }: Suggestion, at: number) =>
    at < longer || [name, original ?? ''].some((one) => normalise(one) === typed);
  return [...named.filter(isFirst), ...keys, ...named.filter((term, at) => !isFirst(term, at))]
    .filter((suggestion) => suggestion.text.length <= MAX_QUERY_LENGTH)
    .slice(0, MOST);
}
