import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { benchApi } from './api.ts';
import { figureTable, isMet, type Figure } from './figures.ts';
import { seed, seededComics } from './seed.ts';

const say = (line: string) => console.log(line);
const { values, positionals: [command = '', ...rest] } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' }, data: { type: 'string', default: './data' } },
});

async function seedDatabase(): Promise<Figure[]> {
  const database = await openDatabase({ dataDir: `${values.data}/database`, ...(values.database === undefined ? {} : { url: values.database }) });
  try {
    const held = await seededComics(database.db);
    if (held > 0) { say(`This database holds the synthetic catalogue of ${held} comics already.`); } else { await seed(database, count(1_000_000), say); }
  } finally {
    await database.close();
  }
  return [];
}

function count(otherwise: number): number {
  const given = Number(rest[0] ?? otherwise);
  if (!Number.isInteger(given) || given < 1) { throw new Error(`expected a number of comics, got ${rest[0]}`); }
  return given;
}

const commands: Record<string, () => Promise<Figure[]>> = {
  seed: seedDatabase,
  api: () => benchApi(count(100_000), values.database, say),
};

const run = commands[command];
if (run === undefined) {
  console.error(`Unknown command ${command}. Expected one of: ${Object.keys(commands).join(', ')}.`);
  process.exit(64);
}
const figures = await run();
if (figures.length > 0) { say(figureTable(figures)); }
process.exitCode = figures.every(isMet) ? 0 : 1;
