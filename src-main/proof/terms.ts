import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntervalId } from '#domain/dca.ts';
import type { Reading } from './datum.ts';

/** How a recurring order divides what it holds. */
export interface Cycles {
  readonly interval: DcaIntervalId;
  readonly cycles: bigint;
  readonly completed: bigint;
  readonly amountPerCycle: bigint;
  /** Parts per million that each of its trades may be worse than the market; `undefined` where that is not bound. */
  readonly slippage: bigint | undefined;
  /** Slot of its first trade and seconds between two, where it states them. */
  readonly due?: { readonly slot: bigint; readonly seconds: bigint };
  /** Whether a trade may be placed at a script that locks no orders. */
  readonly elsewhere?: boolean;
}

/** The terms by which an order's datum binds its exchange. Hashes in hex, lovelace and base units. */
export interface Terms {
  /** Hash of the payment part that gets the proceeds: a key's, or, with `byScript`, a script's. */
  readonly owner: string;
  readonly byScript: boolean;
  readonly ownerStake: string | undefined;
  /** Who may take the order back, where that is not the owner's key. */
  readonly canceller: string | undefined;
  /** `undefined` when the datum names a pool whose assets are not known here. */
  readonly wanted: AssetId | undefined;
  readonly least: bigint;
  /** Most that whoever fills it may keep; `undefined` where it is not stated. */
  readonly fee: bigint | undefined;
  /** The value that comes back besides the proceeds; `undefined` where it is not stated. */
  readonly deposit: bigint | undefined;
  /** How much it sells of what it pays with; `undefined` where that is whatever it holds besides fee and deposit. */
  readonly sells: bigint | undefined;
  readonly recurring: Cycles | undefined;
}

/** A known script: its exchange, and how its orders are read. */
export interface OrderScript {
  readonly exchange: string;
  /** Absent where its orders cannot be read. */
  readonly form?: string;
  readonly plutus?: 1 | 2 | 3;
  /** Assets of the one pool that the script serves, in the pool's order. */
  readonly assets?: readonly AssetId[];
  /** Assets of pools by the name that orders use for them, hex. */
  readonly pools?: ReadonlyMap<string, readonly [AssetId, AssetId]>;
  /** Hashes that every order of the exchange names besides its owner. */
  readonly alsoNames?: readonly string[];
}

/** The context in which an order is read. */
export interface Around {
  readonly script: OrderScript;
  /** The assets sold and bought. */
  readonly traded: readonly AssetId[];
  /** The value of the order's output. */
  readonly holds: Value;
  /** Known order scripts by their hash, hex. */
  readonly scripts: ReadonlyMap<string, OrderScript>;
}

/** Terms of what a shape found; `undefined` where they make no sense. */
export type Sense = (reading: Reading, around: Around) => Terms | undefined;

/** The terms common to most forms; a canceller that is the owner does not count. */
export function terms(reading: Reading, rest: Partial<Terms> & Pick<Terms, 'wanted'>): Terms {
  const script = reading.textIfAny('owner.script');
  const owner = script ?? reading.text('owner.key');
  const canceller = reading.textIfAny('canceller');
  return {
    owner,
    byScript: script !== undefined,
    ownerStake: reading.textIfAny('owner.stake'),
    canceller: canceller === owner && script === undefined ? undefined : canceller,
    least: rest.least ?? (rest.recurring ? 0n : reading.number('least')),
    fee: undefined,
    deposit: undefined,
    sells: reading.numberIfAny('sells'),
    recurring: undefined,
    ...rest,
  };
}

/** An order that pays with another asset than it holds protects nothing of what it holds. */
export function pays(paid: AssetId, wanted: AssetId, traded: readonly AssetId[]): boolean {
  return paid !== wanted && traded.includes(paid);
}

export function sameAddress(reading: Reading, one: string, other: string): boolean {
  return (
    reading.textIfAny(`${one}.key`) === reading.textIfAny(`${other}.key`) &&
    reading.textIfAny(`${one}.script`) === reading.textIfAny(`${other}.script`) &&
    reading.textIfAny(`${one}.stake`) === reading.textIfAny(`${other}.stake`)
  );
}
