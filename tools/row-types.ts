import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Node, TypeNode } from 'typescript/unstable/ast';
import { isIdentifier, isTaggedTemplateExpression } from 'typescript/unstable/ast/is';
import { API, SymbolFlags, TypeFlags, type Checker, type Type, type TypeReference } from 'typescript/unstable/sync';

/** A field of a row type; `kinds` as `string`, `number[]`, `Date`, `null`, `object`, or `any`. */
export interface Field {
  name: string;
  kinds: string[];
  /** Whether a row may be without it. */
  optional: boolean;
}

/** A place in the code that writes a statement and says of which type its rows are. */
export interface Site {
  /** As `server/db/migrate.ts:31`. */
  place: string;
  /** As `markStatements` has it. */
  mark: string;
  fields: Field[];
  /** Whether whoever calls adds fields of their own. */
  open: boolean;
  /** The fields that the statement says are never null: `/* name is never null: why *\/`. */
  neverNull: string[];
}

/** Whether a file is the server's code, and neither a test nor what tests need. */
export function isProductFile(path: string): boolean {
  return /^server\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path);
}

/** Every `sql<Row>` of the server's code under a `tsconfig.json` where `Row` is an object: what else is typed is part of a statement. */
export function readSites(config: string): Site[] {
  const root = dirname(config);
  const api = new API({ cwd: root });
  try {
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .map((path) => `server/${path.replaceAll('\\', '/')}`)
      .filter((path) => isProductFile(path) && readFileSync(join(root, path), 'utf8').includes('sql<'))
      .flatMap((path) => sitesIn(path, program.getSourceFile(join(root, path))!, checker));
  } finally {
    api.close();
  }
}

function sitesIn(path: string, source: Node & { text: string }, checker: Checker): Site[] {
  const found: Site[] = [];
  const visit = (node: Node) => {
    if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') {
      const row = node.typeArguments?.[0] && checker.getTypeFromTypeNode(node.typeArguments[0] as TypeNode);
      if (row && kindsIn(row, checker).join() === 'object') {
        const start = node.tag.getStart(source as never);
        const text = source.text.slice(start, node.end);
        found.push({
          place: `${path}:${source.text.slice(0, start).split('\n').length}`,
          mark: `${path}:${start}`,
          fields: fieldsIn(row, checker),
          open: isOpen(row),
          neverNull: [...text.matchAll(/\/\* (\w+) is never null\b/g)].map(([, field]) => field!),
        });
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function fieldsIn(row: Type, checker: Checker): Field[] {
  const symbols = checker.getPropertiesOfType(row);
  const types = checker.getTypeOfSymbol(symbols);
  return symbols.map(({ name, flags }, at) => ({
    name,
    kinds: kindsIn(types[at]!, checker).filter((kind) => kind !== 'undefined'),
    optional: (flags & SymbolFlags.Optional) !== 0,
  }));
}

const PLAIN: readonly [TypeFlags, string][] = [
  [TypeFlags.AnyOrUnknown, 'any'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
];

/** Each once; nulls within lists are left out, as PostgreSQL does not say whether a list has any. */
function kindsIn(type: Type, checker: Checker): string[] {
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap((each) => kindsIn(each, checker)))];
  const plain = PLAIN.find(([flag]) => (type.flags & flag) !== 0);
  if (plain) return [plain[1]];
  if (checker.isArrayType(type)) {
    const items = kindsIn(checker.getTypeArguments(type as TypeReference)[0]!, checker);
    return items.filter((kind) => kind !== 'null').map((kind) => `${kind}[]`);
  }
  if ((type.flags & TypeFlags.Instantiable) !== 0) {
    const base = checker.getBaseConstraintOfType(type);
    return base ? kindsIn(base, checker) : ['any'];
  }
  const name = type.getSymbol()?.name;
  return [name === 'Date' ? 'Date' : name === 'Buffer' || name === 'Uint8Array' ? 'Uint8Array' : 'object'];
}

/** Whether a type is made of one that the caller of a function chooses. */
function isOpen(type: Type): boolean {
  return (
    type.isTypeParameter() ||
    type.getAliasTypeArguments().some(isOpen) ||
    (type.isIntersectionType() && type.getTypes().some(isOpen))
  );
}
