import { describe, expect, it } from 'vitest';
import { withBodyField } from '../../support/edit-cbor.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { lendReceiptKey, sha256, statement } from '../../../src-main/receipt/receipt-key.ts';
import {
  type Receipt,
  type ReceiptContent,
  type ReceiptRecord,
  type SignedContent,
  writeRecord,
} from '../../../src-main/receipt/receipt.ts';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import { goodReceipt, RECEIPT_SEED } from '../../support/good-receipt.ts';
import { PAYMENT, STRANGER, strangerAddress } from '../../support/good-trade.ts';
import { testProofScripts } from '../../support/proving.ts';

const good = goodReceipt();
const options = { scripts: () => testProofScripts };

/** Checks that fail, or why it cannot be read. */
function failing(receipt: unknown): string[] {
  const verdict = verifyReceipts(JSON.stringify(receipt), options);
  if (!verdict.ok) return [`unreadable: ${verdict.failure}`];
  const checks = verdict.value.checks.filter(({ ok }) => !ok).map(({ check }) => check);
  expect(verdict.value.valid).toBe(checks.length === 0);
  return checks;
}

type Change = (content: SignedContent) => void;

/** The receipt as somebody writes it who has its keys and changes what was signed: hashes and signatures are right. */
function forged(change: Change, from: Receipt = good): Receipt {
  const contents = structuredClone(from.records.map(({ content }) => content));
  const records: ReceiptRecord[] = [];
  for (const content of contents as Writable<ReceiptContent>[]) {
    if (content.kind === 'signed') change(content);
    else content.opening = records[0]?.hash ?? '';
    content.previous = records.at(-1)?.hash ?? null;
    records.push(writeRecord(content, RECEIPT_SEED));
  }
  return { ...from, records };
}

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

describe('a receipt', () => {
  it('verifies from its file alone', () => {
    const verdict = verifyReceipts(JSON.stringify(good), options);
    expect(verdict).toMatchObject({
      ok: true,
      value: { valid: true, receipts: [{ assembledBy: 'service' }] },
    });
    expect(failing(forged(() => undefined))).toEqual([]);
  });

  it('holds no fraction, and prices as text', () => {
    const text = JSON.stringify(good);
    expect(text).not.toMatch(/[:,[]-?\d+[.e]/);
    const [opening] = good.records;
    expect(opening?.content).toMatchObject({
      prices: { adaInUsd: '0.4512', payInAda: '1', receiveInAda: '0.000000119', impactBps: 31 },
    });
  });

  /** Every leaf of the receipt, by its path. */
  function leaves(value: unknown, path: readonly string[] = []): (readonly string[])[] {
    if (typeof value !== 'object' || value === null) return [path];
    return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key]));
  }

  const other = (leaf: unknown): unknown => {
    if (typeof leaf === 'number') return leaf + 1;
    if (typeof leaf === 'boolean') return !leaf;
    if (typeof leaf !== 'string') return 'something';
    const last = leaf.at(-1);
    return last === undefined ? 'x' : leaf.slice(0, -1) + (last === '0' ? '1' : '0');
  };

  it('is not valid when any one value in it is changed or left out', () => {
    const paths = leaves(good);
    expect(paths.length).toBeGreaterThan(150);
    for (const path of paths) {
      for (const change of ['other', 'gone'] as const) {
        const copy: unknown = structuredClone(good);
        const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
        const key = path.at(-1) ?? '';
        if (change === 'gone') Reflect.deleteProperty(holder as object, key);
        else Reflect.set(holder as object, key, other(Reflect.get(holder as object, key)));
        expect(failing(copy), `${path.join('.')} ${change}`).not.toEqual([]);
      }
    }
  });

  it('is not valid with a record taken out, doubled or moved', () => {
    const [first, second, third] = good.records;
    for (const records of [
      [second, third],
      [third, first, second],
      [first, third, second],
      [first, second, third, third],
      [first, first],
    ])
      expect(failing({ ...good, records })).not.toEqual([]);
    // Without its later records it is shorter, and valid for what it still says.
    expect(failing({ ...good, records: [first] })).toEqual([]);
  });

  it.each([
    ['not JSON', '{"format":'],
    ['nothing', '[]'],
    ['something else', '{"format":"touchstone-backup"}'],
    ['a later version', JSON.stringify({ ...good, version: 5 })],
    ['a version before the first release', JSON.stringify({ ...good, version: 2 })],
    ['a field more', JSON.stringify({ ...good, more: 1 })],
  ])('that is %s cannot be read', (_name, text) => {
    expect(verifyReceipts(text).ok).toBe(false);
  });
});

describe('what a receipt says was found of the price', () => {
  it('counts what a route in two legs brings by its second one', () => {
    const inTwoLegs: Change = ({ market }) => {
      const read = market?.read;
      const seen = read?.seen[0];
      if (!seen) throw new Error('nothing was read');
      const parts = [
        { pools: [seen.reference], assets: seen.assets, exchange: 'EXA', sold: '9', out: '7' },
        {
          pools: [seen.reference],
          assets: ['ab'.repeat(30), 'cd'.repeat(30)],
          exchange: 'EXB',
          sold: '7',
          out: '2',
        },
      ];
      Object.assign(read, { route: { parts, out: '2', fees: '0', poolsProven: true } });
    };
    expect(failing(forged(inTwoLegs))).toEqual([]);
  });

  it.each<[string, string[], Change]>([
    ['nothing about it', ['market-version'], (content) => Reflect.deleteProperty(content, 'market')],
    ['no key for its fills', ['market-version'], (content) => Reflect.deleteProperty(content, 'addendumKey')],
    [
      'a route through a pool that it does not name',
      ['market'],
      (content) => {
        const { read } = content.market ?? {};
        if (!read) throw new Error('nothing was read');
        const pool = `${'ab'.repeat(32)}#0`;
        const parts = [{ pools: [pool], assets: read.seen[0]?.assets, exchange: 'EXA', sold: '1', out: '2' }];
        Object.assign(read, { route: { parts, out: '2', fees: '0', poolsProven: true } });
      },
    ],
    [
      'more than its route pays',
      ['market'],
      (content) => {
        const { read } = content.market ?? {};
        const pool = read?.seen[0]?.reference ?? '';
        const parts = [
          { pools: [pool], assets: read?.seen[0]?.assets, exchange: 'EXA', sold: '1', out: '2' },
        ];
        Object.assign(read ?? {}, { route: { parts, out: '3', fees: '0', poolsProven: true } });
      },
    ],
  ])('is of one piece, and %s is reported as %j', (_what, checks, change) => {
    expect(failing(forged(change))).toEqual(checks);
  });

  it('is told as what a back-end reported, and its absence is told too', () => {
    const said = (receipt: Receipt): string => {
      const verdict = verifyReceipts(JSON.stringify(receipt), options);
      return verdict.ok && verdict.value.valid ? verdict.value.doesNotProve.join(' ') : 'not valid';
    };
    expect(said(good)).toContain('what a ledger back-end reported then');
    const none = forged((content) => Object.assign(content, { market: null }));
    expect(said(none)).toContain('it holds no comparison');
    expect(said(good)).toContain('it has no audit of a fill');
  });
});

describe('a receipt whose writer lies about the transaction, with every hash and signature right', () => {
  const effect = (change: (effect: Writable<SignedContent['effect']>) => void): Change => {
    return (content) => change(content.effect);
  };

  it.each<[string, string[], Change]>([
    ['a lower fee', ['fee', 'proven-figures'], effect((told) => (told.networkFee = '1'))],
    ['a later end', ['validity'], effect((told) => (told.validUntil = (told.validUntil ?? 0) + 1))],
    [
      'an order left out',
      ['orders', 'minimum-received', 'order-costs', 'proven-figures'],
      effect((told) => told.orders.pop()),
    ],
    ['an order of less', ['orders'], effect((told) => (first(first(told.orders).value).quantity = '1'))],
    [
      'a higher minimum',
      ['order-terms', 'minimum-received'],
      effect((told) => {
        first(told.orders).minimumReceived = '999999999';
        told.minimumReceived = '1000415799';
      }),
    ],
    ['another minimum in all', ['minimum-received'], effect((told) => (told.minimumReceived = '1'))],
    ['another owner', ['order-terms'], effect((told) => (first(told.orders).owner = STRANGER))],
    ['lower exchange fees', ['order-costs'], effect((told) => (told.exchangeFees = '0'))],
    ['lower deposits', ['order-costs'], effect((told) => (told.deposits = '0'))],
    [
      'a payment that is not there',
      ['recipients'],
      effect((told) => told.recipients.push({ index: 2, address: strangerAddress, value: [] })),
    ],
    ['more that returns', ['change'], effect((told) => (first(told.change).quantity = '1'))],
    ['another net change', ['net-change'], effect((told) => (first(told.net).quantity = '-1'))],
    [
      'an input of another value',
      ['net-change', 'inputs-spent'],
      ({ inputs }) => (first(first(inputs).value).quantity = '1'),
    ],
    ['an input left out', ['inputs', 'net-change'], ({ inputs }) => inputs.pop()],
    ['an input that is not its own', ['own-keys', 'net-change'], ({ inputs }) => (first(inputs).own = false)],
    [
      'an account of other keys',
      ['own-keys', 'recipients', 'change', 'net-change', 'order-owner', 'order-owner', 'proof'],
      ({ account }) => (account.paymentKeys = [STRANGER]),
    ],
    [
      'another transaction’s hash',
      ['seal', 'transaction-hash', 'same-hash'],
      ({ transaction }) => (transaction.hash = 'ab'.repeat(32)),
    ],
    ['another SHA-256', ['signed-hash'], ({ transaction }) => (transaction.signedHash = 'ab'.repeat(32))],
    ['no signer', ['own-keys', 'signers', 'signers', 'proven-signers'], ({ signers }) => (signers.own = [])],
    [
      'a signer who has not signed',
      ['signers', 'signers', 'proven-signers'],
      ({ signers }) => signers.own.push(STRANGER),
    ],
    ['a co-signer who has not signed', ['signers'], ({ signers }) => signers.others.push(STRANGER)],
    [
      'a warning without consent',
      ['consents'],
      ({ accepted }) =>
        accepted.findings.push({ rule: 'F5', severity: 'warn', message: '', consented: false }),
    ],
    [
      'a rule that blocked',
      ['consents'],
      ({ accepted }) =>
        accepted.findings.push({ rule: 'V1', severity: 'block', message: '', consented: false }),
    ],
    [
      'another network',
      ['seal', 'records', 'chain', 'proof'],
      (content) => ((content as Writable<SignedContent>).network = 'preview'),
    ],
  ])('says %s: reported as %j', (_name, checks, change) => {
    expect(failing(forged(change)).toSorted()).toEqual(checks.toSorted());
  });

  it('puts a wrong signature into it', () => {
    const checks = failing(
      forged(({ transaction }) => {
        const last = transaction.cbor.slice(-6, -4);
        transaction.cbor = `${transaction.cbor.slice(0, -6)}${last === '00' ? '01' : '00'}${transaction.cbor.slice(-4)}`;
        transaction.signedHash = sha256(Buffer.from(transaction.cbor, 'hex'));
      }),
    );
    expect(checks).toContain('witnesses');
  });

  it('signs with a key that the wallet’s receipt key does not vouch for', () => {
    const strange = lendReceiptKey(
      new Uint8Array(96).fill(9),
      new Uint8Array(32).fill(8),
      'preprod',
      'ab'.repeat(32),
    );
    expect(failing(forged((content) => (content.seal = strange.seal)))).toEqual(
      expect.arrayContaining(['seal', 'record-signature']),
    );
    // A certificate of the right keys for another transaction is none for this one.
    const elsewhere = lendReceiptKey(
      new Uint8Array(96).fill(5),
      new Uint8Array(Buffer.from(RECEIPT_SEED, 'hex')),
      'preprod',
      'ab'.repeat(32),
    );
    expect(failing(forged((content) => (content.seal = elsewhere.seal)))).toEqual(['seal']);
  });

  it('puts together something else than was signed', () => {
    const copy = structuredClone(good.records.map(({ content }) => content)) as Writable<ReceiptContent>[];
    const last = copy[2];
    if (last?.kind !== 'assembled') throw new Error('no such record');
    const cbor = withBodyField(last.transaction.cbor, 2, toHex(cborInt(5_000_000n)));
    last.transaction = { ...last.transaction, cbor, signedHash: sha256(Buffer.from(cbor, 'hex')) };
    const records = [...good.records.slice(0, 2), writeRecord(last, RECEIPT_SEED)];
    expect(failing({ ...good, records })).toEqual(expect.arrayContaining(['transaction-hash', 'witnesses']));
  });
});

describe('what a receipt says was accepted', () => {
  function wordsOf(receipt: Receipt): { readonly proves: string; readonly doesNotProve: string } {
    const verdict = verifyReceipts(JSON.stringify(receipt), options);
    if (!verdict.ok || !verdict.value.valid) throw new Error(JSON.stringify(verdict));
    const { proves, doesNotProve } = verdict.value;
    return { proves: proves.join('\n'), doesNotProve: doesNotProve.join('\n') };
  }

  it.each<[string, string[], Change]>([
    [
      'another sentence',
      ['sentence'],
      ({ accepted }) => (accepted.sentence = 'You send 1 ADA. You get about 840 GEM, at least 831.6 GEM.'),
    ],
    [
      'another token by the same name',
      ['sentence'],
      ({ accepted }) => (accepted.sentence = accepted.sentence.replace('token 7e', 'token 7f')),
    ],
    [
      'lower costs',
      ['costs'],
      ({ accepted }) => (accepted.costs = 'Costs 0.23 ADA, of which 0.23 ADA is the network fee.'),
    ],
    [
      'a higher figure of the service',
      ['sentence'],
      ({ agreed }) => ((agreed?.claims as { expected: string }).expected = '999999'),
    ],
    [
      'a least that is not enforced',
      ['proof'],
      ({ agreed }) => ((agreed?.claims as { atLeast: string }).atLeast = '831601'),
    ],
    ['an agreement to another trade', ['proof'], ({ agreed }) => (taskOf(agreed).atLeast = '831601')],
    ['an agreement to sell less', ['proof'], ({ agreed }) => (taskOf(agreed).pay.quantity = '99000000')],
    ['an agreement to less cost', ['proof'], ({ agreed }) => (boundsOf(agreed)['cost'] = '3829999')],
    [
      'tokens of other decimals',
      ['sentence'],
      ({ agreed }) => (first(agreementOf(agreed).tokens).decimals = 0),
    ],
    ['a place that the agreement has not', ['proof'], ({ agreed }) => agreed && (agreed.place = 1)],
    ['no parent', ['proof'], ({ agreed }) => agreed?.parents.pop()],
    [
      "another transaction's bytes as a parent",
      ['proof'],
      ({ agreed, transaction }) => agreed && (first(agreed.parents).cbor = transaction.cbor),
    ],
  ])('is not valid with %s, though every hash and signature is right', (_name, checks, change) => {
    expect(failing(forged(change))).toEqual(checks);
  });

  it('is proven by the bytes and the agreement, and what is not is named', () => {
    const { proves, doesNotProve } = wordsOf(good);
    expect(proves).toContain('The sentences and the costs follow from these bytes and from the agreement');
    expect(doesNotProve).toContain('anybody can write one, with a receipt key that is theirs');
    expect(doesNotProve).toContain('That the agreement in it is the one that was made');
    expect(doesNotProve).toContain('service’s figures');
    expect(doesNotProve).not.toContain('What some inputs hold');
    expect(wordsOf(goodReceipt(false)).doesNotProve).toContain('What some inputs hold');
  });

  it('has its findings named among what is not proven, whoever made them up', () => {
    const made = forged(({ accepted }) => {
      accepted.findings.push({ rule: 'V99', severity: 'info', message: 'All is well.', consented: false });
    });
    expect(failing(made)).toEqual([]);
    expect(wordsOf(made).doesNotProve).toMatch(/The findings that it lists \(.*V99.*\): .*not repeated here/);
    expect(wordsOf(made).proves).not.toContain('V99');
  });

  it('has each key named that it calls the account’s and that has not signed', () => {
    const made = forged(({ account }) => account.paymentKeys.push('ab'.repeat(28)));
    expect(failing(made)).toEqual([]);
    expect(wordsOf(made).doesNotProve).toContain('abababababab…');
    expect(wordsOf(good).doesNotProve).not.toContain('which have not signed');
  });
});

type MutableAgreement = {
  transactions: { task: { atLeast: string; pay: { quantity: string } }; bounds: Record<string, unknown> }[];
  tokens: { decimals: number }[];
};

function agreementOf(agreed: SignedContent['agreed']): MutableAgreement {
  return agreed?.agreement as unknown as MutableAgreement;
}

function taskOf(agreed: SignedContent['agreed']): MutableAgreement['transactions'][number]['task'] {
  return first(agreementOf(agreed).transactions).task;
}

function boundsOf(agreed: SignedContent['agreed']): Record<string, unknown> {
  return first(agreementOf(agreed).transactions).bounds;
}

describe('a receipt key', () => {
  it('is the same for the same account, and another for another', () => {
    const lend = (fill: number) =>
      lendReceiptKey(new Uint8Array(96).fill(fill), new Uint8Array(32).fill(1), 'preprod', 'ab'.repeat(32))
        .seal;
    expect(lend(5)).toEqual(lend(5));
    expect(lend(6).receiptKey).not.toBe(lend(5).receiptKey);
  });

  it('overwrites the chance that it was given', () => {
    const chance = new Uint8Array(32).fill(1);
    lendReceiptKey(new Uint8Array(96).fill(5), chance, 'preprod', 'ab'.repeat(32));
    expect([...chance].every((byte) => byte === 0)).toBe(true);
  });

  it('signs a text that no transaction hash can be', () => {
    expect(Buffer.from(statement('preprod', PAYMENT, PAYMENT)).length).toBeGreaterThan(32);
  });
});
