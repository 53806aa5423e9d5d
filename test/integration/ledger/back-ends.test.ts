import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import defaults from '../../../resources/exchanges.json' with { type: 'json' };
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import { LEDGER_API_TABLE, type LedgerApi } from '#domain/ledger-apis.ts';
import { unixToSlot } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { proveInput } from '../../../src-main/cardano/resolution.ts';
import { BACK_ENDS, openLedger } from '../../../src-main/ledger/back-ends.ts';
import type { BackEnd } from '../../../src-main/ledger/ledger-read.ts';
import type { OutputRef } from '../../../src-main/ports/ledger.ts';
import { scriptAddress, scriptHash } from '../../../src-main/practice/chain/scripts.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { ledgerFindings } from '../../../src-main/trading/ledger-findings.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { blockfrostServer } from '../../support/ledger-servers/blockfrost-server.ts';
import type { ViewedOutput } from '../../support/ledger-servers/chain-view.ts';
import { koiosServer } from '../../support/ledger-servers/koios-server.ts';
import { ogmiosServer } from '../../support/ledger-servers/ogmios-server.ts';
import type { LedgerServer } from '../../support/ledger-servers/server.ts';
import { submitApiServer } from '../../support/ledger-servers/submit-api-server.ts';
import {
  DEEP_DATUM,
  ledgerWorld,
  valueOf,
  type Change,
  type LedgerWorld,
} from '../../support/ledger-servers/world.ts';
import { need } from '../../support/live-clients.ts';
import { until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

const TOKEN = 'a-token-of-this-test-0123456789';
const UNKNOWN = 'cd'.repeat(32);
const RATE = { concurrency: 4, perSecond: 500, burst: 500 };
const MACHINE = { clock: systemClock, random: systemRandom, rate: RATE };

interface Kind {
  readonly name: string;
  readonly api: LedgerApi;
  /** The path under which its API is. */
  readonly path: string;
  readonly keyed: boolean;
  serve(world: LedgerWorld): Promise<LedgerServer>;
}

/** Four back-ends over one chain: practice's own API, and what speaks as the real ones do. */
const KINDS: readonly Kind[] = [
  {
    ...{ name: 'practice', api: 'blockfrost', path: '', keyed: false },
    serve: ({ chain }) => blockfrostServer(chain),
  },
  {
    ...{ name: 'Blockfrost', api: 'blockfrost', path: '/api/v0', keyed: true },
    serve: ({ chain }) => blockfrostServer(chain, { token: TOKEN, data: [DEEP_DATUM] }),
  },
  {
    ...{ name: 'Koios', api: 'koios', path: '/api/v1', keyed: true },
    serve: ({ chain }) => koiosServer(chain, { token: TOKEN, data: [DEEP_DATUM] }),
  },
  { ...{ name: 'Ogmios', api: 'ogmios', path: '', keyed: false }, serve: ({ chain }) => ogmiosServer(chain) },
];

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
}, 60_000);
afterAll(() => world.stop());

describe.each(KINDS)('the ledger by way of $name', ({ name, api, path, keyed, serve }) => {
  const shows = LEDGER_API_TABLE[api];
  let server: LedgerServer;
  let ledger: BackEnd;

  beforeAll(async () => {
    server = await serve(world);
    ledger = open();
  });
  afterAll(async () => {
    await ledger.close();
    await server.close();
  });

  function open(key: string | undefined = keyed ? TOKEN : undefined): BackEnd {
    const base = baseUrl(server.url + path);
    return BACK_ENDS[api]({ ...MACHINE, base, key: key === undefined ? undefined : accessKey(key) });
  }

  /** With a trouble of the server's, and a connection of its own. */
  async function troubled<T>(
    trouble: LedgerServer['trouble'],
    work: (other: BackEnd) => Promise<T>,
  ): Promise<T> {
    const other = open();
    server.trouble = trouble;
    try {
      return await work(other);
    } finally {
      server.trouble = undefined;
      await other.close();
    }
  }

  /** A back-end's answer to a question, or its statement that it has none. */
  function shown<T>(
    answer: Result<T, Failure>,
    what: 'history' | 'bytes' | 'datums' | 'scripts',
  ): T | undefined {
    if (shows[what]) return need(answer);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'ledger-cannot-prove', data: { what } } });
    return undefined;
  }

  test('names its network, a tip that moves, and the parameters', async () => {
    expect(need(await ledger.network())).toBe('preprod');
    const first = need(await ledger.tip());
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(Math.abs(first.slot - unixToSlot('preprod', first.time / 1_000))).toBeLessThanOrEqual(1);
    await until(async () => need(await ledger.tip()).height > first.height, 'another block');
    expect(need(await ledger.parameters())).toEqual({
      ...{ minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
      protocolMajor: 10,
    });
  });

  test('lists all outputs of an address, each once, with data and every token to the last unit', async () => {
    const wanted = await world.chain.utxos(world.crowded);
    expect(wanted.length).toBeGreaterThan(200);
    const utxos = need(await ledger.utxos(world.crowded));
    const byReference = new Map(utxos.map((utxo) => [`${utxo.txHash}#${utxo.index}`, utxo]));
    expect(utxos).toHaveLength(wanted.length);
    for (const output of wanted) {
      const utxo = byReference.get(`${output.tx_hash}#${output.output_index}`);
      expect(utxo?.address).toBe(world.crowded);
      expect(utxo?.value).toEqual(new Map(valueOf(output)));
      expect(utxo?.inlineDatum).toBe(output.inline_datum ?? undefined);
    }
    const rich = utxos.filter(({ value }) => value.size > 1);
    expect(rich).toHaveLength(1);
    expect(rich[0]?.inlineDatum).toBe(DEEP_DATUM);
  });

  test('lists the addresses of a stake key, and what is at those asked for and at no other', async () => {
    const { rewardAddress, own, mixed } = world.account;
    const listed = shown(await ledger.accountAddresses(rewardAddress), 'history');
    if (listed) {
      expect(new Set(listed.addresses)).toEqual(new Set([...own, mixed]));
      expect(listed.complete).toBe(true);
      const nobodys = 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn';
      expect(need(await ledger.accountAddresses(nobodys))).toEqual({ addresses: [], complete: true });
    }
    const before = server.seen.length;
    const outputs = need(await ledger.utxosAt([...own, practiceWallet(99).address]));
    expect(outputs.map(({ address }) => address).toSorted()).toEqual(own.toSorted());
    // One list for the account, or one for all, and one for the address that has nothing to do with it.
    expect(server.seen.length - before).toBeLessThanOrEqual(2);
    expect(need(await ledger.utxosAt([own[0] ?? '', own[0] ?? '']))).toHaveLength(1);
  });

  test('reads quantities that no JavaScript number holds', async () => {
    const huge = await world.huge();
    const [held] = need(await ledger.outputs([{ txHash: huge.tx_hash, index: huge.output_index }]));
    expect(held?.value).toEqual(new Map(valueOf(huge)));
    const listed = need(await ledger.utxos(huge.address));
    const same = listed.find(({ txHash, index }) => txHash === huge.tx_hash && index === huge.output_index);
    expect(same?.value).toEqual(held?.value);
  });

  test('an address that nobody paid holds nothing, and anything that is not an address is not asked about', async () => {
    expect(need(await ledger.utxos(practiceWallet(99).address))).toEqual([]);
    const before = server.seen.length;
    expect(await ledger.utxos('../../genesis')).toMatchObject({ failure: { code: 'ledger-not-found' } });
    expect(server.seen.length).toBe(before);
  });

  test('lists the pools of a token at the scripts asked for, or says that it cannot', async () => {
    const [token] = world.tokens as readonly [AssetId];
    const names = defaults.map(({ code }) => code);
    const scripts = [...names, 'PRACTICE64'].map((name) => scriptHash(name, 'pool'));
    const addresses = names.map((name) => scriptAddress(name, 'pool'));
    const listed = shown(await ledger.scriptOutputs(scripts, token), 'scripts');
    if (listed === undefined) return;
    const unspent = (await Promise.all(addresses.map((address) => world.chain.utxos(address)))).flat();
    const pools = unspent.filter((output) => valueOf(output).some(([id]) => id === token));
    expect(pools.length).toBeGreaterThan(1);
    expect(unspent.length).toBeGreaterThan(pools.length);
    expect(listed.complete).toBe(true);
    const byName = (name: { txHash: string; index: number }): string => `${name.txHash}#${name.index}`;
    expect(listed.outputs.map(byName).toSorted()).toEqual(
      pools.map((output) => `${output.tx_hash}#${output.output_index}`).toSorted(),
    );
    for (const output of listed.outputs) {
      const pool = pools.find((one) => `${one.tx_hash}#${one.output_index}` === byName(output));
      expect(output.value).toEqual(new Map(valueOf(pool as ViewedOutput)));
      expect(output.inlineDatum).toBe(pool?.inline_datum);
      expect(addresses).toContain(output.address);
    }
    // The crowded address holds the token too, and is no script; nor is there a pool at a script that nobody uses.
    const unused = need(await ledger.scriptOutputs(scripts.slice(-1), token));
    expect(unused).toEqual({ outputs: [], complete: true });
  });

  test('vouches for outputs by reference, and leaves out what it does not know', async () => {
    const [first, second] = world.payments;
    const references: OutputRef[] = [
      { txHash: second.hash, index: 0 },
      { txHash: first.hash, index: 3 },
      { txHash: first.hash, index: 120 },
      { txHash: UNKNOWN, index: 0 },
    ];
    const found = need(await ledger.outputs(references));
    const names = found.map(({ txHash, index }) => `${txHash}#${index}`).toSorted();
    // The third was spent: a back-end without history does not know it any more.
    const known = [references[0], references[1], ...(shows.history ? [references[2]] : [])];
    expect(names).toEqual(known.map((one) => `${one?.txHash}#${one?.index}`).toSorted());
    const rich = found.find(({ value }) => value.size > 1);
    expect(rich).toMatchObject({ address: world.crowded, inlineDatum: DEEP_DATUM });
  });

  test('has the bytes that prove an input, or says that it has none', async () => {
    const [, second] = world.payments;
    const cbor = shown(await ledger.transactionCbor(second.hash), 'bytes');
    const several = need(await ledger.transactionBytes([second.hash, UNKNOWN]));
    shown(await ledger.transactionCbor(UNKNOWN), 'bytes');
    expect([...several.keys()]).toEqual(shows.bytes ? [second.hash] : []);
    if (cbor === undefined) return;
    const proven = need(proveInput(`${second.hash}#0`, cbor));
    expect(proven.value.size).toBeGreaterThan(2);
    expect(several.get(second.hash)).toBe(cbor);
  });

  test('knows where a transaction is and what became of its outputs, or says that it does not', async () => {
    const [first, second] = world.payments;
    const included = shown(await ledger.inclusion(first.hash), 'history');
    const placed = shown(await ledger.transaction(first.hash), 'history');
    expect(shown(await ledger.inclusion(UNKNOWN), 'history')).toBeUndefined();
    expect(shown(await ledger.transaction(UNKNOWN), 'history')).toBeUndefined();
    if (!shows.history) return;
    const tx = await world.chain.transaction(first.hash);
    expect(included).toMatchObject({
      ...{ hash: first.hash, blockHeight: tx?.block_height, slot: tx?.slot },
      fees: BigInt(tx?.fees ?? 0),
    });
    expect(placed?.inputs.map(({ txHash }) => txHash)).toEqual([world.gift]);
    expect(placed?.outputs.map(({ index }) => index)).toEqual(Array.from({ length: 121 }, (_, at) => at));
    expect(placed?.outputs[120]?.spentBy).toBe(second.hash);
    expect(placed?.outputs.slice(0, 120).every(({ spentBy }) => spentBy === undefined)).toBe(true);
    const asked = need(await ledger.transaction(first.hash, undefined, ({ index }) => index === 120));
    expect(asked?.outputs[120]?.spentBy).toBe(second.hash);
  });

  test('lists the transactions of an address, the newest first', async () => {
    const [first, second] = world.payments;
    const hashes = shown(await ledger.transactions(world.crowded, 5), 'history');
    if (hashes !== undefined) expect(hashes).toEqual([second.hash, first.hash]);
    if (shows.history) expect(need(await ledger.transactions(world.crowded, 1))).toEqual([second.hash]);
  });

  test('knows a token and its decimals, or knows none', async () => {
    const [id] = world.tokens as readonly [AssetId];
    const asset = need(await ledger.asset(id));
    const nobodys = parseAssetId(`${'ee'.repeat(28)}aa`) as AssetId;
    expect(need(await ledger.asset(nobodys))).toBeUndefined();
    if (!shows.assets) return void expect(asset).toBeUndefined();
    const known = await world.chain.asset(id);
    expect(asset).toMatchObject({
      ...{ id, ticker: known?.metadata?.ticker, decimals: known?.metadata?.decimals },
      supply: BigInt(known?.quantity ?? 0),
    });
  });

  test('finds a datum by its hash', async () => {
    const found = shown(await ledger.datum(blake2b256(hexBytes(DEEP_DATUM))), 'datums');
    expect(shown(await ledger.datum(UNKNOWN), 'datums')).toBeUndefined();
    if (shows.datums && name !== 'practice') expect(found).toBe(DEEP_DATUM);
  });

  test('takes a transaction, and the same bytes again', async () => {
    const { hash, cbor } = await world.spending();
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
    await world.onChain(hash);
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
    expect(await ledger.submit(cbor)).toMatchObject({ failure: { code: 'inputs-spent' } });
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
    expect(await ledger.submit(cbor, undefined, UNKNOWN)).toMatchObject({
      failure: { code: 'inputs-spent' },
    });
  });

  test('knows a transaction that still waits, where it can look into its queue', async () => {
    const { hash, cbor } = await world.spending();
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
    if (shows.mempool) expect(need(await ledger.hasTransaction(hash))).toBe(true);
    await world.onChain(hash);
    expect(need(await ledger.hasTransaction(hash))).toBe(true);
    expect(need(await ledger.hasTransaction(UNKNOWN))).toBe(false);
  });

  test.each<[Change, string, string | undefined, RegExp]>([
    ['spent-input', 'inputs-spent', undefined, /spent by another one/],
    ['unknown-input', 'inputs-spent', undefined, /spent by another one/],
    [
      'expired',
      'submission-refused',
      'OutsideValidityIntervalUTxO',
      /outside the time for which it is valid/,
    ],
    ['not-conserved', 'submission-refused', 'ValueNotConservedUTxO', /not what it pays out/],
    ['fee-too-small', 'submission-refused', 'FeeTooSmallUTxO', /fee is too small/],
    [
      'too-little-ada',
      'submission-refused',
      'BabbageOutputTooSmallUTxO',
      /less ADA than the network demands/,
    ],
    ['unsigned', 'submission-refused', 'MissingVKeyWitnessesUTXOW', /MissingVKeyWitnessesUTXOW/],
  ])('translates a refusal: %s', async (change, code, rule, words) => {
    const { hash, cbor } = await world.spending(change);
    const answer = await ledger.submit(cbor, undefined, hash);
    if (answer.ok) throw new Error('it was taken');
    expect(answer.failure.code).toBe(code);
    if (rule !== undefined) expect(answer.failure.data).toEqual({ rule });
    expect(answer.failure.detail).not.toBe('');
    expect(failureText(answer.failure).what).toMatch(words);
  });

  test('refuses anything that is not a transaction', async () => {
    expect(await ledger.submit('f6')).toMatchObject({
      failure: { code: 'submission-refused', data: { rule: 'DecoderErrorDeserialiseFailure' } },
    });
  });

  test('does not claim to know what became of a submission without an answer, and sends it once', async () => {
    const { hash, cbor } = await world.spending();
    const before = server.submissions;
    const answer = await troubled('cut-after-submit', (other) => other.submit(cbor, undefined, hash));
    expect(answer).toMatchObject({ ok: false, failure: { code: 'submission-unknown' } });
    expect(server.submissions).toBe(before + 1);
    await world.onChain(hash);
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
  });

  test('says so when it is asked too often, or is not let in', async () => {
    const limited = await troubled('rate-limited', (other) => other.tip());
    expect(limited).toMatchObject({ failure: { code: 'ledger-rate-limited' } });
    const refused = await troubled('key-refused', (other) => other.tip());
    expect(refused).toMatchObject({ failure: { code: 'ledger-key-refused' } });
    // A transaction that was not accepted is not called unknown.
    const { cbor } = await world.spending();
    const unsent = await troubled('key-refused', (other) => other.submit(cbor));
    expect(unsent).toMatchObject({ failure: { code: 'ledger-key-refused' } });
  });

  test('sends its key where it has one, and nowhere else', async () => {
    await ledger.tip();
    const headers = JSON.stringify(server.seen.map((one) => one.headers));
    expect(headers.includes(TOKEN)).toBe(keyed);
    if (!keyed) return;
    const wrong = open('a-wrong-token-of-this-test');
    expect(await wrong.tip()).toMatchObject({ failure: { code: 'ledger-key-refused' } });
    await wrong.close();
  });

  test('refuses a network that is none of the three', async () => {
    const found = await troubled('unknown-network', (other) => other.network());
    expect(found).toMatchObject({ failure: { code: 'wrong-network', data: { found: 'magic 42' } } });
  });

  test('is not reached where nobody listens', async () => {
    const base = baseUrl('http://127.0.0.1:9');
    const nowhere = BACK_ENDS[api]({ ...MACHINE, base });
    expect(await nowhere.tip()).toMatchObject({ failure: { code: 'ledger-unreachable' } });
    expect(await nowhere.submit('84')).toMatchObject({ failure: { code: 'ledger-unreachable' } });
    await nowhere.close();
  });

  test('has nothing odd about it, and an odd one is reported', async () => {
    expect(await ledgerFindings(ledger, 'preprod', systemClock)).toEqual([]);
    const findings = await troubled('odd', (other) => ledgerFindings(other, 'preprod', systemClock));
    const parameters = findings.filter(({ code }) => code === 'ledger-parameters-odd');
    expect(parameters.map(({ data }) => data?.['parameter'])).toEqual(['minFeeA', 'the protocol version']);
    expect(findings.at(-1)).toMatchObject({ code: 'clock-off', data: { way: 'behind' } });
    for (const finding of findings) expect(failureText(finding).what).toMatch(/\d/);
    const elsewhere = await ledgerFindings(ledger, 'mainnet', systemClock);
    expect(elsewhere.map(({ code }) => code)).toContain('ledger-time-odd');
  });

  test('answers a call that was given up as such', async () => {
    const given = new AbortController();
    given.abort();
    expect(await ledger.tip(given.signal)).toMatchObject({ failure: { code: 'ledger-call-cancelled' } });
  });
});

describe('a submit API in front of a node', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(cleanups.map((cleanup) => cleanup())));

  async function both() {
    const [node, submit] = await Promise.all([ogmiosServer(world.chain), submitApiServer(world.chain)]);
    const opened = openLedger(
      {
        first: { api: 'ogmios', base: baseUrl(node.url), rate: RATE },
        submit: { base: baseUrl(submit.url), rate: RATE },
      },
      MACHINE,
    );
    cleanups.push(
      opened.close,
      () => node.close(),
      () => submit.close(),
    );
    return { node, submit, ledger: opened.ledger };
  }

  test('takes the transactions; the node still says what it had before', async () => {
    const { node, submit, ledger } = await both();
    const { hash, cbor } = await world.spending();
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
    await world.onChain(hash);
    expect(need(await ledger.submit(cbor, undefined, hash))).toBe(hash);
    expect([node.submissions, submit.submissions]).toEqual([0, 2]);
  });

  test('refuses in the words of the ledger, and leaves open what it does not answer', async () => {
    const { submit, ledger } = await both();
    const bad = await world.spending('fee-too-small');
    expect(await ledger.submit(bad.cbor)).toMatchObject({
      failure: { code: 'submission-refused', data: { rule: 'FeeTooSmallUTxO' } },
    });
    const good = await world.spending();
    submit.trouble = 'cut-after-submit';
    expect(await ledger.submit(good.cbor)).toMatchObject({ failure: { code: 'submission-unknown' } });
    await world.onChain(good.hash);
  });
});

describe('a node that another back-end’s history completes', () => {
  test('answers for the present, the other for the past, and each vouches for the other', async () => {
    const [node, history] = await Promise.all([ogmiosServer(world.chain), koiosServer(world.chain)]);
    const { ledger, secondSource, close } = openLedger(
      {
        first: { api: 'ogmios', base: baseUrl(node.url), rate: RATE },
        second: { api: 'koios', base: baseUrl(`${history.url}/api/v1`), rate: RATE },
      },
      MACHINE,
    );
    const [first] = world.payments;
    expect(need(await ledger.network())).toBe('preprod');
    expect(need(await ledger.transaction(first.hash))?.hash).toBe(first.hash);
    const asked = history.seen.length;
    expect(need(await ledger.utxos(world.crowded)).length).toBeGreaterThan(200);
    expect(need((await secondSource?.outputs([{ txHash: first.hash, index: 0 }])) ?? fail())).toHaveLength(1);
    expect(history.seen.length).toBe(asked);
    history.trouble = 'unknown-network';
    expect(await ledger.network()).toMatchObject({ failure: { code: 'wrong-network' } });
    await close();
    await Promise.all([node.close(), history.close()]);
  });
});

function fail(): never {
  throw new Error('there is no second source');
}

test('ADA is known to every back-end that knows tokens', async () => {
  const server = await koiosServer(world.chain);
  const ledger = BACK_ENDS.koios({ ...MACHINE, base: baseUrl(server.url) });
  expect(need(await ledger.asset(ADA))).toMatchObject({ decimals: 6 });
  await ledger.close();
  await server.close();
});
