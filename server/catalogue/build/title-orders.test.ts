import { expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { randomFor } from '../../../bench/synthetic/random.ts';
import { Order } from '#server/catalogue/index/order.ts';
import { buildTitleOrders } from '#server/catalogue/index/title-orders.ts';
import { emptyBitmap, setRange } from '#server/catalogue/index/bitmap.ts';

it('sorts titles as a reader of each language does, in however small runs', () => {
  const random = randomFor(7, 0);
  const letters = ['a', 'B', 'é', 'z', 'Ö', 'ж', 'け', '猫', '長', 'क', 'ب', ' ', '7'];
  const title = () => titleKey(Array.from({ length: 3 }, () => random.pick(letters)).join(''));
  const keys = Array.from({ length: 1_000 }, title);
  const own = new Map(Array.from({ length: 90 }, (_, at) => [at * 11, title()]));
  const ids = Int32Array.from(keys, (_, thing) => (thing * 7919) % 10_007);
  const rough = Int32Array.from(keys.keys());
  const translated = (locale: string) => (locale === 'ru' || locale === 'en' ? own : undefined);
  for (const run of [1, 16, 300, 1_000]) {
    const { base, orders, of } = buildTitleOrders({ key: (thing) => keys[thing]!, translated }, ids, rough, run);
    for (const locale of LOCALES) {
      const shown = (thing: number) => translated(locale)?.get(thing) ?? keys[thing]!;
      const compare = titleComparer(locale);
      const expected = [...keys.keys()].sort((a, b) => compare(shown(a), shown(b)) || ids[a]! - ids[b]!);
      const everything = emptyBitmap(keys.length);
      setRange(everything, 0, keys.length);
      const found: number[] = [];
      new Order(base, new Int32Array(), orders[of[locale]]!).walk(
        everything,
        { first: 0, backwards: false, skip: 0, take: keys.length },
        (thing) => {
          found.push(thing);
        },
      );
      expect(found, `${locale} ${run}`).toEqual(expected);
    }
  }
});
