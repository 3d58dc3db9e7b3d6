import { sql } from 'kysely';
import sharp from 'sharp';
import { ATTRIBUTES, RATINGS, STATUSES } from '#contract/comics.ts';
import { FILTER_KINDS, KIND_PATHS, type KindPath } from '#contract/taxonomy.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { withTransaction, type Db, type Tx } from '../db/database.ts';
import { createChapter, setPages } from '../features/chapters/public/queries-writing.ts';
import { createComic, publishComic, type ComicDraft } from '../features/comics/public/queries-writing.ts';
import { findOrCreateTerms } from '../features/taxonomy/public/queries-writing.ts';
import { seededRandom } from './random.ts';

/** The facts a test knows of a comic it planted. */
export interface PlantedComic {
  id: number;
  slug: string;
  draft: ComicDraft & { terms: number[]; uploadedAt: Date };
  state: 'published' | 'draft' | 'unlisted' | 'removed';
  pages: number;
  favorites: number;
  views: Record<'day' | 'week' | 'month' | 'year' | 'total', number>;
  shuffle: number;
}

const WORDS = [
  'Moon',
  'River',
  'Café',
  'ÉCLAIR',
  'straße',
  '海の',
  '星空',
  'ねこ',
  'ネコ',
  'أحمد',
  'أخبار',
  'Ёлка',
  'Vol 2',
  'Vol 10',
  'sky',
  'Go',
  '고양이',
  'हिन्दी',
  "Don't",
  'ｆｕｌｌ',
];

/** Stores a small real picture with every derivative, and answers its hash. */
export async function plantPicture(db: Db, blobs: Blobs, shade = 120): Promise<string> {
  const bytes = await sharp({
    create: { width: 400, height: 600, channels: 3, background: { r: shade, g: 90, b: 160 } },
  })
    .png()
    .toBuffer();
  const small = await sharp(bytes).resize(200).webp().toBuffer();
  const hash = await blobs.put(bytes);
  const variant = { hash: await blobs.put(small), format: 'webp', bytes: small.length, width: 200, height: 300 };
  const variants = { cover320: variant, cover640: variant, thumb: variant };
  await sql`
    insert into images (hash, format, bytes, width, height, color, variants)
    values (${hash}, 'png', ${bytes.length}, 400, 600, ${0x0a0b0c}, ${JSON.stringify(variants)}::jsonb) on conflict do nothing`.execute(
    db,
  );
  return hash;
}

/** Makes a series with a chapter of each of these numbers, so many pages each, and publishes it; answers its chapters' ids, too. */
export async function plantSeries(
  tx: Tx,
  draft: ComicDraft,
  image: string,
  { numbers, pages }: { numbers: readonly string[]; pages: number },
): Promise<{ id: number; slug: string; chapters: number[] }> {
  const comic = await createComic(tx, { ...draft, oneshot: false });
  const chapters: number[] = [];
  for (const number of numbers) {
    const chapter = await createChapter(tx, comic.id, { number });
    await setPages(
      tx,
      chapter.id,
      Array.from({ length: pages }, () => ({ image })),
    );
    chapters.push(chapter.id);
  }
  await publishComic(tx, comic.id);
  return { ...comic, chapters };
}

/** Makes a comic with one chapter of these pages and publishes it. */
export async function plantComic(
  tx: Tx,
  draft: ComicDraft,
  image: string,
  pages = 3,
): Promise<{ id: number; slug: string }> {
  const comic = await createComic(tx, draft);
  const chapter = await createChapter(tx, comic.id, {});
  await setPages(
    tx,
    chapter.id,
    Array.from({ length: pages }, () => ({ image })),
  );
  await publishComic(tx, comic.id);
  return comic;
}

/** A small library with every kind, state, rating and sort of title in it, read up to `today` (`YYYY-MM-DD`); the same for the same seed. */
export async function plantCatalogue(
  db: Db,
  blobs: Blobs,
  { seed, comics: count, today }: { seed: number; comics: number; today: string },
) {
  const random = seededRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const some = <Value>(values: readonly Value[], part: number): Value[] => values.filter(() => random() < part);
  const image = await plantPicture(db, blobs);
  const terms = new Map<KindPath, number[]>();
  for (const kind of FILTER_KINDS) {
    const wanted =
      kind === 'language'
        ? ['en', 'ja', 'ar'].map((code) => ({ kind, name: code, code }))
        : Array.from({ length: 5 }, (_, at) => ({ kind, name: `${kind} ${at + 1}` }));
    terms.set(KIND_PATHS[kind], await withTransaction(db, (tx) => findOrCreateTerms(tx, wanted)));
  }
  const of = (path: KindPath) => terms.get(path) ?? [];
  const comics: PlantedComic[] = [];
  for (let at = 0; at < count; at += 1) {
    const draft = {
      title: Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(WORDS)).join(' '),
      alternativeTitle: random() < 0.3 ? pick(WORDS) : null,
      rating: pick(RATINGS),
      status: pick([...STATUSES, null]),
      ...Object.fromEntries(ATTRIBUTES.map((attribute) => [attribute, random() < 0.4])),
      terms: [
        ...(['tags', 'groups', 'parodies', 'relationships', 'characters', 'artists', 'authors'] as const).flatMap(
          (path) => some(of(path), 0.5),
        ),
        pick(of('languages')),
        pick(of('categories')),
      ],
      // Many comics of the same moment, so that ties are there to be broken.
      uploadedAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 12), 12)),
      translations: random() < 0.3 ? { fr: { title: `Titre ${pick(WORDS)}` } } : {},
    };
    const state = pick(['published', 'published', 'published', 'published', 'draft', 'unlisted', 'removed'] as const);
    const views = { day: Math.floor(random() * 3), week: 0, month: 0, year: 0, total: 0 };
    views.week = views.day + Math.floor(random() * 2);
    views.month = views.week + Math.floor(random() * 2);
    views.year = views.month + Math.floor(random() * 3);
    views.total = views.year + Math.floor(random() * 2);
    const favorites = Math.floor(random() * 4);
    const pages = 1 + Math.floor(random() * 4);
    const shuffle = Math.floor(random() * 2 ** 31);
    const planted = await withTransaction(db, async (tx) => {
      const comic = await plantComic(tx, draft, image, pages);
      await sql`update comics
        set state = ${state}, shuffle = ${shuffle}, removed_at = case when ${state} = 'removed' then now() end,
        removed_reason = 'asked for' where id = ${comic.id}`.execute(tx);
      await sql`update comic_stats
        set favorites = ${favorites}, day = ${views.day}, week = ${views.week}, month = ${views.month},
        year = ${views.year}, total = ${views.total} where comic_id = ${comic.id}`.execute(tx);
      const byDay = [
        [0, views.day],
        [6, views.week - views.day],
        [29, views.month - views.week],
        [364, views.year - views.month],
      ].filter(([, n]) => n);
      for (const [ago = 0, n = 0] of byDay) {
        await sql`insert into comic_views (day, comic_id, views) values (${today}::date - ${ago}::int, ${comic.id}, ${n})`.execute(
          tx,
        );
      }
      return comic;
    });
    comics.push({ ...planted, draft, state, pages, favorites, views, shuffle });
  }
  return { comics, terms, random, pick, some };
}
