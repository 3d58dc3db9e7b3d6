import { Client } from '#server/db/kysely.ts';

/** The statements that go to any database of this process while `work` runs, in their order; also those of others at that time. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const client = Client.prototype as unknown as { ask(text: string, values?: unknown[]): Promise<unknown> };
  const { ask } = client;
  const texts: string[] = [];
  client.ask = function (text, values) {
    texts.push(text);
    return ask.call(this, text, values);
  };
  try {
    await work();
  } finally {
    client.ask = ask;
  }
  return texts;
}
