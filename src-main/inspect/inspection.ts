import type { Value } from '../../src-preload/domain/amount.ts';
import type { AssetId } from '../../src-preload/domain/asset.ts';
import type { OrderDatum } from '../cardano/order-datum.ts';

/** `block` is never signed; `warn` needs a consent of its own; `info` is only shown. */
export type Severity = 'block' | 'warn' | 'info';

/** What one rule has to say. `rule` is the id of the rule table, such as `V7`. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** The sentence that the user reads. */
  readonly message: string;
}

/** An output that a later transaction of an exchange is meant to spend. Lovelace and base units. */
export interface OrderOutput {
  /** Index among the transaction's outputs. */
  readonly index: number;
  /** Exchange code, or `undefined` when the script is not known. */
  readonly exchange: string | undefined;
  readonly scriptHash: string;
  readonly address: string;
  readonly value: Value;
  /** The order's terms, where its datum is understood. */
  readonly datum: OrderDatum | undefined;
}

/** An output to neither the wallet nor an order script. */
export interface Recipient {
  readonly index: number;
  /** Bech32, or hex when it is not an address that this version can name. */
  readonly address: string;
  readonly value: Value;
}

/** What the transaction does to the wallet, from its bytes and its resolved inputs alone. */
export interface Effect {
  /** Change of the wallet by asset: negative leaves it. */
  readonly net: Value;
  readonly networkFee: bigint;
  /** Sum over the orders whose datum is understood. */
  readonly batcherFees: bigint;
  /** Lovelace that comes back when the orders close; sum over the orders whose datum is understood. */
  readonly deposits: bigint;
  readonly orders: readonly OrderOutput[];
  readonly recipients: readonly Recipient[];
  /** What returns to the wallet in this transaction. */
  readonly change: Value;
  readonly receive: AssetId;
  /** Base units of `receive` that the orders enforce together; `undefined` when one of them is not understood. */
  readonly minimumReceived: bigint | undefined;
  readonly validFrom: number | undefined;
  readonly validUntil: number | undefined;
  /** True when every input's value was proven by its parent transaction's bytes. */
  readonly inputsProven: boolean;
  /** Key hashes (hex) that must sign: ours, and others'. */
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
}

/** The figures of the sentences that the user accepts. Base units. */
export interface SummaryFigures {
  readonly pay: { readonly asset: AssetId; readonly quantity: bigint };
  readonly receive: AssetId;
  readonly expected: bigint;
  /** What the orders enforce, or `undefined` when it cannot be read. */
  readonly atLeast: bigint | undefined;
  readonly networkFee: bigint;
  readonly batcherFees: bigint;
  readonly deposits: bigint;
  /** Lovelace to other recipients. */
  readonly otherRecipients: bigint;
  readonly validUntil: number | undefined;
}

export interface InspectionReport {
  readonly verdict: 'pass' | 'warn' | 'block';
  /** Ids of the rules that ran, in order. */
  readonly rulesRun: readonly string[];
  readonly findings: readonly Finding[];
  readonly effect: Effect;
  readonly summary: SummaryFigures;
}

/** The judgement on one transaction. Plain data, but only one that `inspectTransaction` made can be approved. */
export interface Inspection {
  /** BLAKE2b-256 of the raw body: the transaction's id. */
  readonly bodyHash: string;
  /** BLAKE2b-256 of the summary figures and findings, to bind an approval to what was shown. */
  readonly summaryHash: string;
  /** The exact transaction that was inspected, lower-case hex. */
  readonly cbor: string;
  readonly quoteId: string;
  readonly report: InspectionReport;
}
