import { parseArgs } from 'node:util';
import { balanceCommand, balanceOptions } from './cli/balance-command.ts';
import { demoCommand, demoOptions } from './cli/demo-command.ts';
import { HELP } from './cli/help.ts';
import { keysCommand, keysOptions } from './cli/keys-command.ts';
import { quoteCommand, quoteOptions } from './cli/quote-command.ts';
import { swapCommand, swapCommandOptions } from './cli/swap-command.ts';
import { Terminal, UsageError } from './cli/terminal.ts';

/** The command line. Exit codes: 0 done, 1 refused or failed, 2 the command line itself is wrong. */
async function run(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  switch (command) {
    case 'demo':
      return demoCommand(...parse(rest, demoOptions));
    case 'quote':
      return quoteCommand(...parse(rest, quoteOptions));
    case 'swap':
      return swapCommand(...parse(rest, swapCommandOptions));
    case 'balance':
      return balanceCommand(...parse(rest, balanceOptions));
    case 'keys':
      return keysCommand(rest[0], ...parse(rest.slice(1), keysOptions));
    case undefined:
    case 'help':
    case '--help':
      process.stdout.write(HELP);
      return command === undefined ? 2 : 0;
    default:
      throw new UsageError(`there is no command "${command}"`);
  }
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse(args: readonly string[], options: Options): [Values, Terminal] {
  const all = { ...options, json: { type: 'boolean' as const }, help: { type: 'boolean' as const } };
  let values: Values;
  try {
    values = parseArgs({ args: [...args], options: all }).values as Values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the options cannot be read');
  }
  if (values['help'] === true) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  return [values, new Terminal(values['json'] === true)];
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`touchstone: ${error.message}\nAll commands: npm run --silent touchstone -- --help\n`);
  process.exitCode = 2;
}
