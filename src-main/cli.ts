#!/usr/bin/env node
import { runCommand } from './cli/commands.ts';
import { progress } from './cli/words.ts';
import { watchOutput } from './system/output.ts';
import { Interruption, reportIncident, Terminal, UsageError } from './cli/terminal.ts';

/**
 * The command line. Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong, 3 and 4 a judgement warns or
 * blocks, 128 + n by a signal.
 */
const argv = process.argv.slice(2);
const terminal = new Terminal(argv.includes('--json'));
const interruption = new Interruption(terminal);
interruption.listen();
watchOutput((stream, code) => terminal.lost(stream, code));
process.on('uncaughtException', (error) => process.exit(terminal.failure(reportIncident(error, terminal))));
// Before any command is loaded: what signs offline has no way to call anybody.
if (argv[0] === 'offline') {
  const { forbidNetwork } = await import('./system/no-network.ts');
  forbidNetwork((what) => terminal.progress(progress.networkTried(what)));
}
try {
  process.exitCode = await runCommand(argv, terminal, interruption);
} catch (error) {
  process.exitCode =
    error instanceof UsageError ? terminal.wrong(error) : terminal.failure(reportIncident(error, terminal));
}
