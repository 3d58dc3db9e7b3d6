import type { CatalogueData } from './catalogue-data.ts';
import type { CounterData } from './counter-data.ts';
import { Order, type OrderData } from './order.ts';

/** The orders of a catalogue with these counters, by what they are called in `CatalogueQuery`. */
export function buildOrders(
  { ids: { byId }, latest, pages, random, title }: Omit<CatalogueData, 'counters'>,
  { favorites, score, views, byLevel, windows: { day, week, month, year } }: CounterData,
) {
  const of = (data: OrderData) => new Order(data, byId);
  return {
    latest_chapter: of(latest),
    sort_title: of(title),
    pages: of(pages),
    random: of(random),
    favorites: of(favorites),
    score: of(score),
    views: of(views),
    levels: of(byLevel),
    day: of(day.order),
    week: of(week.order),
    month: of(month.order),
    year: of(year.order),
  };
}
