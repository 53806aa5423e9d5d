import type { CoinView, SendQuoteView } from '#contract/wallet.ts';
import { quantity, type Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { OutputName } from '#domain/trade.ts';
import { DONE, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { amountView, failureView, tokenView } from '../../gate/wire.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { Ledger, TxInclusion, Utxo } from '../../ports/ledger.ts';
import type { SendQuote } from '../../trading/kinds/quote.ts';
import { paysList } from '../../trading/kinds/send.ts';
import type { ReviewProfile, Reviews } from '../approval/review.ts';
import type { CoinLabels } from './coin-labels.ts';

export interface SendProfile extends ReviewProfile {
  readonly ledger: Ledger;
  readonly catalogue: TokenCatalogue;
  readonly coins: CoinLabels;
}

export interface SendParts {
  readonly profiles: OpenProfile<SendProfile>;
  readonly reviews: Reviews;
}

const MOST_COINS = 1_000;
/** Transactions whose blocks are asked for at once: some back-ends allow few calls. */
const MOST_DATED = 20;

/** Payments, and the coins of the wallet. */
export function sendCalls({ profiles, reviews }: SendParts): MainCalls<'send'> & MainCalls<'coins'> {
  const handler = withProfile(profiles);
  return {
    'send.prepare': handler(async ({ to, lovelace, tokens, coins, gathers }, profile) => {
      const account = profile.account();
      if (!account.ok) return account;
      const quote = await profile.trading.estimators.payments.prepare({
        to,
        lovelace: lovelace === undefined || lovelace === 'max' ? lovelace : BigInt(lovelace),
        tokens: tokens.map(({ asset, quantity: units, decimals }) => ({
          asset: asset as AssetId,
          quantity: quantity(BigInt(units)),
          decimals,
        })),
        coins: coins as readonly OutputName[] | undefined,
        gathers,
        account: account.value,
      });
      return quote.ok ? ok(quoteView(quote.value, profile.trading.hasSentTo(quote.value.task.to))) : quote;
    }),
    'send.review': handler((asked, profile) => {
      const quote = profile.trading.quotes.fresh(asked.quoteId);
      if (!quote.ok) return quote;
      if (quote.value.kind !== 'send') return failed(failure('quote-unknown'));
      // Whoever gives a token away need not have agreed to trade it.
      return reviews.trade(asked.quoteId, [], profile);
    }),
    'coins.list': handler(async (_, profile) => {
      const account = profile.account();
      if (!account.ok) return account;
      const utxos = await profile.ledger.utxosAt(account.value.addresses);
      if (!utxos.ok) return utxos;
      const listed = utxos.value.slice(0, MOST_COINS);
      const dated = await inclusionsOf(listed, profile.ledger);
      const coins = listed.map((coin) => ({
        ...coinView(coin, dated.get(coin.txHash), profile),
        ...(coin.address === account.value.address ? {} : { address: coin.address }),
      }));
      return ok({ coins, all: utxos.value.length, ...leftOutView(utxos.leftOut) });
    }),
    'coins.note': handler(({ output, label, frozen }, { coins }) => {
      const noted = coins.note(output, { label, frozen });
      return noted.ok ? DONE : noted;
    }),
  };
}

function quoteView(
  { id, task: { to, pays }, toSelf, draft, leftOut, at, expiresAt }: SendQuote,
  sentBefore: boolean,
): SendQuoteView {
  return {
    id,
    to,
    toSelf,
    sentBefore,
    pays: amountsOf(pays),
    fee: String(draft.fee),
    least: String(draft.least),
    change: amountsOf(draft.change),
    changeOutputs: draft.changeOutputs,
    coins: [...draft.coins],
    ...leftOutView(leftOut),
    at,
    expiresAt,
  };
}

function leftOutView(leftOut: Failure | undefined): Pick<SendQuoteView, 'leftOut'> {
  return leftOut ? { leftOut: failureView(leftOut) } : {};
}

function amountsOf(value: Value): SendQuoteView['pays'] {
  return paysList(value).map(({ asset, quantity: units }) => amountView(asset, units));
}

function coinView(
  { txHash, index, value }: Utxo,
  block: TxInclusion | undefined,
  { coins, catalogue }: SendProfile,
): CoinView {
  const output = `${txHash}#${index}`;
  const { label = '', frozen = false } = coins.of(output) ?? {};
  return {
    output,
    amounts: paysList(value).map(({ asset, quantity: units }) => ({
      token: tokenView(catalogue.shown(asset)),
      quantity: String(units),
    })),
    label,
    frozen,
    ...(block === undefined ? {} : { at: block.time, height: block.blockHeight }),
  };
}

/** When coins came, as far as that can be asked for: nothing depends on it. */
async function inclusionsOf(
  coins: readonly Utxo[],
  ledger: Ledger,
): Promise<ReadonlyMap<string, TxInclusion>> {
  const hashes = [...new Set(coins.map(({ txHash }) => txHash))].slice(0, MOST_DATED);
  const found = await Promise.all(hashes.map((hash) => ledger.inclusion(hash)));
  return new Map(
    found.flatMap((block) => (block.ok && block.value ? [[block.value.hash, block.value]] : [])),
  );
}
