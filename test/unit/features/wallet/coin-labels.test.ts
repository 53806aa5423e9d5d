import { expect, it } from 'vitest';
import { CoinLabels } from '../../../../src-main/features/wallet/coin-labels.ts';
import type { SettingsStore } from '../../../../src-main/ports/journal.ts';
import { codeOf, must } from '../../../support/trader.ts';

const coin = (at: number): string => `${at.toString(16).padStart(64, '0')}#0`;

function store(): SettingsStore & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) =>
      void (value === undefined ? kept.delete(key) : kept.set(key, value)),
  } as unknown as SettingsStore & { readonly kept: Map<string, unknown> };
}

it('keeps labels and frozen coins of one profile, until nothing is noted or the profile is forgotten', () => {
  const settings = store();
  const labels = new CoinLabels(settings, 'practice');
  must(labels.note(coin(1), { label: '  cold savings ', frozen: true }));
  must(labels.note(coin(2), { label: 'exchange', frozen: false }));
  expect(labels.frozen()).toEqual(new Map([[coin(1), 'cold savings']]));
  const again = new CoinLabels(settings, 'practice');
  expect(again.of(coin(2))).toEqual({ label: 'exchange', frozen: false });
  expect(new CoinLabels(settings, 'live-preprod-1').frozen().size).toBe(0);
  must(again.note(coin(1), { label: '', frozen: true }));
  expect(again.frozen()).toEqual(new Map([[coin(1), '']]));
  must(again.note(coin(1), { label: ' ', frozen: false }));
  expect(again.of(coin(1))).toBeUndefined();
  CoinLabels.forget(settings, 'practice');
  expect(new CoinLabels(settings, 'practice').of(coin(2))).toBeUndefined();
});

it('takes no more than a thousand, and leaves out what is stored and unfit', () => {
  const settings = store();
  const labels = new CoinLabels(settings, 'practice');
  for (let at = 0; at < 1_000; at += 1) must(labels.note(coin(at), { label: 'x'.repeat(80), frozen: false }));
  expect(labels.of(coin(0))?.label).toHaveLength(60);
  expect(codeOf(labels.note(coin(1_000), { label: 'one more', frozen: false }))).toBe('coin-labels-full');
  must(labels.note(coin(5), { label: '', frozen: false }));
  must(labels.note(coin(1_000), { label: 'one more', frozen: false }));
  settings.kept.set('coins.practice', [
    { output: coin(1), label: 'fits', frozen: true },
    { output: 'elsewhere', label: '', frozen: true },
    { output: coin(2), label: 7, frozen: false },
    null,
  ]);
  expect(new CoinLabels(settings, 'practice').frozen()).toEqual(new Map([[coin(1), 'fits']]));
  settings.kept.set('coins.practice', 'nonsense');
  expect(new CoinLabels(settings, 'practice').frozen().size).toBe(0);
});
