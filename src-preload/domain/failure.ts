import { appFailures } from './failures/app.ts';
import { chartFailures } from './failures/charts.ts';
import { commandLineFailures } from './failures/command-line.ts';
import { dcaFailures } from './failures/dca.ts';
import { inspectFailures } from './failures/inspect.ts';
import { ledgerFailures } from './failures/ledger.ts';
import { offlineFailures } from './failures/offline.ts';
import { orderFailures } from './failures/orders.ts';
import { paymentFailures } from './failures/payments.ts';
import { profileFailures } from './failures/profiles.ts';
import { releaseFailures } from './failures/releases.ts';
import { serviceFailures } from './failures/service.ts';
import { tradingFailures } from './failures/trading.ts';
import { urFailures } from './failures/ur.ts';
import { walletFailures } from './failures/wallet.ts';
import type { FailureData, FailureText } from './failures/text.ts';

/** Every failure that a user can meet: a stable kebab-case code → its sentences. */
export const failureTable = {
  ...appFailures,
  ...chartFailures,
  ...commandLineFailures,
  ...dcaFailures,
  ...inspectFailures,
  ...ledgerFailures,
  ...offlineFailures,
  ...orderFailures,
  ...paymentFailures,
  ...profileFailures,
  ...releaseFailures,
  ...serviceFailures,
  ...tradingFailures,
  ...urFailures,
  ...walletFailures,
} as const satisfies Record<string, (data: FailureData) => FailureText>;

export type FailureCode = keyof typeof failureTable;

/** A failure as data: it crosses every border unchanged, and never carries a secret. */
export interface Failure {
  readonly code: FailureCode;
  /** The figures and names that the sentence needs. Never a secret, never markup. */
  readonly data?: FailureData;
  /** Raw text of the other side (at most 200 printable characters), shown only on request, never as markup. */
  readonly detail?: string;
}

export function failure(code: FailureCode, data?: FailureData, detail?: string): Failure {
  return {
    code,
    ...(data === undefined ? {} : { data }),
    ...(detail === undefined || detail === '' ? {} : { detail: printable(detail) }),
  };
}

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failureTable, code);
}

/** The event, whether money is affected, and what to do, in words. */
export function failureText(item: Failure): FailureText {
  return failureTable[item.code](item.data ?? {});
}

function printable(text: string): string {
  return Array.from(text.replace(/[^\x20-\x7e]+/g, ' '))
    .slice(0, 200)
    .join('');
}
