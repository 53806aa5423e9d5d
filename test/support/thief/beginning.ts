import type { WrittenToken, JournalEntry } from '../../../src-main/ports/journal.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { quantity, type Value } from '#domain/amount.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import { encodeOrderDatum, encodePlanDatum, planOverhead } from '../../../src-main/practice/orders/datum.ts';
import { draftBytes, type DraftOutput } from '../../../src-main/practice/chain/draft.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import { selling } from '../sales.ts';
import { account, FOG, GEM, PAYMENT, STAKE, thief } from './cast.ts';
import { ForkedLedger } from './forked-ledger.ts';
import type { Kept } from './memory-journal.ts';
import type { ListedOrder } from './service-answers.ts';
import { agreementTo, must, openUser } from './user.ts';
import { wantOf } from './want.ts';
import { ThiefWorld } from './world.ts';

/** The start of every thief's world: made once, and only ever forked. */
export interface Beginning {
  readonly ledger: ForkedLedger;
  /** The user's earlier signatures: payments of a service fee to the thief's address, and trades of both tokens. */
  readonly journal: Kept;
  /** The user's orders: five of them, and a plan. */
  readonly orders: readonly ListedOrder[];
  readonly plan: ListedOrder;
}

const ROUTE = '70'.repeat(28);
const OWNER = { ownerPaymentKeyHash: PAYMENT, ownerStakeKeyHash: STAKE };

const ada = (amount: number, ...tokens: readonly (readonly [AssetId, bigint])[]): Value =>
  new Map([[ADA, BigInt(Math.round(amount * 1e6))], ...tokens]);

/** The user's own, the richest first; each comes from a transaction of its own. */
const OWN: readonly Value[] = [
  ada(9_000),
  ada(600, [GEM, 20_000_000_000n]),
  ada(300, [FOG, 50_000_000n]),
  ada(40),
  ada(5),
];
const THIEFS: readonly Value[] = [ada(20)];

const order = (value: Value, wanted: AssetId, minimumReceived: bigint): DraftOutput => ({
  address: scriptAddress('EXA', 'order'),
  value,
  datum: encodeOrderDatum({
    ...OWNER,
    wanted,
    minimumReceived,
    batcherFee: 2_000_000n,
    deposit: 2_000_000n,
    route: ROUTE,
  }),
});

const ORDERS: readonly DraftOutput[] = [
  order(ada(17.5), GEM, 30_000_000n),
  order(ada(4, [GEM, 300_000_000n]), ADA, 180_000_000n),
  order(ada(104), GEM, 250_000_000n),
  order(ada(4, [FOG, 500_000n]), ADA, 120_000_000n),
  order(ada(44), FOG, 250_000n),
];

function planOutput(): DraftOutput {
  const plan = {
    ...OWNER,
    wanted: GEM,
    amountPerCycle: 10_000_000n,
    cycles: 12,
    completed: 0,
    interval: DCA_INTERVALS[7],
    slippagePpm: 30_000n,
    feePerCycle: 500_000n,
    returnedPerCycle: 1_200_000n,
    deposit: 2_000_000n,
    route: ROUTE,
  };
  const { fees, returned } = planOverhead(plan);
  return {
    address: scriptAddress('EXA', 'order'),
    value: new Map([[ADA, fees + returned + 120_000_000n]]),
    datum: encodePlanDatum(plan),
  };
}

let made: Promise<Beginning> | undefined;

export function beginning(): Promise<Beginning> {
  made ??= make();
  return made;
}

async function make(): Promise<Beginning> {
  const ledger = new ForkedLedger();
  let at = 0;
  const begin = (outputs: readonly DraftOutput[]): string => {
    at += 1;
    const from = { txHash: at.toString(16).padStart(64, '0'), index: 0 };
    return ledger.begin(draftBytes({ inputs: [from], outputs }, 200_000n)).hash;
  };
  for (const value of OWN) begin([{ address: account.address, value }]);
  for (const value of THIEFS) begin([{ address: thief.address, value }]);
  const placed = begin([...ORDERS, { address: account.address, value: ada(3) }]);
  const planned = begin([planOutput()]);
  const orders = ORDERS.map((_, index) => ({ id: `order-${index}`, txHash: placed, index }));
  const plan = { id: 'plan', txHash: planned, index: 0 };
  return { ledger, journal: await earlier(ledger), orders, plan };
}

/** Two trades as they were once made, each with a service fee to an address of the thief's that the user agreed to. */
async function earlier(ledger: ForkedLedger): Promise<Kept> {
  const entries: JournalEntry[] = [];
  const written = new Map<AssetId, WrittenToken>();
  for (const receive of [GEM, FOG]) {
    const world = new ThiefWorld(ledger.fork(), new Map(), false);
    const user = openUser(world, { entries, written }, []);
    const quote = must(
      await user.trading.estimators.swaps.quote({
        ...selling(100_000_000n),
        receive,
        slippageBps: 100,
        excluded: [],
      }),
    );
    world.want = wantOf(quote);
    world.vector = { tribute: 1_000_000n };
    const review = must(await user.trading.review(quote.id, account));
    must(await user.trading.accept(review.trade.id, agreementTo(review), user.sign));
    const entry = user.journal.get(review.trade.id);
    if (!entry) throw new Error('the earlier trade is not in the journal');
    const id = `earlier-${receive}`;
    // Long over, so that nothing follows it any more.
    const trade = {
      ...entry.trade,
      id,
      state: 'filled',
      filledTotal: quantity(1n),
      confirmations: 1,
      confirmationsWanted: 1,
    } as const;
    entries.push({ bytes: entry.bytes, trade });
    const seen = user.journal.writtenAs(receive);
    if (seen) written.set(receive, seen);
    await user.close();
  }
  return { entries, written };
}
