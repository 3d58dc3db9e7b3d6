import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Marks of long tests in their file, however short that is: processes of the product, thousands of comics, real archives. */
const LONG = /startedSite|startProgram|soak\(|spawn\(|\bseed\(|samples\//;

/** Vitest's order of test files, but for a project's long ones, which go first: none of them is begun when the other cores are about to be done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = new Set(sorted.filter(({ moduleId }) => LONG.test(readFileSync(moduleId, 'utf8'))));
    return sorted.toSorted((a, b) =>
      a.project.name === b.project.name ? Number(long.has(b)) - Number(long.has(a)) : 0,
    );
  }
}
