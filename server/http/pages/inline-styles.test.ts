import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createStyleInliner } from './inline-styles.ts';
import { pagePolicy } from './page-policy.ts';

const files = new Map([
  ['/assets/a-1.css', 'a{color:red}'],
  ['/assets/b-2.css', 'b{color:blue}'],
]);
const inlineStyles = createStyleInliner((path) => files.get(path) ?? null);

it('puts the styles into the page in their order, allows them by their hash, and leaves their names for what loads further parts', () => {
  const { head, policy } = inlineStyles(
    '<head><link rel="stylesheet" href="/assets/a-1.css"><title>t</title>\n<link rel="stylesheet" crossorigin href="/assets/b-2.css">\n',
  );
  expect(Buffer.concat(head.map((piece) => Buffer.from(piece))).toString()).toBe(
    '<head><title>t</title>\n<link rel="expect" href="#end" blocking="render"><style>a{color:red}b{color:blue}</style><link rel="stylesheet" href="/assets/a-1.css" disabled media="not all"><link rel="stylesheet" crossorigin href="/assets/b-2.css" disabled media="not all">',
  );
  expect(policy).toBe(`'sha256-${createHash('sha256').update('a{color:red}b{color:blue}').digest('base64')}'`);
  expect(pagePolicy('', [], null, policy)).toContain(`style-src 'self' ${policy};`);
});

it('leaves a page alone whose styles are no files of the build', () => {
  const head = '<head><link rel="stylesheet" href="/assets/gone.css">';
  expect(inlineStyles(head)).toEqual({ head: [head], policy: '' });
});
