import { RATINGS, type Direction } from '#contract/comics.ts';
import { TERM_KINDS } from '#contract/taxonomy.ts';
import type { WorkFields } from '#contract/uploads.ts';
import type { Site } from '#server/config/site-file.ts';
import { inferPlacement, type Placement } from '#server/features/intake/public/grouping.ts';
import {
  importMetadata,
  type ImportMetadata,
  type ImportTerm,
} from '#server/features/intake/public/import-metadata.ts';
import type { WorkAbout } from './queries-reading.ts';

/** The fields of a work, as the form is filled in beforehand. */
export function workFields(
  site: Pick<Site, 'defaultRating' | 'features'>,
  metadata: ImportMetadata,
  placement: Placement,
  direction: Direction,
): WorkFields {
  const terms = Object.fromEntries(
    TERM_KINDS.flatMap((kind) => {
      const names = (metadata.terms[kind] ?? []).map(({ name }) => name);
      return names.length === 0 || kind === 'language' ? [] : [[kind, [...new Set(names)]]];
    }),
  );
  return {
    title: placement.kind === 'chapter' ? placement.series : placement.title,
    alternative_title: metadata.alternativeTitle,
    description: metadata.description,
    translations: {} as WorkFields['translations'],
    language: metadata.language,
    rating: metadata.rating ?? site.defaultRating ?? (site.features.includes('nsfw') ? 'explicit' : 'safe'),
    direction: metadata.direction ?? direction,
    status: metadata.status,
    translated: metadata.translated,
    speechless: metadata.speechless,
    rewritten: metadata.rewritten,
    premium: false,
    premium_until: null,
    released_on: metadata.releasedOn,
    terms,
    cover_page: null,
    series: placement.kind === 'chapter',
  };
}

/** The facts known of a work that the form does not show. */
export function workAbout(metadata: ImportMetadata, placement: Placement): WorkAbout {
  const { terms, rating, direction, links } = metadata;
  return { workKey: placement.workKey, terms, rating, direction, links };
}

/** A work and what a further file of it says: the first word stands, of ratings the strictest, and terms are gathered. */
export function joinFields(
  known: { fields: WorkFields; about: WorkAbout },
  also: { fields: WorkFields; about: WorkAbout },
): [WorkFields, WorkAbout] {
  const gathered = <Value>(
    one: Partial<Record<string, readonly Value[]>> = {},
    other: Partial<Record<string, readonly Value[]>> = {},
    nameFor: (value: Value) => string,
  ) =>
    Object.fromEntries(
      TERM_KINDS.flatMap((kind) => {
        const all = [...(one[kind] ?? []), ...(other[kind] ?? [])];
        return all.length === 0
          ? []
          : [[kind, [...new Map(all.toReversed().map((value) => [nameFor(value), value])).values()].toReversed()]];
      }),
    );
  const terms = gathered(known.fields.terms, also.fields.terms, (name) => name);
  const ratings = RATINGS.filter((rating) => rating === known.about.rating || rating === also.about.rating);
  const [rating, direction] = [ratings.at(-1) ?? null, known.about.direction ?? also.about.direction ?? null];
  return [
    {
      ...known.fields,
      terms,
      rating: rating ?? known.fields.rating,
      direction: direction ?? known.fields.direction,
      description: known.fields.description ?? also.fields.description,
      language: known.fields.language ?? also.fields.language,
    },
    {
      ...known.about,
      rating,
      direction,
      terms: gathered(known.about.terms, also.about.terms, ({ name }) => name),
      links: { ...also.about.links, ...known.about.links },
    },
  ];
}

/** The part written to the catalogue of a work: its terms with what is known of them, and the keys that editions and further chapters find it by. */
export function catalogueFields(
  fields: WorkFields,
  about: WorkAbout,
): Pick<ImportMetadata, 'language' | 'terms'> & { workKey: string | null; seriesKey: string | null } {
  const terms = Object.fromEntries(
    Object.entries(fields.terms).map(([kind, names]) => {
      const known = new Map(
        (about.terms?.[kind as keyof typeof fields.terms] ?? []).map(
          (term) => [term.name, term] as [string, ImportTerm],
        ),
      );
      return [kind, names.map((name) => known.get(name) ?? { name })];
    }),
  );
  const placement = inferPlacement(
    importMetadata({ language: fields.language, series: fields.title, number: '1', workKey: about.workKey ?? null }),
    true,
    '',
    null,
  );
  const seriesKey = fields.series && placement.kind === 'chapter' ? placement.seriesKey : null;
  return {
    language: fields.language,
    terms,
    workKey: fields.series ? placement.workKey : (about.workKey ?? null),
    seriesKey,
  };
}
