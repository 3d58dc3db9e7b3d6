import { createHash } from 'node:crypto';

/** A style sheet of the build, as a page names it. */
const NAMED = /<link rel="stylesheet"[^<>]* href="(\/assets\/[^"<>]+\.css)">\s*/g;

/** The head of a page with its styles in it, and what its content security policy says of them: `'sha256-…'`, or nothing where it has none. */
export interface StyledHead {
  /** In pieces, as they follow each other; the styles in bytes. */
  head: readonly (string | Uint8Array)[];
  policy: string;
}

/**
 * Makes what puts the styles of pages into them, so that they are painted as soon as they have come and not a round trip
 * later. Their files stay named, by links that are disabled, and for no medium, or browsers that look ahead would fetch them:
 * what loads further parts of the page takes them for loaded.
 * Each set of files is read, hashed and encoded once: their names change with what they hold.
 *
 * @param read the content of a file of the site; null where there is none, which leaves its link as it is.
 */
export function createStyleInliner(read: (path: string) => string | null): (head: string) => StyledHead {
  const known = new Map<string, Styles>();
  return (named) => {
    const links = [...named.matchAll(NAMED)];
    const name = links.join(' ');
    const styles = known.get(name) ?? readStyles(links, read);
    known.set(name, styles);
    const { found, bytes, policy } = styles;
    if (found.size === 0) return { head: [named], policy };
    return { head: [named.replace(NAMED, (link, path: string) => (found.has(path) ? '' : link)), bytes], policy };
  };
}

interface Styles {
  found: ReadonlySet<string>;
  /** The end of the head, with the styles in it. */
  bytes: Uint8Array;
  policy: string;
}

/** @param links of a head, with their paths as the first group. */
function readStyles(links: readonly RegExpExecArray[], read: (path: string) => string | null): Styles {
  const found = new Map<string, string>();
  const disabled: string[] = [];
  for (const [link, path = ''] of links) {
    const style = read(path);
    if (style === null) continue;
    found.set(path, style);
    disabled.push(link.trimEnd().replace('>', ' disabled media="not all">'));
  }
  const style = [...found.values()].join('');
  return {
    found: new Set(found.keys()),
    // A page is painted once all of it has come, as it is where it waits for files, and its last script has run: in
    // pieces it would move, and lazy pictures would be asked for.
    bytes: Buffer.from(`<link rel="expect" href="#end" blocking="render"><style>${style}</style>${disabled.join('')}`),
    policy: found.size === 0 ? '' : `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  };
}
