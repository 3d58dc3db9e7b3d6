import { describe, expect, it } from 'vitest';
import { MAX_QUERY_LENGTH } from '#contract/comics.ts';
import { seededRandom } from '#server/testing/random.ts';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { normalise } from './normalise.ts';
import { parseQuery, termText } from './query-language.ts';
import type { Query } from './query.ts';

const word = (value: string): Query => ({ value, field: null, exact: false });
const listHints = (q: string) =>
  parseQuery(q)
    .hints.map(({ code, params }) => (params.value === '' ? code : `${code} ${params.value}`))
    .join(', ');

describe('what a search means', () => {
  it.each<[string, Query]>([
    ['', { all: [] }],
    ['  \n ', { all: [] }],
    ['!!!', { any: [] }],
    ['cat', word('cat')],
    ['Cat dog', { all: [word('cat'), word('dog')] }],
    ['a b OR c -d', { any: [{ all: [word('a'), word('b')] }, { all: [word('c'), { not: word('d') }] }] }],
    ['(a | b) c', { all: [{ any: [word('a'), word('b')] }, word('c')] }],
    ['~a x ~b', { all: [{ any: [word('a'), word('b')] }, word('x')] }],
    ['-(a b)', { not: { all: [word('a'), word('b')] } }],
    ['NOT -a', word('a')],
    ['f:"Big  Hat$"', { value: 'big hat', field: 'tag', exact: true }],
    ['artists:b*', { value: 'b*', field: 'artist', exact: false }],
    ['big_hat$', { value: 'big hat', field: null, exact: true }],
    ['pages:>15', { range: { key: 'pages', sign: '>', number: 15, end: null } }],
    ['uploaded:1w..30d', { range: { key: 'uploaded', sign: '..', number: 7, end: 30 } }],
    ['uploaded:25h', { range: { key: 'uploaded', sign: '<=', number: 2, end: null } }],
    ['is:cancelled', { fact: 'canceled' }],
    ['has:comments', { fact: 'comments' }],
    ['has:sequel', { fact: 'sequel' }],
    ['has:Side_Story', { fact: 'side-story' }],
    ['-has:spinoff', { not: { fact: 'spin-off' } }],
    ['has:relations', { fact: 'related' }],
    ['has:link', { fact: 'link' }],
    ['has:links', { fact: 'link' }],
    ['is:sequel', word('is:sequel')],
    ['#12', { comic: 12, text: false }],
    ['12', { comic: 12, text: true }],
    ['12 a', { all: [word('12'), word('a')] }],
    ['foo:bar', word('foo:bar')],
    ['uploader:Bob', { value: 'bob', field: 'uploader', exact: false }],
  ])('%j', (q, tree) => expect(parseQuery(q).tree).toEqual(tree));

  it.each<[string, string, string?]>([
    ['"big hat" pages:>15 -glasses', '"big hat" pages:>15 -glasses'],
    ['parodies:railgun -tag:"big hat"', 'parody:railgun -tag:"big hat"'],
    ['uploaded:>20d uploaded:<30d', 'uploaded:>20d uploaded:<30d'],
    ['f:"big hat$" ~artist:a ~artist:b', 'tag:"big hat" (artist:a OR artist:b)'],
    ['-language:chinese', '-language:chinese'],
    ['tag:cat, artist:b*, pages:<=30', 'tag:cat artist:b* pages:<=30'],
    ['(maid OR witch) -school language:en is:complete', '(maid OR witch) -school language:en is:complete'],
    ['#110631', '#110631'],
    ['has:same_world -has:PREQUEL', 'has:same-world -has:prequel'],
    ['110631', '110631'],
    ['shingeki', 'shingeki'],
    ['進撃', '進撃'],
    ['атака', 'атака'],
    ['cat', 'cat'],
    ['Cat DOG', 'cat dog'],
    ['cat,dog', 'cat dog'],
    ['cat AND dog', 'cat dog'],
    ['cat and dog', 'cat and dog'],
    ['cat or dog', 'cat or dog'],
    ['cat OR dog', 'cat OR dog'],
    ['cat | dog', 'cat OR dog'],
    ['cat || dog', 'cat OR dog'],
    ['a b OR c d', 'a b OR c d'],
    ['(a OR b) c', '(a OR b) c'],
    ['a (b OR c)', 'a (b OR c)'],
    ['((a))', 'a'],
    ['(a b) c', 'a b c'],
    ['a OR (b OR c)', 'a OR b OR c'],
    ['NOT cat', '-cat'],
    ['--cat', 'cat'],
    ['- cat', 'cat'],
    ['cat - dog', 'cat dog'],
    ['-(a b)', '-(a b)'],
    ['-(a OR b)', '-(a OR b)'],
    ['NOT NOT cat', 'cat'],
    ['-"big hat"', '-"big hat"'],
    ['~a', 'a'],
    ['~a ~b', 'a OR b'],
    ['~a b ~c', '(a OR c) b'],
    ['x ~(a b) ~-c', 'x (a b OR -c)'],
    ['-~a', '-a'],
    ['cat$', '"cat"'],
    ['"cat"', '"cat"'],
    ['"cat"$', '"cat"'],
    ['"cat$"', '"cat"'],
    ['tag:cat$', 'tag:"cat"'],
    ['big_hat', 'big_hat'],
    ['tag:big_hat', 'tag:big_hat'],
    ['_cat_', 'cat'],
    ['big__hat$', '"big hat"'],
    ['*cat', 'cat', 'wildcard'],
    ['?cat', 'cat', 'wildcard'],
    ['cat*', 'cat'],
    ['cat?', 'cat'],
    ['c*t', 'c*t'],
    ['c?t', 'c?t'],
    ['c*t$', 'c*t$'],
    ['*', '!', 'wildcard'],
    ['tag:*', '!', 'wildcard'],
    ['tag:*at', 'tag:at', 'wildcard'],
    ['tag:c*', 'tag:c*'],
    ['tag:c*$', 'tag:c*'],
    ['title:cat*', 'title:cat'],
    ['"c*t?"', '"c t"'],
    ['what is love?', 'what is love'],
    ['pages:15', 'pages:15'],
    ['pages:=15', 'pages:15'],
    ['pages:>=15', 'pages:>=15'],
    ['pages:≥15', 'pages:>=15'],
    ['pages:10..20', 'pages:10..20'],
    ['pages:20..10', 'pages:10..20'],
    ['pages:10-20', 'pages:10..20'],
    ['pages:10..', 'pages:>=10'],
    ['pages:..20', 'pages:<=20'],
    ['page:>5', 'pages:>5'],
    ['pages:abc', 'pages:abc', 'value pages:abc'],
    ['pages:', 'pages:'],
    ['pages:>15d', 'pages:>15d', 'value pages:>15d'],
    ['pages:1.5', 'pages:1.5', 'value pages:1.5'],
    ['rating:>=4.5', 'rating:>=4.5'],
    ['score:8', 'rating:8'],
    ['rating:10', 'rating:10'],
    ['favs:>3', 'favorites:>3'],
    ['views:99999999999', 'views:2147483647'],
    ['uploaded:20d', 'uploaded:<=20d'],
    ['uploaded:20', 'uploaded:<=20d'],
    ['uploaded:36h', 'uploaded:<=2d'],
    ['uploaded:>2w', 'uploaded:>14d'],
    ['uploaded:<=3m', 'uploaded:<=90d'],
    ['uploaded:1y..2y', 'uploaded:365..730d'],
    ['updated:7days', 'updated:<=7d'],
    ['uploaded:>20', 'uploaded:>20d'],
    ['read:>10', 'read:>10'],
    ['year:2020..2022', 'year:2020..2022'],
    ['year:"2020"', 'year:2020'],
    ['tags:cat', 'tag:cat'],
    ['t:cat', 'tag:cat'],
    ['m:x', 'tag:x'],
    ['female:x', 'tag:x'],
    ['mixed:x', 'tag:x'],
    ['other:x', 'tag:x'],
    ['a:x', 'artist:x'],
    ['author:x', 'author:x'],
    ['g:x', 'group:x'],
    ['circle:x', 'group:x'],
    ['p:x', 'parody:x'],
    ['series:x', 'parody:x'],
    ['c:x', 'character:x'],
    ['char:x', 'character:x'],
    ['rel:x', 'relationship:x'],
    ['l:en', 'language:en'],
    ['lang:en', 'language:en'],
    ['cat:x', 'category:x'],
    ['category:manga', 'category:manga'],
    ['jtitle:x', 'title:x'],
    ['title:"x y"', 'title:"x y"'],
    ['TAG:X', 'tag:x'],
    ['uploader:bob', 'uploader:bob', 'uploader'],
    ['id:5', '#5'],
    ['gid:#5', '#5'],
    ['id:x', 'id:x', 'value id:x'],
    ['#0', '!'],
    ['#99999999999', '99999999999'],
    ['#12 cat', '#12 cat'],
    ['12 cat', '12 cat'],
    ['007', '007'],
    ['foo:bar', 'foo:bar'],
    ['foo:"bar baz"', 'foo: "bar baz"'],
    ['3:10', '3:10'],
    ['re:zero', 're:zero'],
    ['tag:', 'tag:'],
    ['tag: cat', 'tag: cat'],
    ['a:b:c', 'artist:b:c'],
    ['genre:x', 'genre:x'],
    ['http://x.y/z', 'http://x.y/z'],
    ['is:complete', 'is:complete'],
    ['is:completed', 'is:complete'],
    ['is:cancelled', 'is:canceled'],
    ['is:FAVOURITE', 'is:favorite'],
    ['is:unread', 'is:unread'],
    ['is:xyz', 'is:xyz', 'value is:xyz'],
    ['has:comments', 'has:comments'],
    ['has:download', 'has:download'],
    ['has:nothing', 'has:nothing', 'value has:nothing'],
    ['is:', 'is:'],
    ['-is:premium', '-is:premium'],
    ['"abc', 'abc', 'quote'],
    ['abc"', 'abc"', 'quote'],
    ['ab"c', 'ab"c', 'quote'],
    ['a "b', 'a b', 'quote'],
    ['(a', 'a', 'parenthesis'],
    ['a)', 'a', 'parenthesis'],
    ['(a OR b', 'a OR b', 'parenthesis'],
    [')(', '!', 'parenthesis'],
    ['()', '!'],
    ['( )', '!'],
    ['a ()', 'a'],
    ['(((((((((((((((((((a b)))))))))))))))))))', 'a b', 'depth'],
    ['a OR', 'a', 'operator'],
    ['OR a', 'a', 'operator'],
    ['a OR OR b', 'a OR b', 'operator'],
    ['OR', '!', 'operator'],
    ['NOT', '!', 'operator'],
    ['a NOT', 'a', 'operator'],
    ['-', '!'],
    ['!!!', '!'],
    ['"!!!"', '!'],
    ['a !!! b', 'a b'],
    ['tag:!!!', 'tag:!!!'],
    ['saber_(fate)', 'saber_(fate)'],
    ['f(x) y', 'f(x) y'],
    ['f((x', 'f x', 'parenthesis'],
    [':)', '!', 'parenthesis'],
    ["don't", "don't"],
    ['C++', 'c++'],
    ['100%', '100%'],
    ['$$$', '!'],
    ['a$b', 'a$b'],
    ['#tag', 'tag'],
    ['@x', '@x'],
    ['ｔａｇ：ｃａｔ', 'tag:cat'],
    ['－猫', '-猫'],
    ['“big hat”', '"big hat"'],
    ['„big hat“', '"big hat"'],
    ['«big hat»', '"big hat"'],
    ['「big hat」', '"big hat"'],
    ['『a』b', '"a" b'],
    ['（a｜b）c', '(a OR b) c'],
    ['a，b、c', 'a b c'],
    ['قطة، كلب', 'قطة كلب'],
    ['＃１２', '#12'],
    ['pages:>١٥', 'pages:>15'],
    ['pages:>१५', 'pages:>15'],
    ['ﷺ', 'صلى الله عليه وسلم'],
    ['魔法「少女」', '魔法「少女」'],
    ['タグ:猫', 'タグ:猫'],
    ['标签:猫', 'tag:猫'],
    ['تاغ', 'تاغ'],
    ['тег:кот', 'tag:кот'],
    ['〜cat', '〜cat'],
    ['～a ～b', 'a OR b'],
    ['a\u200bb', 'ab'],
    ['\u200f-كلب', '-كلب'],
    ['a\u0000b', 'a b'],
    ['\ud800', '!'],
    ['İstanbul', 'i̇stanbul'],
    ['tag:"İ"', 'tag:"i̇"'],
    ['ΣΑΣ', 'σας'],
  ])('%j is written %j', (q, canonical, hints = '') => {
    expect([parseQuery(q).canonical, listHints(q)]).toEqual([canonical, hints]);
    expect(parseQuery(canonical).tree).toEqual(parseQuery(q).tree);
  });

  it('is a jump only where a number stands alone', () => {
    expect(
      ['#12', '12', 'id:12', '\uff03\uff11\uff12', '(12)', '#12 cat', '12 cat', '-12', '#0', '#2147483648', '007'].map(
        (q) => parseQuery(q).jump,
      ),
    ).toEqual([12, 12, 12, 12, 12, null, null, null, null, null, null]);
  });

  it('has as words what is asked for as text, folded, each once', () => {
    expect(parseQuery('Café "Big Hat" title:ネコ -dog tag:red c*t (x OR hat) pages:>3').words).toEqual([
      'cafe',
      'big',
      'hat',
      'ねこ',
      'c',
      't',
      'x',
    ]);
  });
});

describe('what a search means for the list of a kind', () => {
  it.each<[string, string]>([
    ['artist:b* pages:>3', 'b'],
    ['tag:cat artist:"big hat"', 'big hat'],
    ['love story', 'love story'],
    ['cat -artist:x', 'cat'],
    ['tag:cat', ''],
    ['1984', '1984'],
    ['artist:a OR artist:b', 'a b'],
  ])('%s', (q, text) => expect(termText(parseQuery(q), 'artist')).toBe(text));

  it.each(['love', 'C++', 'story love', "Don't", '2001', 'ネコ', 'حب', 'c', 'A.B.', 'saber (fate)'])(
    'is the text itself where it is plain: %s',
    (q) => {
      expect(normalise(termText(parseQuery(q), 'tag'))).toBe(normalise(q));
    },
  );
});

describe('bounds', () => {
  it('takes 500 letters and 50 terms', () => {
    expect(listHints('x'.repeat(501))).toBe('letters');
    expect(parseQuery('x'.repeat(5000)).canonical).toHaveLength(500);
    const many = parseQuery(Array.from({ length: 60 }, (_, at) => `w${at}`).join(' '));
    expect([many.words.length, many.hints.map(({ code }) => code)]).toEqual([50, ['terms']]);
    expect(parseQuery('a-'.repeat(249)).words.length).toBeLessThanOrEqual(50);
  });

  it('writes nothing longer than a search may be', () => {
    for (const q of [
      'rel:a '.repeat(83),
      '~a|'.repeat(160),
      `rel:${'b'.repeat(496)}`,
      'ﷺ'.repeat(500),
      '(a|b)'.repeat(100),
    ]) {
      const { canonical } = parseQuery(q);
      expect(canonical.length).toBeLessThanOrEqual(MAX_QUERY_LENGTH);
      expect(parseQuery(canonical).canonical).toBe(canonical);
    }
  });

  it('does little work for 500 letters of anything, where a bomb would take minutes', async () => {
    const parts = [
      'a',
      ' ',
      '\u0301',
      'あ',
      '-a ',
      '(',
      ')',
      '-',
      '"',
      '*',
      ':',
      '~',
      '|',
      '((a',
      '-(',
      'a:',
      'tag:',
      'tag:"',
      '"a',
      'a(',
      '\u300c',
      '"\u300c',
      '\ufdfa',
      '\ud842\udfb7',
      'a|',
      'rel:a ',
      '~a ',
      '_',
      '$',
      'a$*',
      '#1 ',
      'OR ',
      'NOT ',
      '?-',
      '\u0663',
      'a_',
      '[a-z]+',
      "'",
      '\0',
      '\ud800',
    ];
    const work = await countSteps(
      new URL('./query-language.ts', import.meta.url),
      parseQuery,
      parts.map((part) => [part.repeat(500).slice(0, 500)]),
    );
    expect(parts.filter((_part, at) => work[at]! > 4e6)).toEqual([]);
  });

  it('never fails, and means the same once it is written out', () => {
    const random = seededRandom(7);
    const parts = [
      'a',
      ' ',
      '\u0301',
      'あ',
      '-a ',
      '(',
      ')',
      '-',
      '"',
      '*',
      ':',
      '~',
      '|',
      '$',
      '_',
      '?',
      '#',
      'OR ',
      'AND ',
      'NOT ',
      'tag:',
      'pages:',
      '>',
      '1',
      '..',
      'is:',
      'a',
      'b',
      ' ',
      ',',
      '\u300c',
      '\u300d',
      '\u201c',
      '\u201d',
      '猫',
      'é',
      'İ',
      'ﷺ',
      'title:',
      'c:',
      '²',
      '\uff0d',
      '\uff5e',
      '\0',
      '\ud800',
      '\u0663',
      'ß',
      '\n',
      'uploaded:',
      '5d',
      'id:',
      'ｘ',
      '\u200f',
      '%',
      '\\',
      "'",
    ];
    for (let round = 0; round < 5_000; round += 1) {
      const q = Array.from(
        { length: Math.floor(random() * 40) },
        () => parts[Math.floor(random() * parts.length)],
      ).join('');
      const { canonical, tree } = parseQuery(q);
      const again = parseQuery(canonical);
      expect([q, again.canonical, again.tree]).toEqual([q, canonical, tree]);
    }
  });

  it('never fails on letters of any kind', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 2_000; round += 1) {
      const q = String.fromCharCode(
        ...Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() ** 3 * 65_536)),
      );
      const { canonical, tree } = parseQuery(q);
      expect([q, parseQuery(canonical).tree]).toEqual([q, tree]);
    }
  });
});
