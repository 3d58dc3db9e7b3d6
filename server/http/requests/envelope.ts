import type { FastifyRequest } from 'fastify';
import type { Page } from '#contract/paging.ts';

/** One page of a list and how many there are in all. */
export interface Slice<Item> {
  data: Item[];
  total: number;
  page: number;
  perPage: number;
}

/**
 * The envelope of a list (api-contract, "Paginated lists"): addresses are absolute and keep the other parameters;
 * `from` and `to` are null on an empty page; `last_page` is at least 1.
 */
export function envelope<Item>(request: FastifyRequest, slice: Slice<Item>): Page<Item> {
  const { data, total, page, perPage } = slice;
  const [pathname = '', query = ''] = request.url.split('?', 2);
  const path = request.viewing.origin + pathname;
  const others = new URLSearchParams(query);
  others.delete('page');
  const rest = others.size > 0 ? `${others.toString()}&` : '';
  const at = (number: number) => `${path}?${rest}page=${number}`;
  const last = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  return {
    current_page: page,
    data,
    first_page_url: at(1),
    from: data.length > 0 ? first : null,
    last_page: last,
    last_page_url: at(last),
    next_page_url: page < last ? at(page + 1) : null,
    path,
    per_page: perPage,
    prev_page_url: page > 1 ? at(Math.min(page - 1, last)) : null,
    to: data.length > 0 ? first + data.length - 1 : null,
    total,
  };
}
