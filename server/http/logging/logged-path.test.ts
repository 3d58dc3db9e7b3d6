import { expect, it } from 'vitest';
import { loggedPath } from './logged-path.ts';

it.each([
  [
    '/en/comic/quiet-garden/2/reader/7',
    '/:lang/comic/:slug/:chapter/reader/:page?',
    '/en/comic/quiet-garden/2/reader/7',
  ],
  ['/en/password-reset/5gH2kk', '/:lang/password-reset/:token', '/en/password-reset/:token'],
  ['/fr/verify/abcdef', '/:lang/verify/:hash', '/fr/verify/:hash'],
  ['/images/0af1/cover320.webp?s=secret', '/images/:hash/:file', '/images/0af1/cover320.webp?s=*'],
  ['/api/downloads/a.b.c', '/api/downloads/:token', '/api/downloads/:token'],
  ['/api/comics?q=what+I+want&page=2&tags=5', '/api/comics', '/api/comics?q=*&page=2&tags=*'],
  ['/api/comics?%22%0d%0a&=&a', '/api/comics', '/api/comics?%22%0d%0a=*&*&a=*'],
  [
    `/en/sign-in/corp?code=a&state=${'s'.repeat(43)}&iss=b`,
    '/:lang/sign-in/:provider',
    '/en/sign-in/:provider?code=*&state=*&iss=*',
  ],
  ['/some/where/secret', '/*', '/*'],
  ['/assets/index-Ab12.js', 'file', '/assets/index-Ab12.js'],
  [`/en/comic/${'x'.repeat(2000)}`, '/:lang/comic/:slug', `/en/comic/${'x'.repeat(990)}`],
])('of %s what may be written down is told', (url, route, told) => {
  expect(loggedPath(url, route)).toBe(told);
});
