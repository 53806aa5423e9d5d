import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { OrderTerms } from '../exchanges/order-form.ts';
import type { Terms } from './terms.ts';

/** `block` is never signed; `warn` needs its own consent; `info` is only shown. */
export type Severity = 'block' | 'warn' | 'info';

/** One rule's finding. `rule` is the id of the rule table, such as `V7`. */
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
  /** Name of the form that its datum was read in, or `undefined` when it is not understood. */
  readonly form: string | undefined;
  /** Raw bytes of its datum, hex; `undefined` when they cannot be seen. */
  readonly rawDatum: string | undefined;
  /** The order's terms, where its datum is understood. */
  readonly terms: OrderTerms | undefined;
}

/** An output to neither the wallet nor an order script. */
export interface Recipient {
  readonly index: number;
  /** Bech32, or hex when it is not an address that this version can name. */
  readonly address: string;
  readonly value: Value;
}

/** The transaction's effect on the wallet, from its bytes and its resolved inputs alone. */
export interface Effect {
  /** Change of the wallet by asset: negative leaves it. Counts only what could be looked up: see `complete`. */
  readonly net: Value;
  /** True when every input could be looked up. */
  readonly complete: boolean;
  readonly networkFee: bigint;
  /** Sum over the orders whose terms state it. */
  readonly batcherFees: bigint;
  /** Lovelace that comes back when the orders close; sum over the orders whose terms state it. */
  readonly deposits: bigint;
  readonly orders: readonly OrderOutput[];
  readonly recipients: readonly Recipient[];
  /** The value that returns to the wallet in this transaction. */
  readonly change: Value;
  /** The asset bought; `undefined` when nothing is. */
  readonly receive: AssetId | undefined;
  /** Base units of `receive` that the orders enforce together; `undefined` when one of them is not understood. */
  readonly minimumReceived: bigint | undefined;
  /** Lovelace of the account's that is lost if a script fails. */
  readonly collateralAtRisk: bigint;
  readonly validFrom: number | undefined;
  readonly validUntil: number | undefined;
  /** True when every input's value was proven by its parent transaction's bytes. */
  readonly inputsProven: boolean;
  /** Key hashes (hex) that must sign: ours, and others'. */
  readonly ownSigners: readonly string[];
  readonly foreignSigners: readonly string[];
}

/**
 * A transaction's effect on the wallet, in the terms of an agreement. Base units; lovelace where there is no asset. The
 * second proof computes the same figures independently, and the two are compared.
 */
export interface Figures {
  readonly networkFee: bigint;
  /** To others at once; in a cancellation less what they brought themselves. */
  readonly others: bigint;
  /** Most that whoever fills the orders may keep. */
  readonly keeps: bigint;
  /** Held by the orders besides what is sold and what may be kept: it comes back when they close. */
  readonly comesBack: bigint;
  /** All that never comes back, whoever keeps it. */
  readonly cost: bigint;
  /** Whether every order states what may be kept for filling it; else `keeps` is the most that it can be. */
  readonly feesStated: boolean;
  readonly gone: Value;
  readonly locked: Value;
}

/** The figures of the sentences that the user accepts. Base units. */
export interface SummaryFigures extends Figures {
  readonly terms: Terms;
  /** Change of the wallet by asset. */
  readonly net: Value;
  /** Number of orders placed. */
  readonly orders: number;
  /** The minimum that the orders enforce, none counted for more than its part; `undefined` when it cannot be read. */
  readonly atLeast: bigint | undefined;
  /** Lovelace that the orders hold besides what is sold, or that may be kept for filling them where that is more. */
  readonly overhead: bigint;
  readonly validUntil: number | undefined;
  /**
   * The service's claim of a cancellation's cost besides the network fee; shown next to the figures read from bytes.
   */
  readonly claimedFee?: bigint;
}

/** Everything that does not come back, as one figure. */
export interface TotalCost {
  /** Lovelace, of all transactions that the approval covers. */
  readonly cost: bigint;
  /** Lovelace that these certainly trade or take back together; `undefined` when neither side is certain to be ADA. */
  readonly traded: bigint | undefined;
  /** The cost in hundredths of a percent of what is traded, rounded up. */
  readonly shareBps: number | undefined;
  /** Lovelace for each trade of a recurring order. */
  readonly perCycle: bigint | undefined;
  /** How many transactions it covers. */
  readonly transactions: number;
  /** Whether orders are taken back, so that nothing is traded. */
  readonly cancels: boolean;
}

export interface InspectionReport {
  readonly verdict: 'pass' | 'warn' | 'block';
  /** Ids of the rules that ran, in order. */
  readonly rulesRun: readonly string[];
  readonly findings: readonly Finding[];
  readonly effect: Effect;
  readonly summary: SummaryFigures;
  /** All that does not come back, of every transaction that the approval covers. */
  readonly totalCost: TotalCost;
}

/** The judgement on one transaction. Plain data, but only one that `inspectTransaction` made can be approved. */
export interface Inspection {
  /** BLAKE2b-256 of the raw body: the transaction's id. */
  readonly bodyHash: string;
  /** SHA-256 of the summary figures and findings, to bind an approval to what was shown. */
  readonly summaryHash: string;
  /** The exact transaction that was inspected, lower-case hex. */
  readonly cbor: string;
  /** Identifier that an approval is bound to besides the bytes; see `InspectionInput.subject`. */
  readonly subject: string;
  readonly report: InspectionReport;
}
