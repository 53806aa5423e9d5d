import { watchOutput } from '../system/output.ts';
import { environmentVariable } from '../system/environment.ts';
import { runPractice } from './start.ts';

watchOutput();
process.exit(
  await runPractice(process.argv.slice(2), environmentVariable('npm_lifecycle_event') !== undefined),
);
