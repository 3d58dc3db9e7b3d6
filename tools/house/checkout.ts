import { readFileSync } from 'node:fs';
import { isTest, listImports, projectFiles, sourcesAmong } from './imports.ts';

/** Every file of the project that git knows or would take, by its path from the root. */
export const files = projectFiles();
/** Those that are code. */
export const sources = sourcesAmong(files);
/** The text of each file of code. */
export const text: ReadonlyMap<string, string> = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));
/** The imports of each file of code. */
export const imports: ReadonlyMap<string, readonly string[]> = new Map(
  sources.map((file) => [file, listImports(file, text.get(file))]),
);
/** The files of code that are no tests. */
export const product = sources.filter((file) => !isTest(file));
