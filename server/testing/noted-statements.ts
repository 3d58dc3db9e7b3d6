import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { AttentiveClient } from '#server/db/connection/attentive-client.ts';
import { Client } from '#server/db/kysely.ts';

/** A column that a statement answered with. */
export interface NotedColumn {
  name: string;
  /** Number of its type in `pg_type`. */
  type: number;
  /** Number of its table in `pg_class`, and of the column in that; both 0 for what is computed. */
  table: number;
  column: number;
  wasNull: boolean;
}

/** An answer to a statement, `site` as `tools/statement-sites.ts` marks it. */
export interface NotedStatement {
  site: string;
  columns: NotedColumn[];
}

interface Answer {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
  rows: Record<string, unknown>[];
}

let isNoting = false;

/**
 * Notes from now on with which columns marked statements answer: a `NotedStatement` a line, each once, in a file of this
 * process in `folder`. Tables have the numbers of the embedded database; on a server they are noted as 0. Calls after the first
 * change nothing.
 */
export function noteStatements(folder: string): void {
  if (isNoting) return;
  isNoting = true;
  const file = join(folder, `${process.pid}.jsonl`);
  const noted = new Set<string>();
  const client = Client.prototype as unknown as { ask(text: string, values?: unknown[]): Promise<Answer> };
  const { ask } = client;
  client.ask = async function (text, values) {
    const answer = await ask.call(this, text, values);
    const site = /\/\* at (\S+) \*\/$/.exec(text.slice(-200))?.[1];
    if (site === undefined) return answer;
    const isEmbedded = !(this instanceof AttentiveClient);
    const columns = answer.fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: isEmbedded ? tableID : 0,
      column: isEmbedded ? columnID : 0,
      wasNull: answer.rows.some((row) => row[name] === null),
    }));
    const line = `${JSON.stringify({ site, columns } satisfies NotedStatement)}\n`;
    if (!noted.has(line)) {
      noted.add(line);
      appendFileSync(file, line);
    }
    return answer;
  };
}
