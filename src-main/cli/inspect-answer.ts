import type { Value } from '#domain/amount.ts';
import { ADA, assetUnit, parseAssetId, type AssetId } from '#domain/asset.ts';
import { networkId, slotToUnix, type NetworkName } from '#domain/network.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { addressOf, formatAddress } from '../cardano/address.ts';
import { payeeOf, type OrderTerms } from '../exchanges/order-form.ts';
import type { Effect, Finding, InspectionReport, OrderOutput } from '../inspect/inspection.ts';
import { summaryParagraph } from '../inspect/summary.ts';
import { amountText } from '../inspect/wording.ts';
import { VERDICT_WORDS } from './words.ts';

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

/** A transaction's effect on the wallet. Quantities are decimal strings; `null` where unknown. */
export interface EffectAnswer {
  /** Change of the wallet; counts only the known inputs; `complete` says whether these are all. */
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
  /** The total minimum of the asset bought that the orders enforce. */
  readonly minimumReceived: AmountAnswer | null;
  readonly validFrom: SlotAnswer | null;
  readonly validUntil: SlotAnswer | null;
  readonly inputsProven: boolean;
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
  readonly rulesRun: readonly string[];
}

/** Who receives an order's proceeds. `scriptHash` replaces the payment key if several own it together. */
interface OwnerAnswer {
  readonly paymentKeyHash: string | null;
  readonly scriptHash?: string;
  readonly stakeKeyHash: string | null;
}

/** An order that the transaction places. `null` where its datum is not understood or does not say. */
export interface OrderAnswer {
  /** Index among the transaction's outputs. */
  readonly output: number;
  readonly exchange: string | null;
  readonly scriptHash: string;
  readonly address: string;
  readonly amounts: readonly AmountAnswer[];
  readonly understood: boolean;
  readonly form: string | null;
  readonly owner: OwnerAnswer | null;
  readonly cancelKey: string | null;
  readonly wanted: string | null;
  readonly minimumReceived: string | null;
  readonly batcherFee: string | null;
  readonly deposit: string | null;
  /** Bech32 address that the order pays. */
  readonly proceedsTo: string | null;
}

/** The answer of `inspect`. A transaction that cannot be decoded has no effect and no orders. */
export interface InspectAnswer {
  readonly txHash: string | null;
  readonly verdict: InspectionReport['verdict'];
  readonly findings: readonly Finding[];
  readonly effect: EffectAnswer | Readonly<Record<string, never>>;
  readonly orders: readonly OrderAnswer[];
}

export interface Judgement {
  readonly answer: InspectAnswer;
  /** The inspector's report, for the text output; `undefined` when the transaction cannot be decoded. */
  readonly report: InspectionReport | undefined;
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

/** The sum that comes back according to the orders' own terms; `undefined` when one of them does not state it. */
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
    owner: terms ? ownerAnswer(terms) : null,
    cancelKey: terms?.cancelKeyHash ?? null,
    wanted: terms?.wanted === undefined ? null : assetUnit(terms.wanted),
    minimumReceived: textOrNull(terms?.minimumReceived),
    batcherFee: textOrNull(terms?.batcherFee),
    deposit: textOrNull(terms?.deposit),
    proceedsTo: terms ? proceedsAddress(terms, network) : null,
  };
}

function ownerAnswer({ ownerPaymentKeyHash, ownerScriptHash, ownerStakeKeyHash }: OrderTerms): OwnerAnswer {
  return {
    paymentKeyHash: ownerPaymentKeyHash ?? null,
    ...(ownerScriptHash === undefined ? {} : { scriptHash: ownerScriptHash }),
    stakeKeyHash: ownerStakeKeyHash ?? null,
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
  const { ownerStakeKeyHash } = terms;
  const stake =
    ownerStakeKeyHash === undefined ? undefined : { kind: 'key' as const, hash: ownerStakeKeyHash };
  return formatAddress(addressOf(networkId(network), payeeOf(terms), stake));
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

const SEVERITY = { block: 'blocks', warn: 'warns', info: 'note' } as const;

/** A judgement as lines for people: the verdict first, the transaction's hash last. */
export function judgementLines({ answer, report }: Judgement): readonly string[] {
  const { verdict, findings, effect, orders, txHash } = answer;
  return [
    VERDICT_WORDS[verdict],
    ...(report ? [summaryParagraph(report.summary)] : []),
    ...findings.map(
      ({ rule, severity, message }) => `  ${SEVERITY[severity].padEnd(6)}  ${rule.padEnd(3)}  ${message}`,
    ),
    ...(isEffect(effect) ? effectLines(effect) : []),
    ...orders.flatMap(orderLines),
    `Transaction: ${txHash ?? 'its hash is not known'}`,
  ];
}

function isEffect(effect: Judgement['answer']['effect']): effect is EffectAnswer {
  return 'net' in effect;
}

function effectLines(effect: EffectAnswer): readonly string[] {
  const { net, complete, recipients, validUntil, validFrom } = effect;
  return [
    complete ? 'Change of the wallet:' : 'Change of the wallet, without the unknown inputs:',
    ...(net.length === 0 ? ['  none'] : net.map((amount) => `  ${signed(amount)}`)),
    ...recipients.map(({ address, amounts }) => `Paid to ${address}: ${listed(amounts)}`),
    ...(validFrom === null ? [] : [`Valid from:  ${moment(validFrom)}`]),
    ...(validUntil === null ? [] : [`Valid until: ${moment(validUntil)}`]),
  ];
}

function orderLines(order: OrderAnswer): readonly string[] {
  const { output, exchange, scriptHash, amounts, understood, wanted, minimumReceived, proceedsTo } = order;
  const where = exchange ?? `unknown script ${scriptHash}`;
  const head = `Order in output ${output + 1}, ${where}: ${listed(amounts)}`;
  if (!understood || minimumReceived === null) return [head, '  Its terms are not understood.'];
  const least =
    wanted === null
      ? `${minimumReceived} base units of what its pool trades`
      : amount({ unit: wanted, quantity: minimumReceived });
  return [
    head,
    minimumReceived === '0'
      ? `  Wants ${wanted ?? 'what its pool trades'}; ${NO_LEAST}`
      : `  Wants at least ${least}`,
    `  Pays ${proceedsTo ?? 'an address that is not known'}`,
    ...(order.cancelKey === null ? [] : [`  Can be cancelled by the key ${order.cancelKey}`]),
  ];
}

function moment({ slot, time }: SlotAnswer): string {
  return time === null ? `slot ${slot}` : `${time} (slot ${slot})`;
}

function listed(amounts: readonly AmountAnswer[]): string {
  return amounts.map(amount).join(' and ') || 'nothing';
}

function signed({ unit, quantity }: AmountAnswer): string {
  return quantity.startsWith('-')
    ? `-${amount({ unit, quantity: quantity.slice(1) })}`
    : `+${amount({ unit, quantity })}`;
}

/** Tokens other than ADA are shown in base units with their full id: their tickers are not known here. */
function amount({ unit, quantity }: AmountAnswer): string {
  const asset = parseAssetId(unit);
  if (asset === ADA) return amountText(ADA, BigInt(quantity));
  return `${quantity} of ${unit}`;
}
