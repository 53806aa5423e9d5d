import { watchOutput, writeOut } from '../system/output.ts';
import { requireFuses, setFuses } from './fuses.ts';

/** `npm run fuses -- BINARY`: sets the fuses of a packaged binary; with `--check`, only verifies them. */
watchOutput();
const [binary, mode] = process.argv.slice(2);
if (binary === undefined) {
  process.stderr.write('Usage: npm run fuses -- PATH_OF_PACKAGED_BINARY [--check]\n');
  process.exitCode = 2;
} else {
  if (mode !== '--check') await setFuses(binary);
  await requireFuses(binary);
  writeOut('stdout', `The fuses of ${binary} are as they must be.\n`);
}
