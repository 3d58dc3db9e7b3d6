import type { WantedCredit } from '#contract/credits.ts';
import type { Direction, Rating, Status } from '#contract/comics.ts';
import type { LinkIds } from '#contract/links.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { TermKind } from '#contract/taxonomy.ts';

/** A term an import mentions. */
export interface ImportTerm {
  name: string;
}

/** Something wrong with an import that did not stop it. `page` counts from 1 in the archive, `name` is the entry's. */
export interface ImportWarning {
  code: ProblemCode;
  params: ProblemParams;
  page?: number;
  name?: string;
}

/** Everything that can be known of a comic or a chapter beside its pages. Null and empty: nothing is known. */
export interface ImportMetadata {
  /** Of the work: a one-shot's title, or a chapter's name. */
  title: string | null;
  /** The series it belongs to. */
  series: string | null;
  /** Of the chapter, as printed: `10.5`. */
  number: string | null;
  /** The printed book that the chapter is part of. */
  volume: string | null;
  /** How many chapters the series has in all. */
  count: number | null;
  alternativeTitle: string | null;
  description: string | null;
  /** BCP 47. */
  language: string | null;
  rating: Rating | null;
  status: Status | null;
  direction: Direction | null;
  translated: boolean;
  speechless: boolean;
  rewritten: boolean;
  /** `YYYY-MM-DD`. */
  releasedOn: string | null;
  /** The same work in other languages has the same key; null: made from series and number. */
  workKey: string | null;
  /** By what ids other sites know the work. */
  links: LinkIds;
  /** Terms of every kind but `language`. */
  terms: Partial<Record<TermKind, readonly ImportTerm[]>>;
  /** Who did what on the chapter, or the one-shot. */
  credits: readonly WantedCredit[];
  /** The page that is the cover, from 0; null: the first. */
  coverPage: number | null;
  /** How many pages it says it has. */
  pageCount: number | null;
}

/** Metadata that says nothing, or only what is given. */
export function importMetadata(known: Partial<ImportMetadata> = {}): ImportMetadata {
  return {
    title: null,
    series: null,
    number: null,
    volume: null,
    count: null,
    alternativeTitle: null,
    description: null,
    language: null,
    rating: null,
    status: null,
    direction: null,
    translated: false,
    speechless: false,
    rewritten: false,
    releasedOn: null,
    workKey: null,
    links: {},
    terms: {},
    credits: [],
    coverPage: null,
    pageCount: null,
    ...known,
  };
}
