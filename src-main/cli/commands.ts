import { writeOut } from '../system/output.ts';
import { HELP } from './help.ts';
import type { Command } from './options.ts';
import { UsageError, type ExitCode, type Interruption, type Terminal } from './terminal.ts';
import { usage } from './words.ts';

type Load = () => Promise<Command>;

/** Each command loads its own libraries, so that none waits for those of another. */
const commands: Readonly<Record<string, Load | Readonly<Record<string, Load>>>> = {
  quote: async () => (await import('./swap.ts')).quoteCommand,
  swap: async () => (await import('./swap.ts')).swapCommand,
  limit: async () => (await import('./limit.ts')).limitCommand,
  dca: {
    create: async () => (await import('./dca-create.ts')).dcaCreateCommand,
    list: async () => (await import('./dca-plans.ts')).dcaListCommand,
    cancel: async () => (await import('./dca-plans.ts')).dcaCancelCommand,
  },
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
  keys: {
    new: async () => (await import('./keys.ts')).newKeysCommand,
    import: async () => (await import('./keys.ts')).importKeysCommand,
    address: async () => (await import('./keys.ts')).keysAddressCommand,
  },
  export: {
    swap: async () => (await import('./export.ts')).exportSwapCommand,
    limit: async () => (await import('./export.ts')).exportLimitCommand,
    dca: async () => (await import('./export.ts')).exportDcaCommand,
    cancel: async () => (await import('./export.ts')).exportCancelCommand,
    send: async () => (await import('./export.ts')).exportSendCommand,
    '': async () => (await import('./export-again.ts')).exportAgainCommand,
  },
  offline: {
    inspect: async () => (await import('./offline.ts')).offlineInspectCommand,
    sign: async () => (await import('./offline.ts')).offlineSignCommand,
    limits: async () => (await import('./offline-limits.ts')).offlineLimitsCommand,
  },
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
  const [name, ...rest] = argv;
  if (name === undefined || name.startsWith('-')) throw new UsageError(usage.noCommand);
  const found = ownEntry(commands, name);
  if (found === undefined) throw new UsageError(usage.unknownCommand);
  if (typeof found === 'function') return (await found())(rest, terminal, interruption);
  // The entry without a name is for options alone.
  const verb = rest[0]?.startsWith('-') === true ? '' : rest[0];
  const load = verb === undefined ? undefined : ownEntry(found, verb);
  if (load === undefined)
    throw new UsageError(
      usage.unknownVerb(
        name,
        Object.keys(found).filter((one) => one !== ''),
      ),
    );
  return (await load())(verb === '' ? rest : rest.slice(1), terminal, interruption);
}

/** Not what every object has, such as `constructor`. */
function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
