import { failure } from '../src-preload/domain/failure.ts';
import { runCommand } from './cli/commands.ts';
import { Interruption } from './cli/interruption.ts';
import { Terminal, UsageError, type ExitCode } from './cli/terminal.ts';
import { systemRandom } from './system/random.ts';

/** Tells a bug: where it happened, but not its message, which could quote what it met. */
function tellBug(error: unknown, terminal: Terminal): ExitCode {
  const incident = Buffer.from(systemRandom.bytes(4)).toString('hex');
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  terminal.progress(`Incident ${incident}: ${error instanceof Error ? error.name : typeof error}`);
  for (const frame of stack.split('\n').filter((line) => /^\s+at /.test(line))) terminal.progress(frame);
  return terminal.failure(failure('internal-error', { incident }));
}

/** The command line. Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong, 128 + n by a signal. */
const argv = process.argv.slice(2);
const terminal = new Terminal(argv.includes('--json'));
const interruption = new Interruption(terminal);
interruption.listen();
process.on('uncaughtException', (error) => process.exit(tellBug(error, terminal)));
try {
  process.exitCode = await runCommand(argv, terminal, interruption);
} catch (error) {
  process.exitCode = error instanceof UsageError ? terminal.wrong(error) : tellBug(error, terminal);
}
