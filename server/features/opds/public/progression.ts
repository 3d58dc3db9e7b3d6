import { z } from 'zod';

/** The relation and the media type of where a reader is in a publication (Readium's proposal for OPDS, as servers name it). */
export const PROGRESSION = 'http://www.cantook.com/api/progression';
export const PROGRESSION_TYPE = 'application/vnd.readium.progression+json';

const Locator = z.object({
  href: z.string().max(2_000),
  type: z.string().max(200).nullish(),
  locations: z
    .object({
      position: z.number().nullish(),
      progression: z.number().nullish(),
      totalProgression: z.number().nullish(),
    })
    .nullish(),
});

/** Where a reader is, as programs of Readium say it. */
export const Progression = z.object({
  modified: z.string().max(60),
  device: z.object({ id: z.string().max(200), name: z.string().max(200) }),
  locator: Locator,
});

/** The page that a place names, from 1: by its position, its address, or how far it is; null where it names none. @param first the number that addresses count pages from. */
export function pageIn({ href, locations }: z.infer<typeof Locator>, pages: number, first: 0 | 1): number | null {
  const addressed = Number(/\/pages\/(\d+)(?:[?#/]|$)/.exec(href)?.[1] ?? NaN) + 1 - first;
  const named = locations?.position ?? addressed;
  const page = Number.isFinite(named) ? named : Math.ceil((locations?.totalProgression ?? NaN) * pages);
  return Number.isInteger(page) && page >= 1 && page <= pages ? page : null;
}
