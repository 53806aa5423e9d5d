/** The messages between a test and the harness in the application's process. */

/** How a test starts the application. */
export interface HarnessOptions {
  readonly chromium: string;
  /** Whether pages run in Chromium's own sandbox. */
  readonly sandboxed: boolean;
  /** The browser's own files; nobody else uses this folder. */
  readonly browserFolder: string;
  readonly isPackaged?: boolean;
  /** Additional arguments for helpers, by the file name of their entry. */
  readonly helperArguments?: Readonly<Record<string, readonly string[]>>;
  /** Modules to use instead of a helper's entry, by its file name. */
  readonly helperEntries?: Readonly<Record<string, string>>;
}

/** Passes the test's options to the application's process, which removes it from the environment at once. */
export const OPTIONS_VARIABLE = 'ELECTRON_HARNESS';

/** A message of the harness. */
export type Told =
  | { readonly what: 'browser'; readonly endpoint: string }
  | { readonly what: 'not-provided'; readonly name: string }
  | {
      readonly what: 'window';
      readonly window: number;
      readonly targetId: string;
      readonly partition: string;
    }
  | { readonly what: 'shown'; readonly window: number }
  | { readonly what: 'closed'; readonly window: number }
  | { readonly what: 'helper'; readonly entry: string; readonly pid: number }
  | { readonly what: 'helper-said'; readonly entry: string; readonly message: unknown }
  | { readonly what: 'dialog'; readonly kind: string; readonly text: string }
  | { readonly what: 'notice'; readonly title: string; readonly body: string }
  | { readonly what: 'external'; readonly url: string }
  | { readonly what: 'prevented'; readonly event: string; readonly url: string }
  | { readonly what: 'download'; readonly prevented: boolean }
  | { readonly what: 'switched'; readonly name: string; readonly value: string }
  | { readonly what: 'answer'; readonly id: number; readonly value: unknown };

/** An event that a test causes. `id` identifies the answer. */
export type Asked =
  /** The user closes a window by its frame. */
  | { readonly ask: 'close'; readonly id: number; readonly window: number }
  /** The renderer of a window's page dies. */
  | { readonly ask: 'crash'; readonly id: number; readonly window: number }
  /** A renderer taken over by an attacker sends a message: past the preload, from any frame. */
  | {
      readonly ask: 'send-below';
      readonly id: number;
      readonly window: number;
      readonly from: 'page' | 'frame';
      readonly kind: 'invoke' | 'send';
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  /** The next save dialog's answer. */
  | { readonly ask: 'save-as'; readonly id: number; readonly path: string }
  /** The machine sleeps, or wakes. */
  | { readonly ask: 'power'; readonly id: number; readonly event: 'suspend' | 'resume' }
  /** The system passes on an address, as for a registered scheme. */
  | { readonly ask: 'open-url'; readonly id: number; readonly url: string }
  /** The user clicks the newest notice. */
  | { readonly ask: 'click-notice'; readonly id: number }
  | { readonly ask: 'quit'; readonly id: number };
