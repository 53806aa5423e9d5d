/** How a helper process ended. Under Electron only `code` is known. */
export interface HelperExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A running child process that speaks JSON messages. */
export interface HelperProcess {
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once; also when the process could not be started. */
  onExit(listener: (exit: HelperExit) => void): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

/** Starts a helper: `utilityProcess` under Electron, `child_process.fork` elsewhere. `entry` is a module's path. */
export type StartHelper = (entry: string, args?: readonly string[]) => HelperProcess;
