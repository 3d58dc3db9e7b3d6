import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { envelope } from './envelope.ts';

const request = (url: string) => ({ url, viewing: { origin: 'https://comics.example' } }) as unknown as FastifyRequest;

it('counts from one and keeps the other parameters in absolute addresses', () => {
  const page = envelope(request('/api/comics?tags[0]=5&page=2&q=a%26b'), {
    data: ['x', 'y'],
    total: 38,
    page: 2,
    perPage: 18,
  });
  expect(page).toMatchObject({
    current_page: 2,
    from: 19,
    to: 20,
    last_page: 3,
    per_page: 18,
    total: 38,
    path: 'https://comics.example/api/comics',
  });
  expect(new URL(page.next_page_url ?? '').searchParams.get('q')).toBe('a&b');
  expect(new URL(page.next_page_url ?? '').searchParams.get('tags[0]')).toBe('5');
  expect(new URL(page.prev_page_url ?? '').searchParams.get('page')).toBe('1');
});

it('has one empty page when there is nothing', () => {
  expect(envelope(request('/api/comics'), { data: [], total: 0, page: 1, perPage: 18 })).toMatchObject({
    from: null,
    to: null,
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
    total: 0,
  });
});

it('tells the true last page to a caller beyond it, and leads back to it', () => {
  const page = envelope(request('/api/comics?page=99'), { data: [], total: 20, page: 99, perPage: 18 });
  expect(page).toMatchObject({ current_page: 99, from: null, to: null, last_page: 2, next_page_url: null });
  expect(page.prev_page_url).toContain('page=2');
});
