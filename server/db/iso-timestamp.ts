import { sql, type RawBuilder } from 'kysely';

/** A moment of a row as the API tells it, to the second: ISO 8601 in UTC. `column` with its table's name: `u.created_at`. */
export function isoTimestamp<Value extends string | null = string>(column: string): RawBuilder<Value> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
