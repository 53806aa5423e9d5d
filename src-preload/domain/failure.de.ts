import type { Failure, failureTable as english } from './failure.ts';
import { appFailures } from './failures/app.de.ts';
import { chartFailures } from './failures/charts.de.ts';
import { commandLineFailures } from './failures/command-line.de.ts';
import { dcaFailures } from './failures/dca.de.ts';
import { inspectFailures } from './failures/inspect.de.ts';
import { ledgerFailures } from './failures/ledger.de.ts';
import { offlineFailures } from './failures/offline.de.ts';
import { orderFailures } from './failures/orders.de.ts';
import { paymentFailures } from './failures/payments.de.ts';
import { profileFailures } from './failures/profiles.de.ts';
import { releaseFailures } from './failures/releases.de.ts';
import { serviceFailures } from './failures/service.de.ts';
import { tradingFailures } from './failures/trading.de.ts';
import { urFailures } from './failures/ur.de.ts';
import { walletFailures } from './failures/wallet.de.ts';
import type { FailuresIn, FailureText } from './failures/text.ts';

/** Every failure in German: for windows, since what is logged, recorded or printed is English. */
export const germanFailures: FailuresIn<typeof english> = {
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
};

/** `failureText` in German. */
export function germanFailureText({ code, data }: Failure): FailureText {
  return germanFailures[code](data ?? {});
}
