import { expect, test } from 'vitest';
import exchanges from '../../../resources/exchanges.json' with { type: 'json' };
import { FundedPlace } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';

/** The exchange with the smallest AMBER pool, at the highest fee: the only one that the service lets be seen. */
const LEFT = 'EXC';

const place = new FundedPlace({
  faults: {
    faults: exchanges
      .filter(({ code }) => code !== LEFT)
      .map(({ code }) => ({ exchange: code, fault: { kind: 'hide-pool' } })),
  },
});
const password = place.file('password.txt', 'a password that nobody may see\n');

function swap(...args: readonly string[]) {
  return place.json([
    ...['swap', ...place.there, ...place.keys, '--password-file', password, '--in', 'ADA', '--out', 'AMBER'],
    ...['--amount', '900', '--slippage', '5', '--yes', ...args],
  ]);
}

test('a swap through a service that hides the best pools tells of the better price, and needs nothing accepted', async () => {
  const { code, json, stderr } = await swap();
  expect(stderr).toMatch(
    /\n {2}warn price: At slot \d+ the pools read here would have paid [\d,.]+ AMBER more \(\d\.\d\d\s%\) through .+, after the exchanges' fees\.\n/,
  );
  expect(stderr).toContain("    What these pools held is proven by their transactions' bytes");
  expect(stderr.indexOf('warn price:')).toBeLessThan(stderr.indexOf('Signed, assembled by'));
  expect([code, json['state']]).toEqual([0, 'filled']);
});

test('exchanges that are left out are not compared with', async () => {
  const others = exchanges.map(({ code }) => code).filter((code) => code !== LEFT);
  const { code, stderr } = await swap('--exclude', others.join(','));
  expect(stderr).toContain(
    '  note price: No better price was found in the one pool that the ledger back-end reported',
  );
  expect(code).toBe(0);
});

test('a quote from such a service tells of it too, as text and as JSON', async () => {
  const asked = [
    'quote',
    ...place.there,
    '--in',
    'ADA',
    '--out',
    'AMBER',
    '--amount',
    '900',
    '--slippage',
    '5',
  ];
  const { code, json } = await place.json(asked);
  expect(code).toBe(0);
  expect(json['best_price']).toMatchObject({
    tone: 'warn',
    sentence: expect.stringMatching(
      /^At slot \d+ the pools read here would have paid [\d,.]+ AMBER more \(\d\.\d\d\s%\) through .+, after the exchanges' fees\.$/,
    ),
  });
  const text = await place.run(asked);
  expect(text.stdout).toMatch(/\nwarn price: At slot \d+ the pools read here would have paid /);
  expect(text.stdout).toContain("\n  What these pools held is proven by their transactions' bytes");
  const others = exchanges.map(({ code: each }) => each).filter((each) => each !== LEFT);
  const alone = await place.json([...asked, '--exclude', others.join(',')]);
  expect(alone.json['best_price']).toMatchObject({
    tone: 'note',
    sentence: expect.stringContaining('No better price was found in the one pool'),
  });
});

test('an order that rests where it is paid less than elsewhere is listed with that', async () => {
  const asked = ['orders', ...place.there, ...place.keys];
  const wish = ['--in', 'ADA', '--out', 'AMBER', '--amount', '5000', '--percent=2', '--dex', 'EXBV3'];
  // The pool fills a part, until its price is the order's. Other pools keep the market's price.
  const bid = await place.json([
    ...['limit', ...place.there, ...place.keys, ...wish, '--password-file', password, '--yes'],
  ]);
  expect([bid.code, bid.json['failure']]).toEqual([0, undefined]);
  const order = await eventually('the rest is paid more elsewhere', async () => {
    const { json } = await place.json(asked);
    const [first] = json['orders'] as readonly { readonly elsewhere?: { readonly kind: string } }[];
    return first?.elsewhere?.kind === 'better' ? first : undefined;
  });
  expect(order.elsewhere).toEqual({
    kind: 'better',
    more: expect.stringMatching(/^\d+\.\d\d\s%$/),
    sentence: expect.stringMatching(/^The pools of .+ would pay \d+\.\d\d\s% more now than /),
  });
  const text = await place.run(asked);
  expect(text.stdout).toMatch(/\n {2}The pools of .+ would pay \d+\.\d\d\s% more now than /);
});
