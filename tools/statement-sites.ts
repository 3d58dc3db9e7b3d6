import { relative } from 'node:path';
import { parseSync, Visitor, type Plugin } from 'vite';
import { isProductFile } from './row-types.ts';

/**
 * Lets each statement with a row type (`sql<Row>`) end in a comment that says where in the server's code it stands, as
 * `server/db/migrate.ts:1416`: the file, and the place in it in UTF-16 code units. For tests alone (`noted-statements.ts`).
 */
export function markStatements(root = process.cwd()): Plugin {
  return {
    name: 'mark-statements',
    enforce: 'pre',
    transform: {
      filter: { id: /\/server\/.*\.ts$/, code: 'sql<' },
      handler(code, id) {
        const path = relative(root, id).replaceAll('\\', '/');
        return isProductFile(path) ? { code: withMarks(code, path), map: null } : undefined;
      },
    },
  };
}

/** A source with its statements marked; no line moves. */
export function withMarks(code: string, path: string): string {
  const sites: { start: number; end: number }[] = [];
  new Visitor({
    TaggedTemplateExpression({ start, tag, typeArguments, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql' && typeArguments) {
        sites.push({ start, end: quasi.end - 1 });
      }
    },
  }).visit(parseSync(path, code).program);
  // From the last to the first: an insertion moves only what comes after it.
  return sites
    .sort((a, b) => b.end - a.end)
    .reduce((text, { start, end }) => `${text.slice(0, end)} /* at ${path}:${start} */${text.slice(end)}`, code);
}
