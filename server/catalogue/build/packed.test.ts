import { expect, it } from 'vitest';
import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { PackedLists } from './packed-lists.ts';
import { TextList } from './text-list.ts';

/** Where a test looks: at both ends, and on both sides of where a piece may end. */
function looks(length: number): number[] {
  return [0, 1, 65_535, 65_536, 131_071, 131_072, length - 1].filter((at) => at < length);
}

it('gives back numbers of every size, each piece in as few bytes as it needs', () => {
  const large = [-1, 0, 2 ** 31 - 1, -(2 ** 31)];
  const valueAt = (at: number) => (at < 65_536 ? at % 256 : at < 131_072 ? at - 65_536 : large[at % 4]!);
  const list = new PackedInts();
  for (let at = 0; at < 200_000; at += 1) {
    list.push(valueAt(at));
  }
  expect(list.length).toBe(200_000);
  expect(looks(200_000).map((at) => list.at(at))).toEqual(looks(200_000).map(valueAt));
  expect(list.values().every((value, at) => value === valueAt(at))).toBe(true);
  list.clear();
  expect([list.length, list.values().length]).toEqual([0, 0]);
});

it('gives back lists, empty ones and some longer than a piece', () => {
  const longest = Array.from({ length: 300_000 }, (_, at) => at);
  const lists = [[], [0, 127, 128, 2 ** 31 - 1], longest, [7], longest, [], [1, 2]];
  const packed = new PackedLists();
  for (let turn = 0; turn < 20_000; turn += 1) {
    packed.push([turn, turn, turn]);
  }
  for (const list of lists) {
    packed.push(list);
  }
  expect(lists.map((_, at) => Array.from(packed.at(20_000 + at)))).toEqual(lists);
  expect(Array.from(packed.at(19_999))).toEqual([19_999, 19_999, 19_999]);
});

it('gives back texts of every script, empty ones and some longer than a piece', () => {
  const texts = ['', 'a', 'кот 猫 𠮷', 'x'.repeat(3_000_000), '', 'é', '猫'.repeat(400_000), 'z'];
  const list = new TextList();
  for (const text of texts) {
    list.push(text);
  }
  expect(list.length).toBe(texts.length);
  expect(texts.every((text, at) => list.at(at) === text)).toBe(true);
});
