import { z } from 'zod';
import {
  LINK_SERVICES,
  MAX_LINK_LETTERS,
  MAX_OFFICIAL_LINKS,
  OFFICIAL_LANGUAGES,
  readLinkId,
  readOfficialUrl,
  type LinkService,
} from './links.ts';

/** The ids by which other sites know a comic, by service. */
export const StoredLinks = z.partialRecord(z.enum(LINK_SERVICES), z.string());
/** The pages of those who publish a comic, in their order. */
export const StoredOfficialLinks = z.array(
  z.object({ url: z.string(), language: z.enum(OFFICIAL_LANGUAGES).nullable(), label: z.string().nullable() }),
);

/** An id of a service, or the address of a work there; empty: none. */
const linkId = (service: LinkService) =>
  z
    .string()
    .max(MAX_LINK_LETTERS)
    .transform((text, context) => {
      const id = text.trim() === '' ? undefined : readLinkId(service, text);
      if (id !== null) return id;
      context.addIssue({ code: 'custom', params: { rule: 'link-id' } });
      return z.NEVER;
    });
/** The ids by which other sites know a comic, or addresses of works there, by service. */
export const LinkEdits = z
  .object(
    Object.fromEntries(LINK_SERVICES.map((service) => [service, linkId(service)])) as Record<
      LinkService,
      ReturnType<typeof linkId>
    >,
  )
  .partial();
const OfficialLinkEdit = z.object({
  url: z
    .string()
    .max(MAX_LINK_LETTERS)
    .transform((text, context) => {
      const url = readOfficialUrl(text);
      if (url !== null) return url;
      context.addIssue({ code: 'custom', params: { rule: 'link' } });
      return z.NEVER;
    }),
  language: z.enum(OFFICIAL_LANGUAGES).nullable().default(null),
  label: z
    .string()
    .trim()
    .max(100)
    .transform((text) => text || null)
    .nullable()
    .default(null),
});
/** The pages of those who publish a comic, in their order. */
export const OfficialLinkEdits = z.array(OfficialLinkEdit).max(MAX_OFFICIAL_LINKS);
