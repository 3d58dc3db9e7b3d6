/** Exit status of a command that a person stopped: 128 + SIGINT. */
export const STOPPED = 130;

/** A signal that is aborted when the person or the system wants the command to end; a second time ends it at once. */
export function stoppingSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) {
      process.exit(STOPPED);
    }
    stopping.abort(new Error('stopped'));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, stop);
  }
  return stopping.signal;
}
