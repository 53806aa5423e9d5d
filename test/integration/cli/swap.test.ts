import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FundedPlace, type CommandJson } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';

const PASSWORD = 'a password that nobody may see';
const AMBER = 'f9aff5a2efe994044636c91012f0c818001b2ab07e5f757344abeb71414d424552';

const EVERY_EXCHANGE = 'EXA,EXAV2,EXA2HOP,EXB,EXBV3,EXC,EXCV2,EXD,EXE,EXF,EXG,EXH,EXI,EXJ,EXK';

const place = new FundedPlace({ environment: { WRONG_KEY: 'a-wrong-key-that-nobody-may-see' } });
const password = place.file('password.txt', `${PASSWORD}\n`);
const { keys } = place;
/** So that the market's own movement keeps no order waiting. */
const wide = ['--slippage', '5'];

interface AmountJson {
  readonly token: string;
  readonly base_units: string;
  readonly amount: string;
}

const amountIn = (json: CommandJson, name: string): AmountJson => json[name] as AmountJson;

/** The wallet's holdings, by token. */
async function balance(): Promise<ReadonlyMap<string, bigint>> {
  const { code, json } = await place.json(['balance', ...place.there, ...keys]);
  expect(code).toBe(0);
  const amounts = json['amounts'] as readonly AmountJson[];
  return new Map(amounts.map(({ token, base_units }) => [token, BigInt(base_units)]));
}

/** Decimal ADA as lovelace. */
const lovelace = (ada: unknown): bigint => BigInt(Math.round(Number(ada) * 1e6));

function quote(...args: readonly string[]) {
  return place.json(['quote', ...place.there, ...args]);
}

describe('a swap', () => {
  test('by the whole command line fills, changes the balance by exactly what it says, and shows no secret', async () => {
    const before = await balance();
    const { code, json, stdout, stderr } = await place.json([
      ...['swap', ...place.there, ...keys, '--password-file', password],
      ...['--in', 'ADA', '--out', 'AMBER', '--amount', '25', ...wide, '--yes'],
    ]);
    expect(stderr).toMatch(/Quoted[^]*Built and inspected[^]*Signed[^]*Filled/);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 'filled',
      pay: { token: 'ADA', base_units: '25000000', amount: '25' },
      received: { token: AMBER, ticker: 'AMBER' },
      assembled_by: 'service',
    });
    const received = BigInt(amountIn(json, 'received').base_units);
    expect(received).toBeGreaterThanOrEqual(BigInt(amountIn(json, 'at_least').base_units));

    const costs = json['costs_ada'] as Readonly<Record<'network_fee' | 'exchange_fees', string>>;
    const after = await balance();
    const spent = 25_000_000n + lovelace(costs.network_fee) + lovelace(costs.exchange_fees);
    expect((before.get('ADA') ?? 0n) - (after.get('ADA') ?? 0n)).toBe(spent);
    expect((after.get(AMBER) ?? 0n) - (before.get(AMBER) ?? 0n)).toBe(received);
    expect(stdout + stderr).not.toMatch(/abandon/);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  test('with the keys of a backup sells a token; its last line is the hash and its state', async () => {
    const backup = place.path('backup.json');
    await place.run(['keys', 'import', ...keys, '--out', backup, '--password-file', password]);
    const { code, stdout, stderr } = await place.run([
      ...['swap', ...place.there, '--backup-file', backup, '--password-file', password],
      ...['--in', 'amber', '--out', 'ada', '--amount', '12.5', ...wide, '--yes'],
    ]);
    expect(stderr).toMatch(/You pay +12\.5 AMBER/);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^You got [\d.]+ ADA\.\n[0-9a-f]{64} filled\n$/);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  test('that is not waited for is reported, and followed, by the next one with the same journal', async () => {
    const journal = ['--journal', place.path('waiting/journal.sqlite')];
    const order = ['--in', 'ADA', '--out', AMBER, '--amount', '5', ...wide, '--yes'];
    const first = await place.json([
      'swap',
      ...place.there,
      ...keys,
      ...order,
      ...journal,
      '--wait',
      'submitted',
    ]);
    expect(first.code).toBe(0);
    expect(first.json['state']).toMatch(/^(submitted|placed|partly-filled|filled)$/);
    const hash = String(first.json['tx_hash']);

    const second = await place.json(['swap', ...place.there, ...keys, ...order, ...journal]);
    expect(second.code).toBe(0);
    expect(second.json['tx_hash']).not.toBe(hash);
    if (first.json['state'] !== 'filled') {
      expect(second.stderr).toContain(
        `An older trade is still open: ${hash} is ${String(first.json['state'])}`,
      );
      expect(second.stderr).toContain(`The older trade ${hash} is now filled.`);
    }
  });

  test('whose time is up says so with its hash and state', async () => {
    const order = ['--in', 'ADA', '--out', AMBER, '--amount', '5', '--yes', '--timeout', '0.001'];
    const { code, json } = await place.json(['swap', ...place.there, ...keys, ...order]);
    expect(code).toBe(1);
    expect(json).toMatchObject({
      failure: { code: 'wait-over', advice: expect.stringMatching(/journal/) },
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: expect.stringMatching(/^(submitted|submitting|placed)$/),
      journal: expect.stringMatching(/journal\.sqlite$/),
    });
  });
});

describe('a refusal has its code, exit code 1, and moves nothing', () => {
  const order = ['--out', AMBER, '--yes'];
  interface Refused {
    readonly args: readonly string[];
    readonly code: string;
    readonly says?: string;
    readonly money?: string;
  }
  const refusals: Readonly<Record<string, Refused>> = {
    'more than there is': { args: ['--in', 'ADA', '--amount', '1000000'], code: 'insufficient-funds' },
    'too many decimals': {
      args: ['--in', 'ADA', '--amount', '1.0000001'],
      code: 'amount-malformed',
      says: '6',
    },
    'the same token': { args: ['--in', AMBER, '--amount', '1'], code: 'same-token' },
    'an unknown ticker': { args: ['--in', 'NOPE', '--amount', '1'], code: 'token-unknown' },
    'an unknown id': { args: ['--in', `${'ab'.repeat(28)}00`, '--amount', '1'], code: 'token-unknown' },
    'an unverified ticker': {
      args: ['--in', 'SHELF', '--amount', '1'],
      code: 'token-unacknowledged',
      says: 'SHELF',
    },
    'another network': { args: ['--in', 'ADA', '--amount', '1'], code: 'wrong-network', says: 'preprod' },
    'a wrong key': { args: ['--in', 'ADA', '--amount', '1'], code: 'service-key-refused' },
    'a service that nobody runs': { args: ['--in', 'ADA', '--amount', '1'], code: 'service-unreachable' },
    'a damaged journal': {
      args: ['--in', 'ADA', '--amount', '1', '--journal', place.file('damaged.sqlite', 'no database')],
      code: 'storage-corrupt',
      // Earlier trades may be in the part that cannot be read.
      money: 'unknown',
    },
    'a journal that cannot be made': {
      args: ['--in', 'ADA', '--amount', '1', '--journal', `${place.path('words.txt')}/journal.sqlite`],
      code: 'data-folder-unusable',
    },
  };
  /** In place of the right connection, by the refusal's name. */
  const elsewhere: Readonly<Record<string, readonly [string, string]>> = {
    'another network': ['--network', 'mainnet'],
    'a wrong key': ['--api-key-env', 'WRONG_KEY'],
    'a service that nobody runs': ['--base-url', 'http://127.0.0.1:9'],
  };

  test.concurrent.each(Object.entries(refusals))('%s', async (name, given) => {
    const { args, code, says, money = 'none' } = given;
    const journal = args.includes('--journal') ? [] : ['--journal', place.path(`${name}/journal.sqlite`)];
    const [option, value] = elsewhere[name] ?? [];
    const at = place.there.indexOf(option ?? '');
    const where = at < 0 ? place.there : place.there.with(at + 1, value ?? '');
    const ended = await place.json(['swap', ...where, ...keys, ...order, ...args, ...journal]);
    expect(ended.json.failure).toMatchObject({ code, money });
    if (says !== undefined) expect(ended.json.failure?.message).toContain(says);
    expect(ended.code).toBe(1);
    expect(ended.stderr).not.toMatch(/Signed/);
    expect(ended.stdout + ended.stderr).not.toContain('a-wrong-key-that-nobody-may-see');
  });
});

describe.concurrent('a quote', () => {
  test('takes the verified token of a ticker that another one copies', async () => {
    const { code, json } = await quote('--in', 'ADA', '--out', 'AMBER', '--amount', '25');
    expect(code).toBe(0);
    expect(amountIn(json, 'expected').token).toBe(AMBER);
  });

  test('takes an unverified token by its full id alone, and says that it is not verified', async () => {
    const copy = 'ec6278e7692f5612e16f6cf0f09e38682178e1589e2691b6434be35d414d424552';
    const { code, json } = await quote('--in', 'ADA', '--out', copy, '--amount', '5');
    expect(code).toBe(0);
    expect(amountIn(json, 'expected').token).toBe(copy);
    expect(json['notices']).toContainEqual(expect.stringMatching(/AMBER is not verified/));
  });

  test('leaves out the exchanges that are excluded, until none is left', async () => {
    const order = ['--in', 'ADA', '--out', AMBER, '--amount', '25'];
    const routes = ({ json }: { json: CommandJson }): readonly string[] =>
      (json['routes'] as readonly { exchange: string }[]).map(({ exchange }) => exchange);
    const used = routes(await quote(...order));
    expect(used).not.toEqual([]);
    const others = routes(await quote(...order, '--exclude', used.join(',')));
    expect(others).not.toEqual([]);
    expect(others.filter((exchange) => used.includes(exchange))).toEqual([]);
    const none = await quote(...order, '--exclude', EVERY_EXCHANGE);
    expect(none.code).toBe(1);
    expect(none.json.failure?.code).toBe('all-exchanges-excluded');
  });

  test('asks a practice service of its own when none is named', async () => {
    const { code, stdout, stderr } = await place.run([
      'quote',
      '--in',
      'ADA',
      '--out',
      'AMBER',
      '--amount',
      '5',
    ]);
    expect(stderr).toMatch(/asking practice/);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^You pay +5 ADA\nYou get about [\d.]+ AMBER\nAt least +[\d.]+ AMBER\n/);
  });
});

test('a balance by keys and by address is the same, with amounts in whole tokens', async () => {
  const ask = async (...whose: readonly string[]): Promise<CommandJson> =>
    (await place.json(['balance', ...place.there, ...whose])).json;
  const { byKeys, byAddress } = await eventually('balances of one moment', async () => {
    // An order that is still open may be filled between two looks.
    const before = await ask(...keys);
    const byAddress = await ask('--address', String(before['address']));
    const byKeys = await ask(...keys);
    return isDeepStrictEqual(before, byKeys) ? { byKeys, byAddress } : undefined;
  });
  expect(byAddress).toEqual(byKeys);
  expect(byKeys['amounts']).toContainEqual(
    expect.objectContaining({
      token: AMBER,
      ticker: 'AMBER',
      amount: expect.stringMatching(/^\d+(\.\d{1,6})?$/),
    }),
  );
});
