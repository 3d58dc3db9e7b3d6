import markdownIt, { type Env, type StateInline, type Token } from 'markdown-it';
import { fillPath, PATHS } from '#contract/addresses.ts';

/** Grows whenever the same text gives other HTML: what was made with another version is made anew when it is read. */
export const RENDERER_VERSION = 1;
/** Most names that one comment looks up and tells. */
const MAX_MENTIONS = 10;
/** Stands in the HTML where the reader's word for a spoiler goes. No text can give it: what people write is escaped. */
const SPOILER_LABEL = '<summary></summary>';

export interface RenderedMarkdown {
  /** Safe: only the elements and attributes that are made below. */
  html: string;
  /** Addresses it leads to. */
  links: number;
  /** Names it mentions, in lower case, whether or not someone is called that. */
  mentioned: string[];
}

/**
 * A comment as HTML: paragraphs, line breaks, bold, italic, strike, code, quotes, lists, links to http and https,
 * `||spoilers||` and mentions; everything else stays text (decisions, "Comments"; security, S-21).
 *
 * @param text cleaned.
 * @param people names of members that mentions lead to, as they are written on their profiles.
 */
export function renderComment(text: string, people: readonly string[] = []): RenderedMarkdown {
  const env: MarkdownFindings & Env = {
    people: new Map(people.map((name) => [name.toLowerCase(), name])),
    mentioned: new Set(),
    links: 0,
  };
  const html = markdown.render(text, env).trimEnd();
  return { html, links: env.links, mentioned: [...env.mentioned].slice(0, MAX_MENTIONS * 2) };
}

/** The text of a comment on one line, without the signs of its Markdown. @param text cleaned. */
export function plainComment(text: string): string {
  const env: MarkdownFindings & Env = { people: new Map(), mentioned: new Set(), links: 0 };
  const texts = markdown
    .parse(text, env)
    .flatMap(({ type, content, children }) =>
      type === 'fence'
        ? [content]
        : children === null
          ? []
          : [children.map((child) => (child.type.endsWith('break') ? ' ' : child.content)).join('')],
    );
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Puts the reader's word for a spoiler where one can be opened. */
export function labelSpoilers(html: string, label: string): string {
  return html.includes(SPOILER_LABEL)
    ? html.replaceAll(SPOILER_LABEL, () => `<summary>${markdown.utils.escapeHtml(label)}</summary>`)
    : html;
}

interface MarkdownFindings {
  people: ReadonlyMap<string, string>;
  mentioned: Set<string>;
  links: number;
}

const markdown = markdownIt('zero', { html: false, breaks: true, linkify: true, maxNesting: 20 }).enable([
  'newline',
  'escape',
  'entity',
  'emphasis',
  'strikethrough',
  'backticks',
  'link',
  'autolink',
  'fence',
  'blockquote',
  'list',
]);
// By what comes out as text, not while it is read: the signs of a spoiler would become part of the address.
markdown.core.ruler.enable('linkify');

// Only what is written out as http or https is an address: no mail, no guesses at domains.
markdown.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);
markdown.validateLink = (url) => /^https?:\/\/[^/]/i.test(url);
// An address is shown as it was written: what is decoded can look like another.
markdown.normalizeLinkText = (url) => url;

markdown.inline.ruler.at('text', (state, silent) => {
  const end = nextSign(state);
  if (end === state.pos) return false;
  if (!silent) {
    state.pending += state.src.slice(state.pos, end);
  }
  state.pos = end;
  return true;
});
markdown.inline.ruler.push('spoiler', (state, silent) => {
  const start = state.pos + 2;
  const end = state.src.startsWith('||', state.pos) ? state.src.indexOf('||', start) : -1;
  if (end <= start || end + 2 > state.posMax) return false;
  if (!silent) {
    pushSpoiler(state, start, end);
  }
  state.pos = end + 2;
  return true;
});
markdown.inline.ruler.push('mention', (state, silent) => {
  const found = mentionAt(state);
  if (found === null) return false;
  if (!silent) {
    state.push('mention', 'a', 0).content = found.name;
  }
  state.pos += found.length;
  return true;
});
// A link around a spoiler does not see the links in it: the outer one counts.
markdown.core.ruler.push('links-by-themselves', ({ tokens }) => {
  for (const token of tokens) {
    let depth = 0;
    token.children =
      token.children?.filter(({ type }) => {
        if (type === 'link_open') {
          depth += 1;
          return depth === 1;
        }
        if (type === 'link_close') {
          depth -= 1;
          return depth === 0;
        }
        return true;
      }) ?? null;
  }
});
// A spoiler opens and closes, which HTML does not let anything inside a paragraph do.
markdown.core.ruler.push('spoilers-in-blocks', ({ tokens }) => {
  for (const [at, { type, children }] of tokens.entries()) {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (
      type === 'inline' &&
      before?.type === 'paragraph_open' &&
      after &&
      children?.some((child) => child.type === 'spoiler_open')
    ) {
      before.tag = 'div';
      after.tag = 'div';
    }
  }
});

const { rules } = markdown.renderer;
// Each block runs in the direction of its own text, so that no comment can turn what stands beside it.
for (const type of ['paragraph_open', 'blockquote_open', 'list_item_open']) {
  rules[type] = (tokens, at, options, _env, self) => {
    tokens[at]!.attrSet('dir', 'auto');
    return tokens[at]!.hidden ? '' : self.renderToken(tokens, at, options);
  };
}
rules.link_open = (tokens, at, options, env, self) => {
  const token = tokens[at] as Token;
  (env as unknown as MarkdownFindings).links += 1;
  token.attrs = [
    ['href', token.attrGet('href') ?? ''],
    ['rel', 'nofollow ugc noopener'],
    ['target', '_blank'],
  ];
  return self.renderToken(tokens, at, options);
};
rules.fence = (tokens, at) => `<pre dir="auto"><code>${markdown.utils.escapeHtml(tokens[at]!.content)}</code></pre>\n`;
rules.spoiler_open = () => `<details class="spoiler">${SPOILER_LABEL}<span>`;
rules.spoiler_close = () => '</span></details>';
rules.mention = (tokens, at) => {
  const { content } = tokens[at] as Token;
  return `<a class="mention" href="/${fillPath(PATHS.profile, { username: content })}" dir="auto">@${markdown.utils.escapeHtml(content)}</a>`;
};

/** Where the next sign stands that may mean something; the first of them is skipped where it did not. */
function nextSign({ src, pos, posMax }: StateInline): number {
  const signs = /[\n!#$%&*+\-:<=>@[\\\]^_`{|}~]/g;
  signs.lastIndex = pos;
  return Math.min(posMax, signs.exec(src)?.index ?? posMax);
}

function pushSpoiler(state: StateInline, start: number, end: number): void {
  const { posMax } = state;
  state.push('spoiler_open', 'details', 1);
  state.pos = start;
  state.posMax = end;
  state.md.inline.tokenize(state);
  state.posMax = posMax;
  state.push('spoiler_close', 'details', -1);
}

/** The member whose name stands here after an `@`, and how much of the text that is; what is looked for is noted. */
function mentionAt(state: StateInline): { name: string; length: number } | null {
  const env = state.env as unknown as MarkdownFindings;
  const inWord = /[\p{L}\p{N}_.@/-]/u.test(state.src[state.pos - 1] ?? '');
  if (state.src[state.pos] !== '@' || state.linkLevel > 0 || inWord) return null;
  const mention = /[\p{L}\p{N}_.-]{3,30}/uy;
  mention.lastIndex = state.pos + 1;
  const written = mention.exec(state.src.slice(0, state.posMax))?.[0] ?? '';
  // A sentence may end right after a name.
  for (const name of new Set([written, written.replace(/(?<![.-])[.-]+$/, '')])) {
    if (name.length < 3) continue;
    env.mentioned.add(name.toLowerCase());
    const known = env.people.get(name.toLowerCase());
    if (known !== undefined) return { name: known, length: name.length + 1 };
  }
  return null;
}
