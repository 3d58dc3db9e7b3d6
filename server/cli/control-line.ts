import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { ControlAnswer, type ControlRequest } from '#contract/control.ts';
import { Problem, problem, PROBLEMS, type FieldProblem, type ProblemCode } from '#contract/problems.ts';
import { controlAddress } from '../http/control-address.ts';

/** A line to the process that has a data folder. */
export interface ControlLine {
  /** Asks one thing at a time. Throws the Problem that the process tells, and `data-in-use` where it hangs up. */
  ask(request: ControlRequest): Promise<ControlAnswer>;
  close(): Promise<void>;
}

/** Opens a line to the process that has the data folder; null where none listens. */
export async function openControlLine(dataDir: string): Promise<ControlLine | null> {
  const socket = connect(controlAddress(dataDir));
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isConnected) return null;
  socket.on('error', () => {});
  const read = createInterface({ input: socket });
  socket.on('close', () => read.close());
  const lines = read[Symbol.asyncIterator]();
  return {
    async ask(request) {
      socket.write(`${JSON.stringify(request)}\n`);
      // A line that breaks is one that was hung up.
      const { value, done } = await lines.next().catch(() => ({ value: '', done: true }));
      if (done) throw problem('data-in-use', { path: dataDir });
      const answer = ControlAnswer.parse(JSON.parse(value));
      if (answer.event !== 'failed') return answer;
      const { code, params, fields } = answer.error;
      // The process is of the same version: rules and codes are those that are known here.
      throw new Problem(isCode(code) ? code : 'internal-error', params, fields as Record<string, FieldProblem[]>);
    },
    async close() {
      if (socket.closed) return;
      socket.end();
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.destroySoon();
      });
    },
  };
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}
