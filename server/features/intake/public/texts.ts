import type { Placement } from './grouping.ts';
import type { ImportMetadata } from './import-metadata.ts';

/** Everything that an import says of itself and would be shown: what the content policy is asked about. */
export function importTexts(
  { metadata, placement }: { metadata: ImportMetadata; placement: Placement },
  file: string,
): string[] {
  const { title, series, alternativeTitle, description } = metadata;
  const terms = Object.values(metadata.terms)
    .flat()
    .map(({ name }) => name);
  const placed = placement.kind === 'chapter' ? [placement.series, placement.name] : [placement.title];
  return [file, title, series, alternativeTitle, description, ...placed, ...terms].filter((text): text is string =>
    Boolean(text),
  );
}
