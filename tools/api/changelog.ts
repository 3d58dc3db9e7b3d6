// Writes docs/api-changelog.md from the API's own description: `node tools/api/changelog.ts`. With `--close`, what has changed since the last version becomes
// the next one. A test says when it is old.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '#contract/site.ts';
import { testApp } from '#server/testing/app.ts';
import { compareApis, type Change } from './changes.ts';
import { describeApi, type ApiDescription } from './description.ts';

const root = join(import.meta.dirname, '../..');
const PAGE = join(root, 'docs/api-changelog.md');
const VERSION = join(root, 'contract/api-version.ts');
/** The API as it was when its last version was closed. */
const KEPT = join(import.meta.dirname, 'described.json');

const HEAD = `# Changes of the API

Written by \`node tools/api/changelog.ts\` from the API’s own description; a test compares them. Every answer says the version in \`API-Version\`.

Fields, values of lists and calls may come at any time: programs pass by what they do not know. What goes or changes is told
here in **bold**, gets a new first number of the version, and before that, where it can, the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).
`;
/** How many calls are named that a change is about. */
const MAX_NAMED = 4;

/** The API as it is, with every feature. */
export async function describeToday(): Promise<ApiDescription> {
  return describeApi(await describeWhole());
}

/** The OpenAPI document of every feature. */
export async function describeWhole(): Promise<Parameters<typeof describeApi>[0]> {
  const site = await testApp({ features: [...FEATURES] });
  try {
    await site.app.ready();
    return (await site.app.describeApi()) as unknown as Parameters<typeof describeApi>[0];
  } finally {
    await site.close();
  }
}

/** The API as it was when its last version was closed. */
export function readKept(): ApiDescription {
  return JSON.parse(readFileSync(KEPT, 'utf8')) as ApiDescription;
}

/** The page: what has changed since the last version, and after it the versions that are closed, as they stand in the page before. */
export function changelogText(kept: ApiDescription, today: ApiDescription, page: string): string {
  const changes = compareApis(kept, today);
  return `${HEAD}\n## Since ${kept.version}\n\n${changes.length === 0 ? 'Nothing has changed.\n' : listed(changes)}${closedPart(page)}`;
}

/** The version that follows: a new first number where something breaks, a new second one where something came. */
export function nextVersion(version: string, changes: readonly Change[]): string {
  const [major = 1, minor = 0] = version.split('.').map(Number);
  if (changes.some(({ breaks }) => breaks)) return `${major + 1}.0.0`;
  return changes.length > 0 ? `${major}.${minor + 1}.0` : version;
}

/** The page with what has changed as a version of its own. */
export function closedText(kept: ApiDescription, today: ApiDescription, page: string, day: string): string {
  const changes = compareApis(kept, today);
  const next = nextVersion(kept.version, changes);
  return `${HEAD}\n## Since ${next}\n\nNothing has changed.\n\n## ${next} (${day})\n\n${listed(changes)}${closedPart(page)}`;
}

/** The versions of a page that are closed. */
function closedPart(page: string): string {
  return /\n## \d[^]*$/.exec(page)?.[0] ?? '';
}

function listed(changes: readonly Change[]): string {
  return changes
    .map(({ text, breaks, operations }) => {
      // Of what came or went whole, all are named.
      const named = operations.slice(0, text.startsWith('is ') ? undefined : MAX_NAMED).map((each) => `\`${each}\``);
      const more = operations.length - named.length;
      const about = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${text}.`;
      return `- ${breaks ? `**${about}**` : about}\n`;
    })
    .join('');
}

if (import.meta.main) {
  const today = await describeToday();
  const page = readFileSync(PAGE, 'utf8');
  const kept = readKept();
  if (process.argv.includes('--close')) {
    const version = nextVersion(kept.version, compareApis(kept, today));
    if (version !== kept.version) {
      writeFileSync(PAGE, closedText(kept, today, page, new Date().toISOString().slice(0, 10)));
      writeFileSync(KEPT, `${JSON.stringify({ ...today, version }, null, 2)}\n`);
      writeFileSync(VERSION, readFileSync(VERSION, 'utf8').replace(/'\d+\.\d+\.\d+'/, `'${version}'`));
    }
  } else {
    writeFileSync(PAGE, changelogText(kept, today, page));
  }
}
