import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_UNITS, legalInterval, MOST_CYCLES } from '#domain/dca.ts';
import { WHOLE_PPM } from '#domain/ratio.ts';
import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { plutusVersion } from '../known-scripts.ts';
import type { KnownScripts, OrderForm, OrderTerms } from '../order-form.ts';
import {
  asset,
  bytes,
  constr,
  demandEmpty,
  fieldsOf,
  hash28,
  natural,
  readTerms,
  refuse,
  type OwnerTerms,
} from '../plutus-data.ts';

/** An order's own alternative of the datum, and a recurring order's. */
const ORDER = 0;
const RECURRING = 1;
/** Hex digits of the longest byte string that Plutus data allow. */
const LONGEST_BYTES = 128;

/**
 * Orders of the practice exchanges. An order: `constr 0 [owner's payment key, owner's stake key?, wanted policy, wanted
 * name, minimum received, batcher fee, deposit, route]`. A recurring order: `constr 1` of the same first four fields,
 * then `[amount per cycle, cycles, cycles completed, interval type, interval length, slippage in parts per million, fee
 * per cycle, lovelace returned per cycle, deposit, route]`. The practice service has its own code for both: what it
 * writes is tested against what is read here.
 */
export const practiceForm: OrderForm = {
  name: 'practice',
  read(datumHex, _assets, holds) {
    return readTerms(datumHex, (datum) =>
      constr(datum, 'the order').index === BigInt(RECURRING)
        ? recurringTerms(datum, holds)
        : orderTerms(datum),
    );
  },
};

function orderTerms(datum: CborItem): OrderTerms {
  const [payment, stake, policy, name, minimum, fee, deposit, route] = fieldsOf(datum, ORDER, 8, 'the order');
  demandRoute(route);
  return {
    ...ownerAndWanted(payment, stake, policy, name),
    minimumReceived: natural(minimum, 'the least to receive'),
    batcherFee: natural(fee, 'the batcher fee'),
    deposit: natural(deposit, 'the deposit'),
  };
}

/** A recurring order enforces no minimum: each cycle takes the market price of its moment, within its slippage. */
function recurringTerms(datum: CborItem, holds: Value | undefined): OrderTerms {
  const what = 'the recurring order';
  const fields = fieldsOf(datum, RECURRING, 14, what);
  const [
    payment,
    stake,
    policy,
    name,
    each,
    count,
    done,
    unit,
    length,
    slippage,
    fee,
    returned,
    rider,
    route,
  ] = fields;
  const number = (item: CborItem): bigint => natural(item, `a number of ${what}`);
  demandRoute(route);
  const [amountPerCycle, cycles, completed] = [number(each), number(count), number(done)];
  const interval = legalInterval(DCA_UNITS[Number(number(unit))] ?? '', Number(number(length)));
  const slippagePpm = number(slippage);
  if (!interval) return refuse('the interval of the recurring order does not exist');
  if (amountPerCycle === 0n) return refuse('the recurring order sells nothing');
  if (cycles > BigInt(MOST_CYCLES)) return refuse('the recurring order has too many cycles');
  if (completed >= cycles) return refuse('the recurring order has no cycle left');
  if (slippagePpm >= WHOLE_PPM) return refuse('the recurring order accepts any price');
  const [feePerCycle, returnedPerCycle] = [number(fee), number(returned)];
  const left = cycles - completed;
  const terms = {
    ...ownerAndWanted(payment, stake, policy, name),
    minimumReceived: 0n,
    batcherFee: left * feePerCycle,
    deposit: left * returnedPerCycle + number(rider),
  };
  const overhead = terms.batcherFee + terms.deposit;
  if (holds && !isDivided({ amountPerCycle, cycles, left, overhead, wanted: terms.wanted }, holds))
    return refuse('what it holds is not what its cycles sell, cost and return');
  return {
    ...terms,
    recurring: {
      amountPerCycle,
      cycles: Number(cycles),
      completed: Number(completed),
      interval,
      slippagePpm,
      feePerCycle,
      returnedPerCycle,
    },
  };
}

/**
 * The first four fields of both: the owner is a payment key hash, or `constr 1` of a script hash. Only the owner may
 * take an order back.
 */
function ownerAndWanted(
  payment: CborItem,
  stake: CborItem,
  policy: CborItem,
  name: CborItem,
): OwnerTerms & Pick<OrderTerms, 'cancelKeyHash'> & { readonly wanted: AssetId } {
  const what = "the order's owner";
  const owner =
    payment.kind === 'tag'
      ? { ownerPaymentKeyHash: undefined, ownerScriptHash: hash28(fieldsOf(payment, 1, 1, what)[0], what) }
      : { ownerPaymentKeyHash: hash28(payment, what) };
  return {
    ...owner,
    ownerStakeKeyHash: stakeKey(stake),
    cancelKeyHash: undefined,
    wanted: asset(policy, name, 'the asset that the order wants'),
  };
}

/** `Some(hash)` or `None`. */
function stakeKey(item: CborItem): string | undefined {
  const what = "the owner's stake key";
  if (constr(item, what).index === 1n) {
    demandEmpty(item, 1, `${what} cannot be read`);
    return undefined;
  }
  return hash28(fieldsOf(item, 0, 1, what)[0], what);
}

/** The route is the batcher's business, but a datum without a readable one is not an order. */
function demandRoute(item: CborItem): void {
  if (bytes(item, "the order's route").length > LONGEST_BYTES) refuse("the order's route cannot be read");
}

interface Division {
  readonly amountPerCycle: bigint;
  readonly cycles: bigint;
  /** Cycles to come. */
  readonly left: bigint;
  /** Lovelace that these cost and return. */
  readonly overhead: bigint;
  readonly wanted: AssetId;
}

/** Whether the remaining cycles sell all that it holds: equal amounts, and in the last one the remainder, too. */
function isDivided({ amountPerCycle, cycles, left, overhead, wanted }: Division, holds: Value): boolean {
  const tokens = [...holds].filter(([id]) => id !== ADA);
  const spare = lovelaceIn(holds) - overhead;
  const [token] = tokens;
  if (tokens.length > 1 || (token ? spare !== 0n || token[0] === wanted : wanted === ADA)) return false;
  const beyond = (token ? token[1] : spare) - amountPerCycle * left;
  return beyond >= 0n && beyond < cycles;
}

/** An order script of a practice exchange: its hash, and the Plutus version that it represents. */
export interface PracticeScript {
  readonly script: string;
  readonly plutus: number;
}

/**
 * The scripts of the practice exchanges by exchange code, as listed in practice's resource file. @throws RangeError when
 * one has no version: the list ships with the application.
 */
export function practiceScripts(scripts: Readonly<Record<string, PracticeScript>>): KnownScripts {
  return new Map(
    Object.entries(scripts).map(([exchange, { script, plutus: listed }]) => {
      const plutus = plutusVersion(listed);
      if (plutus === undefined) throw new RangeError(`the script of ${exchange} has no Plutus version`);
      return [script, { exchange, plutus, form: practiceForm }];
    }),
  );
}
