import { expect, it } from 'vitest';
import { accentTokens, contrast } from './accent.ts';
import { siteStyle, styleVersion } from './site-style.ts';
import { findStyleFault } from './style-check.ts';

it.each([
  ['.card { color: rebeccapurple; border-radius: 12px; padding: 4px 8px }'],
  ['@media (width > 40rem) { h2, .card:hover { background: linear-gradient(to right, #123, oklch(0.5 0.1 30)) } }'],
  ['.card { --own-shade: #ffeedd; box-shadow: 0 1px 2px rgb(0 0 0 / 20%); font-family: Georgia, serif }'],
  [''],
])('lets styles through that change looks: %s', (css) => {
  expect(findStyleFault(css)).toBeNull();
});

it.each([
  ['@import "https://evil.example/a.css";', '@import'],
  ['@IMPORT url(//evil.example);', '@IMPORT'],
  ['.a { background: url(https://evil.example/track.gif) }', 'url()'],
  ['.a { background: URL("data:image/png;base64,AA") }', 'url()'],
  ['.a { background: image-set("https://evil.example/a.png" 1x) }', 'image-set()'],
  ['.a { background: -webkit-image-set(url(x) 1x) }', '-webkit-image-set()'],
  ['.a { color: expression(alert(1)) }', 'expression()'],
  ['.a { behavior: url(x.htc) }', 'behavior'],
  ['.a { display: none }', 'display'],
  ['.a { visibility: hidden }', 'visibility'],
  ['.a { opacity: 0 }', 'opacity'],
  ['.a { position: fixed; inset: 0 }', 'position'],
  ['.a { z-index: 9 }', 'z-index'],
  ['.a { transform: translateX(-9999px) }', 'transform'],
  ['.a { margin: -100vh }', 'margin'],
  ['.a { font-size: 0 }', 'font-size'],
  ['.a { --text: transparent }', '--text'],
  ['.a { color: red !important }', '!important'],
  ['@font-face { font-family: x; src: url(x) }', '@font-face'],
  ['@layer x { .a { color: red } }', '@layer'],
  ['@scope (body) { .a { color: red } }', '@scope'],
  ['.a::before { content: "x" }', 'content'],
  ['@supports (color: red) { .a { d\\69splay: none } }', 'd\\69splay'],
])('refuses %s', (css, part) => {
  expect(findStyleFault(css)).toMatchObject({ line: 1, part });
});

it('says in which line a fault is, and takes no sheet that ends its own scope', () => {
  expect(findStyleFault('.a { color: red }\n\n.b { display: none }')).toEqual({ line: 3, part: 'display' });
  for (const broken of [
    '} body { color: red }',
    '.a { color: red } } .b { color: red }',
    '</style><script>alert(1)</script>',
    '.a { color',
  ]) {
    const fault = findStyleFault(broken);
    const rest = fault === null ? siteStyle({ accent: '', css: broken }) : '';
    expect(rest.replace(/^@scope \(#main\) to \(\[data-own-look\]\)\{|\}$/g, '')).not.toMatch(/^[^{]*\}|<|\}\}/);
  }
});

it('holds within the page, and ends where the age check, consent and reports begin', () => {
  expect(siteStyle({ accent: '', css: '.card { color: red }' })).toBe(
    '@scope (#main) to ([data-own-look]){.card{color:red}}',
  );
  expect(siteStyle({ accent: '', css: ' ' })).toBe('');
  expect(styleVersion({ accent: '', css: '' })).toBe('');
  expect(styleVersion({ accent: '#336699', css: '' })).not.toBe(styleVersion({ accent: '#336698', css: '' }));
});

it.each(['#ff5a3c', '#ffff00', '#ffffff', '#000000', '#808080', '#0000ff', '#00ff88', '#2b2f38'])(
  'makes of %s an accent that can be read, in light and in dark',
  (accent) => {
    const tokens = new Map(
      [...accentTokens(accent).matchAll(/--([a-z-]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)/g)].map(
        ([, name, light, dark]) => [name!, [light!, dark!] as const],
      ),
    );
    for (const [scheme, surfaces] of [
      [0, ['#f7f5f1', '#ffffff', '#efebe4']],
      [1, ['#0e0f12', '#16181d', '#262a33']],
    ] as const) {
      const of = (name: string) => tokens.get(name)![scheme];
      expect(contrast(of('accent'), of('on-accent'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of('accent-hover'), of('on-accent'))).toBeGreaterThanOrEqual(4.5);
      for (const surface of [...surfaces, of('accent-soft')]) {
        expect(contrast(of('accent-text'), surface)).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);
