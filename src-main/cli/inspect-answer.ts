import type { Value } from '#domain/amount.ts';
import { assetUnit, type AssetId } from '#domain/asset.ts';
import { networkId, slotToUnix, type NetworkName } from '#domain/network.ts';
import { addressOf, formatAddress } from '../cardano/address.ts';
import type { OrderTerms } from '../cardano/order-forms/order-form.ts';
import type { Effect, Finding, InspectionReport, OrderOutput } from '../inspect/inspection.ts';

/** Base units of an asset as a decimal string; a net change may be negative. */
export interface AmountAnswer {
  readonly unit: string;
  readonly quantity: string;
}

/** A slot with the time at which it begins, ISO 8601 in this machine's time zone; `null` beyond every calendar. */
export interface SlotAnswer {
  readonly slot: number;
  readonly time: string | null;
}

/** What a transaction does to the wallet. Quantities are decimal strings; `null` where it cannot be told. */
export interface EffectAnswer {
  /** Change of the wallet; counts only the inputs that are known, which `complete` tells of. */
  readonly net: readonly AmountAnswer[];
  readonly complete: boolean;
  /** Lovelace. */
  readonly fee: string;
  /** Lovelace that the exchanges keep for filling the orders. */
  readonly batcherFees: string | null;
  /** Lovelace that does not come back, all of it. */
  readonly totalCost: string;
  /** Lovelace that the orders hold and give back. */
  readonly deposits: string | null;
  readonly recipients: readonly {
    readonly output: number;
    readonly address: string;
    readonly amounts: readonly AmountAnswer[];
  }[];
  readonly change: readonly AmountAnswer[];
  /** Lovelace that comes back when the orders close. */
  readonly comesBack: string | null;
  /** Lovelace that is lost if a script fails. */
  readonly collateralAtRisk: string;
  /** What the orders together enforce of the asset bought. */
  readonly minimumReceived: AmountAnswer | null;
  readonly validFrom: SlotAnswer | null;
  readonly validUntil: SlotAnswer | null;
  readonly inputsProven: boolean;
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
  readonly rulesRun: readonly string[];
}

/** An order that the transaction places. `null` where its datum is not understood, or does not say. */
export interface OrderAnswer {
  /** Index among the transaction's outputs. */
  readonly output: number;
  readonly exchange: string | null;
  readonly scriptHash: string;
  readonly address: string;
  readonly amounts: readonly AmountAnswer[];
  readonly understood: boolean;
  readonly form: string | null;
  readonly owner: { readonly paymentKeyHash: string; readonly stakeKeyHash: string | null } | null;
  readonly cancelKey: string | null;
  readonly wanted: string | null;
  readonly minimumReceived: string | null;
  readonly batcherFee: string | null;
  readonly deposit: string | null;
  /** Bech32 address that the order pays. */
  readonly proceedsTo: string | null;
}

/** What `inspect` answers. A transaction that cannot be decoded has no effect and no orders. */
export interface InspectAnswer {
  readonly txHash: string | null;
  readonly verdict: InspectionReport['verdict'];
  readonly findings: readonly Finding[];
  readonly effect: EffectAnswer | Readonly<Record<string, never>>;
  readonly orders: readonly OrderAnswer[];
}

/** The effect of a report as it is written. */
export function effectAnswer(
  { effect, summary, rulesRun }: InspectionReport,
  network: NetworkName,
): EffectAnswer {
  return {
    net: amountsAnswer(effect.net),
    complete: effect.complete,
    fee: String(effect.networkFee),
    batcherFees: summary.feesStated ? String(summary.keeps) : null,
    deposits: textOrNull(depositsOf(effect)),
    totalCost: String(summary.cost),
    recipients: effect.recipients.map(({ index, address, value }) => ({
      output: index,
      address,
      amounts: amountsAnswer(value),
    })),
    change: amountsAnswer(effect.change),
    comesBack: String(summary.comesBack),
    collateralAtRisk: String(effect.collateralAtRisk),
    minimumReceived: minimumAnswer(effect),
    validFrom: slotAnswer(effect.validFrom, network),
    validUntil: slotAnswer(effect.validUntil, network),
    inputsProven: effect.inputsProven,
    ownSigners: effect.ownSigners,
    foreignSigners: effect.foreignSigners,
    rulesRun,
  };
}

/** What the orders' own terms say that comes back; `undefined` where one of them does not say. */
function depositsOf({ orders }: Effect): bigint | undefined {
  let sum = 0n;
  for (const { terms } of orders) {
    if (terms?.deposit === undefined) return undefined;
    sum += terms.deposit;
  }
  return sum;
}

/** An order as it is written. */
export function orderAnswer(order: OrderOutput, network: NetworkName): OrderAnswer {
  const { index, exchange, scriptHash, address, value, form, terms } = order;
  return {
    output: index,
    exchange: exchange ?? null,
    scriptHash,
    address,
    amounts: amountsAnswer(value),
    understood: terms !== undefined,
    form: form ?? null,
    owner: terms
      ? { paymentKeyHash: terms.ownerPaymentKeyHash, stakeKeyHash: terms.ownerStakeKeyHash ?? null }
      : null,
    cancelKey: terms?.cancelKeyHash ?? null,
    wanted: terms?.wanted === undefined ? null : assetUnit(terms.wanted),
    minimumReceived: textOrNull(terms?.minimumReceived),
    batcherFee: textOrNull(terms?.batcherFee),
    deposit: textOrNull(terms?.deposit),
    proceedsTo: terms ? proceedsAddress(terms, network) : null,
  };
}

/** ADA first, then by unit. */
function amountsAnswer(value: Value): readonly AmountAnswer[] {
  const amounts = Array.from(value, ([asset, quantity]) => amountAnswer(asset, quantity));
  const rank = ({ unit }: AmountAnswer): string => (unit === 'lovelace' ? '' : unit);
  return amounts.sort((left, right) => (rank(left) < rank(right) ? -1 : 1));
}

function amountAnswer(asset: AssetId, quantity: bigint): AmountAnswer {
  return { unit: assetUnit(asset), quantity: String(quantity) };
}

function minimumAnswer({ receive, minimumReceived, orders }: Effect): AmountAnswer | null {
  if (receive === undefined || minimumReceived === undefined || orders.length === 0) return null;
  return amountAnswer(receive, minimumReceived);
}

function proceedsAddress(terms: OrderTerms, network: NetworkName): string {
  const { ownerPaymentKeyHash, ownerStakeKeyHash } = terms;
  const stake =
    ownerStakeKeyHash === undefined ? undefined : { kind: 'key' as const, hash: ownerStakeKeyHash };
  return formatAddress(addressOf(networkId(network), { kind: 'key', hash: ownerPaymentKeyHash }, stake));
}

function slotAnswer(slot: number | undefined, network: NetworkName): SlotAnswer | null {
  return slot === undefined ? null : { slot, time: localTime(slotToUnix(network, slot)) };
}

/** `2025-03-01T14:05:00+01:00`; `null` for a time that has no date. */
function localTime(unixSeconds: number): string | null {
  const date = new Date(unixSeconds * 1000);
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000);
  if (Number.isNaN(offset) || Number.isNaN(local.getTime())) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${local.toISOString().slice(0, -5)}${zone}`;
}

function textOrNull(value: bigint | undefined): string | null {
  return value === undefined ? null : String(value);
}
