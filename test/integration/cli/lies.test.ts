import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { ProxiedPlace } from '../../support/command-line.ts';
import { need } from '../../support/live-clients.ts';
import { changingCbor, type Interference } from '../../support/practice-proxy.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const COPY = 'ec6278e7692f5612e16f6cf0f09e38682178e1589e2691b6434be35d414d424552';

const place = new ProxiedPlace();
const { keys } = place;

function swap(...args: readonly string[]) {
  const order = ['--in', 'ADA', '--out', 'AMBER', '--amount', '25', '--slippage', '5', '--yes'];
  return place.json(['swap', ...place.there, ...keys, ...order, ...args]);
}

/** The number of requests sent that could have reached the chain. */
const sent = (): number => place.proxy.seen('/tx/submit').length;

/** Pays everything that went to the wallet's address to a stranger instead. */
function toStranger(cbor: string): string {
  const [mine, theirs] = [place.address, practiceWallet(99).address].map(
    (text) => need(parseAddress(text)).hex,
  );
  return cbor.replaceAll(mine ?? '', theirs ?? '');
}

/** Moves lovelace from the change into the network fee. */
function raisedFee(lovelace: bigint): (cbor: string) => string {
  return (cbor) => {
    const transaction = CSL.Transaction.from_hex(cbor);
    const body = JSON.parse(transaction.body().to_json()) as {
      fee: string;
      outputs: { address: string; amount: { coin: string } }[];
    };
    const change = body.outputs.findLast((output) => output.address === place.address);
    if (change === undefined) throw new Error('there is no change');
    body.fee = String(BigInt(body.fee) + lovelace);
    change.amount.coin = String(BigInt(change.amount.coin) - lovelace);
    const changed = CSL.TransactionBody.from_json(JSON.stringify(body));
    return CSL.Transaction.new(changed, transaction.witness_set()).to_hex();
  };
}

describe('a service that lies', () => {
  test.each([
    ['the change goes to a stranger', toStranger, 'inspection-blocked', /V3|V1/],
    ['ten ADA go into the fee', raisedFee(10_000_000n), 'inspection-blocked', /V15/],
    ['an ADA goes into the fee', raisedFee(1_000_000n), 'warning-unaccepted', /F5/],
    ['no transaction at all', () => 'd87980', 'transaction-undecodable', /./],
  ])('about what it built: %s', async (_name, change, code, rule) => {
    place.proxy.interfere(changingCbor('/swap/build', change));
    const ended = await swap();
    expect(ended.json.failure).toMatchObject({ code, money: 'none' });
    expect(JSON.stringify(ended.json.failure)).toMatch(rule);
    expect(ended.code).toBe(1);
    expect(place.proxy.seen('/swap/build')).toHaveLength(1);
    expect(place.proxy.seen('/swap/sign')).toHaveLength(0);
    expect(sent()).toBe(0);
  });

  test.each([
    ['the change goes to a stranger', toStranger],
    ['no transaction at all', () => 'd87980'],
  ])('about what was signed: %s; the next swap reports the trade that was left', async (name, change) => {
    const journal = ['--journal', place.path(`${name}.sqlite`)];
    place.proxy.interfere(changingCbor('/swap/sign', change));
    const { code, json } = await swap(...journal);
    expect(json).toMatchObject({
      failure: { code: 'service-changed-transaction' },
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 'signed',
    });
    expect(json.failure).toMatchObject({
      data: { rule: 'A1', here: true },
      advice: expect.stringContaining('resume'),
    });
    expect(code).toBe(1);
    expect(place.proxy.seen('/swap/sign')).toHaveLength(1);
    expect(sent()).toBe(0);

    place.proxy.interfere(changingCbor('/swap/build', toStranger));
    const next = await swap(...journal);
    expect(next.stderr).toContain(`An older trade is still open: ${String(json['tx_hash'])} is signed`);
    expect(next.json.failure?.code).toBe('inspection-blocked');
    expect(sent()).toBe(0);
  });

  test('about which token is verified: a copy is not taken for the token', async () => {
    place.proxy.interfere(async ({ url }, forward) => {
      const answer = await forward();
      if (!url.includes('/swap/tokens')) return answer;
      const tokens = JSON.parse(answer.body) as readonly { token_id: string }[];
      return { ...answer, body: JSON.stringify(tokens.filter(({ token_id: id }) => id === COPY)) };
    });
    const { code, json } = await swap();
    expect(json.failure?.code).toMatch(/^token-(unacknowledged|unknown)$/);
    expect(code).toBe(1);
    expect(place.proxy.seen('/swap/build')).toHaveLength(0);
  });

  test('about two tokens of one ticker: none is picked', async () => {
    place.proxy.interfere(async ({ url }, forward) => {
      const answer = await forward();
      if (!url.includes('/swap/tokens')) return answer;
      const tokens = JSON.parse(answer.body) as readonly { token_id: string }[];
      const more = tokens.map((token) => ({ ...token, token_id: COPY }));
      return { ...answer, body: JSON.stringify([...tokens, ...more]) };
    });
    const { code, json } = await swap();
    expect(json.failure).toMatchObject({
      code: 'token-ambiguous',
      message: expect.stringContaining('AMBER'),
    });
    expect(code).toBe(1);
  });
});

describe('a service that exchanges the tickers of two tokens', () => {
  const TICKERS = { AMBER: 'TILL', TILL: 'AMBER' } as const;

  /** Wherever it names them; the ledger has its own word, none, or the same. */
  const exchanging =
    (ledger: 'true' | 'silent' | 'same' = 'true'): Interference =>
    async ({ url }, forward) => {
      const exchanged = (text: string): string =>
        text.replaceAll(/(?<=["=])(AMBER|TILL)(?=["&]|$)/g, (_, one: keyof typeof TICKERS) => TICKERS[one]);
      const answer = await forward(undefined, exchanged(url));
      if (url.includes('/assets/') && ledger === 'silent')
        return {
          ...answer,
          body: answer.body.replaceAll(/"(name|ticker)":"[^"]*"/g, '"$1":null'),
        };
      const isNamed = url.includes('/swap/token') || (ledger === 'same' && url.includes('/assets/'));
      if (!isNamed) return answer;
      return { ...answer, body: exchanged(answer.body) };
    };
  const idOf = async (ticker: string): Promise<string> => {
    const { json } = await place.json([
      'quote',
      ...place.there,
      '--in',
      'ADA',
      '--out',
      ticker,
      '--amount',
      '25',
    ]);
    return (json['expected'] as { readonly token: string }).token;
  };

  const buying = (id: string, ...more: readonly string[]) => {
    const order = ['--in', 'ADA', '--out', id, '--amount', '25', '--slippage', '5'];
    return place.json(['swap', ...place.there, ...keys, ...order, '--yes', ...more]);
  };

  test('sells and pays nothing under another name, and what it is paid for by its id is asked about once', async () => {
    place.proxy.interfere();
    const amber = await idOf('AMBER');
    place.proxy.interfere(exchanging());
    for (const wish of [
      ['swap', '--in', 'ADA', '--out', 'TILL', '--amount', '25', '--slippage', '5'],
      ['send', '--to', place.address, '--token', 'TILL=5'],
      ['limit', '--in', 'TILL', '--out', 'ADA', '--amount', '50', '--price', '0.001', '--dex', 'EXA'],
    ]) {
      const { code, json } = await place.json([...wish, ...place.there, ...keys, '--yes']);
      expect(json.failure).toMatchObject({
        code: 'ticker-disputed',
        data: { token: 'TILL', id: amber, other: 'AMBER' },
        money: 'none',
      });
      expect(code).toBe(1);
    }
    const journal = ['--journal', place.path('exchanged.sqlite')];
    const byId = (...more: readonly string[]) => buying(amber, ...journal, ...more);
    const asked = await byId();
    expect(asked.json.failure).toMatchObject({ code: 'warning-unaccepted', data: { rule: 'P9' } });
    expect(asked.json.failure?.message).toContain(amber);
    expect(asked.stderr).not.toMatch(/\d TILL|\d AMBER/);
    expect(place.proxy.seen('/swap/sign')).toHaveLength(0);
    expect((await byId('--accept', 'P9')).json).toMatchObject({ state: 'filled' });
    expect((await byId()).json).toMatchObject({ state: 'filled' });
  });

  test('after a trade under the true name, is blocked (P9), and no rule’s name accepts it', async () => {
    const journal = ['--journal', place.path('renamed.sqlite')];
    place.proxy.interfere();
    const amber = await idOf('AMBER');
    const first = await swap(...journal);
    expect([first.code, first.json['state']]).toEqual([0, 'filled']);
    expect(first.stderr).toContain(`AMBER is the token ${amber}, by the service and the ledger.`);
    for (const ledger of ['true', 'silent'] as const) {
      place.proxy.interfere(exchanging(ledger));
      const { json } = await buying(amber, ...journal, '--accept', 'P9');
      expect(json.failure).toMatchObject({ code: 'inspection-blocked', data: { rule: 'P9' } });
      expect(json.failure?.message).toContain('called TILL; here it was called AMBER');
      expect(place.proxy.seen('/swap/sign')).toHaveLength(0);
    }
    // The same word of the ledger is another matter: it is asked about, and holds from then on.
    place.proxy.interfere(exchanging('same'));
    const asked = await buying(amber, ...journal);
    expect(asked.json.failure).toMatchObject({ code: 'warning-unaccepted', data: { rule: 'P9' } });
    expect(asked.json.failure?.message).toContain(
      `The ledger now calls the token ${amber} by the name TILL; here it was called AMBER before.`,
    );
    const accepted = await buying(amber, ...journal, '--accept', 'P9');
    expect(accepted.json).toMatchObject({ state: 'filled' });
    expect((await buying(amber, ...journal)).json).toMatchObject({ state: 'filled' });
  });

  test('whose name was taken while the ledger had none, does not keep the true one out', async () => {
    const journal = ['--journal', place.path('lied-at-first.sqlite')];
    place.proxy.interfere();
    const amber = await idOf('AMBER');
    place.proxy.interfere(exchanging('silent'));
    const lied = await buying(amber, ...journal, '--accept', 'P9');
    expect(lied.json).toMatchObject({ state: 'filled' });
    // Whether or not it continues to lie.
    for (const interference of [exchanging(), undefined]) {
      place.proxy.interfere(interference);
      const { json } = await buying(amber, ...journal);
      expect(json.failure).toMatchObject({ code: 'warning-unaccepted', data: { rule: 'P9' } });
      expect(json.failure?.message).toContain('by the name AMBER; here it was called TILL before');
    }
  });

  test('whose ledger has no names, is taken by id alone where nobody is asked', async () => {
    place.proxy.interfere(exchanging('silent'));
    const { code, json } = await swap();
    expect(json.failure).toMatchObject({ code: 'ticker-unconfirmed', data: { token: 'AMBER' } });
    expect(code).toBe(1);
    expect(place.proxy.seen('/swap/build')).toHaveLength(0);
  });
});

describe('a service that fails after the signature', () => {
  const broken = (): void =>
    place.proxy.interfere((request, forward) =>
      request.url.endsWith('/swap/sign') ? Promise.resolve({ status: 500, body: '"broken"' }) : forward(),
    );
  const resume = (...args: readonly string[]) => place.json(['resume', ...place.there, ...args]);
  const verify = (...args: readonly string[]) => place.json(['verify-receipt', ...args]);

  test('ends the command, which says how to go on; the offer, taken beforehand, fills the trade', async () => {
    broken();
    const journal = ['--journal', place.path('failed.sqlite')];
    const { code, json, stderr } = await swap(...journal);
    expect(json).toMatchObject({
      failure: {
        code: 'service-did-not-sign',
        advice: expect.stringContaining('resume'),
        data: { here: true },
      },
      state: 'signed',
    });
    expect(stderr).toContain('Whoever holds your signature can send this transaction until');
    expect(code).toBe(1);
    expect(sent()).toBe(0);

    const again = await resume(...journal);
    expect(again.json.failure).toMatchObject({ code: 'service-did-not-sign' });
    expect(again.code).toBe(1);
    expect(sent()).toBe(0);

    const receipt = place.path('resumed.json');
    const local = await resume(...journal, '--assemble-locally', '--receipt', receipt);
    expect(local.json).toMatchObject({ state: 'filled', assembled_by: 'local', receipt });
    expect(local.code).toBe(0);
    expect(sent()).toBe(1);
    const verified = await verify('--receipt', receipt);
    // Its fills were audited before the receipt was written, and are computed again from it.
    const fill = expect.objectContaining({ exact: true, proven: true });
    expect(verified.json).toMatchObject({
      valid: true,
      receipts: [{ assembledBy: 'local', fills: expect.arrayContaining([fill]) }],
    });
    expect(verified.code).toBe(0);
    const told = await resume(...journal);
    expect(told.json).toMatchObject({ state: 'filled', assembled_by: 'local', sent_now: false });
    expect(told.code).toBe(0);
  });

  test('is done without by a swap that said so', async () => {
    broken();
    const receipt = place.path('swapped.json');
    const { code, json } = await swap('--assemble-locally', '--receipt', receipt);
    expect(json).toMatchObject({ state: 'filled', assembled_by: 'local', receipt });
    expect(code).toBe(0);
    expect(sent()).toBe(1);
    expect((await verify('--receipt', receipt)).code).toBe(0);
    const twice = await swap('--receipt', receipt);
    expect(twice.code).toBe(2);
    expect(twice.json.failure?.message).toContain('never overwritten');
  });

  test('is asked again by resume, once it answers', async () => {
    broken();
    const journal = ['--journal', place.path('asked.sqlite')];
    const { json } = await swap(...journal);
    place.proxy.interfere();
    const again = await resume(...journal, '--trade', String(json['tx_hash']), '--wait', 'placed');
    expect(again.json).toMatchObject({ tx_hash: json['tx_hash'], assembled_by: 'service' });
    expect(again.code).toBe(0);
  });
});

test('a ledger that refuses the transaction is reported with its rule; nothing is on the way', async () => {
  place.proxy.interfere((request, forward) =>
    request.url.endsWith('/tx/submit')
      ? Promise.resolve({
          status: 400,
          body: JSON.stringify({ status_code: 400, error: 'Bad Request', message: 'ValueNotConservedUTxO' }),
        })
      : forward(),
  );
  const { code, json } = await swap('--journal', place.path('refused.sqlite'));
  expect(json).toMatchObject({ failure: { code: 'submission-refused' }, state: 'assembled' });
  expect(code).toBe(1);
});

test('a warning about money that was accepted by name does not stop the trade', async () => {
  place.proxy.interfere(changingCbor('/swap/build', raisedFee(1_000_000n)));
  const { code, json } = await swap('--accept', 'f5');
  expect(json).toMatchObject({ state: 'filled' });
  expect(code).toBe(0);
});
