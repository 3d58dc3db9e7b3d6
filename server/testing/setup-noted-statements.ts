import { noteStatements } from './noted-statements.ts';

// Before any test file, as those that open a database by themselves may be the first of their process.
noteStatements(process.env.NOTED_STATEMENTS!);
