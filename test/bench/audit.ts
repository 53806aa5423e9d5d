import { FilledWorld, toldOf, type SeenFill } from '../support/planted-fills.ts';
import { conclude, say } from './report.ts';

/**
 * `npm run bench -- audit [--count N]`: audits N honest fills (default 20,000), and a tenth as many of each misdeed
 * that practice can plant, using only the bytes of the transactions and their parents. Counts how many misdeeds were
 * found and how many honest fills raised an alarm. Exit code 1 if a target is missed.
 */

const USUAL_COUNT = 20_000;
const ORDERS_A_ROUND = 40;
/** Rounds before a new world is started, so that the chain stays short. */
const ROUNDS_A_WORLD = 12;
const LEAST_RECALL = { underpaid: 1, reordered: 1, sandwiched: 0.99 };

type Misdeed = NonNullable<SeenFill['planted']>;
type Told = keyof ReturnType<typeof toldOf>;
type Wrong = ConstructorParameters<typeof FilledWorld>[1];

interface Campaign {
  readonly name: string;
  readonly wrong: Wrong;
  /** The alarm that a planted fill must raise; `undefined` if none may be raised. */
  readonly told: Told | undefined;
  /** Its share of `--count`. */
  readonly share: number;
}

const isReordered = (misdeed: Misdeed): boolean => misdeed.kind !== 'batch' || misdeed.order === 'reversed';

const CAMPAIGNS: readonly Campaign[] = [
  { name: 'honest, order by order', wrong: undefined, told: undefined, share: 0.5 },
  {
    name: 'honest, in batches',
    wrong: () => ({ kind: 'batch', order: 'ledger' }),
    told: undefined,
    share: 0.5,
  },
  {
    name: 'underpaid',
    wrong: (random) =>
      random.below(2) === 0
        ? { kind: 'underpay', amount: String(10 ** random.below(8) + random.below(9)) }
        : undefined,
    told: 'underpaid',
    share: 0.1,
  },
  {
    name: 'reordered',
    wrong: (random) => ({ kind: 'batch', order: random.below(4) === 0 ? 'ledger' : 'reversed' }),
    told: 'reordered',
    share: 0.1,
  },
  {
    name: 'sandwiched',
    wrong: (random) =>
      random.below(2) === 0 ? { kind: 'sandwich', percent: 1 + random.below(300) } : undefined,
    told: 'sandwiched',
    share: 0.1,
  },
];

interface Count {
  transactions: number;
  fills: number;
  planted: number;
  found: number;
  alarms: number;
  notCheckable: number;
}

async function run({ wrong, told, share }: Campaign, count: number, seed: number): Promise<Count> {
  const result: Count = { transactions: 0, fills: 0, planted: 0, found: 0, alarms: 0, notCheckable: 0 };
  const wanted = Math.round(count * share);
  for (let world = 0; (told === undefined ? result.fills : result.planted) < wanted; world += 1) {
    const fills = await new FilledWorld(seed + world, wrong).fills(ROUNDS_A_WORLD, ORDERS_A_ROUND);
    if (fills.length === 0) throw new Error('nothing is filled');
    for (const fill of fills) add(result, fill, told);
  }
  return result;
}

function add(result: Count, fill: SeenFill, told: Told | undefined): void {
  const { planted, orders } = fill;
  const said = toldOf(fill);
  const isPlanted = told !== undefined && planted !== undefined && isReordered(planted);
  result.transactions += 1;
  result.fills += orders.length;
  result.notCheckable += orders.filter(({ exact }) => exact === undefined).length;
  result.planted += isPlanted ? 1 : 0;
  result.found += isPlanted && said[told] ? 1 : 0;
  // A fill that is wrong in one way must not raise any other alarm.
  const kinds = Object.keys(said) as Told[];
  result.alarms += kinds.some((kind) => said[kind] && !(isPlanted && kind === told)) ? 1 : 0;
}

function countOf(): number {
  const at = process.argv.indexOf('--count');
  const count = at === -1 ? USUAL_COUNT : Number(process.argv[at + 1]);
  if (Number.isSafeInteger(count) && count > 0) return count;
  say('--count takes a number above zero.');
  return process.exit(2);
}

function line(cells: readonly (string | number)[]): string {
  return cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(13))).join('');
}

async function main(): Promise<void> {
  const count = countOf();
  const missed: string[] = [];
  let honest = 0;
  say('Fills in practice, audited from the bytes of the transactions and of their parents.');
  say(line(['', 'transactions', 'fills', 'unchecked', 'planted', 'found', 'recall', 'false alarms']));
  for (const [index, campaign] of CAMPAIGNS.entries()) {
    const { name, told } = campaign;
    const counted = await run(campaign, count, 1_000 * (index + 1));
    const { transactions, fills, planted, found, alarms, notCheckable } = counted;
    if (told === undefined) honest += fills;
    const recall = told === undefined ? '–' : `${((100 * found) / planted).toFixed(2)} %`;
    say(line([name, transactions, fills, notCheckable, planted, found, recall, alarms]));
    if (told !== undefined && found < planted * LEAST_RECALL[told]) missed.push(`${name}: recall ${recall}`);
    if (alarms > 0) missed.push(`${name}: ${alarms} false alarms`);
  }
  conclude(missed, `no false alarm in ${honest} honest fills, recall as wanted`);
}

await main();
