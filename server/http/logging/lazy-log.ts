import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'fastify/types/logger.js';

/** A log that is opened with its first line, and so are those of requests, its children: nearly all of them write none. */
export class LazyLog implements FastifyBaseLogger {
  readonly #open: () => FastifyBaseLogger;
  #opened: FastifyBaseLogger | null = null;

  constructor(open: () => FastifyBaseLogger) {
    this.#open = open;
  }

  get level(): string {
    return this.#log().level;
  }
  set level(level) {
    this.#log().level = level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return new LazyLog(() => this.#log().child(bindings, options));
  }
  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }
  error(...line: unknown[]): void {
    this.#write('error', line);
  }
  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }
  info(...line: unknown[]): void {
    this.#write('info', line);
  }
  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }
  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }
  silent(): void {}

  #write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', line: unknown[]): void {
    const log = this.#log();
    (log[level] as (...line: readonly unknown[]) => void).apply(log, line);
  }

  #log(): FastifyBaseLogger {
    this.#opened ??= this.#open();
    return this.#opened;
  }
}
