import { sql, type RawBuilder } from 'kysely';

/** The hash of the picture that an address with this hash leads to: another one where it was cleaned since it had that. */
export function pictureAt(hash: string): RawBuilder<string> {
  return sql<string>`coalesce((select s.image from image_sources s where s.hash = ${hash} and s.replaced_at is not null), ${hash})`;
}

/** Whether a picture of table `i` is in quarantine: by its hash, or by one that it came with. */
export function inQuarantine(): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from quarantine q where q.state <> 'released'
    and (q.image = i.hash or q.image in (select s.hash from image_sources s where s.image = i.hash)))`;
}
