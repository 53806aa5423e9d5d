import { environmentVariable } from '../environment.ts';
import { runPractice } from './start.ts';

process.exit(
  await runPractice(process.argv.slice(2), environmentVariable('npm_lifecycle_event') !== undefined),
);
