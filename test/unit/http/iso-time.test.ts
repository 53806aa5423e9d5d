import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../../src-main/http/iso-time.ts';

test.each([
  ['2024-06-23T10:11:06Z', Date.UTC(2024, 5, 23, 10, 11, 6)],
  ['2024-06-23T10:11:06.25z', Date.UTC(2024, 5, 23, 10, 11, 6, 250)],
  ['2024-06-23T12:11:06+02:00', Date.UTC(2024, 5, 23, 10, 11, 6)],
  ['2024-06-23T12:11:06+0200', Date.UTC(2024, 5, 23, 10, 11, 6)],
  ['2024-06-23 10:11', Date.UTC(2024, 5, 23, 10, 11)],
  [' 2024-06-23 ', Date.UTC(2024, 5, 23)],
])('%s is a moment, in UTC where no zone is named', (text, ms) => {
  expect(isoTime(text)).toBe(ms);
});

test.each([
  '',
  'soon',
  '7',
  'June 23, 2024',
  '0001-01-01T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '2024-06-23T25:00:00Z',
])('"%s" is none', (text) => {
  expect(isoTime(text)).toBeUndefined();
});

test('every moment survives its text, and no text throws', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
      expect(isoTime(new Date(ms).toISOString())).toBe(ms);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void isoTime(text)));
});
