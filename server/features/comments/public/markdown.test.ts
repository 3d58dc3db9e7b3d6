import { describe, expect, it } from 'vitest';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { labelSpoilers, plainComment, renderComment } from './markdown.ts';
import { cleanText, commentLength } from './rules.ts';

const html = (text: string, people: string[] = []) => renderComment(cleanText(text), people).html;

/** The elements a comment may be made of; anything else in the output is a hole. */
const ALLOWED = new RegExp(
  `^(?:${[
    '[^<>"]',
    '"(?![^<]*>)',
    '</?(?:strong|em|s|code|ul|li|span|summary|details)>',
    '<details class="spoiler">',
    '<br>',
    '</(?:p|div|blockquote|ol|pre|a)>',
    '<(?:p|div|blockquote|li|pre) dir="auto">',
    '<ol(?: start="\\d+")?>',
    '<a href="https?://[^"<>]*" rel="nofollow ugc noopener" target="_blank">',
    '<a class="mention" href="/profile/[^"<>/]*" dir="auto">',
  ].join('|')})*$`,
);

/** Payloads as mutation and markdown attacks are written: broken tags, namespaces, schemes in disguise, entities, attributes. */
const PAYLOADS = [
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '<svg><style><img src=x onerror=alert(1)></style>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:alert(1))',
  '[x](//evil.example)',
  '[x](http:/evil)',
  '[x](http://a.example "onmouseover=alert(1)")',
  '[x](http://a.example\\" onmouseover=alert(1)//)',
  '[x](http://a"onmouseover="alert(1))',
  '[x](<http://a.example" onclick="alert(1)>)',
  '<javascript:alert(1)>',
  '<http://a.example/"onclick="alert(1)>',
  'http://a.example/"onclick=alert(1)',
  '![x](http://a.example/x.png)',
  '![x](x" onerror="alert(1))',
  '[![x](y)](http://a.example)',
  '[a]: javascript:alert(1)\n[a]',
  '`<b>`',
  '```"><b>\n<script>\n```',
  '||<b>|| <summary></summary>',
  '||[x](http://a.example)||',
  '[||x||](http://a.example)',
  '**||a** b||',
  '@<b>',
  '@"onclick="',
  '&lt;script&gt;',
  '&#x3c;script&#x3e;',
  '\u2028<script>',
  '{{7*7}}',
  '# h',
  '---',
  '| a | b |\n|---|---|\n| c | d |',
  '    code',
  '<details><summary>x',
  '> - > - `a',
  '- \n  > ||x||',
  '\\<b\\>',
  '<!-- x -->',
  '<?php ?>',
  '<![CDATA[x]]>',
];

describe('the Markdown of comments', () => {
  it('knows bold, italic, strike, code, quotes, lists, links, line breaks and nothing else', () => {
    expect(html('**b** *i* ~~s~~ `c`\nnext')).toBe(
      '<p dir="auto"><strong>b</strong> <em>i</em> <s>s</s> <code>c</code><br>\nnext</p>',
    );
    expect(html('> quoted\n\n- one\n- two')).toBe(
      '<blockquote dir="auto">\n<p dir="auto">quoted</p>\n</blockquote>\n<ul>\n<li dir="auto">one</li>\n<li dir="auto">two</li>\n</ul>',
    );
    expect(html('# no heading\n\n![no picture](http://a.example/x.png)')).toContain('<p dir="auto"># no heading</p>');
    expect(html('```\n<code>\n```')).toBe('<pre dir="auto"><code>&lt;code&gt;\n</code></pre>');
  });

  it('leads to http and https alone, says so to search engines, and counts where it leads', () => {
    expect(renderComment('[a](https://a.example) http://b.example/?x=1&y=2')).toMatchObject({
      links: 2,
      html:
        '<p dir="auto"><a href="https://a.example" rel="nofollow ugc noopener" target="_blank">a</a> ' +
        '<a href="http://b.example/?x=1&amp;y=2" rel="nofollow ugc noopener" target="_blank">http://b.example/?x=1&amp;y=2</a></p>',
    });
    expect(renderComment('www.a.example a@b.example ftp://c.example mailto:a@b.example').links).toBe(0);
  });

  it('hides spoilers in an element that opens without JavaScript, labelled in the reader’s language', () => {
    const spoiler = html('He ||is **the** cat||.');
    expect(spoiler).toBe(
      '<div dir="auto">He <details class="spoiler"><summary></summary><span>is <strong>the</strong> cat</span></details>.</div>',
    );
    expect(labelSpoilers(spoiler, '<Spoiler> $&')).toContain('<summary>&lt;Spoiler&gt; $&amp;</summary>');
    expect(html('a || b')).toBe('<p dir="auto">a || b</p>');
    expect(html('a |||| b')).toBe('<p dir="auto">a |||| b</p>');
  });

  it('leads from the names of members to their profiles, and leaves other names, addresses and code alone', () => {
    expect(html('@bob. @BOB, @nobody bob@bob `@bob`', ['Bob'])).toBe(
      '<p dir="auto"><a class="mention" href="/profile/Bob" dir="auto">@Bob</a>. ' +
        '<a class="mention" href="/profile/Bob" dir="auto">@Bob</a>, @nobody bob@bob <code>@bob</code></p>',
    );
    expect(renderComment('@Ann, @日本語です.').mentioned).toEqual(['ann', '日本語です.', '日本語です']);
  });

  it('says a text on one line without its signs', () => {
    expect(
      plainComment(
        '**Bold** _and_ `code`\\\nof [us](https://a.example) <b>\n\n- one\n- @ann ||two||\n\n> three\n\n```\nfour\n```\nhttps://b.example/?x=1',
      ),
    ).toBe('Bold and code of us <b> one @ann two three four https://b.example/?x=1');
    expect(plainComment('2 * 3 * 4 # no')).toBe('2 * 3 * 4 # no');
  });

  it.each(PAYLOADS)('makes nothing that runs, nor anything a browser would put elsewhere, of %j', (payload) => {
    for (const text of [
      payload,
      `||${payload}||`,
      `> ${payload}`,
      `**${payload}**`,
      `[${payload}](http://a.example)`,
    ]) {
      expect(html(text, ['b'])).toMatch(ALLOWED);
      expect(html(text, ['b'])).not.toMatch(
        /<a [^>]*>(?:(?!<\/a>)[^])*<a |<p [^>]*>(?:(?!<\/p>)[^])*<(?:details|div|p|ul|pre)/,
      );
    }
  });

  it('does work in proportion to the text, whatever is written', async () => {
    const parts = [
      '|',
      '||a',
      '>',
      '*a_',
      '@abc',
      '[',
      '`a',
      '<',
      '- ',
      '||a||',
      '[a](',
      '**',
      '~~',
      '&a',
      'http://a',
      '> - ',
    ];
    const work = await countSteps(
      new URL('./markdown.ts', import.meta.url),
      renderComment,
      parts.map((part) => [part.repeat(5000 / part.length)]),
    );
    expect(parts.filter((_part, at) => work[at]! > 2e7)).toEqual([]);
  });
});

describe('the text of comments', () => {
  it('is normalised and without what hides, turns or piles up', () => {
    expect(cleanText('  e\u0301\r\nx\u202e\u200b\u2066y\ufeff\u0007\t\n\n\n\nz  ')).toBe('é\nxy\n\nz');
    expect(cleanText('a' + '\u0301'.repeat(50))).toHaveLength(7);
    expect(cleanText('می\u200cخواهم 👩\u200d👩\u200d👧 \u0628')).toBe('می\u200cخواهم 👩\u200d👩\u200d👧 \u0628');
    expect(cleanText('\ud800x\u{e0041}')).toBe('\ufffdx');
  });

  it('is empty where nothing can be seen', () => {
    for (const blank of ['', ' \n\t', '\u200b\u200d\u2060', '\u3164\u2800', '\u0301', '\u202e']) {
      expect(cleanText(blank)).toBe('');
    }
  });

  it('is as long as it has code points', () => {
    expect(commentLength('👍é日')).toBe(3);
  });
});
