import { epochMs } from '#domain/time.ts';
import { parsePracticeArguments } from '../../src-main/practice/options.ts';
import { startPractice } from '../../src-main/practice/start.ts';

/** A practice service of its own whose clock is ahead: `node practice-clock.ts MILLISECONDS [practice options]`. */
const [ahead, ...options] = process.argv.slice(2);
const parsed = parsePracticeArguments(options);
if (!parsed.ok) throw new Error(parsed.failure);
const started = await startPractice(
  parsed.value,
  (error) => process.stderr.write(`${String(error)}\n`),
  () => epochMs(Date.now() + Number(ahead)),
);
if (!started.ok) throw new Error(started.failure);
process.stdout.write(`${JSON.stringify(started.value.addresses)}\n`);
process.once('SIGTERM', () => void started.value.stop().then(() => process.exit(0)));
