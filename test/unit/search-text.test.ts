import { describe, expect, it } from 'vitest';
import { readSearchText } from '#domain/search-text.ts';

const POLICY = '279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f';
const ID = `${POLICY}534e454b`;

describe('a search text', () => {
  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['ADA', 'ada'],
    [' ada ', 'ada'],
    ['lovelace', 'ada'],
    [`${'0'.repeat(56)}6c6f76656c616365`, 'ada'],
    ['asset1rjklcrnsdzqp65wjgrg55sy9723kw09mlgvlc3', 'fingerprint'],
    [`asset1${'q'.repeat(38)}`, 'fingerprint'],
  ])('%j is read as %s, which asks the service for nothing', (text, mode) => {
    expect(readSearchText(text)).toEqual({ mode });
  });

  it.each([
    [POLICY, 'policy', POLICY],
    [POLICY.toUpperCase(), 'policy', POLICY],
    [` ${POLICY.slice(0, 20)} ${POLICY.slice(20)}\n`, 'policy', POLICY],
    [`${POLICY}.`, 'policy', POLICY],
    [ID.toUpperCase(), 'id', ID],
    [`${POLICY}.534e454b`, 'id', ID],
    [`${POLICY}.534E454B`, 'id', ID],
  ])('%j is read as a %s', (text, mode, term) => {
    expect(readSearchText(text)).toEqual({ mode, term });
  });

  it.each([
    ['snek', 'snek', false],
    ['  My   Token ', 'My Token', false],
    ['a.b', 'a.b', false],
    ['deadbeef', 'deadbeef', false],
    [`asset1${'b'.repeat(38)}`, `asset1${'b'.repeat(38)}`, false],
    ['x'.repeat(55), 'x'.repeat(55), false],
    ['x'.repeat(56), 'x'.repeat(55), true],
    ['🜚'.repeat(56), '🜚'.repeat(55), true],
    [`${POLICY}${'00'.repeat(33)}`, `${POLICY}${'00'.repeat(33)}`.slice(0, 55), true],
  ])('%j is read as a name', (text, term, cut) => {
    expect(readSearchText(text)).toEqual({ mode: 'name', term, cut });
  });

  it.each([
    ['ab'.repeat(20), false],
    ['ab'.repeat(27), false],
    [`${POLICY}4`, true],
    [`${ID}5`, true],
  ])('%j looks like an id that is not all there, and is asked for as a name', (text, cut) => {
    expect(readSearchText(text)).toEqual({ mode: 'id-unfinished', term: text.slice(0, 55), cut });
  });
});
