import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

describe('the address after signing in', () => {
  it.each([
    '/en',
    '/en/settings',
    '/ar/comic/quiet-garden/download?chapter=2',
    '/zh/latest?q=%E7%A7%98%E6%96%B9&page=2',
    '/en/lists#top',
    '/en/latest?q=http%3A%2F%2Fevil.example',
  ])('is %s, a path of this site', (next) => {
    expect(safeRedirect(next, '/en')).toBe(next);
  });

  it.each([
    null,
    '',
    'evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/%0a/evil.example',
    '/%5Cevil.example',
    '/%2F/evil.example',
    '/en/%2F%2Fevil.example',
    '/en/..//evil.example',
    '/en/%5Cevil',
    '/en\\evil',
    '/en/\nevil',
    '/en%0d%0aLocation:',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'https://evil.example/en',
    'http:/en',
    '/en@evil.example',
    '/api/logout',
    '/xx/latest',
    '/english',
    ' /en',
    '/en/%E0%A4%A',
  ])('is never %j', (next) => {
    expect(safeRedirect(next, '/de')).toBe('/de');
  });
});
