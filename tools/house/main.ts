// Draws the picture of docs/architecture.md from the imports as they are: node tools/house/main.ts
import { writeFileSync } from 'node:fs';
import { isTest, listImports, projectFiles, sourcesAmong } from './imports.ts';
import { HOUSE, drawProject } from './project.ts';

const product = sourcesAmong(projectFiles()).filter((file) => !isTest(file));
writeFileSync(HOUSE, drawProject(new Map(product.map((file) => [file, listImports(file)]))));
