import type { ConnectionArguments } from './connection.ts';

/** Where the picture's app finds its market, and whose wallet it shows. */
export interface SwapViewRequest extends ConnectionArguments {
  readonly words: string;
  /** Token shown on the receiving side. */
  readonly out: string;
}

/** Opens the app without a display in an installed Chromium and saves a picture of its swap view. */
export async function saveSwapView(
  _request: SwapViewRequest,
  _file: string | undefined,
  say: (line: string) => void,
): Promise<string | undefined> {
  say('not yet');
  return Promise.resolve(undefined);
}
