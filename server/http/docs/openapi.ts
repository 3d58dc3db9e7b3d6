import type { Feature } from '#contract/site.ts';
import type { JsonSchema } from './example.ts';

/** One call, as far as it is read here. */
export interface Operation {
  'x-features'?: readonly Feature[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
  responses?: Record<string, unknown>;
}
/** One parameter of a call. */
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: {
    type?: string | string[];
    enum?: string[];
    default?: unknown;
    items?: { type?: string; enum?: string[] };
    minimum?: number;
    maximum?: number;
  };
}
/** An OpenAPI document, as far as it is read here. */
export interface OpenApi {
  info: { title: string; description?: string };
  components?: { schemas?: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
}
