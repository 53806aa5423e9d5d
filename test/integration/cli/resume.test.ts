import { describe, expect, test } from 'vitest';
import type { Trade } from '#domain/trade.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import {
  ProxiedPlace,
  onlyObject,
  type CommandJson,
  type RunningCommand,
} from '../../support/command-line.ts';
import { need } from '../../support/live-clients.ts';
import type { Interference } from '../../support/practice-proxy.ts';
import { until } from '../../support/practice-service.ts';

const place = new ProxiedPlace();
const { keys } = place;

function swap(
  journal: string,
  amount = '25',
  more: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  const order = ['--in', 'ADA', '--out', 'AMBER', '--amount', amount, '--slippage', '5', '--yes', '--json'];
  return place.start(
    ['swap', ...place.there, ...keys, ...order, '--journal', place.path(journal), ...more],
    environment,
  );
}

const resume = (journal: string, ...more: readonly string[]) =>
  place.json(['resume', ...place.there, '--journal', place.path(journal), ...more]);

function newestIn(journal: string): Trade {
  const opened = need(openJournal(place.path(journal)));
  const [newest] = opened.all(1);
  opened.close();
  if (!newest) throw new Error('the journal is empty');
  return newest.trade;
}

/** Waits until every order of the transaction is spent on chain. */
function orderSpent({ bodyHash, orders }: Trade): Promise<void> {
  const { ledgerUrl } = place.practice.endpoints;
  return until(async () => {
    const answer = await fetch(`${ledgerUrl}/txs/${bodyHash}/utxos`);
    if (!answer.ok) return false;
    const { outputs } = (await answer.json()) as { outputs: { consumed_by_tx: string | null }[] };
    return orders.every(({ index }) => (outputs[index]?.consumed_by_tx ?? null) !== null);
  }, 'the order filled');
}

const asked = (path: string) =>
  until(() => Promise.resolve(place.proxy.seen(path).length > 0), `${path} asked`);

/** Hands everything on, but never lets the answer of one path through. */
const silent =
  (path: string): Interference =>
  async ({ url }, forward) => {
    const answer = await forward();
    return url.endsWith(path) ? undefined : answer;
  };

/** Answers the second command with what the first one was answered: a builder that makes the same bytes again. */
function sameBuild(): Interference {
  const first = new Map<string, ReturnType<Parameters<Interference>[1]>>();
  return ({ url }, forward) => {
    const path = ['/swap/estimate', '/swap/build'].find((each) => url.endsWith(each));
    if (path === undefined) return forward();
    const answer = first.get(path) ?? forward();
    first.set(path, answer);
    return answer;
  };
}

/** Texts that assure people, and programs, that nothing happened. */
const NOTHING_MOVED = /No money was moved|fresh price/;

describe('resume after a kill', () => {
  test('reports a trade that was filled meanwhile as filled, with its amounts, as often as it is asked', async () => {
    place.proxy.interfere(silent('/tx/submit'));
    const killed = swap('filled.sqlite');
    await asked('/tx/submit');
    killed.kill('SIGKILL');
    await killed.ended;
    const left = newestIn('filled.sqlite');
    expect(left.state).toBe('submitting');
    place.proxy.interfere();
    await orderSpent(left);

    const tellings: CommandJson[] = [];
    for (const _time of [1, 2]) {
      const { code, json, stdout, stderr } = await resume('filled.sqlite');
      expect(json).toMatchObject({
        tx_hash: left.bodyHash,
        state: 'filled',
        pay: { token: 'ADA', amount: '25' },
        received: { ticker: 'AMBER', amount: expect.stringMatching(/^\d+\.\d+$/) },
        sent_now: false,
      });
      expect(json.failure).toBeUndefined();
      expect(stdout + stderr).not.toMatch(NOTHING_MOVED);
      expect(code).toBe(0);
      tellings.push(json);
    }
    expect(tellings[1]).toEqual(tellings[0]);

    const words = await place.run(['resume', ...place.there, '--journal', place.path('filled.sqlite')]);
    expect(words.stdout).toMatch(/^You got [\d.]+ AMBER for 25 ADA\.\n[0-9a-f]{64} filled\n$/);
    expect(place.proxy.seen('/tx/submit')).toHaveLength(0);
  });

  test('follows one that is on chain and not filled yet, and says where it is when the time is up', async () => {
    const rests = ['--in', 'ADA', '--out', 'AMBER', '--amount', '30', '--percent=-40', '--yes'];
    const journal = ['--journal', place.path('resting.sqlite')];
    const placed = await place.json(['limit', ...place.there, ...keys, ...rests, ...journal]);
    expect(placed.json['state']).toBe('placed');
    const waited = await resume('resting.sqlite', '--timeout', '1');
    expect(waited.json).toMatchObject({
      failure: { code: 'wait-over', money: 'locked' },
      tx_hash: placed.json['tx_hash'],
      state: 'placed',
    });
    const enough = await resume('resting.sqlite', '--wait', 'placed');
    expect([enough.code, enough.json['state'], enough.json['sent_now']]).toEqual([0, 'placed', false]);

    const back = await place.json(['cancel', ...place.there, ...keys, '--all', '--yes', ...journal]);
    expect(back.code).toBe(0);
    // Named, because the cancellation may have ended by now: the limit order would then be the only open trade.
    const [cancellation = ''] = back.json['tx_hashes'] as string[];
    const cancelled = await resume('resting.sqlite', '--trade', cancellation, '--wait', 'placed');
    expect([cancelled.code, cancelled.json['cancelled']]).toEqual([0, [`${newestOrder(placed.json)}#0`]]);
    await until(async () => {
      const { json } = await resume('resting.sqlite', '--trade', newestOrder(placed.json), '--timeout', '1');
      return json['state'] === 'closed';
    }, 'the order known as closed');
    const closed = await resume('resting.sqlite', '--trade', newestOrder(placed.json));
    expect(closed.json).toMatchObject({ failure: { code: 'closed-unfilled', money: 'settled' } });
    expect(closed.stderr).not.toMatch(NOTHING_MOVED);
    expect(closed.code).toBe(1);
  });

  test('says that there is nothing to go on with, or that it cannot know which trade is meant', async () => {
    const empty = await resume('empty.sqlite');
    expect([empty.code, empty.json.failure?.code]).toEqual([1, 'nothing-to-resume']);
    const unknown = await resume('filled.sqlite', '--trade', 'ab'.repeat(32));
    expect(unknown.json.failure).toMatchObject({ code: 'trade-not-in-journal', money: 'unknown' });

    place.proxy.interfere(silent('/swap/sign'));
    for (const amount of ['26', '27']) {
      const killed = swap('two.sqlite', amount, ['--accept', 'V12']);
      await asked('/swap/sign');
      killed.kill('SIGKILL');
      await killed.ended;
      place.proxy.interfere(silent('/swap/sign'));
    }
    const two = await resume('two.sqlite', '--timeout', '1');
    expect(two.json).toMatchObject({
      failure: { code: 'several-trades-open', data: { count: 2 } },
      open: [{ state: 'signed' }, { state: 'signed' }],
    });
    expect(two.code).toBe(1);
  });
});

function newestOrder(json: CommandJson): string {
  return String(json['tx_hash']);
}

describe('one transaction is one trade', () => {
  test('for two commands that are given the same bytes: the second does not sign them', async () => {
    const same = sameBuild();
    // Killed once it has signed: held open, its call would end at its own deadline wherever the second took longer.
    place.proxy.interfere((request, forward) =>
      request.url.endsWith('/swap/sign') ? Promise.resolve(undefined) : same(request, forward),
    );
    const first = swap('first.sqlite');
    await asked('/swap/sign');
    first.kill('SIGKILL');
    await first.ended;
    const second = await swap('second.sqlite').ended;
    expect(onlyObject(second)).toMatchObject({
      failure: {
        code: 'signed-elsewhere',
        money: 'unknown',
        message: expect.stringContaining('It is one trade, not two.'),
        data: { journal: place.path('first.sqlite') },
      },
      tx_hash: newestIn('first.sqlite').bodyHash,
      state: 'discarded',
    });
    expect(second.stderr).not.toMatch(NOTHING_MOVED);
    expect(second.code).toBe(1);
    expect(place.proxy.seen('/swap/sign')).toHaveLength(1);

    place.proxy.interfere(same);
    const ended = await resume('first.sqlite');
    expect([ended.code, ended.json['state'], ended.json['sent_now']]).toEqual([0, 'filled', true]);

    // On another machine nothing is known of the first command but what the chain says.
    const elsewhere = await swap('third.sqlite', '25', [], { TOUCHSTONE_DATA: place.path('elsewhere') })
      .ended;
    expect(onlyObject(elsewhere)).toMatchObject({
      failure: {
        code: 'already-on-chain',
        money: 'settled',
        message: expect.stringContaining('It is one trade, not two.'),
      },
      tx_hash: ended.json['tx_hash'],
    });
    expect(elsewhere.code).toBe(1);
    expect(place.proxy.seen('/swap/sign')).toHaveLength(1);
  });

  test('for a service that sends what it was to put together: it is not sent again, and this is reported', async () => {
    const { ledgerUrl } = place.practice.endpoints;
    place.proxy.interfere(async ({ url }, forward) => {
      const answer = await forward();
      if (!url.endsWith('/swap/sign')) return answer;
      const { cbor } = JSON.parse(answer.body) as { cbor: string };
      const sent = await fetch(`${ledgerUrl}/tx/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/cbor' },
        body: new Uint8Array(Buffer.from(cbor, 'hex')),
      });
      const hash = (await sent.json()) as string;
      await until(async () => (await fetch(`${ledgerUrl}/txs/${hash}`)).ok, 'it on chain');
      return answer;
    });
    const ended = await swap('service-sent.sqlite').ended;
    expect(onlyObject(ended)).toMatchObject({ state: 'filled', sent_by: 'others' });
    expect(ended.stderr).toContain('on chain without being sent from here');
    expect(ended.code).toBe(0);
    expect(place.proxy.seen('/tx/submit')).toHaveLength(0);
    const again = await resume('service-sent.sqlite');
    expect(again.json).toMatchObject({ state: 'filled', sent_by: 'others' });
    expect(again.stderr).toContain('It is one trade, not two.');
  });
});
