import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lovelaceIn, quantity, quantityIn } from '#domain/amount.ts';
import { ADA, policyOf, type AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import type { SwapIntent } from '#domain/quote.ts';
import { ServiceClient } from '../../../src-main/service/service-client.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { atLeastOf, leastOf } from '../../../src-main/trading/kinds/market-price.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { askFaucet, liveClients, need } from '../../support/live-clients.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { until } from '../../support/practice-service.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';

describe.each(['spec', 'wild'] as const)('the service client against practice, dialect %s', (dialect) => {
  let practice: PracticeProcess;
  let clients: ReturnType<typeof liveClients>;
  let token: Token;
  let decimals: (asset: AssetId) => number;

  beforeAll(async () => {
    practice = await PracticeProcess.start({ dialect });
    clients = liveClients(practice.endpoints);
    const found = need(await clients.service.search('amber', true));
    const amber = found.find(({ ticker }) => ticker === 'AMBER');
    if (amber === undefined) throw new Error('practice has no AMBER');
    token = amber;
    const known = need(await clients.ledger.asset(amber.id))?.decimals ?? 0;
    decimals = (asset) => (asset === ADA ? 6 : known);
  });
  afterAll(async () => {
    await clients.close();
    await practice.stop();
  });

  const buy = (lovelace: bigint, more: Partial<SwapIntent> = {}): SwapIntent => ({
    pay: { asset: ADA, quantity: quantity(lovelace) },
    receive: token.id,
    slippageBps: 500,
    excluded: [],
    ...more,
  });

  test('decimals come with the token where the dialect has them, and always from the ledger', () => {
    expect(token.decimalsSource).toBe(dialect === 'wild' ? 'service' : 'unknown');
    if (dialect === 'wild') expect(token.decimals).toBe(decimals(token.id));
  });

  test('a token by its id, by its policy and by its name is the same', async () => {
    const { service } = clients;
    expect(need(await service.token(token.id))).toEqual(token);
    expect(need(await service.search(token.id.toUpperCase()))).toEqual([token]);
    const policy = policyOf(token.id) ?? '';
    expect(need(await service.search(` ${policy.toUpperCase()} `))).toContainEqual(token);
    expect(need(await service.search('AMB'))).toContainEqual(token);
    expect(need(await service.search('no such token at all'))).toEqual([]);
  });

  test('market data', async () => {
    const { service } = clients;
    expect(need(await service.adaValue())).toBeGreaterThan(0);
    const price = need(await service.averagePrice(token.id));
    const pools = need(await service.pools(token.id));
    expect(pools.length).toBeGreaterThan(0);
    for (const pool of pools) expect(pool.ada / pool.tokens / price).toBeCloseTo(1, 0);
    expect(need(await service.pairs(token.id)).map(({ quote }) => quote)).toContain(ADA);
    expect(need(await service.dailyStats(token.id)).volumeAda).toBeGreaterThanOrEqual(0);
    for (const link of Object.values(need(await service.links(token.id)))) expect(link).toMatch(/^https:/);
  });

  test('an estimate: labelled, routed in full, and better than its floor', async () => {
    const estimate = need(await clients.service.estimate(buy(2_000_000_000n), decimals));
    expect(estimate.lowest < estimate.expected).toBe(true);
    const gap = atLeastOf(estimate.expected, 500) - estimate.lowest;
    expect(gap <= BigInt(estimate.routes.length)).toBe(true);
    expect(estimate.routes.reduce((sum, { amountIn }) => sum + amountIn, 0n)).toBe(2_000_000_000n);
    const exchange = estimate.routes[0]?.exchange ?? '';
    const without = need(
      await clients.service.estimate(buy(2_000_000_000n, { excluded: [exchange] }), decimals),
    );
    expect(without.routes.map((route) => route.exchange)).not.toContain(exchange);
  });

  test('refusals can be distinguished', async () => {
    const { service } = clients;
    const small = await service.estimate(buy(1n), decimals);
    expect(small).toMatchObject({ failure: { code: 'amount-too-small' } });
    const codes = need(await service.pools(token.id)).map(({ exchange }) => exchange);
    expect(await service.estimate(buy(25_000_000n, { excluded: codes }), decimals)).toMatchObject({
      ok: false,
    });
    const unknown = `${'ab'.repeat(28)}00` as AssetId;
    expect(await service.estimate(buy(25_000_000n, { receive: unknown }), decimals)).toMatchObject({
      failure: { code: 'token-unknown' },
    });
    const poor = practiceWallet(77).address;
    expect(await service.build(buy(25_000_000n), poor, decimals)).toMatchObject({
      failure: { code: 'insufficient-funds' },
    });
  });

  test('a wrong key is refused as such', async () => {
    const stranger = new ServiceClient({
      base: baseUrl(practice.endpoints.baseUrl),
      key: accessKey('another-key-0000'),
      clock: systemClock,
      random: systemRandom,
    });
    expect(await stranger.adaValue()).toMatchObject({ failure: { code: 'service-key-refused' } });
    await stranger.close();
  });

  test('a whole trade: funded, quoted, built, signed, submitted, placed and filled', async () => {
    const { service, ledger } = clients;
    const wallet = practiceWallet(21);
    const gift = await askFaucet(practice.endpoints, wallet.address);
    await until(async () => need(await ledger.inclusion(gift)) !== undefined, 'the gift on chain');
    const held = async () =>
      need(await ledger.utxos(wallet.address)).reduce(
        (sum, { value }) => ({
          ada: sum.ada + lovelaceIn(value),
          tokens: sum.tokens + quantityIn(value, token.id),
        }),
        { ada: 0n, tokens: 0n },
      );
    const before = await held();

    const intent = buy(25_000_000n);
    const estimate = need(await service.estimate(intent, decimals));
    const build = need(await service.build(intent, wallet.address, decimals));
    const { cbor: signed } = need(await service.sign(build.cbor, wallet.sign(build.cbor)));
    const hash = need(await ledger.submit(signed));
    await until(async () => need(await ledger.inclusion(hash)) !== undefined, 'the order on chain');
    expect(need(await ledger.transactionCbor(hash))).toBe(signed);

    const orders = async () =>
      (need(await ledger.transaction(hash))?.outputs ?? []).filter(
        ({ inlineDatum }) => inlineDatum !== undefined,
      );
    expect(await orders()).toHaveLength(build.splits.length);
    await until(async () => (await orders()).every(({ spentBy }) => spentBy !== undefined), 'filled');

    const after = await held();
    expect(after.tokens - before.tokens >= leastOf(estimate, intent.slippageBps)).toBe(true);
    expect(before.ada - after.ada > 25_000_000n).toBe(true);
    expect(need(await ledger.transactions(wallet.address, 10))).toEqual(expect.arrayContaining([hash, gift]));

    expect(await ledger.submit(signed)).toMatchObject({ failure: { code: 'inputs-spent' } });
  });
});
