import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Every file of the project that git knows or would take, by its path from the root. */
export function projectFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/^tools\/\w+\/node_modules\//.test(file) && existsSync(file));
}

/** Those of some files that are code of ours. */
export function sourcesAmong(files: readonly string[]): string[] {
  return files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'));
}

/** Whether a file is there for tests alone. */
export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file) || file.includes('/testing/') || file.startsWith('e2e/');
}

/** The imports of a file, types and those of later among them: files of the project by their path from the root, packages by their name. */
export function listImports(file: string, text = readFileSync(file, 'utf8')): string[] {
  return [...text.matchAll(/(?<!['"\w])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, to = '']) => {
    if (to.startsWith('#')) return to.slice(1);
    return to.startsWith('.') ? posix.join(posix.dirname(file), to) : to;
  });
}
