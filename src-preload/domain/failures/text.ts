/** The figures and names that a failure's sentences need. Amounts arrive as formatted text with their unit. */
export type FailureData = Readonly<Record<string, string | number | boolean>>;

/** How a failure is put into words: first what happened, then whether money is affected, then what to do. */
export interface FailureText {
  readonly what: string;
  /**
   * `none`: nothing left the wallet. `locked`: an order or deposit is on chain. `settled`: paid and received, as the
   * trade shows. `unknown`: not known yet.
   */
  readonly money: 'none' | 'locked' | 'settled' | 'unknown';
  readonly advice: string;
}

export function text(what: string, advice: string, money: FailureText['money'] = 'none'): FailureText {
  return { what, money, advice };
}

/** Whether another attempt may help: the status is about the server, not about the request (RFC 9110 §15.6). */
export function isServersFault(status: unknown): boolean {
  return typeof status === 'number' && status >= 500 && status <= 599;
}

/** The sentences of the same failures in another language: one that is missing does not compile. */
export type FailuresIn<Of extends Readonly<Record<string, unknown>>> = {
  readonly [Code in keyof Of]: (data: FailureData) => FailureText;
};
