import { createRequire } from 'node:module';
import type { CssNode } from 'css-tree';

/** Most letters of an operator's style sheet. */
export const MAX_CSS_LENGTH = 20_000;

/** Something a style sheet must not say: in which line, counted from 1, and what. */
export interface StyleFault {
  line: number;
  part: string;
}

/** Properties that change how something looks and neither where it is, nor whether it is seen (decisions/0073). */
const PROPERTIES =
  /^(?:color|background(?:-(?:color|image|size|position|repeat|clip|origin|attachment))?|border(?:-(?:block|inline|top|bottom|block-start|block-end|inline-start|inline-end))?(?:-(?:color|style|width))?|border(?:-\w+)*-radius|outline(?:-(?:color|style|width|offset))?|font-(?:family|style|weight|variant|variant-\w+|feature-settings|kerning)|text-(?:decoration(?:-\w+)?|underline-offset|transform|shadow|align)|box-shadow|accent-color|caret-color|padding(?:-(?:block|inline)(?:-(?:start|end))?)?|transition(?:-(?:property|duration|timing-function|delay))?|color-scheme|scrollbar-color)$/;
/** Functions that fetch nothing and run nothing. */
const FUNCTIONS =
  /^(?:var|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|(?:repeating-)?(?:linear|radial|conic)-gradient|calc|min|max|clamp|cubic-bezier|steps)$/i;

/** For sites that have styles of their own: it takes 22 MB of the process. */
const loadCssTree = () => createRequire(import.meta.url)('css-tree') as typeof import('css-tree');

/**
 * The first thing that an operator's style sheet must not say, null for none. It may hold style rules, and those in
 * `@media` and `@supports`; properties that only change looks; no address, no import, nothing `!important`.
 */
export function findStyleFault(css: string): StyleFault | null {
  if (css.trim() === '') return null;
  const { parse, walk } = loadCssTree();
  let fault: StyleFault | null = null;
  const found = (node: { loc?: { start: { line: number } } | null | undefined }, part: string) => {
    fault ??= { line: node.loc?.start.line ?? 1, part: part.slice(0, 60) };
  };
  const sheet = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => {
      fault ??= { line: (error as unknown as { line?: number }).line ?? 1, part: error.message.slice(0, 60) };
    },
  });
  walk(sheet, (node: CssNode) => {
    switch (node.type) {
      case 'Atrule':
        if (!/^(?:media|supports)$/i.test(node.name)) found(node, `@${node.name}`);
        break;
      case 'Declaration':
        if (!PROPERTIES.test(node.property.toLowerCase()) && !/^--own-[a-z\d-]+$/.test(node.property)) {
          found(node, node.property);
        } else if (node.important) {
          found(node, '!important');
        }
        break;
      case 'Function':
        if (!FUNCTIONS.test(node.name)) found(node, `${node.name}()`);
        break;
      case 'Url':
        found(node, 'url()');
        break;
      case 'Raw':
        found(node, node.value);
        break;
      default:
    }
  });
  return fault;
}

/** A style sheet that has no fault, as it is written anew from what was understood of it. */
export function rewrittenStyle(css: string): string {
  const { generate, parse } = loadCssTree();
  return generate(parse(css, { parseCustomProperty: true }));
}
