import { expect, it } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { ok } from '#domain/result.ts';
import {
  ApprovalWindow,
  SHORTEST_LOOK_MS,
  type ApprovalProfile,
} from '../../../../src-main/features/approval/approval-window.ts';
import { reviewedBundle } from '../../../../src-main/features/offline/offline-views.ts';
import { Front } from '../../../../src-main/gate/front.ts';
import type { Signer } from '../../../../src-main/inspect/approved-tx.ts';
import type { Batch } from '../../../../src-main/trading/batch.ts';
import { signIfWanted } from '../../../../src-main/trading/commitment.ts';
import { BUNDLED_AT, judgedWith } from '../../../support/offline-bundle.ts';
import { TestWindows } from '../../../support/test-app.ts';
import { codeOf, must } from '../../../support/trader.ts';
import { PASSWORD, WalletBench } from '../../../support/wallet-bench.ts';
import { approvedTrade } from '../../../support/wallet-trade.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The first of a batch is agreed to by the password. `between`: after the click, before the signature is there. */
async function agreed(between: (lock: () => void) => void, password = PASSWORD) {
  const bench = new WalletBench();
  const { clock } = bench;
  const wallet = await bench.withWallet();
  const [stake = '', payment = ''] = must(wallet.ownKeyHashes(1));
  const front = new Front(clock);
  const approval = new ApprovalWindow(
    { windows: new TestWindows(), clock, front, log: silent, machineTime: (moment) => moment },
    'dark',
  );
  const review = {
    ...must(reviewedBundle(judgedWith({}), BUNDLED_AT)),
    expiresAt: epochMs(clock.now() + 180_000),
  };
  const stopped: string[] = [];
  let rest: Signer | undefined;
  const batch = {
    ...{ state: 'waiting', at: 0, agreement: undefined, left: () => undefined },
    run: (signer: Signer) => {
      rest = signer;
      return new Promise<void>(() => undefined);
    },
    stop: ({ code }: { readonly code: string }) => stopped.push(code),
  } as unknown as Batch;
  const profile: ApprovalProfile = {
    mode: 'live',
    mark: { name: 'Main', colour: 'slate', network: 'mainnet' },
    wallet,
    trading: {
      elsewhere: { handOut: () => Promise.reject(new Error('not a watch-only wallet')) },
      discard: () => Promise.resolve(undefined),
      accept: async (_id, _consent, signing) => {
        const signed = signIfWanted(signing, approvedTrade(payment, stake));
        between(() => wallet.lock());
        const made = await signed;
        if (made.ok) signing.onSigned?.();
        return made;
      },
    },
  };
  front.acted('desk');
  must(await approval.present(profile, () => Promise.resolve(ok(review)), batch));
  await clock.advance(SHORTEST_LOOK_MS);
  const task = approval.shown;
  if (!task) throw new Error('nothing is shown');
  const { bodyHash, summaryHash, agreement } = task;
  const consents = task.findings.flatMap(({ rule, severity }) => (severity === 'warn' ? [rule] : []));
  const result = await approval.approve({
    ...{ bodyHash, summaryHash, agreementHash: agreement.hash, consents, worse: false, password },
  });
  await clock.advance(0);
  const next = rest && codeOf(await rest(approvedTrade(payment, stake)));
  return { result: codeOf(result), stopped, next };
}

it('a password that is given for a batch signs the rest of it', async () => {
  expect(await agreed(() => undefined)).toEqual({ result: 'ok', stopped: [], next: 'ok' });
});

it('a wallet that is locked between the click and the signature signs no more than this one', async () => {
  expect(await agreed((lock) => lock())).toEqual({
    result: 'ok',
    stopped: ['set-leave-over'],
    next: 'set-leave-over',
  });
});

it('a wrong password starts nothing', async () => {
  expect(await agreed(() => undefined, 'another password')).toEqual({
    result: 'wrong-password',
    stopped: [],
    next: undefined,
  });
});
