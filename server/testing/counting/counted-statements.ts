import { onTestFinished, vi } from 'vitest';
import { Client } from '#server/db/kysely.ts';

/** Stops the clock until the test ends: what every page needs is read again once a second, beside the pages, and would be counted. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** The statements that go to any database of this process while `work` runs, in their order; also those of others at that time. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await replaceAsk(
    (ask) => (text, values) => {
      texts.push(text);
      return ask(text, values);
    },
    work,
  );
  return texts;
}

/** Does something once the first statement that names `part` was answered, before who asked hears of it. */
export async function afterStatement<Result>(
  part: string,
  then: () => Promise<unknown> | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  let isDone = false;
  return replaceAsk(
    (ask) => async (text, values) => {
      const answer = await ask(text, values);
      if (!isDone && text.includes(part)) {
        isDone = true;
        await then();
      }
      return answer;
    },
    work,
  );
}

type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

async function replaceAsk<Result>(by: (ask: Ask) => Ask, work: () => Promise<Result>): Promise<Result> {
  const client = Client.prototype as unknown as { ask: Ask };
  const { ask } = client;
  client.ask = function (text, values) {
    return by(ask.bind(this))(text, values);
  };
  try {
    return await work();
  } finally {
    client.ask = ask;
  }
}
