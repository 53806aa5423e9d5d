import type { VaultTask } from '../../../src-preload/contract/index.ts';
import { parseAssetId } from '../../../src-preload/domain/asset.ts';
import { failure, type Failure } from '../../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../../src-preload/domain/result.ts';
import { mostPayable } from '../../market/balance.ts';
import type { SignApproved } from '../../trading/commitment.ts';
import type { Quote } from '../../trading/quote-desk.ts';
import type { Review } from '../../trading/review-desk.ts';
import type { Desk } from '../desk.ts';
import type { Profile } from '../profile.ts';
import { quoteView, reviewView } from '../views.ts';
import { DONE, type MainCalls } from './calls.ts';

export function swapCalls(desk: Desk): MainCalls<'swap'> & MainCalls<'trades'> {
  const { host, feeds } = desk;
  return {
    'swap.quote': async ({ pay, receive, ...request }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const [paid, wanted] = [parseAssetId(pay), parseAssetId(receive)];
      if (paid === undefined || wanted === undefined) return failed(failure('token-unknown'));
      const quote = await profile.value.trading.quote({ ...request, pay: paid, receive: wanted });
      if (!quote.ok) return quote;
      host.learn(quote.value.estimate.routes.map(({ exchange }) => exchange));
      return ok(quoteView(quote.value));
    },
    'swap.review': async ({ quoteId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const quote = profile.value.trading.freshQuote(quoteId);
      if (!quote.ok) return quote;
      const strange = unacknowledged(quote.value, desk.preferences.value.acknowledged);
      if (strange) return failed(strange);
      const account = profile.value.account();
      if (!account.ok) return account;
      const review = await profile.value.trading.review(quoteId, account.value);
      return review.ok ? ok(reviewView(review.value)) : review;
    },
    'swap.accept': async ({ tradeId, bodyHash }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const review = profile.value.trading.waiting(tradeId);
      if (!review.ok) return review;
      const sign = signer(desk, profile.value, review.value);
      const accepted = await profile.value.trading.accept(tradeId, bodyHash, sign);
      feeds.refreshBalance();
      return accepted.ok ? DONE : accepted;
    },
    'swap.discard': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const discarded = await profile.value.trading.discard(tradeId);
      return discarded.ok ? DONE : discarded;
    },
    'swap.resubmit': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const resumed = await profile.value.trading.resubmit(tradeId);
      return resumed.ok ? DONE : resumed;
    },
    'swap.max': ({ pay }) => {
      const asset = parseAssetId(pay);
      if (asset === undefined) return Promise.resolve(failed(failure('token-unknown')));
      return Promise.resolve(ok({ quantity: String(mostPayable(feeds.total, asset)) }));
    },
    'trades.steps': ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return Promise.resolve(profile);
      const steps = profile.value.trading.steps(tradeId);
      return Promise.resolve(
        ok(steps.map(({ at, state, note }) => ({ at, state, note: note.slice(0, 300) }))),
      );
    },
  };
}

function unacknowledged(quote: Quote, acknowledged: readonly string[]): Failure | undefined {
  const strange = [quote.payToken, quote.receiveToken].find(
    ({ id, verified }) => !verified && !acknowledged.includes(id),
  );
  return strange && failure('token-unacknowledged', { token: (strange.ticker || strange.id).slice(0, 40) });
}

/** Signs at once while a time-limited unlock runs, else asks for the password in the vault window. */
function signer({ vault }: Desk, { wallet, mode }: Profile, review: Review): SignApproved {
  return async (approved): Promise<Result<string, Failure>> => {
    if (wallet.status().state === 'unlocked') return wallet.sign(approved, 'unlocked');
    return vault.requestSignature(signTask(review, mode === 'practice'), (password) =>
      wallet.sign(approved, { password }),
    );
  };
}

/** What the vault window shows before the password: sentences made here from the decoded bytes. */
function signTask(review: Review, practice: boolean): Extract<VaultTask, { kind: 'sign' }> {
  const { inspection, trade } = review;
  return {
    kind: 'sign',
    practice,
    sentence: review.sentence,
    costs: review.costsSentence,
    findings: inspection.report.findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ message }) => message),
    bodyHash: inspection.bodyHash,
    validUntil: trade.validUntil,
  };
}
