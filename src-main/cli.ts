import { failure } from '../src-preload/domain/failure.ts';
import { balanceCommand, balanceOptions } from './cli/balance-command.ts';
import { demoCommand, demoOptions } from './cli/demo-command.ts';
import { HELP } from './cli/help.ts';
import { Interruption } from './cli/interruption.ts';
import { keysVerbs } from './cli/keys-command.ts';
import { readOptions, type OptionTable, type Values } from './cli/options.ts';
import { quoteCommand, quoteOptions } from './cli/quote-command.ts';
import { swapCommand, swapOptions } from './cli/swap-command.ts';
import { Terminal, UsageError, type ExitCode } from './cli/terminal.ts';
import { systemRandom } from './system/random.ts';

interface Command {
  readonly options: OptionTable;
  readonly run: (values: Values, terminal: Terminal, interruption: Interruption) => Promise<ExitCode>;
}

const commands: Readonly<Record<string, Command>> = {
  demo: { options: demoOptions, run: demoCommand },
  quote: { options: quoteOptions, run: quoteCommand },
  swap: { options: swapOptions, run: swapCommand },
  balance: { options: balanceOptions, run: balanceCommand },
};

/** The command that the first words name, and its options. @throws UsageError */
function find(argv: readonly string[]): { readonly command: Command; readonly args: readonly string[] } {
  const [name, ...rest] = argv;
  if (name === undefined) throw new UsageError('a command is needed: quote, swap, balance, keys or demo');
  const table = name === 'keys' ? keysVerbs : commands;
  const word = name === 'keys' ? rest[0] : name;
  const command = word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
  if (command !== undefined) return { command, args: name === 'keys' ? rest.slice(1) : rest };
  throw new UsageError(
    name === 'keys'
      ? 'keys takes new, import or address'
      : 'there is no such command: use quote, swap, balance, keys or demo',
  );
}

async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (argv[0] === 'help' || argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const { command, args } = find(argv);
  return command.run(readOptions(args, command.options), terminal, new Interruption(terminal));
}

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
try {
  process.exitCode = await run(argv, terminal);
} catch (error) {
  process.exitCode = error instanceof UsageError ? terminal.wrong(error) : tellBug(error, terminal);
}
