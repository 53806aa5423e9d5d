import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FundedPlace } from '../../support/command-line.ts';
import { ChainView } from '../../support/ledger-servers/chain-view.ts';
import { koiosServer } from '../../support/ledger-servers/koios-server.ts';
import { ogmiosServer } from '../../support/ledger-servers/ogmios-server.ts';
import type { LedgerServer } from '../../support/ledger-servers/server.ts';
import { submitApiServer } from '../../support/ledger-servers/submit-api-server.ts';

/** Whole trades by the command line, over the service's chain as other back-ends than practice's own say it. */
const place = new FundedPlace();
let koios: LedgerServer;
let ogmios: LedgerServer;
let submitApi: LedgerServer;

beforeAll(async () => {
  const chain = new ChainView(place.practice.endpoints.ledgerUrl);
  [koios, ogmios, submitApi] = await Promise.all([
    koiosServer(chain, { token: 'a-bearers-token' }),
    ogmiosServer(chain),
    submitApiServer(chain),
  ]);
});
afterAll(() => Promise.all([koios, ogmios, submitApi].map((server) => server.close())));

const koiosUrl = (): string => `${koios.url}/api/v1`;
const ogmiosUrl = (): string => ogmios.url.replace('http', 'ws');

/** The options of a command, with other ledgers than the service's own. */
function over(...ledger: readonly string[]): readonly string[] {
  const { baseUrl } = place.practice.endpoints;
  return ['--base-url', baseUrl, '--network', 'preprod', '--api-key-env', 'SERVICE_KEY', ...ledger];
}

function swap(...ledger: readonly string[]) {
  return place.json(
    ['swap', ...over(...ledger), ...place.keys, '--in', 'ADA', '--out', 'AMBER', '--amount', '25']
      // So that the market's own movement keeps no order waiting.
      .concat('--slippage', '5', '--yes'),
    { LEDGER_TOKEN: 'a-bearers-token' },
  );
}

describe('a swap fills', () => {
  test('with Koios alone', async () => {
    const token = ['--ledger-key-env', 'LEDGER_TOKEN'];
    const { code, json, stderr } = await swap('--ledger-url', koiosUrl(), '--ledger-api', 'koios', ...token);
    expect(stderr).toMatch(/Quoted[^]*Built and inspected[^]*Signed[^]*Filled/);
    expect(stderr).not.toMatch(/Warning/);
    expect({ code, json }).toMatchObject({ code: 0, json: { state: 'filled' } });
    expect(koios.submissions).toBe(1);
    expect(stderr).not.toContain('a-bearers-token');
  });

  test('with Ogmios, a submit API, and the history of Koios', async () => {
    const before = koios.submissions;
    const { code, json, stderr } = await swap(
      ...['--ledger-url', ogmiosUrl(), '--ledger-api', 'ogmios', '--submit-url', submitApi.url],
      ...['--second-ledger-url', koiosUrl(), '--second-ledger-api', 'koios'],
    );
    expect(stderr).toMatch(/Filled/);
    expect({ code, json }).toMatchObject({ code: 0, json: { state: 'filled' } });
    expect([submitApi.submissions, ogmios.submissions, koios.submissions]).toEqual([1, 0, before]);
  });

  test('with Koios, and Ogmios to vouch for what it says', async () => {
    const { code, json } = await swap(
      ...['--ledger-url', koiosUrl(), '--ledger-api', 'koios'],
      ...['--second-ledger-url', ogmiosUrl(), '--second-ledger-api', 'ogmios'],
    );
    expect({ code, json }).toMatchObject({ code: 0, json: { state: 'filled' } });
  });
});

test('Ogmios alone shows a balance, and no trade is built on what it cannot prove', async () => {
  const alone = ['--ledger-url', ogmiosUrl(), '--ledger-api', 'ogmios'];
  const balance = await place.json(['balance', ...over(...alone), ...place.keys]);
  expect(balance.code).toBe(0);
  expect(JSON.stringify(balance.json)).toContain('AMBER');
  const before = ogmios.submissions;
  const { code, json } = await swap(...alone);
  expect(code).not.toBe(0);
  expect(json.failure).toMatchObject({ code: 'ledger-cannot-prove', data: { backEnd: 'Ogmios' } });
  expect(json.failure?.message).toMatch(/Ogmios cannot show/);
  expect(json.failure?.advice).toMatch(/--second-ledger-url/);
  expect(ogmios.submissions).toBe(before);
});

test('an odd back-end is warned of, and a wrong name of one refused', async () => {
  koios.trouble = 'odd';
  const odd = ['--ledger-url', koiosUrl(), '--ledger-api', 'koios'];
  const { code, stderr } = await place.run(['balance', ...over(...odd), ...place.keys]);
  koios.trouble = undefined;
  expect(code).toBe(0);
  expect(stderr).toMatch(/Warning: .*440 for minFeeA/);
  expect(stderr).toMatch(/Warning: This machine's clock is \d+ seconds behind/);
  const wrong = await place.run(['balance', ...over('--ledger-url', koiosUrl(), '--ledger-api', 'kupo')]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/--ledger-api takes koios, blockfrost, ogmios/);
});
