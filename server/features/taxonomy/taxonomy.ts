/** What other features may use of the taxonomy: terms by name, what is said about them, and the languages there are. */
export { languageOf, type Language } from './languages.ts';
export { describeTerm, findOrCreateTerms, refreshTermSearch, type NewTerm, type TermDescription } from './queries-writing.ts';
export { findTerm, listTerms } from './queries.ts';
