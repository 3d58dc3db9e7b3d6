/** Values that a span carries: ours alone, never what a caller wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A step of work with a beginning and an end. */
export interface Span {
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Ends it; `failed` says that it did not succeed, and by which code or class. */
  end(failed?: string): void;
  /** Runs `work` within it: steps begun there are its children. */
  within<Value>(work: () => Value): Value;
}

/** Where a step stands that no step of this process holds: at the end of what somebody told us. */
export interface Origin {
  kind: 'server' | 'consumer';
  /** A `traceparent` (W3C) that is believed: the step continues it. */
  parent?: string | undefined;
  /** A `traceparent` of somebody who is not: the step names it as a link. */
  link?: string | undefined;
}

/** How steps are recorded; `opentelemetry.ts` is. */
export interface Tracing {
  /** Begins a step at the end of what others told. */
  begin(name: string, origin: Origin, attributes: Attributes): Span;
  /** Begins a step within the one that runs now; null where none does. */
  step(name: string, attributes: Attributes): Span | null;
  /** The `traceparent` of the step that runs now; undefined where none does. */
  parent(): string | undefined;
  /** Sends what is waiting. */
  close(): Promise<void>;
}
