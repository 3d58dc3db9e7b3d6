import { z } from 'zod';
import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { unique, type FoundMetadata } from './comic-info.ts';
import { importMetadata, type ImportTerm } from '#server/features/intake/public/import-metadata.ts';
import { NAME_LETTERS, TITLE_LETTERS, plainLine } from './plain-text.ts';

const text = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const whole = z.coerce.number().int().optional().catch(undefined);
const ComicBookInfo = z.object({
  title: text,
  series: text,
  issue: text,
  numberOfIssues: whole,
  volume: whole,
  publisher: text,
  genre: text,
  language: text,
  publicationYear: whole,
  publicationMonth: whole,
  tags: z.array(z.string()).max(1000).optional().catch(undefined),
  credits: z
    .array(z.object({ person: z.string(), role: z.string() }))
    .max(1000)
    .optional()
    .catch(undefined),
});

/**
 * Reads ComicBookInfo, the JSON that some programs write into the comment of a ZIP; null when the comment is none.
 * Fields of another form than expected are left out.
 */
export function readComicBookInfo(comment: string): FoundMetadata | null {
  const info = parseInfo(comment);
  if (info === null) return null;
  const line = (value: string | undefined, most: number) => plainLine(value ?? '', most) || null;
  const terms = (values: readonly (string | undefined)[]): ImportTerm[] =>
    unique(values.map((value) => ({ name: plainLine(value ?? '', NAME_LETTERS) })).filter(({ name }) => name !== ''));
  const credited = (role: RegExp) =>
    terms((info.credits ?? []).filter((credit) => role.test(credit.role)).map(({ person }) => person));
  const { publicationYear: year, publicationMonth: month } = info;
  const metadata = importMetadata({
    title: line(info.title, TITLE_LETTERS),
    series: line(info.series, TITLE_LETTERS),
    number: line(info.issue, 30),
    volume: info.volume !== undefined && info.volume > 0 && info.volume < 1900 ? String(info.volume) : null,
    count: info.numberOfIssues !== undefined && info.numberOfIssues > 0 ? info.numberOfIssues : null,
    language: findLanguage(info.language ?? '')?.code ?? null,
    releasedOn:
      year !== undefined && year >= 1000 && year <= 2999
        ? `${year}-${String(month !== undefined && month >= 1 && month <= 12 ? month : 1).padStart(2, '0')}-01`
        : null,
    terms: {
      author: credited(/^(writer|author|script|story)/i),
      artist: credited(/^(artist|pencil|ink|color|colour|letter|cover)/i),
      group: credited(/^translat/i),
      tag: terms([...(info.genre ?? '').split(','), ...(info.tags ?? [])]),
      publisher: terms([info.publisher]),
    },
  });
  return { metadata, warnings: [] };
}

function parseInfo(comment: string): z.infer<typeof ComicBookInfo> | null {
  try {
    const whole = JSON.parse(comment) as Record<string, unknown>;
    return ComicBookInfo.parse(whole['ComicBookInfo/1.0']);
  } catch {
    return null;
  }
}
