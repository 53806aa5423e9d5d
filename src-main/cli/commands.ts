import { writeOut } from '../system/output.ts';
import { HELP } from './help.ts';
import { commandNames, commandWords, verbsOf, type CommandName } from './option-tables.ts';
import type { Command } from './options.ts';
import { UsageError, type ExitCode, type Interruption, type Terminal } from './terminal.ts';
import { usage } from './words.ts';

type Load = () => Promise<Command>;

/** Each command loads its own libraries, so that none waits for those of another. */
const commands: Readonly<Record<CommandName, Load>> = {
  quote: async () => (await import('./swap.ts')).quoteCommand,
  swap: async () => (await import('./swap.ts')).swapCommand,
  limit: async () => (await import('./limit.ts')).limitCommand,
  'dca create': async () => (await import('./dca-create.ts')).dcaCreateCommand,
  'dca list': async () => (await import('./dca-plans.ts')).dcaListCommand,
  'dca cancel': async () => (await import('./dca-plans.ts')).dcaCancelCommand,
  orders: async () => (await import('./orders.ts')).ordersCommand,
  cancel: async () => (await import('./cancel.ts')).cancelCommand,
  send: async () => (await import('./send.ts')).sendCommand,
  resume: async () => (await import('./resume.ts')).resumeCommand,
  balance: async () => (await import('./balance.ts')).balanceCommand,
  'check-connection': async () => (await import('./check-connection.ts')).checkConnectionCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  'verify-receipt': async () => (await import('./verify-receipt.ts')).verifyReceiptCommand,
  'check-release': async () => (await import('./check-release.ts')).checkReleaseCommand,
  'keys new': async () => (await import('./keys.ts')).newKeysCommand,
  'keys import': async () => (await import('./keys.ts')).importKeysCommand,
  'keys address': async () => (await import('./keys.ts')).keysAddressCommand,
  'export swap': async () => (await import('./export.ts')).exportSwapCommand,
  'export limit': async () => (await import('./export.ts')).exportLimitCommand,
  'export dca': async () => (await import('./export.ts')).exportDcaCommand,
  'export cancel': async () => (await import('./export.ts')).exportCancelCommand,
  'export send': async () => (await import('./export.ts')).exportSendCommand,
  export: async () => (await import('./export-again.ts')).exportAgainCommand,
  'offline inspect': async () => (await import('./offline.ts')).offlineInspectCommand,
  'offline sign': async () => (await import('./offline.ts')).offlineSignCommand,
  'offline limits': async () => (await import('./offline-limits.ts')).offlineLimitsCommand,
  frames: async () => (await import('./frames.ts')).framesCommand,
  'import-witness': async () => (await import('./import-witness.ts')).importWitnessCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
};

/** Runs the command that a command line names. @throws UsageError when the command line is wrong. */
export async function runCommand(
  argv: readonly string[],
  terminal: Terminal,
  interruption: Interruption,
): Promise<ExitCode> {
  if (argv[0] === 'help' || argv.includes('--help') || argv.includes('-h')) {
    writeOut('stdout', HELP);
    return 0;
  }
  const [word, ...rest] = argv;
  if (word === undefined || word.startsWith('-')) throw new UsageError(usage.noCommand);
  if (!commandWords.some((one) => one === word)) throw new UsageError(usage.unknownCommand);
  const verbs = verbsOf(word);
  // A name of one word, where others have a second one, is for options alone.
  const hasVerb = verbs.length > 0 && rest[0]?.startsWith('-') !== true;
  const name = commandNames.find((one) => one === (hasVerb ? `${word} ${rest[0] ?? ''}` : word));
  if (name === undefined) throw new UsageError(usage.unknownVerb(word, verbs));
  return (await commands[name]())(hasVerb ? rest.slice(1) : rest, terminal, interruption);
}
