// @vitest-environment page
// Tests of connections and the places of secrets as the page has them, when another profile is opened meanwhile.
import { expect, it } from 'vitest';
import { deskOnFakeMain, pass } from '../../support/desk-on-fake-main.ts';

it('drops what was asked of a profile that was left, and says that it is another one', async () => {
  const { main, desk, end } = await deskOnFakeMain();
  const { connection } = desk;
  const waiting: (() => void)[] = [];
  const held = <In, Out>(call: (input: In) => Promise<Out>) => {
    return async (input: In): Promise<Out> => {
      const answer = await call(input);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answer;
    };
  };
  const calls = main.api.call;
  const [test, secrets] = [calls['profile.test'], calls['profile.secrets']];
  Object.assign(calls, { 'profile.test': held(test), 'profile.secrets': held(secrets) });

  const before = connection.profile;
  const asked = [connection.test('service'), connection.test('ledger'), connection.loadSecrets()];
  await pass(0);
  expect(connection.asking).toBe(true);
  main.push('profile', { ...main.value('profile'), id: 'aaaaaaaa', mode: 'live', name: 'Other' });
  await pass(0);
  expect(connection.profile).toBe(before + 1);
  expect(connection.asking).toBe(false);
  for (const answer of waiting.splice(0)) answer();
  await Promise.all(asked);
  expect([connection.service, connection.ledger]).toEqual([{ asking: false }, { asking: false }]);
  expect(connection.secrets).toBeUndefined();
  // The second test was not even sent: it would have been of the other profile.
  expect(main.asked.filter(({ name }) => name === 'profile.test')).toEqual([
    { name: 'profile.test', input: { part: 'service' } },
  ]);

  Object.assign(calls, { 'profile.test': test, 'profile.secrets': secrets });
  await Promise.all([connection.test('service'), connection.loadSecrets()]);
  expect(connection.service.lines).toHaveLength(1);
  expect(connection.secrets?.secrets).toHaveLength(1);
  end();
});

it('names an exchange however its code is spelled, and leaves a code that nobody knows as it came', async () => {
  const { main, desk, end } = await deskOnFakeMain();
  main.push('profile', {
    ...main.value('profile'),
    exchanges: [
      { code: 'MINSWAP', name: 'Minswap V1' },
      { code: 'MINSWAPV2', name: 'Minswap V2' },
    ],
  });
  await pass(0);
  const { profile } = desk;
  expect(profile.exchangeName('MINSWAPV2')).toBe('Minswap V2');
  expect(profile.exchangeName('Minswap_V2')).toBe('Minswap V2');
  expect(profile.exchangeName('minswap')).toBe('Minswap V1');
  expect(profile.exchangeName('MINSWAPV3')).toBe('MINSWAPV3');
  expect(profile.exchangeName(undefined)).toBe('Unknown exchange');
  end();
});
