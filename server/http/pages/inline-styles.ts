import { createHash } from 'node:crypto';

/** A style sheet of the build, as a page names it. */
const NAMED = /<link rel="stylesheet"[^<>]* href="(\/assets\/[^"<>]+\.css)">\s*/g;

/** The head of a page with its styles in it, and what its content security policy says of them: `'sha256-…'`, or nothing where it has none. */
export interface StyledHead {
  /** In pieces, as they follow each other. */
  head: readonly string[];
  policy: string;
}

/**
 * Makes what puts the styles of pages into them, so that they are painted as soon as they have come and not a round trip
 * later. Their files stay named, by links that are disabled, and for no medium, or browsers that look ahead would fetch them:
 * what loads further parts of the page takes them for loaded.
 * Each set of files is read and hashed once: their names change with what they hold.
 *
 * @param read the content of a file of the site; null where there is none, which leaves its link as it is.
 */
export function createStyleInliner(read: (path: string) => string | null): (head: string) => StyledHead {
  const known = new Map<string, Styles>();
  const stylesFor = (paths: readonly string[]) => {
    const name = paths.join(' ');
    const styles = known.get(name) ?? readStyles(paths, read);
    known.set(name, styles);
    return styles;
  };
  return (named) => {
    const { found, style, policy } = stylesFor([...named.matchAll(NAMED)].map(([, path = '']) => path));
    if (found.size === 0) return { head: [named], policy };
    const links: string[] = [];
    const head = named.replace(NAMED, (link, path: string) => {
      if (!found.has(path)) return link;
      links.push(link.trimEnd().replace('>', ' disabled media="not all">'));
      return '';
    });
    // A page is painted once all of it has come, as it is where it waits for files, and its last script has run: in
    // pieces it would move, and lazy pictures would be asked for.
    return {
      head: [head, `<link rel="expect" href="#end" blocking="render"><style>${style}</style>${links.join('')}`],
      policy,
    };
  };
}

interface Styles {
  found: ReadonlySet<string>;
  style: string;
  policy: string;
}

function readStyles(paths: readonly string[], read: (path: string) => string | null): Styles {
  const found = new Map(
    paths.flatMap((path) => {
      const style = read(path);
      return style === null ? [] : [[path, style]];
    }),
  );
  const style = [...found.values()].join('');
  return {
    found: new Set(found.keys()),
    style,
    policy: found.size === 0 ? '' : `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  };
}
