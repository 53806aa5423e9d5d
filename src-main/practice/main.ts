import { runPractice } from './start.ts';

process.exit(await runPractice(process.argv.slice(2)));
