import { watchOutput } from '../disk/output.ts';
import { environmentVariable } from '../environment.ts';
import { runPractice } from './start.ts';

watchOutput();
process.exit(
  await runPractice(process.argv.slice(2), environmentVariable('npm_lifecycle_event') !== undefined),
);
