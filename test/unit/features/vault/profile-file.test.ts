import { describe, expect, it } from 'vitest';
import type { PolicyLimitsView } from '#contract/profile.ts';
import { readProfileFile, writeProfileFile } from '../../../../src-main/features/vault/profile-file.ts';
import { policyView } from '../../../../src-main/features/vault/policy-store.ts';
import { DEFAULT_POLICY } from '../../../../src-main/inspect/policy.ts';
import { termsNowhere } from '../../../support/live-profile.ts';
import { must } from '../../../support/trader.ts';

const limits: PolicyLimitsView = {
  ...policyView(DEFAULT_POLICY),
  perTrade: '1234500000',
  impactBps: 250,
  exchanges: ['EXA', 'EXB'],
};
const written = (): Record<string, unknown> =>
  JSON.parse(writeProfileFile(termsNowhere, limits)) as Record<string, unknown>;
const read = (content: unknown) => readProfileFile(JSON.stringify(content));

describe('the file of a profile', () => {
  it('is read as it was written, with limits and without', () => {
    expect(must(readProfileFile(writeProfileFile(termsNowhere, limits)))).toEqual({
      terms: termsNowhere,
      limits,
    });
    expect(must(readProfileFile(writeProfileFile(termsNowhere, undefined))).limits).toBeUndefined();
  });

  it.each([
    ['a key', { apiKey: 'canary-key' }],
    ['recovery words', { mnemonic: 'abandon abandon' }],
    ['an id', { id: '../x' }],
    ['a key among the addresses', { addresses: { ...termsNowhere.addresses, token: 'canary-key' } }],
    ['a limit that there is none of', { limits: { ...limits, password: 'canary-key' } }],
  ])('is refused with %s, and repeats nothing of it', (_what, surplus) => {
    const refused = read({ ...written(), ...surplus });
    expect(refused).toMatchObject({
      failure: {
        code: 'profile-file-malformed',
        data: { reason: 'it has fields that no profile file has' },
      },
    });
    expect(JSON.stringify(refused)).not.toMatch(/canary|abandon|\.\.\//);
  });

  it.each([
    ['no JSON', '{', 'it is not valid JSON'],
    ['nothing', '', 'it is not valid JSON'],
    ['another thing', '{"touchstone":"backup","version":1}', 'a field is missing or has no such value'],
    ['a list', '[]', 'a field is missing or has no such value'],
    ['a version of none', '{"touchstone":"profile","version":0}', 'a field is missing or has no such value'],
  ])('is refused when it is %s', (_what, text, reason) => {
    expect(readProfileFile(text)).toMatchObject({
      failure: { code: 'profile-file-malformed', data: { reason } },
    });
  });

  it.each([
    ['colour', 'amber'],
    ['name', 'x'.repeat(201)],
    ['name', 7],
    ['excluded', ['a b']],
    ['addresses', { ...termsNowhere.addresses, network: 'sanchonet' }],
    ['addresses', { ...termsNowhere.addresses, baseUrl: `https://${'x'.repeat(300)}` }],
    ['limits', { ...limits, perTrade: '-1' }],
  ])('is refused with such a %s', (field, value) => {
    expect(read({ ...written(), [field]: value })).toMatchObject({
      failure: { code: 'profile-file-malformed' },
    });
  });

  it('of a later version is said to be newer, whatever else is in it', () => {
    expect(read({ ...written(), version: 2, more: true })).toMatchObject({
      failure: { code: 'profile-file-newer' },
    });
  });
});
