import { failureText } from '#domain/failure.ts';
import { readBundle } from '../../src-main/cli/inspect-bundle.ts';
import { judgeBundle } from '../../src-main/cli/inspect-judge.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { Inspection, InspectionReport } from '../../src-main/inspect/inspection.ts';
import { judgeOffline } from '../../src-main/offline/judge.ts';
import type { Quote } from '../../src-main/trading/kinds/quote.ts';
import type { Review } from '../../src-main/trading/reviewer.ts';
import { bundleOf, realTrades } from './aggregator-bundles.ts';
import { goodPayment } from './good-payment.ts';
import { goodBundle, offlineGrounds } from './offline-bundle.ts';
import { beginning, type Beginning } from './thief/beginning.ts';
import { account, NOW } from './thief/cast.ts';
import { CANCELS, KINDS } from './thief/kinds.ts';
import type { Claims } from './thief/levers.ts';
import { ask, SIZES } from './thief/requests.ts';
import { openUser, SCRIPTS, type User } from './thief/user.ts';
import type { Want } from './thief/want.ts';
import { ThiefWorld } from './thief/world.ts';

/** A judgement that is the same in every run. */
export interface Judged {
  readonly name: string;
  readonly report: InspectionReport;
  /** Figures of the quote, where the transaction gives less. */
  readonly worse?: Review['worseThanQuote'];
  /** Where its summary hash can be computed again: the hash, and what it is of besides the report. */
  readonly bound?: Pick<Inspection, 'bodyHash' | 'summaryHash'> &
    Pick<InspectionInput, 'subject' | 'tokens' | 'agreed' | 'claims'>;
}

/** Figures that the service states: the lever and the index of its lie. */
const STATED: readonly (readonly [lever: string, lie: number])[] = [
  ['build total_output', 1],
  ['build total_output', 6],
  ['build total_output', 7],
  ['build total_output', 8],
  ['estimate batcher_fee', 1],
  ['estimate batcher_fee', 7],
  ['estimate deposits', 13],
  ['estimate total_output', 8],
];
/** Percent of the least that was accepted that the orders enforce. */
const ENFORCED = [100n, 98n];

/** Every kind of trade, as the trading core and a machine without a network judge it. */
export async function tradesJudged(): Promise<readonly Judged[]> {
  const begun = await beginning();
  const rows: Judged[] = [];
  for (const kind of KINDS) {
    const asking =
      (size: number, percent: bigint): Quoting =>
      async (world, user) => {
        const asked = await ask(kind, size, world, user, begun);
        return asked.ok
          ? { quotes: asked.value.quotes, wants: asked.value.wants.map((want) => lowered(want, percent)) }
          : { quotes: [], wants: [] };
      };
    for (let size = 0; size < SIZES; size += 1)
      rows.push(...(await judgedOf(`${kind} ${size}`, begun, new Map(), asking(size, 100n))));
    if (CANCELS.includes(kind)) continue;
    for (const [lever, lie] of STATED)
      for (const percent of ENFORCED)
        rows.push(
          ...(await judgedOf(
            `${kind} at ${percent} %, ${lever} ${lie}`,
            begun,
            new Map([[lever, lie]]),
            asking(1, percent),
          )),
        );
  }
  return [...rows, ...paymentJudged()];
}

/** A payment that is judged elsewhere. */
function paymentJudged(): readonly Judged[] {
  const { input } = goodPayment();
  const { transactions } = judgeOffline(
    goodBundle({
      agreement: input.agreed.agreement,
      transactions: [{ at: 0, cbor: input.cbor }],
      parents: [...(input.parents?.values() ?? [])],
    }),
    offlineGrounds(),
  );
  return transactions.map((one) => judgedAs('payment offline', one.inspection, one.input));
}

function judgedAs(name: string, inspection: Inspection, input: InspectionInput): Judged {
  return { name, report: inspection.report, bound: { ...inspection, ...input } };
}

type Quoting = (
  world: ThiefWorld,
  user: User,
) => Promise<{ readonly quotes: readonly Quote[]; readonly wants: readonly Want[] }>;

function lowered(want: Want, percent: bigint): Want {
  if (want.kind === 'cancel') return want;
  const part = (units: bigint): bigint => (units * percent) / 100n;
  return {
    ...want,
    atLeast: part(want.atLeast),
    parts: want.parts.map(({ pay, atLeast }) => ({ pay, atLeast: part(atLeast) })),
  };
}

async function judgedOf(
  name: string,
  begun: Beginning,
  claims: Claims,
  quoted: Quoting,
): Promise<readonly Judged[]> {
  const world = new ThiefWorld(begun.ledger.fork(), claims, false);
  const user = openUser(world, begun.journal, [...begun.orders, begun.plan]);
  try {
    const { quotes, wants } = await quoted(world, user);
    const rows: Judged[] = [];
    for (const [at, quote] of quotes.entries()) {
      world.want = wants[at];
      world.vector = {};
      const review = await user.trading.examine(user.trading.quotes.renew(quote), account);
      if (review.ok) rows.push(...bothWays(`${name} ${at}`, review.value));
    }
    return rows;
  } finally {
    await user.close();
  }
}

/** As it was judged here, and as it is judged where there is no network. */
function bothWays(
  name: string,
  { inspection, input, agreement, tip, worseThanQuote: worse }: Review,
): readonly Judged[] {
  const { transactions } = judgeOffline(
    {
      network: input.network,
      exportedAt: NOW,
      tipSlot: tip.slot,
      address: account.address,
      paths: [],
      agreement,
      transactions: [{ at: 0, cbor: inspection.cbor }],
      parents: [...(input.parents?.values() ?? [])],
    },
    { own: account.own, now: NOW, scripts: SCRIPTS },
  );
  return [
    { ...judgedAs(name, inspection, input), ...(worse && { worse }) },
    ...transactions.map((one) => judgedAs(`${name} offline`, one.inspection, one.input)),
  ];
}

/** The real trades of aggregator and exchange users, as the command line judges them. */
export function realTradesJudged(): readonly Judged[] {
  return realTrades().flatMap((trade) =>
    (['stated', 'none'] as const).flatMap((fees) => {
      const parsed = readBundle(JSON.stringify(bundleOf(trade, fees)));
      if (!parsed.ok) throw new Error(failureText(parsed.failure).what);
      const { report } = judgeBundle(parsed.value);
      if (!report) throw new Error('a real trade can be read');
      return [{ name: `${trade.expected.hash.slice(0, 8)} ${fees}`, report }];
    }),
  );
}
