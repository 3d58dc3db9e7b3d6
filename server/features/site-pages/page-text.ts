import markdownIt from 'markdown-it';

/**
 * The text of a page as HTML: CommonMark with tables, without any HTML of its own. Links lead to http(s), mail and paths of
 * the site; headings begin at the second level, below the page's title.
 */
export function renderPage(text: string): string {
  return markdown.render(text).trimEnd();
}

const markdown = markdownIt({ html: false, linkify: true, typographer: false, maxNesting: 40 }).disable('image');
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false });
markdown.validateLink = (url) => /^(https?:\/\/[^/]|mailto:|\/(?!\/)|#)/i.test(url);
markdown.core.ruler.push('below the title', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    }
  }
});
