// A thread that reads one list and ends: what is made to take long takes nothing from the server.
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockKind, NewBlockEntry } from '#contract/blocklist.ts';
import { isProblem, type ProblemCode } from '#contract/problems.ts';
import { readList, type ReadList } from './list-file.ts';

export interface ListQuestion {
  bytes: Uint8Array;
  kind: BlockKind;
  maxRefused: number;
}
/** The next entries, none at the end; each answer is asked for, so that no turn of the server's loop takes many. */
export type ListAnswer = { entries: NewBlockEntry[]; refused: ReadList['refused'] } | { problem: ProblemCode };

/** Entries of one answer. */
const PART = 1_000;

const { bytes, kind, maxRefused } = workerData as ListQuestion;
const list = readOrRefuse();
let at = 0;
parentPort!.on('message', () => {
  if ('problem' in list) {
    parentPort!.postMessage(list satisfies ListAnswer);
    return;
  }
  parentPort!.postMessage({
    entries: list.entries.slice(at, at + PART),
    refused: at === 0 ? list.refused.slice(0, maxRefused) : [],
  } satisfies ListAnswer);
  at += PART;
});

function readOrRefuse(): ReadList | { problem: ProblemCode } {
  try {
    return readList(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), kind);
  } catch (error) {
    if (isProblem(error)) return { problem: error.code };
    throw error;
  }
}
