import { HELP } from './help.ts';
import type { Interruption } from './interruption.ts';
import { readOptions, type OptionTable, type Values } from './options.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';

interface Command {
  readonly options: OptionTable;
  readonly run: (values: Values, terminal: Terminal, interruption: Interruption) => Promise<ExitCode>;
}

/** Each command brings its own libraries, so that none waits for those of another. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  async demo() {
    const { demoCommand, demoOptions } = await import('./demo-command.ts');
    return { options: demoOptions, run: demoCommand };
  },
  async quote() {
    const { quoteCommand, quoteOptions } = await import('./quote-command.ts');
    return { options: quoteOptions, run: quoteCommand };
  },
  async swap() {
    const { swapCommand, swapOptions } = await import('./swap-command.ts');
    return { options: swapOptions, run: swapCommand };
  },
  async limit() {
    const { limitCommand, limitOptions } = await import('./limit-command.ts');
    return { options: limitOptions, run: limitCommand };
  },
  async orders() {
    const { ordersCommand, ordersOptions } = await import('./orders-command.ts');
    return { options: ordersOptions, run: ordersCommand };
  },
  async cancel() {
    const { cancelCommand, cancelOptions } = await import('./cancel-command.ts');
    return { options: cancelOptions, run: cancelCommand };
  },
  async balance() {
    const { balanceCommand, balanceOptions } = await import('./balance-command.ts');
    return { options: balanceOptions, run: balanceCommand };
  },
  async resume() {
    const { resumeCommand, resumeOptions } = await import('./resume-command.ts');
    return { options: resumeOptions, run: resumeCommand };
  },
  async 'verify-receipt'() {
    const { verifyReceiptCommand, verifyReceiptOptions } = await import('./verify-receipt-command.ts');
    return { options: verifyReceiptOptions, run: verifyReceiptCommand };
  },
  async inspect() {
    const { inspectCommand, inspectOptions } = await import('./inspect-command.ts');
    return { options: inspectOptions, run: inspectCommand };
  },
};

/** The command that the first words name, and its options. @throws UsageError */
async function find(
  argv: readonly string[],
): Promise<{ readonly command: Command; readonly args: readonly string[] }> {
  const [name, ...rest] = argv;
  if (name === 'keys') {
    const { keysVerbs } = await import('./keys-command.ts');
    const [verb = '', ...args] = rest;
    const command = Object.hasOwn(keysVerbs, verb) ? keysVerbs[verb] : undefined;
    if (command === undefined) throw new UsageError('keys takes new, import or address');
    return { command, args };
  }
  if (name === 'dca') {
    const { dcaVerbs } = await import('./dca-command.ts');
    const [verb = '', ...args] = rest;
    const command = Object.hasOwn(dcaVerbs, verb) ? dcaVerbs[verb] : undefined;
    if (command === undefined) throw new UsageError('dca takes create, list or cancel');
    return { command, args };
  }
  if (name === undefined || name.startsWith('-'))
    throw new UsageError(
      'a command is needed: quote, swap, limit, dca, orders, cancel, resume, balance, inspect, verify-receipt, keys or demo',
    );
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined)
    throw new UsageError(
      'there is no such command: use quote, swap, limit, dca, orders, cancel, resume, balance, inspect, verify-receipt, keys or demo',
    );
  return { command: await load(), args: rest };
}

/** Runs the command that the words of a command line name. @throws UsageError when they are wrong. */
export async function runCommand(
  argv: readonly string[],
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  if (argv[0] === 'help' || argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const { command, args } = await find(argv);
  return command.run(readOptions(args, command.options), terminal, interruption);
}
