import { lovelaceIn, quantity, quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { slotToUnix, type NetworkName } from '#domain/network.ts';
import type { Build, RouteShare } from '#domain/quote.ts';
import { dated, type EpochMs } from '#domain/time.ts';
import type { PlacedOrder } from '#domain/trade.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementJson } from '../agreement/agreement-json.ts';
import { canonicalJson } from '../agreement/canonical-json.ts';
import { narrowedBy } from '../agreement/narrow.ts';
import type { OrderOutput } from '../inspect/inspection.ts';
import { laterNetworkFee } from '../inspect/figures.ts';
import type { JournalEntry } from '../ports/journal.ts';
import { splitReference } from './input-resolver.ts';
import type { Judgement } from './kinds/judgement.ts';
import type { Quote } from './kinds/quote.ts';
import { kindOf } from './kinds/trade-kinds.ts';
import { factsOf } from '../inspect/inspect-transaction.ts';

interface BuiltTrade {
  readonly tradeId: string;
  readonly quote: Quote;
  readonly build: Build;
  readonly judgement: Judgement;
  /** Bech32 address of the buyer. */
  readonly owner: string;
  readonly network: NetworkName;
  readonly at: EpochMs;
}

/** A built and inspected transaction as the journal keeps it: figures read from its bytes, prices from its quote. */
export function builtEntry({
  tradeId,
  quote,
  build,
  judgement,
  owner,
  network,
  at,
}: BuiltTrade): JournalEntry {
  const { inspection, input, expected } = judgement;
  const { effect, summary } = inspection.report;
  const { trade, quoted } = kindOf(quote).journal(quote);
  const { inputs } = factsOf(inspection).tx.body;
  return {
    trade: {
      id: tradeId,
      ...trade,
      state: 'built',
      expected,
      atLeast: quantity(summary.atLeast ?? 0n),
      routes: build.splits.length > 0 ? build.splits : quoted.routes,
      costs: {
        networkFee: quantity(effect.networkFee),
        exchangeFees: quantity(summary.keeps),
        deposits: quantity(summary.comesBack),
        otherRecipients: quantity(summary.others),
      },
      bodyHash: inspection.bodyHash,
      // By the network's own calendar: the time that the ledger gives for its latest block is merely a claim.
      validUntil:
        effect.validUntil === undefined ? undefined : dated(slotToUnix(network, effect.validUntil) * 1_000),
      orders: placedOrders(effect.orders, build.splits, trade.pay.asset),
      createdAt: at,
      updatedAt: at,
    },
    bytes: {
      unsignedCbor: inspection.cbor,
      subject: inspection.subject,
      owner,
      inputs: inputs.map(splitReference),
      ownSigners: effect.ownSigners,
      foreignSigners: effect.foreignSigners,
      agreement: canonicalJson(agreementJson(shownAgreement({ inspection, input }))),
      ...(input.policy?.worth === undefined ? {} : { worth: input.policy.worth }),
      recipients: effect.recipients.map(({ address }) => address),
      orderScripts: effect.orders.map(({ scriptHash }) => scriptHash),
      ...(effect.validUntil === undefined ? {} : { validUntilSlot: effect.validUntil }),
    },
  };
}

/** Of a batch, lowered to what its first transaction turned out to cost: the later ones may cost no more. */
export function shownAgreement({ inspection, input }: Pick<Judgement, 'inspection' | 'input'>): Agreement {
  const { agreement, at } = input.agreed;
  const { bodyHash, report } = inspection;
  const { summary } = report;
  if (at > 0) return agreement;
  return narrowedBy(agreement, {
    ...summary,
    laterNetworkFee: laterNetworkFee(summary.networkFee),
    bodyHash,
  });
}

/** How much an order sells of the asset paid; `undefined` when its terms do not separate fees from the amount. */
function soldBy(order: OrderOutput, asset: AssetId): bigint | undefined {
  if (asset !== ADA) return quantityIn(order.value, asset);
  const { batcherFee, deposit, recurring } = order.terms ?? {};
  if (recurring?.sells === asset) return recurring.amountPerCycle * BigInt(recurring.cycles);
  if (batcherFee === undefined || deposit === undefined) return undefined;
  return lovelaceIn(order.value) - batcherFee - deposit;
}

/**
 * The orders of a transaction as they are kept and shown. An order whose script names no exchange takes the name
 * of the service's split that sells the same amount: a label from the service, not a proof.
 */
function placedOrders(
  orders: readonly OrderOutput[],
  splits: readonly RouteShare[],
  pay: AssetId,
): readonly PlacedOrder[] {
  const left = [...splits];
  return orders.map((order) => {
    const sold = soldBy(order, pay);
    const at = left.findIndex((share) => share.amountIn === sold);
    const [named] = at === -1 ? [] : left.splice(at, 1);
    const { terms } = order;
    return {
      index: order.index,
      exchange: order.exchange ?? named?.exchange,
      minimum: terms && quantity(terms.minimumReceived),
      ...(terms?.deposit === undefined ? {} : { deposit: quantity(terms.deposit) }),
      ...(terms?.batcherFee === undefined ? {} : { batcherFee: quantity(terms.batcherFee) }),
      ...(terms?.recurring === undefined
        ? {}
        : {
            perCycle: {
              fee: quantity(terms.recurring.feePerCycle),
              returned: quantity(terms.recurring.returnedPerCycle),
            },
          }),
      ...(sold === undefined || sold < 0n ? {} : { pay: quantity(sold) }),
    };
  });
}
