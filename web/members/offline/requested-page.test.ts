// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { requestedPath } from './requested-page.ts';

it('only paths of this site are gone on to', () => {
  expect(requestedPath('/en/manga/moon/chapter-1?page=2')).toBe('/en/manga/moon/chapter-1?page=2');
  const origin = window.location.origin;
  for (const to of [
    null,
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/en',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    `${origin}//evil.example`,
    '/.//evil.example',
    '/en/..//evil.example',
    '/./\\evil.example',
    '/\t/evil.example',
  ]) {
    expect(requestedPath(to), String(to)).toBeNull();
  }
});
