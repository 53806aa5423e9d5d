import type { ApprovalTable, ApprovalTask, OutputOf } from '#contract/index.ts';
import type { CallName, InputOf } from '#contract/table.ts';
import type { Api } from '../../src-preload/bridge.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { shortened } from '#domain/words/names.ts';
import { addressOfFake, hashOfFake } from './fake-market.ts';
import { WRONG_PASSWORD } from './fake-vault-api.ts';

const AMBER = `${hashOfFake('amber').slice(0, 56)}414d424552`;

type View = OutputOf<ApprovalTable, 'task'>;
export type FakeTransaction = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

type Calls = {
  [K in CallName<ApprovalTable>]: (
    input: InputOf<ApprovalTable, K>,
  ) => Promise<Result<OutputOf<ApprovalTable, K>, Failure>>;
};

/** Main as the approval window sees it. The password `wrong password` is refused. */
export class FakeApproval {
  readonly api: Api<ApprovalTable>;
  readonly asked: { readonly name: string; readonly input: unknown }[] = [];
  /** The answer of `approval.save`. */
  path: string | undefined = 'Downloads/touchstone-report.json';
  #view: View;
  readonly #listeners = new Set<(view: View) => void>();

  constructor(task: ApprovalTask) {
    this.#view = { task, inView: true, theme: 'dark' };
    const calls: Calls = {
      'approval.approve': ({ password }) =>
        Promise.resolve(password === WRONG_PASSWORD ? failed(failure('wrong-password')) : ok({})),
      'approval.export': () =>
        Promise.resolve(ok(this.path === undefined ? { saved: false } : { saved: true, path: this.path })),
      'approval.cancel': () => Promise.resolve(ok({})),
      'approval.save': () =>
        Promise.resolve(ok(this.path === undefined ? { saved: false } : { saved: true, path: this.path })),
    };
    this.api = {
      call: Object.fromEntries(
        Object.entries(calls).map(([name, call]) => [
          name,
          (input: never) => {
            this.asked.push({ name, input });
            return call(input);
          },
        ]),
      ),
      on: {
        task: (listener: (view: View) => void) => {
          this.#listeners.add(listener);
          listener(structuredClone(this.#view));
          return () => this.#listeners.delete(listener);
        },
      },
    } as unknown as Api<ApprovalTable>;
  }

  show(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener(structuredClone(this.#view));
  }
}

/** A swap as main would put it into the window. */
export function fakeTransaction(now: number, change: Partial<FakeTransaction> = {}): FakeTransaction {
  const own = addressOfFake('wallet');
  return {
    kind: 'transaction',
    tradeId: 't1',
    practice: true,
    profile: { name: 'Practice', network: 'preprod' },
    title: 'Swap on the practice network',
    verdict: 'pass',
    sentences: [
      'You send 2,500 ADA.',
      'You get about 20,802.604 AMBER, at least 20,178.525 AMBER.',
      `AMBER is the token ${shortened(AMBER)}.`,
      'Costs 1.983241 ADA, of which 0.183241 ADA is the network fee and 1.8 ADA the exchange fee.',
      '4 ADA comes back when the orders close.',
    ],
    tokens: [{ name: 'AMBER', id: AMBER }],
    findings: [],
    bodyHash: hashOfFake('body'),
    summaryHash: hashOfFake('summary'),
    totalCost: 'In all, 1.983241 ADA does not come back: 0.08 % of the ADA traded.',
    agreement: {
      hash: hashOfFake('agreement'),
      lines: [
        'At most 2,589 ADA leaves for good: what you sell, and at most 89 ADA of costs.',
        'Of the costs, up to 2 ADA is for the network, 27 ADA for the service or others, the rest for exchanges.',
        'At most 2,560 ADA is locked in orders that pay you at least 20,178.525 AMBER in all, or wait.',
      ],
    },
    asksPassword: true,
    watchOnly: false,
    offline: false,
    expiresAt: now + 60_000,
    validUntil: now + 900_000,
    netChange: ['-2,505.983241 ADA'],
    orders: [
      {
        title: 'Order at Example A',
        lines: ['Sells 2,500 ADA', 'Wants at least 20,178.525 AMBER', 'Pays to you', 'You can cancel it'],
      },
    ],
    inputs: [
      {
        name: `${hashOfFake('parent')}#0`,
        address: own,
        whose: 'yours',
        tone: 'own',
        amounts: ['10,000 ADA'],
        notes: ['Its value is proven by the bytes of the transaction that made it.'],
      },
    ],
    collateral: [],
    outputs: [
      {
        name: '#0',
        address: addressOfFake('order'),
        whose: 'order at Example A',
        tone: 'order',
        amounts: ['2,505.8 ADA'],
        notes: ['The datum names you as the owner.'],
        datum: 'd8799f581c'.repeat(12),
      },
      { name: '#1', address: own, whose: 'yours', tone: 'own', amounts: ['7,494.016759 ADA'], notes: [] },
    ],
    fields: [
      { name: 'Fee', text: '0.183241 ADA' },
      { name: 'Valid until', text: 'slot 1,204,331' },
    ],
    rules: [
      { rule: 'D1', outcome: 'holds', holds: 'The bytes are one plain transaction.', leavesOut: '' },
      {
        rule: 'V7',
        outcome: 'holds',
        holds: 'The orders enforce at least what you accepted.',
        leavesOut: 'The market price.',
      },
    ],
    cbor: '84a4008182'.repeat(60),
    ...change,
  };
}
