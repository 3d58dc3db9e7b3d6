// Draws the picture of docs/architecture.md from the imports as they are: node tools/house/main.ts
import { writeFileSync } from 'node:fs';
import { HOUSE, drawProject } from './project.ts';

writeFileSync(HOUSE, drawProject());
