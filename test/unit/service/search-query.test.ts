import { expect, test } from 'vitest';
import { readSearchQuery } from '../../../src-main/service/wire/market.ts';

const policy = '279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f';
const id = `${policy}534e454b`;

test.each([
  ['', { kind: 'ada' }],
  ['ADA', { kind: 'ada' }],
  [' ada ', { kind: 'ada' }],
  ['lovelace', { kind: 'ada' }],
  [`${'0'.repeat(56)}6c6f76656c616365`, { kind: 'ada' }],
  ['snek', { kind: 'term', term: 'snek' }],
  ['  My   Token ', { kind: 'term', term: 'My Token' }],
  ['a.b', { kind: 'term', term: 'a.b' }],
  [policy, { kind: 'term', term: policy }],
  [policy.toUpperCase(), { kind: 'term', term: policy }],
  [` ${policy.slice(0, 20)} ${policy.slice(20)}\n`, { kind: 'term', term: policy }],
  [id.toUpperCase(), { kind: 'term', term: id }],
  [`${policy}.534e454b`, { kind: 'term', term: id }],
  [`${policy}.`, { kind: 'term', term: policy }],
  ['x'.repeat(55), { kind: 'term', term: 'x'.repeat(55) }],
  ['x'.repeat(56), { kind: 'nothing' }],
  [`${id}5`, { kind: 'nothing' }],
  [`${policy}${'00'.repeat(33)}`, { kind: 'nothing' }],
])('%j asks for %j', (text, expected) => {
  expect(readSearchQuery(text)).toEqual(expected);
});
