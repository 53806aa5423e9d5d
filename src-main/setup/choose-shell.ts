import type { Environment } from '../system/environment.ts';

/** The options of `npm start` that affect the choice of shell. */
export interface ShellWishes {
  readonly shell: 'electron' | 'chromium' | undefined;
  readonly headless: boolean;
  readonly offline: boolean;
}

/** The machine, as far as the choice depends on it. */
export interface ShellMachine {
  readonly superuser: boolean;
  readonly environment: Pick<Environment, 'hasDisplay'>;
  /** Path of Electron's runtime, if it is installed. */
  readonly find: () => string | undefined;
  /** Fetches it; returns why that is impossible. */
  readonly fetch: () => Promise<string | undefined>;
}

/** Electron's runtime, or why Touchstone opens in another shell; neither if nobody asked for Electron. */
export type ChosenElectron =
  | { readonly electron: string; readonly why?: never }
  | { readonly electron?: never; readonly why: string | undefined };

/**
 * Electron's runtime for this start: the installed one, or else one fetched now. Never as root, since Electron does not
 * start with its sandbox then; and nothing is fetched for a computer that is to stay offline.
 */
export async function chooseElectron(
  { shell, headless, offline }: ShellWishes,
  { superuser, environment, find, fetch }: ShellMachine,
): Promise<ChosenElectron> {
  if (shell === 'chromium' || headless || !environment.hasDisplay) return { why: undefined };
  if (superuser) return { why: 'Electron does not run as root with its sandbox on.' };
  const here = find();
  if (here !== undefined) return { electron: here };
  if (offline) return { why: 'Electron’s runtime is not here, and --offline fetches nothing.' };
  const why = await fetch();
  const fetched = why === undefined ? find() : undefined;
  if (fetched !== undefined) return { electron: fetched };
  return { why: why ?? 'Electron’s runtime was fetched, but is not where it belongs.' };
}

/** The steps of `npm start` besides choosing. */
export interface Opening {
  /** Builds the app if its sources have changed. */
  readonly build: () => Promise<void>;
  /** Runs Electron until it exits. */
  readonly runElectron: (program: string) => Promise<Ended>;
  /** Opens the app in a Chromium; returns the exit code. */
  readonly openChromium: () => Promise<number>;
  readonly say: (line: string) => void;
}

/**
 * Opens the app in the best available shell, and says in one line if and why that is not Electron. Returns the exit
 * code.
 */
export async function openShell(wishes: ShellWishes, machine: ShellMachine, parts: Opening): Promise<number> {
  const chosen = await chooseElectron(wishes, machine);
  const only = wishes.shell === 'electron';
  if (chosen.electron === undefined) {
    const why = chosen.why ?? (only ? 'There is no display for Electron’s window.' : undefined);
    if (why !== undefined) parts.say(why);
    return only ? 1 : parts.openChromium();
  }
  await parts.build();
  const ended = await parts.runElectron(chosen.electron);
  const died = whyDied(ended);
  if (died !== undefined) parts.say(died);
  return died === undefined || only ? (ended.code ?? 1) : parts.openChromium();
}

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** How long it ran, in milliseconds. */
  readonly ran: number;
  /** Whether it was asked to stop. */
  readonly asked: boolean;
  /** Why it could not be started at all. */
  readonly trouble?: string;
}

const AT_ONCE_MS = 15_000;
/** Higher codes are the system's: the program could not be run, or a fault ended it. */
const LAST_OWN_CODE = 125;

/**
 * Why Electron failed to start, in words, if it died at once: for lack of a usable sandbox, or of a system library.
 * `undefined` if it exited by itself, whatever its code.
 */
export function whyDied({ code, signal, ran, asked, trouble }: Ended): string | undefined {
  if (trouble !== undefined) return `Electron cannot be started: ${trouble}.`;
  if (asked || ran > AT_ONCE_MS) return undefined;
  if (signal !== null)
    return `Electron ended at once with ${signal}: this system may not let it have its sandbox.`;
  if (code === 127) return 'Electron ended at once: a library of the system is missing.';
  return code !== null && code > LAST_OWN_CODE ? `Electron ended at once with code ${code}.` : undefined;
}
