import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import { withTransaction, type Database } from '#server/db/database.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { catalogue } from '../../bench/synthetic/catalogue.ts';
import { seed } from '../../bench/synthetic/seed.ts';

/** A work that people look for. */
interface Work {
  title: string;
  alternative?: string;
  titles?: Partial<Record<Locale, string>>;
  /** `kind:name`. */
  terms?: readonly string[];
  /** 100 where it is not said. */
  views?: number;
  pages?: number;
}

const MOON_EVERYWHERE = {
  ar: 'القمر فوق البحر',
  de: 'Der Mond über dem Meer',
  es: 'La luna sobre el mar',
  fr: 'La lune sur la mer',
  hi: 'समुद्र पर चाँद',
  id: 'Bulan di atas laut',
  pt: 'A lua sobre o mar',
  ru: 'Луна над морем',
  zh: '海上的月亮',
};

/** Works that stand among thousands of drawn ones: classics, so that everybody knows what is meant by a search for them. */
export const WORKS = {
  alice: {
    title: 'Alice’s Adventures in Wonderland',
    alternative: 'Alice in Wonderland',
    titles: {
      ar: 'أليس في بلاد العجائب',
      de: 'Alice im Wunderland',
      es: 'Alicia en el país de las maravillas',
      fr: 'Les Aventures d’Alice au pays des merveilles',
      hi: 'एलिस आश्चर्यलोक में',
      pt: 'Alice no País das Maravilhas',
      ru: 'Алиса в Стране чудес',
      zh: '爱丽丝梦游仙境',
    },
    terms: ['character:Alice', 'artist:John Tenniel', 'tag:Nonsense'],
    views: 9000,
  },
  looking: {
    title: 'Through the Looking-Glass',
    terms: ['character:Alice', 'artist:John Tenniel', 'tag:Nonsense'],
    views: 4000,
  },
  moon: { title: 'Moon', titles: MOON_EVERYWHERE, views: 40 },
  moonHarbour: { title: 'Moon Harbour', views: 900_000 },
  west: {
    title: '西遊記',
    alternative: 'Xi You Ji',
    titles: { en: 'Journey to the West', de: 'Die Reise nach Westen', zh: '西游记' },
    terms: ['character:Sun Wukong', 'tag:Monkeys'],
    views: 3000,
  },
  chamber: { title: '红楼梦', alternative: 'Hong Lou Meng', titles: { en: 'Dream of the Red Chamber' } },
  kingdoms: { title: '三国演义', titles: { en: 'Romance of the Three Kingdoms', pt: 'Romance dos Três Reinos' } },
  margin: { title: '水滸傳' },
  genji: { title: '源氏物語', alternative: 'Genji Monogatari', titles: { en: 'The Tale of Genji' } },
  kokoro: { title: 'こころ', terms: ['author:Natsume Sōseki'] },
  botchan: { title: '坊っちゃん', alternative: 'Botchan', terms: ['author:Natsume Sōseki'] },
  neko: {
    title: '吾輩は猫である',
    alternative: 'Wagahai wa Neko de Aru',
    titles: { en: 'I Am a Cat' },
    terms: ['author:Natsume Sōseki'],
    views: 700,
  },
  galaxy: { title: '銀河鉄道の夜', titles: { en: 'Night on the Galactic Railroad' }, terms: ['author:Miyazawa Kenji'] },
  galaxyGuide: { title: '銀河鉄道ひみつ大図鑑', views: 5 },
  rashomon: { title: '羅生門', alternative: 'Rashōmon' },
  pinocchio: { title: 'ピノキオ', titles: { en: 'Pinocchio' } },
  chunhyang: { title: '춘향전', alternative: 'Chunhyangjeon', titles: { en: 'The Story of Chunhyang' } },
  hong: { title: '홍길동전', titles: { en: 'The Story of Hong Gildong' } },
  heungbu: { title: '흥부와 놀부' },
  aphai: { title: 'พระอภัยมณี', alternative: 'Phra Aphai Mani' },
  ramakien: { title: 'รามเกียรติ์', alternative: 'Ramakien', terms: ['parody:Ramayana'] },
  war: {
    title: 'Война и мир',
    alternative: 'Voyna i mir',
    titles: { en: 'War and Peace', de: 'Krieg und Frieden', id: 'Perang dan Damai' },
    terms: ['author:Лев Толстой'],
    views: 800,
  },
  anna: { title: 'Анна Каренина', terms: ['author:Лев Толстой'], views: 900 },
  crime: { title: 'Преступление и наказание', titles: { en: 'Crime and Punishment' } },
  hedgehog: { title: 'Ёжик в тумане', views: 20 },
  quijote: { title: 'Don Quijote de la Mancha', titles: { en: 'Don Quixote', ru: 'Дон Кихот' } },
  mancha: { title: 'La tierra de La Mancha', views: 30_000 },
  miserables: { title: 'Les Misérables', titles: { es: 'Los miserables' } },
  ice: { title: 'L’Œuvre au noir' },
  faust: { title: 'Faust: Der Tragödie erster Teil', views: 60 },
  change: { title: 'Die Verwandlung', titles: { en: 'The Metamorphosis', ar: 'المسخ' } },
  bremen: { title: 'Die Bremer Stadtmusikanten', titles: { en: 'The Musicians of Bremen' } },
  greatness: { title: 'Größenwahn' },
  nights: {
    title: 'ألف ليلة وليلة',
    alternative: 'Alf Layla wa-Layla',
    titles: { en: 'One Thousand and One Nights', hi: 'अलिफ़ लैला' },
    views: 600,
  },
  sindbad: { title: 'رحلات السندباد' },
  kalila: { title: 'كليلة ودمنة', titles: { en: 'Kalila and Dimna' } },
  ramayana: { title: 'रामायण', titles: { en: 'Ramayana' }, terms: ['parody:Ramayana'] },
  mahabharata: { title: 'महाभारत', alternative: 'Mahabharata' },
  panchatantra: { title: 'पंचतंत्र की कहानियाँ' },
  nurbaya: { title: 'Sitti Nurbaya: Kasih Tak Sampai' },
  malin: { title: 'Malin Kundang' },
  casmurro: { title: 'Dom Casmurro', terms: ['author:Machado de Assis'] },
  cubas: { title: 'Memórias Póstumas de Brás Cubas', terms: ['author:Machado de Assis'] },
  dracula: { title: 'Dracula', views: 50 },
  draculaGuest: { title: 'Dracula’s Guest and Other Weird Stories', views: 80_000 },
  draculaCopy: { title: 'Dracula', alternative: 'A colouring book', views: 2 },
  frankenstein: { title: 'Frankenstein; or, The Modern Prometheus' },
  holmes: { title: 'The Adventures of Sherlock Holmes', terms: ['artist:Sidney Paget', 'tag:Whodunit'], views: 5000 },
  hound: {
    title: 'The Hound of the Baskervilles',
    terms: ['character:Sherlock Holmes', 'artist:Sidney Paget', 'tag:Whodunit', 'tag:Hounds'],
    views: 6000,
    pages: 120,
  },
  treasure: { title: 'Treasure Island', titles: { de: 'Die Schatzinsel', fr: 'L’Île au trésor' } },
  moby: { title: 'Moby-Dick; or, The Whale', terms: ['tag:Whales'] },
  timeMachine: { title: 'The Time Machine' },
  worlds: { title: 'The War of the Worlds', views: 2000 },
  jekyll: { title: 'Strange Case of Dr Jekyll and Mr Hyde' },
  leagues: { title: 'Vingt Mille Lieues sous les mers', titles: { en: '20,000 Leagues Under the Seas' } },
  lupin: { title: '813', alternative: 'Arsène Lupin contre Herlock Sholmès' },
  waves: {
    title: 'Under the Great Wave',
    alternative: '神奈川沖浪裏',
    terms: ['artist:Katsushika Hokusai', 'tag:Big Hat'],
    views: 90,
  },
  fuji: { title: 'Thirty-Six Views of Mount Fuji', terms: ['artist:Katsushika Hokusai'], views: 300 },
  bandits: { title: 'Oni Bandits', terms: ['tag:Big Hat', 'group:Night Owls'], views: 80 },
  redHood: { title: 'Little Red Riding Hood', titles: { fr: 'Le Petit Chaperon rouge', de: 'Rotkäppchen' } },
  redHoods: { title: 'Red Hoods', views: 4 },
  snowQueen: { title: 'The Snow Queen', titles: { pt: 'A Rainha da Neve' } },
  volume2: { title: 'Penny Dreadfuls Vol. 2' },
  volume12: { title: 'Penny Dreadfuls Vol. 12', views: 9000 },
  spring: { title: 'Spring-heeled Jack' },
  ratatouille: { title: 'Ratatouille à la provençale' },
} as const satisfies Record<string, Work>;
export type WorkKey = keyof typeof WORKS;

/** Further names of terms. */
const NAMES: Record<string, { translations?: Partial<Record<Locale, string>>; aliases?: string[] }> = {
  'artist:Katsushika Hokusai': { translations: { zh: '葛饰北斋', ar: 'هوكوساي' }, aliases: ['葛飾北斎'] },
  'author:Natsume Sōseki': { aliases: ['夏目漱石'] },
  'author:Miyazawa Kenji': { aliases: ['宮沢賢治'] },
  'author:Лев Толстой': { translations: { en: 'Leo Tolstoy', de: 'Leo Tolstoi' } },
  'tag:Big Hat': { translations: { de: 'Großer Hut', zh: '大帽子', ru: 'Большая шляпа' } },
  'tag:Whodunit': { translations: { es: 'Novela policíaca', fr: 'Roman policier' } },
};

/** Drawn comics around the works: enough that their words are in hundreds of titles. */
const DRAWN = 4_000;

/** Further comics of the titles that have the moon in them. */
const EDITIONS = 5;

/** Fills an empty database with the works and what stands around them; the works by their ids. */
export async function plantSearchLibrary(database: Database): Promise<Map<number, WorkKey>> {
  await seed(database, DRAWN, () => {}, catalogue(0.05));
  // Enough that some words are in more titles than a page, or a list of a few hundred, has room for.
  await sql`insert into comics (slug, title, search, grams, sort_title, state, terms)
    select slug || '-' || n, title, search, grams, sort_title, state, terms
    from comics, generate_series(1, ${EDITIONS}::int) n where search like '%moon%'`.execute(database.db);
  return withTransaction(database.db, async (tx) => {
    const works = new Map<number, WorkKey>();
    for (const [key, work] of Object.entries<Work>(WORKS)) {
      const terms = await findOrCreateTerms(tx, (work.terms ?? []).map(splitTerm));
      const { id } = await createComic(tx, {
        title: work.title,
        alternativeTitle: work.alternative ?? null,
        translations: Object.fromEntries(
          Object.entries(work.titles ?? {}).map(([locale, title]) => [locale, { title }]),
        ),
        terms,
        uploadedAt: new Date('2026-06-01T00:00:00Z'),
      });
      await publishComic(tx, id);
      await sql`update comics set pages = ${work.pages ?? 20} where id = ${id}`.execute(tx);
      await sql`update comic_stats set total = ${work.views ?? 100} where comic_id = ${id}`.execute(tx);
      works.set(id, key as WorkKey);
    }
    for (const [term, names] of Object.entries(NAMES)) {
      const [id] = await findOrCreateTerms(tx, [splitTerm(term)]);
      await describeTerm(tx, id!, names);
    }
    return works;
  });
}

function splitTerm(term: string): { kind: TermKind; name: string } {
  const [kind = '', name = ''] = term.split(/:(.*)/s);
  return { kind: kind as TermKind, name };
}
