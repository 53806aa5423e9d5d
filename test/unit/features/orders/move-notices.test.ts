import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { moveNotices } from '../../../../src-main/features/orders/move-notices.ts';
import type { OrderRow } from '../../../../src-main/features/orders/order-row.ts';
import type { Notice } from '../../../../src-main/features/notices/notices.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { GEM_TOKEN } from '../../../support/batch-quotes.ts';
import { ADA_TOKEN } from '#domain/token.ts';

const unplaced = {
  pay: { asset: ADA, quantity: quantity(10_000_000n) },
  receive: GEM_TOKEN.id,
  typed: { form: 'ada-per-token', text: '0.4' },
} as const;
const half = {
  id: 'order-1',
  status: 'cancelled',
  token: GEM_TOKEN.id,
  pay: unplaced.pay,
  cancelTradeId: 'cancel-1',
  unplaced,
} as unknown as OrderRow;

/** The notices of these rows, seen once and again after the batch changed. */
function told(rows: readonly OrderRow[], { busy = [] as boolean[], kept = new Map<string, unknown>() } = {}) {
  const published: Notice[] = [];
  let writes = 0;
  let changed: () => void = () => undefined;
  const source = moveNotices(
    {
      clock: new ManualClock(),
      random: { bytes: (count) => new Uint8Array(count) },
      settings: {
        get: (key) => kept.get(key),
        set: (key, value) => {
          writes += 1;
          kept.set(key, structuredClone(value));
        },
      },
    },
    {
      underWay: () => busy.shift() ?? false,
      onChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
    },
  );
  const end = source.follow(
    {
      name: 'practice',
      catalogue: { shown: (id) => (id === ADA ? ADA_TOKEN : GEM_TOKEN) },
      orders: {
        rows,
        onChange: (listener) => {
          listener({ rows, gone: [] });
          return () => undefined;
        },
      },
    },
    (notice) => published.push(notice),
  );
  changed();
  end();
  return { published, kept, writes };
}

describe('the notice of a move that stopped half-way', () => {
  it('says what was not placed, once, also after a restart', () => {
    const first = told([half]);
    expect(first.published).toMatchObject([
      {
        about: 'orders',
        kind: 'not-placed',
        rows: ['order-1'],
      },
    ]);
    const [{ title, text }] = first.published as [Notice];
    expect(inEnglish(title, ...text)).toBe(
      'Order cancelled, not moved 10 ADA at 0.4 ADA per GEM was not placed.',
    );
    expect(first.writes).toBe(1);
    expect(told([half], { kept: first.kept }).published).toEqual([]);
  });

  it('waits until the batch that may still place it is over', () => {
    expect(told([half], { busy: [true, false] }).published).toHaveLength(1);
    expect(told([half], { busy: [true, true] }).published).toEqual([]);
  });

  it('is not given for an order that was moved, or only cancelled', () => {
    const { published, writes } = told([{ ...half, unplaced: undefined }]);
    expect([published, writes]).toEqual([[], 0]);
  });
});
