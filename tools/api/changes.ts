import { DEPRECATED, type ApiDescription } from './description.ts';

/** A difference between two descriptions, in words; `breaks`: a program that relied on what was there may fail. */
export interface Change {
  text: string;
  breaks: boolean;
  /** The operations it is about. */
  operations: string[];
}

/** Where a value stands: in what is sent, more must not be asked for; in what is answered, nothing may be missing. */
type Way = 'sent' | 'answered';
type Note = (text: string, breaks: boolean) => void;

/** The differences between two descriptions of the API, those that break first; one that many operations share is one. */
export function compareApis(before: ApiDescription, after: ApiDescription): Change[] {
  const found = new Map<string, Change>();
  const names = new Set([...Object.keys(before.operations), ...Object.keys(after.operations)]);
  for (const operation of [...names].toSorted()) {
    compareOperations({ before, after }, operation, (text, breaks) => {
      const key = `${text} ${breaks}`;
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, { text, breaks, operations: [operation] });
      } else if (!known.operations.includes(operation)) {
        known.operations.push(operation);
      }
    });
  }
  return [...found.values()].toSorted((a, b) => Number(b.breaks) - Number(a.breaks));
}

interface Both {
  before: ApiDescription;
  after: ApiDescription;
}

function compareOperations({ before, after }: Both, operation: string, note: Note): void {
  const old = before.operations[operation];
  const now = after.operations[operation];
  if (old === undefined) return note('is new', false);
  if (now === undefined) return note('is gone', true);
  if (now[DEPRECATED] !== undefined && old[DEPRECATED] === undefined) {
    note('is deprecated', false);
  }
  const [oldParts, nowParts] = [old, now].map(({ [DEPRECATED]: _mark, ...parts }) => parts);
  compareFields({ before, after }, '', oldParts!, nowParts!, (name) => (/^\d/.test(name) ? 'answered' : 'sent'), note);
}

function compareFields(
  both: Both,
  path: string,
  old: Record<string, string>,
  now: Record<string, string>,
  wayOf: (name: string) => Way,
  note: Note,
): void {
  const bare = (fields: Record<string, string>) =>
    new Map(
      Object.entries(fields).map(([name, type]) => [name.replace(/\?$/, ''), { type, optional: name.endsWith('?') }]),
    );
  const [olds, nows] = [bare(old), bare(now)];
  for (const name of new Set([...olds.keys(), ...nows.keys()])) {
    const [was, is] = [olds.get(name), nows.get(name)];
    const way = wayOf(name);
    const place = `\`${path === '' ? name : `${path}.${name}`}\``;
    if (was === undefined) {
      const required = way === 'sent' && is?.optional === false;
      note(`${place} is new${required ? ' and required' : ''}`, required);
    } else if (is === undefined) {
      note(`${place} is gone`, true);
    } else {
      if (was.optional !== is.optional) {
        note(
          `${place} is ${is.optional ? 'no longer always there' : 'required'}`,
          is.optional === (way === 'answered'),
        );
      }
      compareTypes(both, path === '' ? name : `${path}.${name}`, was.type, is.type, way, note);
    }
  }
}

const SHAPE = /#[0-9a-f]{8}/g;

function compareTypes(both: Both, path: string, was: string, is: string, way: Way, note: Note): void {
  if (was === is) return;
  const [olds, nows] = [was, is].map((type) => type.match(SHAPE) ?? []);
  // Around the objects in it the type is the same: then they differ.
  if (was.replaceAll(SHAPE, '#') === is.replaceAll(SHAPE, '#')) {
    olds!.forEach((old, at) => {
      const now = nows![at]!;
      if (old !== now) {
        compareFields(both, path, both.before.shapes[old] ?? {}, both.after.shapes[now] ?? {}, () => way, note);
      }
    });
    return;
  }
  const [before, after] = [was, is].map((type) => new Set(type.replaceAll(SHAPE, 'object').split(' | ')));
  const gone = [...before!].filter((one) => !after!.has(one));
  const came = [...after!].filter((one) => !before!.has(one));
  const words = [
    ...(came.length === 0 ? [] : [`may now be ${came.map((one) => `\`${one}\``).join(', ')}`]),
    ...(gone.length === 0 ? [] : [`is no longer ${gone.map((one) => `\`${one}\``).join(', ')}`]),
  ];
  // More words of a list are no break: programs have to do with words that they do not know.
  const widens = gone.length === 0 && (way === 'sent' || came.every((one) => one.startsWith('"')));
  const narrows = came.length === 0 && way === 'answered';
  note(`\`${path}\` ${words.join(', ') || `is now \`${is}\``}`, !(widens || narrows));
}
