import type { FailureData } from './failures/text.ts';

/** The facts of a trade that decide how it can continue. */
interface Standing {
  readonly state: string;
  readonly failure?: { readonly code: string; readonly data?: FailureData | undefined } | undefined;
}

/** Ways on that a signed trade offers while the service has not put it together (rule A4). */
export interface TradeOffers {
  /** Put together here and sent: nobody else has to sign. */
  readonly assembleHere: boolean;
  /** The service can be asked again: it failed, or its own signature is needed. */
  readonly askAgain: boolean;
}

export function tradeOffers({ state, failure }: Standing): TradeOffers {
  const here = failure?.data?.['here'];
  if (state !== 'signed' || typeof here !== 'boolean') return { assembleHere: false, askAgain: false };
  return { assembleHere: here, askAgain: !here || failure?.code !== 'service-changed-transaction' };
}
