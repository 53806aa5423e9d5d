import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaInterval } from '#domain/dca.ts';
import type { Address } from '../cardano/address.ts';
import type { Result } from '#domain/result.ts';

/** The terms in an order's datum, in whichever form its exchange writes it. Hashes are lower-case hex of 28 bytes. */
export interface OrderTerms {
  /** The key that gets the proceeds; `undefined` if a script's address does. */
  readonly ownerPaymentKeyHash: string | undefined;
  /** The script whose address gets them; spending an input locked by it is what takes the order back. */
  readonly ownerScriptHash?: string;
  /** `undefined` when the owner's address has no stake part. */
  readonly ownerStakeKeyHash: string | undefined;
  /** The key that may take the order back (some exchanges write the owner's stake key); `undefined` when the form has
   * none besides the owner's payment key. */
  readonly cancelKeyHash: string | undefined;
  /** `undefined` when the datum names a pool, whose assets are not known here, instead of an asset. */
  readonly wanted: AssetId | undefined;
  /** Base units of `wanted` below which the order may not be filled. */
  readonly minimumReceived: bigint;
  /** Most lovelace that whoever fills it may keep; `undefined` where the form does not state it. */
  readonly batcherFee: bigint | undefined;
  /** Lovelace that comes back when the order closes; `undefined` where the form does not state it. */
  readonly deposit: bigint | undefined;
  /** The order's own time, where its form has one and the order states it. */
  readonly closing?: OrderClosing;
  /** True when whoever fills orders may send this one back, and keep the fee, once its least cannot be met. */
  readonly killable?: boolean;
  /** Pools that its route goes over, one after another, where the form states them. */
  readonly pools?: number;
  /** Of an order that is carried out bit by bit at set times; absent for one that is filled as its price allows. */
  readonly recurring?: RecurringTerms;
}

/** The payment part of the address that gets the proceeds. */
export function payeeOf({ ownerPaymentKeyHash, ownerScriptHash }: OrderTerms): Address['payment'] {
  return ownerScriptHash === undefined
    ? { kind: 'key', hash: ownerPaymentKeyHash ?? '' }
    : { kind: 'script', hash: ownerScriptHash };
}

/** The time after which an order is not filled any more. */
export interface OrderClosing {
  /** Milliseconds since 1970, as the datum writes them: any number of zero or more. */
  readonly at: bigint;
  /** `sent-back`: anybody may then send it back to its owner. `waits`: it stays open until its owner cancels it. */
  readonly then: 'sent-back' | 'waits';
  /** Most lovelace of the order that whoever sends it back may keep. */
  readonly tip: bigint;
}

/** How a recurring order divides what it holds. `batcherFee` and `deposit` of its terms are for all cycles left. */
export interface RecurringTerms {
  /** Base units that each cycle sells; the last one sells what is left. */
  readonly amountPerCycle: bigint;
  readonly cycles: number;
  /** How many of them were carried out; absent where that is not stated, and `cycles` are those to come. */
  readonly completed?: number;
  readonly interval: DcaInterval;
  /** Days between two cycles, where the interval can only be a month and the form does not say which. */
  readonly monthOfDays?: number;
  /** Parts per million that a cycle's price may be worse than the market's at that moment; absent: by any. */
  readonly slippagePpm?: bigint;
  /** Lovelace that whoever carries out a cycle keeps. */
  readonly feePerCycle: bigint;
  /** Lovelace that each cycle pays back besides what it bought. */
  readonly returnedPerCycle: bigint;
  /** Lovelace set aside for each cycle's other fees and deposits, rounded up; nothing says that any comes back. */
  readonly reservePerCycle?: bigint;
  /** Slot from which the next cycle is due, where the form states it. */
  readonly dueFrom?: bigint;
  /** The asset that it sells, where the form states it. */
  readonly sells?: AssetId;
  /** Where cycles may place an order, for a plan that is not filled at its own script. */
  readonly placesAt?: readonly TradePlace[];
}

/** An order script at which a cycle may place an order. */
export interface TradePlace {
  /** Hash, hex. */
  readonly script: string;
  /**
   * How far the plan binds such an order. `trade`: the receiver of the proceeds, who may take it back, and the asset
   * bought. `receiver`: the first two. `nothing`: too little to name anybody. `unproven`: something that cannot be
   * recomputed.
   */
  readonly binds: 'trade' | 'receiver' | 'nothing' | 'unproven';
}

/** How one exchange's orders write their terms. */
export interface OrderForm {
  /** Stable name, such as `practice`. */
  readonly name: string;
  /**
   * Reads a datum (hex of its exact bytes). The failure says why it is no such order: it must fail rather than guess
   * when anything in the datum could pay, or be taken back by, somebody that the terms do not name. `assets` are those
   * that the trade is between (what is paid, what is received), when they are known: an order that pays another asset is
   * then refused, and where a pool is named by a hash of its two assets, the pool is proven to be one of these. `holds`
   * is what the order's output holds, when it is known: a datum that promises its minimum for more than that is refused.
   */
  read(datumHex: string, assets?: readonly AssetId[], holds?: Value): Result<OrderTerms, string>;
}

/** The version of Plutus that a script is written in, which its hash commits to. */
export type PlutusVersion = 1 | 2 | 3;

/** A script that is known to lock orders. */
export interface KnownScript {
  /** Exchange code, or the exchange's name where it has no code here. */
  readonly exchange: string;
  readonly plutus: PlutusVersion;
  /** Absent when its orders' form is not understood: their datums are then searched for hashes. */
  readonly form?: OrderForm;
  /** Hashes (hex, 28 bytes) that every order of this exchange names besides its owner. */
  readonly alsoNames?: ReadonlySet<string>;
}

/** Known scripts by their hash, hex. */
export type KnownScripts = ReadonlyMap<string, KnownScript>;
