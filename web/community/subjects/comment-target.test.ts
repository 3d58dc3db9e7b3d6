import { describe, expect, it } from 'vitest';
import { commentsPath, commentsQuery, commentTarget } from './comment-target.ts';

describe('the address of a page of comments', () => {
  it.each([
    ['', undefined, { sort: 'top', page: 1, comment: null, named: false }],
    ['sort=new&page=3', undefined, { sort: 'new', page: 3, comment: null, named: false }],
    ['sort=worst&page=-1', undefined, { sort: 'top', page: 1, comment: null, named: false }],
    ['', '17', { sort: 'top', page: null, comment: '17', named: true }],
    ['page=2', '17', { sort: 'top', page: 2, comment: '17', named: false }],
    ['page=1e99', '../17', { sort: 'top', page: 1, comment: null, named: true }],
  ])('of ?%s and the comment %s asks for %o', (search, identifier, place) => {
    expect(commentTarget('comics', 'a', identifier, new URLSearchParams(search))).toEqual({
      kind: 'comics',
      slug: 'a',
      chapter: null,
      ...place,
    });
  });

  it('asks the API for the page of a comment only where no page is named', () => {
    expect(commentsQuery({ sort: 'top', page: null, comment: '17' })).toEqual({
      sort: 'top',
      page: null,
      comment: '17',
    });
    expect(commentsQuery({ sort: 'old', page: 2, comment: '17' })).toEqual({ sort: 'old', page: 2, comment: null });
    expect(commentsPath({ kind: 'artists', slug: 'a/b', chapter: null })).toBe('/artists/a%2Fb/comments');
    expect(commentsPath(commentTarget('comics', 'fox', undefined, new URLSearchParams(), 'extra/1'))).toBe(
      '/comics/fox/extra%2F1/comments',
    );
  });
});
