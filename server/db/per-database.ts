import type { Db } from './kysely.ts';

/** Something of which there is one for each database, made when it is first asked for: a process of tests has several. */
export function perDatabase<Thing>(make: () => Thing): (db: Db) => Thing {
  const made = new WeakMap<Db, Thing>();
  return (db) => {
    const thing = made.get(db) ?? make();
    made.set(db, thing);
    return thing;
  };
}
