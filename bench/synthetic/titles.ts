import type { Random } from './random.ts';
import type { Tongue } from './words.ts';

/** The subject of a title. The words of every language stand in the same order, so one idea has a title in each. */
export interface Idea {
  words: readonly [number, number, number];
  template: number;
  /** The template of a second half after a colon; null where the title has none. */
  subtitle: number | null;
  /** Two digits for templates that count something. */
  number: number;
}

/** Share of titles with a second half. */
const SUBTITLED = 0.45;

/** Draws an idea for a language that has `words` words. */
export function titleIdea(words: number, random: Random): Idea {
  return {
    words: [random.below(words), random.below(words), random.below(words)],
    template: random.below(60),
    subtitle: random.chance(SUBTITLED) ? random.below(60) : null,
    number: 2 + random.below(98),
  };
}

/** The plain title of an idea in a language. */
export function titleIn({ nouns, titles }: Tongue, { words, template, subtitle, number }: Idea): string {
  const [a, b, c] = words.map((word) => nouns[word % nouns.length]!) as [string, string, string];
  const half = (which: number, one: string, other: string) => titles[which % titles.length]!(one, other, number);
  return subtitle === null ? half(template, a, b) : `${half(template, a, b)}: ${half(subtitle, b, c)}`;
}

/** One of the cases that break naive software, and the share of all titles that it changes. */
export interface HardCase {
  name: string;
  share: number;
  change(title: string, random: Random): string;
}

const START = ['The', 'A', 'El', 'La', 'Der', "L'"] as const;

/** The hard cases of one title alone; those of two titles together are `SHARED` and `TWINS`. */
export const HARD_CASES: readonly HardCase[] = [
  { name: 'begins with digits', share: 0.02, change: (title, random) => `${random.below(1000)} ${title}` },
  { name: 'begins with punctuation', share: 0.01, change: (title) => `… ${title}!?` },
  { name: 'begins with an article', share: 0.01, change: (title, random) => `${random.pick(START)} ${title}` },
  { name: 'mixes scripts', share: 0.03, change: (title) => `${title} (feat. 魔法 & Магия)` },
  { name: 'emoji with joiners', share: 0.01, change: (title) => `${title} 🌙👩‍🚀` },
  { name: 'bidi marks', share: 0.002, change: (title) => `\u202e${title}\u202c` },
  { name: 'one letter', share: 0.005, change: (title) => [...title][0] ?? title },
  { name: 'very long', share: 0.005, change: (title, random) => lengthened(title, 200 + random.below(300)) },
  { name: 'like markup', share: 0.001, change: (title) => `<b>${title}</b> & "quotes"` },
  { name: 'spaces around', share: 0.002, change: (title) => `  ${title}  ` },
];

/** Share of comics whose title another one has too, letter by letter. */
export const SHARED = 0.03;

/** Share of comics whose title is another one's in other letters: a person would call the two the same. */
export const TWINS = 0.01;

/** One of a title's hard cases, or the title as it is, at the shares of `HARD_CASES`. */
export function sometimesHard(title: string, random: Random): string {
  let roll = random.next();
  const hard = HARD_CASES.find(({ share }) => (roll -= share) < 0);
  return hard ? hard.change(title, random) : title;
}

/** The same title as another person may type it: decomposed, full width, other case, other letters, other vowel marks. */
export function similarTitle(title: string, random: Random): string {
  const twins = TWIN_CHANGES.map((change) => change(title)).filter((twin) => twin !== title);
  return twins.length > 0 ? random.pick(twins) : `${title}！`;
}

const TWIN_CHANGES: readonly ((title: string) => string)[] = [
  (title) => title.normalize('NFD'),
  (title) => title.toUpperCase(),
  (title) => title.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (title) =>
    title.replaceAll('ё', 'е').replaceAll('ß', 'ss').replaceAll('ي', 'ى').replaceAll('أ', 'ا').replaceAll('i', 'ı'),
  (title) => title.replace(/([ابتجدرسعفقلمنهوي])/g, '$1\u064e'),
  (title) => title.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)),
  (title) =>
    title.replace(
      /[馆骑书阳梦约车站钟镜门钥岛云声侦龙机园户桥灯图宝与么]/gu,
      (letter) => TRADITIONAL[letter] ?? letter,
    ),
];

const TRADITIONAL: Record<string, string> = {
  馆: '館',
  骑: '騎',
  书: '書',
  阳: '陽',
  梦: '夢',
  约: '約',
  车: '車',
  钟: '鐘',
  镜: '鏡',
  门: '門',
  钥: '鑰',
  岛: '島',
  云: '雲',
  声: '聲',
  侦: '偵',
  龙: '龍',
  机: '機',
  园: '園',
  户: '戶',
  桥: '橋',
  灯: '燈',
  图: '圖',
  宝: '寶',
  与: '與',
  么: '麼',
};

function lengthened(title: string, letters: number): string {
  return [...`${title} `.repeat(Math.ceil(letters / ([...title].length + 1)))].slice(0, letters).join('').trim();
}
