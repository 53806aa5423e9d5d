import { addValues, lovelaceIn, quantityIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA, assetInBody, type AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { baseAddress, formatAddress } from '../../cardano/address.ts';
import { toHex } from '../../cardano/hex.ts';
import {
  draftBytes,
  leastLovelace,
  outputSize,
  withLeastFee,
  witnessSize,
  type Draft,
  type DraftOutput,
} from '../chain/draft.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import { minimumFee, PARAMETERS } from '../chain/parameters.ts';
import { isExchangeScript } from '../chain/scripts.ts';
import { orderOutput, type OrderOwner, type OrderPlan, type OrderTerms } from '../orders/order-output.ts';
import type { Practice } from '../practice.ts';
import { malformed, readAddress, ServiceError } from './requests.ts';
import { decimalsOf } from './tokens.ts';

/** Orders placed by one transaction, all of one kind and between the same two assets. */
export interface PlacementPlan extends OrderTerms {
  readonly orders: readonly OrderPlan[];
}

/** The buyer: a base address with two keys on preprod, or an address of a native script. */
interface Buyer {
  readonly address: string;
  readonly owner: OrderOwner;
  /** Key hashes that the body requires: payment and stake key, as real services of this kind do. */
  readonly signers: readonly string[];
  /** Signatures that the fee allows for. */
  readonly signatures: number;
}

/**
 * An address shows neither its script nor how many people sign for it, so the fee allows for a script of usual size and
 * its signatures: as many bytes as this many signatures take.
 */
export const ROOM_OF_SCRIPT = 10;
/** A built transaction is valid from this many seconds before now until that many after. */
const VALID_BEFORE = 300;
const VALID_AFTER = 3_600;
/** Bytes of a transaction apart from its orders: inputs, change with a few tokens, signatures. */
const SIZE_WITHOUT_ORDERS = 1_500;

/**
 * The unsigned transaction that places orders, as hex. Its inputs belong to the buyer; its outputs are the orders
 * at the exchanges' script addresses, and the change. @throws ServiceError when the address is wrong, funds are
 * insufficient or the transaction would be too large.
 */
export function buildPlacement(practice: Practice, plan: PlacementPlan, addressText: string): string {
  const buyer = buyerOf(addressText, 'buyer_address');
  const orders = plan.orders.map((order) => outputOf(practice, plan, order, buyer));
  return buildOutputs(practice, orders, plan.tokenIn, buyer);
}

/**
 * The unsigned transaction, as hex, with which a buyer pays for these outputs. @throws ServiceError as
 * `buildPlacement` does.
 */
export function buildOutputs(
  practice: Practice,
  orders: readonly DraftOutput[],
  tokenIn: AssetId,
  buyer: Buyer,
): string {
  const slot = practice.chain.slotNow();
  const wanted = sumValues(orders.map((output) => output.value));
  const chosen: Unspent[] = [];
  for (const item of inOrderOfUse(practice.chain.spendableAt(buyer.address), tokenIn, wanted)) {
    chosen.push(item);
    const drafted = withLeastFee((fee) => draftOf(chosen, orders, buyer, slot, fee), buyer.signatures);
    if (!drafted) continue;
    if (drafted.bytes.length + witnessSize(buyer.signatures) > PARAMETERS.maxTxSize)
      throw new ServiceError(
        400,
        'transaction_too_large',
        `The transaction has more than ${PARAMETERS.maxTxSize} bytes: ask for fewer orders, or join small outputs first.`,
      );
    return toHex(drafted.bytes);
  }
  throw insufficient(practice, wanted, chosen, buyer, orders);
}

/** Roughly how many such orders fit into one transaction, for a wallet with few outputs. */
export function mostOrders(practice: Practice, plan: PlacementPlan): number {
  const nobody = '00'.repeat(28);
  const buyer = buyerOf(formatAddress(baseAddress(0, nobody, nobody)), 'buyer_address');
  // All parts are equal except the last, which may be larger.
  const measured = [...plan.orders.slice(0, 1), ...plan.orders.slice(-1)];
  const sizes = measured.map((order) => outputSize(outputOf(practice, plan, order, buyer)));
  return Math.floor((PARAMETERS.maxTxSize - SIZE_WITHOUT_ORDERS) / Math.max(...sizes));
}

/** Reads the address in a request's `field`. @throws ServiceError naming it. */
export function buyerOf(text: string, field: string): Buyer {
  const address = readAddress(text, field);
  const { network, payment, stake } = address;
  if (network !== 0) throw malformed(field, 'must be an address of the preprod network');
  const staked = stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? stake.hash : undefined;
  const shown = formatAddress(address);
  if (payment.kind === 'script') {
    if (isExchangeScript(payment.hash)) throw malformed(field, 'must not be a script of an exchange');
    if (stake !== undefined && staked === undefined)
      throw malformed(field, 'must have the stake part of a key, or none');
    return {
      address: shown,
      owner: { ownerPaymentKeyHash: payment.hash, ownerByScript: true, ownerStakeKeyHash: staked },
      signers: [],
      signatures: ROOM_OF_SCRIPT,
    };
  }
  if (staked === undefined)
    throw malformed(field, 'must be a base address with a payment key and a stake key');
  const signers = [payment.hash, staked];
  return {
    address: shown,
    owner: { ownerPaymentKeyHash: payment.hash, ownerStakeKeyHash: staked },
    signers,
    signatures: signers.length,
  };
}

/** The validity interval of a transaction built in `slot`. */
export function validityFrom(slot: number): { readonly validFrom: number; readonly invalidFrom: number } {
  return { validFrom: slot - VALID_BEFORE, invalidFrom: slot + VALID_AFTER };
}

function outputOf(practice: Practice, plan: PlacementPlan, order: OrderPlan, buyer: Buyer): DraftOutput {
  return orderOutput(plan, order, buyer.owner, codesOf(practice));
}

/** Codes of the world's exchanges, in list order. */
export function codesOf({ market }: Practice): readonly string[] {
  return market.exchanges.map(({ code }) => code);
}

/**
 * As many outputs with the sold token as are needed, largest first; then outputs with ADA, those without tokens
 * first.
 */
function inOrderOfUse(unspent: readonly Unspent[], tokenIn: AssetId, wanted: Value): readonly Unspent[] {
  const byQuantity = (asset: AssetId) => (left: Unspent, right: Unspent) =>
    Number(quantityIn(right.output.value, asset) - quantityIn(left.output.value, asset) > 0n) * 2 - 1;
  const needed: Unspent[] = [];
  if (tokenIn !== ADA) {
    let held = 0n;
    for (const item of unspent.toSorted(byQuantity(tokenIn))) {
      const quantity = quantityIn(item.output.value, tokenIn);
      if (held >= quantityIn(wanted, tokenIn) || quantity === 0n) break;
      held += quantity;
      needed.push(item);
    }
  }
  const rest = unspent.filter((item) => !needed.includes(item)).toSorted(byQuantity(ADA));
  const plain = rest.filter((item) => item.output.value.size === 1);
  return [...needed, ...plain, ...rest.filter((item) => !plain.includes(item))];
}

/** The transaction with that fee, or `undefined` when the inputs do not cover it and its change. */
function draftOf(
  chosen: readonly Unspent[],
  orders: readonly DraftOutput[],
  buyer: Buyer,
  slot: number,
  fee: bigint,
): Draft | undefined {
  const spent = sumValues(chosen.map((item) => item.output.value));
  const change = subtractValues(
    spent,
    addValues(sumValues(orders.map((order) => order.value)), new Map([[ADA, fee]])),
  );
  if ([...change.values()].some((left) => left < 0n)) return undefined;
  const output: DraftOutput = { address: buyer.address, value: change };
  if (change.size > 0 && lovelaceIn(change) < leastLovelace(output)) return undefined;
  return {
    inputs: chosen.map((item) => item.ref),
    outputs: change.size > 0 ? [...orders, output] : orders,
    ...validityFrom(slot),
    requiredSigners: buyer.signers,
  };
}

/**
 * Says what would still be missing if everything at the address were spent, including the fee and the ADA of the
 * change, and whether more funds are on their way.
 */
function insufficient(
  { chain, market }: Practice,
  wanted: Value,
  all: readonly Unspent[],
  buyer: Buyer,
  orders: readonly DraftOutput[],
): ServiceError {
  const held = sumValues(all.map((item) => item.output.value));
  const left = subtractValues(held, wanted);
  const change = new Map([...left].filter(([asset, quantity]) => asset !== ADA && quantity > 0n));
  const draft: Draft = {
    inputs: all.map((item) => item.ref),
    outputs: [...orders, { address: buyer.address, value: change }],
    requiredSigners: buyer.signers,
    validFrom: 1,
    invalidFrom: 1,
  };
  const fee = minimumFee(draftBytes(draft, 0n).length + witnessSize(buyer.signatures) + 24);
  const reserve = fee + leastLovelace({ address: buyer.address, value: change });
  const missing = [...new Set([ADA, ...wanted.keys()])].flatMap((asset) => {
    const short = (asset === ADA ? reserve : 0n) - quantityIn(left, asset);
    return short > 0n ? [{ asset, short, decimals: decimalsOf(market, asset) }] : [];
  });
  const words = missing.map(
    ({ asset, short, decimals }) =>
      `${formatDecimal(short, decimals)} ${asset === ADA ? 'ADA' : (market.token(asset)?.ticker ?? asset)}`,
  );
  const pending = chain.state.unspentAt(buyer.address).length > all.length;
  const wait = pending ? ' A transaction of this address waits for the next block: try again then.' : '';
  return new ServiceError(400, 'insufficient_funds', `The address lacks ${words.join(' and ')}.${wait}`, {
    pending,
    missing: missing.map(({ asset, short, decimals }) => ({
      token_id: assetInBody(asset),
      amount: Number(formatDecimal(short, decimals)),
      quantity: short.toString(),
    })),
  });
}
