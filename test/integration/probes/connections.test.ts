// Tests of a connection over real sockets: against practice in both dialects, each variation by itself, and against
// servers that answer badly. The requests change nothing, and the key goes only to its own server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestLine as FoundLine } from '#domain/connection-test.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { connectionWords } from '#domain/sentences/connections.en.ts';
import { spokenLine, type SpokenTestLine as TestLine } from '#domain/sentences/test-lines.ts';
import { connector } from '../../../src-main/app/connector.ts';
import { VARIATIONS, type VariationName } from '../../../src-main/practice/api/wild.ts';
import { startPractice, type RunningPractice } from '../../../src-main/practice/start.ts';
import { SIGNS } from '../../../src-main/profile/variations.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { answeringServer } from '../../support/answering-server.ts';
import { SECRET } from '../../support/http-parts.ts';
import { ChainView } from '../../support/ledger-servers/chain-view.ts';
import { koiosServer } from '../../support/ledger-servers/koios-server.ts';
import { ogmiosServer } from '../../support/ledger-servers/ogmios-server.ts';
import type { LedgerServer } from '../../support/ledger-servers/server.ts';
import { loopbackServer, reply, type LoopbackServer } from '../../support/loopback-server.ts';
import { KEY, startTestPractice } from '../../support/practice-service.ts';
import { must } from '../../support/trader.ts';

const { test: asked } = connector(systemClock, systemRandom);

/** The findings of connection tests, in English. */
const tester = {
  service: async (...given: Parameters<typeof asked.service>) => inWords(await asked.service(...given)),
  ledger: async (...given: Parameters<typeof asked.ledger>) => inWords(await asked.ledger(...given)),
};

function inWords(tested: Result<readonly FoundLine[], Failure>): Result<readonly TestLine[], Failure> {
  return tested.ok ? ok(tested.value.map((line) => spokenLine(line, 'en'))) : tested;
}

const SIGN_NAMES = Object.keys(SIGNS) as (keyof typeof SIGNS)[];

const of = (lines: readonly TestLine[], about: TestLine['about'], party: TestLine['of'] = 'service') =>
  lines.find((line) => line.about === about && line.of === party);

const verdicts = (lines: readonly TestLine[]) =>
  Object.fromEntries(lines.map((line) => [`${line.of} ${line.about}`, line.verdict]));

async function probe(running: RunningPractice, key: string | undefined = KEY): Promise<readonly TestLine[]> {
  const { base_url, charts_url } = running.addresses;
  return must(await tester.service({ baseUrl: base_url, chartsUrl: charts_url }, key));
}

async function wild(names: readonly string[] | undefined): Promise<readonly TestLine[]> {
  const running = await startPractice(
    {
      ...{ port: 0, seed: 7, apiKey: KEY, blockTimeMs: 600_000, speed: 1, dialect: 'wild' },
      ...(names && { wild: names }),
    },
    (error) => {
      throw error;
    },
  );
  if (!running.ok) throw new Error(running.failure);
  try {
    return await probe(running.value);
  } finally {
    await running.value.stop();
  }
}

describe('a service', () => {
  let practice: RunningPractice;
  beforeAll(async () => (practice = await startTestPractice()));
  afterAll(() => practice.stop());

  test('that keeps to the specification is fine in every line', async () => {
    const lines = await probe(practice);
    expect(verdicts(lines)).toEqual({
      'service answer': 'fine',
      'service key': 'fine',
      'service reading': 'fine',
      'service clock': 'fine',
      'service variations': 'fine',
      'charts answer': 'fine',
    });
    expect(of(lines, 'answer')?.what).toContain(new URL(practice.addresses.base_url).host);
    expect(of(lines, 'key')?.what).toBe('The API key is accepted.');
    expect(of(lines, 'variations')?.what).toBe('It answers as the specification says.');
    expect(of(lines, 'answer', 'charts')?.what).toMatch(/ answers with \d+ trending tokens and \d+ candles/);
  });

  test('that refuses the key says so, and is asked no more than that', async () => {
    const lines = await probe(practice, 'another-key-0123456789');
    expect(verdicts(lines)).toEqual({
      'service answer': 'fine',
      'service key': 'failed',
      'service clock': 'fine',
    });
    expect(of(lines, 'key')?.advice).toMatch(/Enter the key/);
  });

  test('is tested without a key as far as its address goes', async () => {
    const lines = must(await tester.service({ baseUrl: practice.addresses.base_url }, undefined));
    expect(of(lines, 'answer')?.verdict).toBe('fine');
    expect(of(lines, 'key')).toMatchObject({ verdict: 'attention' });
    expect(of(lines, 'key')?.what).toBe('The service asks for a key, and none is entered.');
  });

  test.each(SIGN_NAMES)('that writes %s is seen to write it, and nothing else', async (name) => {
    expect(VARIATIONS).toHaveProperty(name satisfies VariationName);
    const lines = await wild([name]);
    expect(of(lines, 'variations')?.what).toBe(connectionWords['variations/some']({ variations: [name] }));
    expect(lines.every(({ verdict }) => verdict === 'fine')).toBe(true);
  });

  test('whose reads need no key leaves open whether the key is taken', async () => {
    const lines = await wild(['reads-without-key']);
    expect(of(lines, 'key')).toMatchObject({ verdict: 'attention' });
    expect(of(lines, 'variations')?.what).toContain('without a key');
  });

  test('that refuses a key by a plain 400 is understood', async () => {
    const lines = await wild(['invalid-partner']);
    expect(of(lines, 'key')?.what).toBe('The API key is accepted.');
  });

  test('of the wild as it comes can be used', async () => {
    const lines = await wild(undefined);
    expect(lines.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
});

describe('a server that is no such service', () => {
  const server = answeringServer();
  let elsewhere: LoopbackServer;
  beforeAll(async () => (elsewhere = await loopbackServer((response) => reply(response, '1'))));
  afterAll(() => elsewhere.close());

  const lines = async () =>
    must(await tester.service({ baseUrl: server.url, chartsUrl: server.url }, SECRET));

  test.each([
    ['a web page', '<html>welcome</html>', 200, 'reading', 'failed'],
    ['no number', '{"price":1}', 200, 'reading', 'failed'],
    ['an error', '"overloaded"', 500, 'answer', 'failed'],
    ['too many requests', '"slow down"', 429, 'answer', 'failed'],
    ['a gatekeeper', '<html>Forbidden</html>', 403, 'answer', 'failed'],
    ['a plain 400 about the partner', '"Invalid partner"', 400, 'key', 'failed'],
  ] as const)('%s', async (_name, body, status, about, verdict) => {
    server.answers(body, status);
    expect(of(await lines(), about)?.verdict).toBe(verdict);
  });

  test('a redirect is named and not followed: the key stays where it was sent', async () => {
    server.answer = (response) => {
      response.writeHead(302, { location: elsewhere.url }).end();
    };
    expect((await lines())[0]).toMatchObject({ about: 'answer', verdict: 'failed' });
    expect((await lines())[0]?.what).toContain('redirect');
    expect(elsewhere.seen).toEqual([]);
  });

  test('one that cuts the connection', async () => {
    server.answer = (response) => response.destroy();
    expect(await lines()).toMatchObject([{ about: 'answer', verdict: 'failed' }]);
  });

  test('a clock that is off is named with its seconds', async () => {
    server.answer = (response) => {
      response.setHeader('date', new Date(Date.now() + 5 * 60_000).toUTCString());
      reply(response, '0.5');
    };
    const clock = of(await lines(), 'clock');
    expect(clock).toMatchObject({ verdict: 'attention' });
    expect(clock?.what).toMatch(/^This machine's clock is (299|300|301) seconds behind the service's\.$/);
  });

  test('only reading questions are asked, and no finding repeats the key', async () => {
    server.answer = (response, { headers }) =>
      reply(response, JSON.stringify(String(headers['x-partner-id'])), 418);
    const found = await lines();
    server.answers('0.5');
    await lines();
    expect(JSON.stringify(found)).not.toContain(SECRET);
    const asked = new Set(server.seen.map(({ method, url }) => `${method} ${url.split('?')[0]}`));
    const allowed = ['GET /swap/adaValue', 'GET /swap/tokens', 'POST /trending', 'POST /charts'];
    expect([...asked].filter((one) => !allowed.includes(one))).toEqual([]);
  });
});

describe('a ledger', () => {
  let practice: RunningPractice;
  let koios: LedgerServer;
  let ogmios: LedgerServer;
  beforeAll(async () => {
    practice = await startTestPractice();
    const chain = new ChainView(practice.addresses.ledger_url);
    [koios, ogmios] = await Promise.all([koiosServer(chain), ogmiosServer(chain)]);
  });
  afterAll(() => Promise.all([koios.close(), ogmios.close(), practice.stop()]));

  const ogmiosUrl = () => ogmios.url.replace('http', 'ws');

  test('with bytes and history can prove a trade', async () => {
    const { ledger_url: ledgerUrl } = practice.addresses;
    const lines = must(await tester.ledger({ ledgerUrl }, undefined, 'preprod'));
    expect(verdicts(lines)).toEqual({
      'ledger answer': 'fine',
      'ledger network': 'fine',
      'ledger tip': 'fine',
      'ledger parameters': 'fine',
      'ledger proof': 'fine',
      'ledger submission': 'fine',
      'ledger key': 'fine',
    });
    expect(of(lines, 'tip', 'ledger')?.what).toMatch(/^Its latest block is \d+ seconds? old\.$/);
    expect(of(lines, 'submission', 'ledger')?.means).toContain('not tested');
  });

  test('of another network is refused in words', async () => {
    const { ledger_url: ledgerUrl } = practice.addresses;
    const lines = must(await tester.ledger({ ledgerUrl }, undefined, 'mainnet'));
    expect(of(lines, 'network', 'ledger')).toMatchObject({ verdict: 'failed' });
    expect(of(lines, 'network', 'ledger')?.what).toContain('another network (preprod, expected mainnet)');
  });

  test('without history fails alone, and is fine with a second one that completes it', async () => {
    const first = { ledgerUrl: ogmiosUrl(), ledgerApi: 'ogmios' } as const;
    const alone = must(await tester.ledger(first, undefined, 'preprod'));
    expect(of(alone, 'proof', 'ledger')).toMatchObject({ verdict: 'failed' });
    const both = must(
      await tester.ledger({ ...first, secondLedger: { url: koios.url, api: 'koios' } }, undefined, 'preprod'),
    );
    expect(of(both, 'proof', 'ledger')).toMatchObject({ verdict: 'fine' });
    expect(of(both, 'proof', 'second-ledger')).toMatchObject({ verdict: 'fine' });
  });

  test('its token goes to the first back-end alone', async () => {
    koios.seen.length = 0;
    const { ledger_url: ledgerUrl } = practice.addresses;
    const lines = must(
      await tester.ledger({ ledgerUrl, secondLedger: { url: koios.url, api: 'koios' } }, SECRET, 'preprod'),
    );
    expect(of(lines, 'key', 'ledger')).toMatchObject({ verdict: 'fine' });
    expect(koios.seen.length).toBeGreaterThan(0);
    expect(JSON.stringify(koios.seen.map(({ headers }) => headers))).not.toContain(SECRET);
    expect(koios.submissions + ogmios.submissions).toBe(0);
  });

  test.each([
    ['key-refused', 'answer', 'failed'],
    ['unknown-network', 'answer', 'failed'],
    ['odd', 'parameters', 'attention'],
    ['odd', 'clock', 'attention'],
  ] as const)('in trouble (%s) says so about its %s', async (trouble, about, verdict) => {
    koios.trouble = trouble;
    try {
      const lines = must(
        await tester.ledger({ ledgerUrl: koios.url, ledgerApi: 'koios' }, undefined, 'preprod'),
      );
      expect(of(lines, about, 'ledger')?.verdict).toBe(verdict);
    } finally {
      koios.trouble = undefined;
    }
  });

  test('that is not there', async () => {
    const lines = must(await tester.ledger({ ledgerUrl: 'http://127.0.0.1:9' }, undefined, 'preprod'));
    expect(verdicts(lines)).toEqual({ 'ledger answer': 'failed', 'ledger key': 'attention' });
  });
});
