import type { AgreedTransaction, RecurringTask, TradeTask } from '../agreement/agreement.ts';
import { hashesIn, plutusOf } from './order-terms.ts';
import type { Cycles, Terms } from './terms.ts';
import { objection, type Objection, when } from './proof.ts';
import type { AssetId } from '#domain/asset.ts';
import { ADA, of, sumIfAll, total } from './sums.ts';
import { paymentObjections } from './payment-objections.ts';
import { tradedAssets, type Order, type Survey } from './survey.ts';
import { amount } from './words.ts';

/**
 * Objections to the orders of a trade. A cancellation places none, since its bounds let it lock nothing: in its case,
 * the order that a later one replaces is checked.
 */
export function orderObjections(survey: Survey): readonly Objection[] {
  const { agreed, orders } = survey;
  const { task } = agreed;
  if (task.kind === 'cancel')
    return survey.context.agreement.transactions.flatMap(replacedObjections(survey));
  if (task.kind === 'send') return paymentObjections(task, survey);
  return [
    ...when(orders.length === 0, 'no-order', 'It places no order: you would get nothing.'),
    ...orders.flatMap((order) => [
      ...datumObjections(order),
      ...(order.terms ? termsObjections(order.terms, task, survey) : unreadObjections(order, survey)),
    ]),
    ...soldObjections(task, survey),
    ...overheadObjections(task, survey),
    ...shareObjections(task, survey),
    ...numberObjections(task, orders.length),
    ...replacementObjections(task, survey),
  ];
}

function numberObjections(task: TradeTask, placed: number): readonly Objection[] {
  switch (task.kind) {
    case 'swap':
      return [];
    case 'limit':
      return when(
        placed !== task.orders,
        'orders-number',
        `It places ${placed} orders, and you asked for ${task.orders}.`,
      );
    case 'dca':
      return when(
        placed > 1,
        'orders-number',
        `It places ${placed} orders, and a recurring order is a single one.`,
      );
  }
}

/**
 * A replacement spends what the cancellation gave back: where that is not on chain, neither can this be. And its orders
 * are locked by the same script as the one that it replaces.
 */
function replacementObjections(task: TradeTask, { inputs, orders }: Survey): readonly Objection[] {
  if (task.kind !== 'limit' || task.replaces === undefined) return [];
  const { cancellation, script } = task.replaces;
  // Where the script of the cancellation failed, it is on chain and took nothing back: its collateral says nothing.
  const follows = inputs.filter(
    ({ own, proven, restOfFailed, name }) =>
      own && proven && !restOfFailed && name.startsWith(`${cancellation ?? '?'}#`),
  );
  return [
    ...when(
      follows.length === 0,
      'replacement-independent',
      'It spends nothing that the cancellation gave back: the order that it replaces may have been filled.',
    ),
    ...when(
      orders.some(({ output }) => output.holder.hash !== script),
      'replacement-elsewhere',
      'It places an order elsewhere than where the one that it replaces was.',
    ),
  ];
}

/** The order that is taken back is the one to be replaced, at the script of the new one, with what that one sells. */
function replacedObjections({ inputs }: Survey): (one: AgreedTransaction) => readonly Objection[] {
  return ({ task }) => {
    if (task.kind !== 'limit' || task.replaces === undefined) return [];
    const { order, script } = task.replaces;
    const old = inputs.find(({ name, agreed, proven }) => agreed && proven && name === order);
    if (!old) return [objection('replaced-other', 'It does not take back the order that is to be replaced.')];
    return [
      ...when(
        old.holder?.kind !== 'script' || old.holder.hash !== script,
        'replaced-elsewhere',
        'The order that it takes back is elsewhere than where the new one would be.',
      ),
      ...when(
        of(old.value, task.pay.asset) < task.pay.quantity,
        'replaced-smaller',
        'The order that it takes back holds less than the new one would sell.',
      ),
    ];
  };
}

function datumObjections({ output, script, datum }: Order): readonly Objection[] {
  const first = script !== undefined && plutusOf(script) === 1;
  return [
    ...when(datum === undefined, 'datum-unseen', 'The terms of an order cannot be seen.'),
    ...when(
      first && (output.inlineDatum !== undefined || output.carriesScript),
      'datum-unspendable',
      'An order is placed in a way that its script can never spend: what it holds would be lost.',
    ),
  ];
}

function termsObjections(terms: Terms, task: TradeTask, { context, tx }: Survey): readonly Objection[] {
  const { paymentKeyHashes, stakeKeyHashes, script } = context.account;
  const { owner, byScript, ownerStake, canceller, wanted, recurring } = terms;
  // Several people together take back funds that a script owns; no single key can.
  const cancels =
    canceller === undefined ||
    (script === undefined && (paymentKeyHashes.has(canceller) || stakeKeyHashes.has(canceller)));
  const mine = byScript ? script?.hash === owner : paymentKeyHashes.has(owner);
  return [
    ...when(!mine, 'order-owner', 'The proceeds of an order go to somebody else.'),
    ...when(
      ownerStake !== undefined && !stakeKeyHashes.has(ownerStake),
      'order-owner',
      'The proceeds of an order go to an address whose stake part is not yours.',
    ),
    ...when(!cancels, 'order-canceller', 'Somebody else can take an order back.'),
    ...when(
      wanted !== undefined && wanted !== task.receive,
      'order-wants-other',
      'An order buys something else than you asked for.',
    ),
    ...when(
      recurring !== undefined && task.kind !== 'dca',
      'order-recurring',
      'An order is a recurring one, which you did not ask for.',
    ),
    ...(task.kind === 'dca' ? cyclesObjections(recurring, task, tx.validUntil) : []),
  ];
}

/** Hundredths of a percent in parts per million. */
const PARTS_PER_MILLION = 100n;

function cyclesObjections(
  plan: Cycles | undefined,
  task: RecurringTask,
  validUntil: bigint | undefined,
): readonly Objection[] {
  if (!plan)
    return [
      objection('order-not-recurring', 'The order is not a recurring one: all of it may be traded at once.'),
    ];
  return [
    ...when(
      plan.interval !== task.interval,
      'order-interval',
      'The order trades at other times than you chose.',
    ),
    ...when(
      plan.cycles !== BigInt(task.cycles) || plan.completed !== 0n,
      'order-cycles',
      `The order has ${plan.cycles - plan.completed} trades to make, and you asked for ${task.cycles}.`,
    ),
    ...when(
      plan.amountPerCycle !== task.amountPerCycle,
      'order-parts',
      'The order divides what it sells differently from what you chose.',
    ),
    ...when(
      plan.slippage !== undefined && plan.slippage > BigInt(task.slippageBps) * PARTS_PER_MILLION,
      'order-slippage',
      'The trades of the order may be worse than the market by more than you allowed.',
    ),
    ...when(
      plan.due !== undefined && !startsNow(plan.due, validUntil),
      'order-start',
      'The first trade of the order is not due when it is placed: several may be made at once, or none for long.',
    ),
    ...when(
      plan.elsewhere === true,
      'order-elsewhere',
      'The trades of the order may be placed where no exchange is known to fill them.',
    ),
  ];
}

/** Seconds before a transaction's end at which the first trade of its plan may be due. */
const START_BEFORE_END = 7_200n;

function startsNow({ slot, seconds }: NonNullable<Cycles['due']>, validUntil: bigint | undefined): boolean {
  return validUntil !== undefined && slot >= validUntil - START_BEFORE_END && slot <= validUntil + seconds;
}

/**
 * An order whose terms cannot be read. Where its exchange's orders can be, it is none of them. Where they cannot, it may
 * be placed in expert mode, as long as it names the user and nobody else.
 */
function unreadObjections(
  { output, script, datum }: Order,
  { context, agreed }: Survey,
): readonly Objection[] {
  if (datum === undefined) return [];
  if (script?.form !== undefined)
    return [
      objection('order-unreadable', `The terms of an order are not those of an order at ${script.exchange}.`),
    ];
  const { paymentKeyHashes, stakeKeyHashes } = context.account;
  const named = hashesIn(datum) ?? new Set<string>();
  const known = new Set<string>([
    ...paymentKeyHashes,
    ...stakeKeyHashes,
    ...(script?.alsoNames ?? []),
    output.holder.hash,
    ...tradedAssets(agreed).map((asset) => asset.slice(0, 56)),
  ]);
  const mine = [...named].some((hash) => paymentKeyHashes.has(hash));
  const others = [...named].some((hash) => !known.has(hash));
  return [
    ...when(!mine, 'order-owner', 'The terms of an order cannot be read, and do not name you.'),
    ...when(others, 'order-owner', 'The terms of an order cannot be read, and name somebody else.'),
  ];
}

/** The orders sell exactly what is to be sold, as far as they say what they sell; and hold no less than that. */
function soldObjections({ pay }: TradeTask, { orders, context }: Survey): readonly Objection[] {
  const { tokens } = context.agreement;
  const locked = of(total(orders.map(({ output }) => output.value)), pay.asset);
  const enough = pay.asset === ADA ? locked >= pay.quantity : locked === pay.quantity;
  const sold = sumIfAll(orders, (order) => soldBy(order, pay.asset));
  const sells = sold ?? locked;
  return when(
    !enough || (sold !== undefined && sold !== pay.quantity),
    'sold-other',
    `The orders sell ${amount(pay.asset, sells, tokens)}, and you sell ${amount(pay.asset, pay.quantity, tokens)}.`,
  );
}

/** The amount that an order sells of the asset paid; `undefined` where it does not state it. */
function soldBy({ terms, output }: Order, paid: AssetId): bigint | undefined {
  if (!terms) return undefined;
  const held = of(output.value, paid);
  if (terms.sells !== undefined) return terms.sells;
  if (paid !== ADA) return held;
  return terms.fee === undefined || terms.deposit === undefined
    ? undefined
    : held - terms.fee - terms.deposit;
}

/** An order that holds less than the fee and the deposit that it states takes the rest out of the proceeds. */
function overheadObjections({ pay }: TradeTask, { orders }: Survey): readonly Objection[] {
  return orders.flatMap(({ terms, output }) => {
    if (pay.asset === ADA || terms?.fee === undefined || terms.deposit === undefined) return [];
    const [held, stated] = [of(output.value, ADA), terms.fee + terms.deposit];
    return when(
      held < stated,
      'overhead-other',
      `An order holds ${amount(ADA, held)} for fee and deposit, and its terms state ${amount(ADA, stated)}.`,
    );
  });
}

/** How many times its part of the least, at most, an order may enforce too little: it could be the only one filled. */
const LEAST_SHARE = 2n;

/** The orders of a split each enforce a fair part of the least: else the one that does not may be filled alone. */
function shareObjections(task: TradeTask, { orders }: Survey): readonly Objection[] {
  if (task.kind === 'dca' || orders.length < 2) return [];
  const { pay, atLeast } = task;
  const held = of(total(orders.map(({ output }) => output.value)), pay.asset);
  const overhead = (held - pay.quantity) / BigInt(orders.length);
  return orders.flatMap((order) => {
    if (!order.terms) return [];
    const sells = soldBy(order, pay.asset) ?? of(order.output.value, pay.asset) - overhead;
    return when(
      LEAST_SHARE * order.terms.least * pay.quantity < atLeast * sells,
      'share-below',
      'An order enforces less than half of its share of the minimum that you agreed to.',
    );
  });
}
