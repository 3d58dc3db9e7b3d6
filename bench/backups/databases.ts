import pg from 'pg';

/** Makes an empty database on a server; its address. */
export async function newDatabase(url: string, name: string): Promise<string> {
  await ask(url, `create database ${name} template template0`);
  return url.replace(/[^/]*$/, name);
}

/** Drops a database, whoever has it open. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await ask(url, `drop database ${name} with (force)`);
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
