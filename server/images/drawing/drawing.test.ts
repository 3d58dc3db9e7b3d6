import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createDrawing } from './drawing.ts';
import type { Line } from './lettering.ts';

const drawing = createDrawing();
afterAll(() => drawing.close());

const page =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#000000"/></svg>';
const line = (text: string): Line => ({ text, x: 200, y: 50, width: 300, size: 40, colour: '#ffffff' });
const drawn = async (text: string) =>
  sharp(await drawing.draw(page, [line(text)]))
    .greyscale()
    .raw()
    .toBuffer();
const empty = () => drawn('');

it.each([
  ['Latin', 'Komawari', 'Komawarj'],
  ['Latin with accents', 'Ščř', 'Ščz'],
  ['Cyrillic', 'Комикс', 'Комика'],
  ['Arabic', 'مكتبة', 'مكتبه'],
  ['Devanagari', 'कॉमिक्स', 'कॉमिक'],
  ['Chinese', '漫画书', '漫画本'],
  ['Japanese', 'まんが', 'マンガ'],
  ['Korean', '만화', '만남'],
])('letters %s in fonts of its own', async (_script, text, other) => {
  const [set, otherwise] = [await drawn(text), await drawn(other)];
  expect(set.equals(await empty())).toBe(false);
  expect(set.equals(otherwise)).toBe(false);
});

it('leaves out what no font has, and takes nothing for markup', async () => {
  expect((await drawn('ภาษา 😀')).equals(await empty())).toBe(true);
  expect((await drawn('Ko😀ma')).equals(await drawn('Koma'))).toBe(true);
  expect((await drawn('<b>A</b> & B')).equals(await drawn('A & B'))).toBe(false);
});

it('makes a line as small as its place asks, in the middle of it', async () => {
  const pixels = await drawn('A name that is far too long for its place in the picture');
  const columns = Array.from({ length: 400 }, (_, x) =>
    Array.from({ length: 100 }, (__, y) => pixels[y * 400 + x] ?? 0).some((value) => value > 60) ? x : -1,
  ).filter((x) => x >= 0);
  expect(columns[0]).toBeGreaterThanOrEqual(45);
  expect(columns[0]).toBeLessThanOrEqual(60);
  expect(columns.at(-1)).toBeLessThanOrEqual(355);
});
