import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import type { Trade } from '#domain/trade.ts';
import { ProxiedPlace, onlyObject, type RunningCommand } from '../../support/command-line.ts';
import { need } from '../../support/live-clients.ts';
import { holding } from '../../support/practice-proxy.ts';
import { until } from '../../support/practice-service.ts';

const place = new ProxiedPlace();
const { keys } = place;

let swaps = 0;

/** Each sells another amount: the same transaction is never signed for two journals. */
function swap(journal: string, amount = String(25 + ++swaps), ...more: readonly string[]): RunningCommand {
  const order = ['--in', 'ADA', '--out', 'AMBER', '--amount', amount, '--slippage', '5', '--yes', '--json'];
  return place.start(['swap', ...place.there, ...keys, ...order, '--journal', place.path(journal), ...more]);
}

/** Waits until the service or the ledger was asked. @throws when the command ends before. */
const asked = (path: string, command: RunningCommand): Promise<void> =>
  Promise.race([
    until(() => Promise.resolve(place.proxy.seen(path).length > 0), `${path} asked`),
    command.ended.then(({ stdout, stderr }) => {
      throw new Error(`it ended before ${path} was asked: ${stderr}${stdout}`);
    }),
  ]);

function tradesIn(journal: string): readonly Trade[] {
  const opened = need(openJournal(place.path(journal)));
  const trades = opened.all(10).map(({ trade }) => trade);
  opened.close();
  return trades;
}

describe('a signal', () => {
  test('before anything was built ends the swap without a trade', async () => {
    place.proxy.interfere(holding('/swap/build'));
    const command = swap('built.sqlite');
    await asked('/swap/build', command);
    command.kill('SIGINT');
    const ended = await command.ended;
    expect(ended.code).toBe(130);
    expect(onlyObject(ended)).toEqual({
      failure: expect.objectContaining({ code: 'interrupted', money: 'none', data: { signal: 'SIGINT' } }),
    });
    expect(tradesIn('built.sqlite')).toEqual([]);
  });

  test('after the signature sends nothing, and says the trade’s state and how to look again', async () => {
    place.proxy.interfere(holding('/swap/sign'));
    const command = swap('signed.sqlite');
    await asked('/swap/sign', command);
    command.kill('SIGTERM');
    const ended = await command.ended;
    expect(ended.code).toBe(143);
    const [trade] = tradesIn('signed.sqlite');
    expect(trade?.state).toBe('signed');
    expect(onlyObject(ended)).toMatchObject({
      failure: {
        code: 'interrupted',
        money: 'unknown',
        message: 'Stopped by SIGTERM; the trade is signed.',
        advice: expect.stringMatching(/next swap with the same journal/),
      },
      tx_hash: trade?.bodyHash,
      state: 'signed',
      journal: place.path('signed.sqlite'),
    });
    expect(place.proxy.seen('/tx/submit')).toHaveLength(0);
  });

  test('while it is being sent waits for the answer, so that it is known whether it arrived', async () => {
    const released = Promise.withResolvers<undefined>();
    place.proxy.interfere(async ({ url }, forward) => {
      if (url.endsWith('/tx/submit')) await released.promise;
      return forward();
    });
    const command = swap('sent.sqlite');
    await asked('/tx/submit', command);
    command.kill('SIGINT');
    await command.says('Stopping after the current step');
    released.resolve(undefined);
    const ended = await command.ended;
    expect(ended.code).toBe(130);
    expect(onlyObject(ended)).toMatchObject({ failure: { code: 'interrupted' }, state: 'submitted' });
    expect(tradesIn('sent.sqlite').map(({ state }) => state)).toEqual(['submitted']);

    place.proxy.interfere();
    const next = await swap('sent.sqlite').ended;
    const hash = String(onlyObject(ended)['tx_hash']);
    expect(next.stderr).toContain(`An older trade is still open: ${hash} is submitted`);
    expect(next.stderr).toContain(`The older trade ${hash} is now filled.`);
    expect(tradesIn('sent.sqlite').map(({ state }) => state)).toEqual(['filled', 'filled']);
  });

  test('that comes twice ends it at once; the journal has the step in hand', async () => {
    place.proxy.interfere(holding('/tx/submit'));
    const command = swap('twice.sqlite');
    await asked('/tx/submit', command);
    command.kill('SIGINT');
    await command.says('Stopping after the current step');
    command.kill('SIGINT');
    const ended = await command.ended;
    expect(ended.code).toBe(130);
    expect(onlyObject(ended)).toMatchObject({ failure: { code: 'interrupted' }, state: 'submitting' });
    expect(tradesIn('twice.sqlite').map(({ state }) => state)).toEqual(['submitting']);
  });
});

describe('a kill', () => {
  test('between the signature and the sending leaves a trade that the next swap reports', async () => {
    place.proxy.interfere(holding('/swap/sign'));
    const killed = swap('killed.sqlite');
    await asked('/swap/sign', killed);
    killed.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    const [left] = tradesIn('killed.sqlite');
    expect(left?.state).toBe('signed');

    place.proxy.interfere();
    // Of the same amount, the service could well build the same bytes again. The earlier signature remains valid (rule
    // V12).
    const warned = await swap('killed.sqlite', '26').ended;
    expect(onlyObject(warned)).toMatchObject({
      failure: { code: 'warning-unaccepted', data: { rule: 'V12' } },
    });
    const next = await swap('killed.sqlite', '26', '--accept', 'V12').ended;
    expect(next.stderr).toContain(`An older trade is still open: ${left?.bodyHash} is signed`);
    expect(next.code).toBe(0);
    expect(onlyObject(next)['state']).toBe('filled');
    expect(onlyObject(next)['tx_hash']).not.toBe(left?.bodyHash);
  });

  test('before the signature leaves nothing that could reach the chain', async () => {
    place.proxy.interfere(holding('/swap/build'));
    const killed = swap('early.sqlite');
    await asked('/swap/build', killed);
    killed.kill('SIGKILL');
    await killed.ended;
    expect(tradesIn('early.sqlite')).toEqual([]);
  });
});

test('two swaps of one journal at once: the second is refused while the first has it', async () => {
  place.proxy.interfere(holding('/swap/build'));
  const first = swap('busy.sqlite');
  await asked('/swap/build', first);
  const second = await swap('busy.sqlite').ended;
  expect(second.code).toBe(1);
  expect(onlyObject(second).failure?.code).toBe('data-directory-busy');
  first.kill('SIGKILL');
  await first.ended;
  place.proxy.interfere();
  const next = await swap('busy.sqlite').ended;
  expect([next.code, onlyObject(next)['state']]).toEqual([0, 'filled']);
});
