import { sql } from 'kysely';
import sharp from 'sharp';
import { withTransaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { createChapter, setPages } from '../features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '../features/comics/public/queries-writing.ts';
import { VARIANTS } from '../images/links.ts';

/** The states a comic of the walk may be in. */
export type Kind =
  'free' | 'explicit' | 'adult' | 'premium' | 'early' | 'chapter' | 'unlisted' | 'removed' | 'draft' | 'scheduled';

/** A picture with its bytes in every form. */
export interface Picture {
  hash: string;
  forms: { bytes: Buffer; hash: string; file: string }[];
}
/** A comic whose pictures and title the walk looks for. */
export interface WalkedComic {
  kind: Kind;
  id: number;
  slug: string;
  title: string;
  chapters: { id: number; slug: string; pages: Picture[] }[];
}

export const KINDS: readonly Kind[] = [
  'free',
  'explicit',
  'adult',
  'premium',
  'early',
  'chapter',
  'unlisted',
  'removed',
  'draft',
  'scheduled',
];
/** Kinds that are explicit; `adult` is premium, too. */
export const ADULT: ReadonlySet<Kind> = new Set(['explicit', 'adult']);
let shade = 0;
/** A picture that no other is like, in every form that is made of one. */
async function picture({ blobs, db }: Pick<Deps, 'blobs' | 'db'>): Promise<Picture> {
  shade += 7;
  const whole = sharp({
    create: { width: 60, height: 90, channels: 3, background: { r: shade % 256, g: (shade * 3) % 256, b: 120 } },
  });
  const bytes = await whole.png().toBuffer();
  const hash = await blobs.put(bytes);
  const forms = [{ bytes, hash, file: 'original.png' }];
  const variants: Record<string, object> = {};
  for (const [at, name] of VARIANTS.filter((variant) => variant !== 'original').entries()) {
    const small = await sharp(bytes)
      .resize(20 + at)
      .webp()
      .toBuffer();
    forms.push({ bytes: small, hash: await blobs.put(small), file: `${name}.webp` });
    variants[name] = { hash: forms.at(-1)?.hash, format: 'webp', bytes: small.length, width: 20 + at, height: 30 };
  }
  await sql`insert into images (hash, format, bytes, width, height, variants)
    values (${hash}, 'png', ${bytes.length}, 60, 90, ${JSON.stringify(variants)}::jsonb)`.execute(db);
  return { hash, forms };
}

/** Plants a comic of a kind, each of its pages a picture of its own; a series has a second chapter, which is premium. */
export async function plantWalked(deps: Pick<Deps, 'blobs' | 'db'>, kind: Kind, terms: number[]): Promise<WalkedComic> {
  const isSeries = kind === 'chapter';
  const pages = await Promise.all(
    Array.from({ length: isSeries ? 2 : 1 }, () => Promise.all([picture(deps), picture(deps), picture(deps)])),
  );
  const title = `Veiled ${kind}`;
  return withTransaction(deps.db, async (tx) => {
    const { id, slug } = await createComic(tx, {
      title,
      terms,
      rating: ADULT.has(kind) ? 'explicit' : 'safe',
      premium: kind === 'premium' || kind === 'adult',
      oneshot: !isSeries,
      workKey: 'one work',
    });
    const chapters = [];
    for (const [at, some] of pages.entries()) {
      const chapter = await createChapter(tx, id, { number: String(at + 1), name: isSeries ? `Part ${at + 1}` : '' });
      await setPages(
        tx,
        chapter.id,
        some.map(({ hash }) => ({ image: hash })),
      );
      chapters.push({ ...chapter, pages: some });
    }
    if (kind === 'early') {
      await sql`update comics set premium_until = now() + interval '1 day' where id = ${id}`.execute(tx);
    }
    if (isSeries) {
      await sql`update chapters set premium_until = now() + interval '1 day' where id = ${chapters[1]?.id}`.execute(tx);
    }
    await publishComic(tx, id);
    const state = ['unlisted', 'removed', 'draft', 'scheduled'].includes(kind) ? kind : 'published';
    await sql`update comics set state = ${state}, removed_at = case when ${state} = 'removed' then now() end where id = ${id}`.execute(
      tx,
    );
    return { kind, id, slug, title, chapters };
  });
}
