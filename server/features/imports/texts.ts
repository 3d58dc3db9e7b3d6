import type { Placement } from './grouping.ts';
import type { ImportMetadata, ImportTerm } from './import-metadata.ts';

/** Everything that an import says of itself and would be shown: what the content policy is asked about. */
export function importTexts({ metadata, placement }: { metadata: ImportMetadata; placement: Placement }, file: string): string[] {
  const { title, series, alternativeTitle, description, translations } = metadata;
  const terms = Object.values(metadata.terms).flat().flatMap(({ name, translations: others, aliases }: ImportTerm) => [name, ...Object.values(others ?? {}), ...(aliases ?? [])]);
  const placed = placement.kind === 'chapter' ? [placement.series, placement.name] : [placement.title];
  const translated = Object.values(translations).flatMap((each) => [each?.title, each?.description]);
  return [file, title, series, alternativeTitle, description, ...placed, ...translated, ...terms].filter((text): text is string => Boolean(text));
}
