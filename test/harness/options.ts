/** What a test and the harness in the application's process tell each other. */

/** How a test starts the application. */
export interface HarnessOptions {
  readonly chromium: string;
  /** Whether pages run in Chromium's own sandbox. */
  readonly sandboxed: boolean;
  /** The browser's own files; nobody else uses the folder. */
  readonly browserFolder: string;
  readonly isPackaged?: boolean;
  /** More arguments for helpers, by the name of their entry's file. */
  readonly helperArguments?: Readonly<Record<string, readonly string[]>>;
  /** Another module in place of a helper's entry, by the name of its file. */
  readonly helperEntries?: Readonly<Record<string, string>>;
}

/** By which the application's process finds what the test wishes; it is taken out of the environment at once. */
export const OPTIONS_VARIABLE = 'ELECTRON_HARNESS';

/** What the harness says. */
export type Told =
  | { readonly what: 'browser'; readonly endpoint: string }
  | { readonly what: 'not-provided'; readonly name: string }
  | { readonly what: 'window'; readonly window: number; readonly targetId: string }
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

/** What a test has happen. `id` is for the answer. */
export type Asked =
  /** The user closes a window by its frame. */
  | { readonly ask: 'close'; readonly id: number; readonly window: number }
  /** The renderer of a window's page dies. */
  | { readonly ask: 'crash'; readonly id: number; readonly window: number }
  /** A renderer that an attacker has taken over sends a message: not through the preload, from whichever frame. */
  | {
      readonly ask: 'send-below';
      readonly id: number;
      readonly window: number;
      readonly from: 'page' | 'frame';
      readonly kind: 'invoke' | 'send';
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  /** What the next save dialog answers. */
  | { readonly ask: 'save-as'; readonly id: number; readonly path: string }
  /** The machine sleeps, or wakes. */
  | { readonly ask: 'power'; readonly id: number; readonly event: 'suspend' | 'resume' }
  /** The system hands over an address, as for a registered scheme. */
  | { readonly ask: 'open-url'; readonly id: number; readonly url: string }
  /** The user clicks the newest notice. */
  | { readonly ask: 'click-notice'; readonly id: number }
  | { readonly ask: 'quit'; readonly id: number };
