import type { z } from 'zod';

/**
 * The schema that a value is checked by once it is there: what makes it optional, nullable or given has been taken off.
 * A pipe stays, since what goes in and what comes out differ.
 */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  switch (known._zod.def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return innerSchema(known._zod.def.innerType);
    default:
      return known;
  }
}
