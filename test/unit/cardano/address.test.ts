import { bech32 } from '@scure/base';
import { describe, expect, it } from 'vitest';

import {
  addressOf,
  baseAddress,
  formatAddress,
  formatRewardAccount,
  parseAddress,
  parseAddressHex,
  parseRewardAccountBytes,
  rewardAccountOf,
  type Credential,
} from '../../../src-main/cardano/address.ts';
import { decodeBech32, encodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';

/** The test vectors of CIP-19: text by type, for main and test networks. */
const cip19: readonly (readonly [number, string, string])[] = [
  [
    0,
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae',
  ],
  [
    1,
    'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
    'addr_test1zrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgsxj90mg',
  ],
  [
    2,
    'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
    'addr_test1yz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shsf5r8qx',
  ],
  [
    3,
    'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
    'addr_test1xrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs4p04xh',
  ],
  [
    4,
    'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
    'addr_test1gz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrdw5vky',
  ],
  [
    5,
    'addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu',
    'addr_test12rphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcryqrvmw',
  ],
  [
    6,
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  ],
  [
    7,
    'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
    'addr_test1wrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcl6szpr',
  ],
];

const KEY: Credential = { kind: 'key', hash: '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e' };
const STAKE: Credential = { kind: 'key', hash: '337b62cfff6403a06a3acbc34f8c46003c69fe79a3628cefa9c47251' };
const SCRIPT: Credential = {
  kind: 'script',
  hash: 'c37b1b5dc0669f1d3c61a6fddb2e8fde96be87b881c60bce8e8d542f',
};

describe('addresses of CIP-19', () => {
  it.each(cip19)('type %i is read and written on both networks', (type, mainnet, testnet) => {
    for (const [network, text] of [
      [1, mainnet],
      [0, testnet],
    ] as const) {
      const parsed = parseAddress(text);
      if (!parsed.ok) throw new Error(parsed.failure);
      expect(parsed.value).toMatchObject({ network, type, payment: type % 2 === 0 ? KEY : SCRIPT });
      expect(formatAddress(parsed.value)).toBe(text);
      expect(parseAddressHex(parsed.value.hex.toUpperCase())).toEqual(parsed);
    }
  });

  it('names the stake part, a pointer, or none', () => {
    const stakes = cip19.map(([, text]) => {
      const parsed = parseAddress(text);
      return parsed.ok ? parsed.value.stake : 'refused';
    });
    expect(stakes).toEqual([STAKE, STAKE, SCRIPT, SCRIPT, 'pointer', 'pointer', undefined, undefined]);
  });

  it('builds the same addresses from credentials', () => {
    expect(formatAddress(baseAddress(1, KEY.hash, STAKE.hash))).toBe(cip19[0]?.[1]);
    expect(formatAddress(addressOf(0, SCRIPT, STAKE))).toBe(cip19[1]?.[2]);
    expect(formatAddress(addressOf(0, KEY, SCRIPT))).toBe(cip19[2]?.[2]);
    expect(formatAddress(addressOf(1, SCRIPT, SCRIPT))).toBe(cip19[3]?.[1]);
    expect(formatAddress(addressOf(1, KEY))).toBe(cip19[6]?.[1]);
    expect(formatAddress(addressOf(0, SCRIPT))).toBe(cip19[7]?.[2]);
    expect(() => baseAddress(1, KEY.hash.slice(2), STAKE.hash)).toThrow(RangeError);
  });

  it('reads and writes reward accounts', () => {
    const text = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw';
    const account = rewardAccountOf(1, STAKE.hash);
    expect(formatRewardAccount(account)).toBe(text);
    expect(parseRewardAccountBytes(hexBytes(account.hex))).toEqual({ ok: true, value: account });
    expect(parseRewardAccountBytes(hexBytes(`f0${SCRIPT.hash}`))).toMatchObject({
      ok: true,
      value: { stake: SCRIPT },
    });
    expect(parseRewardAccountBytes(hexBytes(`e2${STAKE.hash}`)).ok).toBe(false);
    expect(parseRewardAccountBytes(hexBytes(`00${STAKE.hash}`)).ok).toBe(false);
    expect(parseRewardAccountBytes(hexBytes(`e1${STAKE.hash}00`)).ok).toBe(false);
  });
});

describe('addresses that are refused', () => {
  const base = `${KEY.hash}${STAKE.hash}`;
  it.each([
    ['an empty one', ''],
    ['a base address with one byte more', `01${base}00`],
    ['a base address with one byte less', `01${base.slice(2)}`],
    ['an enterprise address of 57 bytes', `61${base}`],
    ['network 2', `02${base}`],
    ['network 3', `03${base}`],
    ['type 8, Byron', `82d818${base}`],
    ['type 9', `91${base}`],
    ['type 14, a reward account', `e1${KEY.hash}`],
    ['a pointer of two numbers', `41${KEY.hash}0102`],
    ['a pointer of four numbers', `41${KEY.hash}01020304`],
    ['a pointer cut short', `41${KEY.hash}010281`],
  ])('%s', (_, hex) => {
    expect(parseAddressHex(hex).ok).toBe(false);
  });

  it('text whose prefix is of another network, or that was mistyped', () => {
    const bytes = hexBytes(`00${base}`);
    expect(parseAddress(encodeBech32('addr_test', bytes)).ok).toBe(true);
    expect(parseAddress(encodeBech32('addr', bytes)).ok).toBe(false);
    expect(parseAddress(encodeBech32('stake_test', bytes)).ok).toBe(false);
    const good = encodeBech32('addr_test', bytes);
    for (let at = 0; at < good.length; at += 1) {
      const other = good[at] === 'q' ? 'p' : 'q';
      expect(parseAddress(good.slice(0, at) + other + good.slice(at + 1)).ok).toBe(false);
    }
    expect(parseAddressHex('0g').ok).toBe(false);
  });
});

describe('Bech32 of BIP-173', () => {
  it.each([
    'A12UEL5L',
    'a12uel5l',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
  ])('accepts %s', (text) => {
    const decoded = decodeBech32(text);
    if (!decoded.ok) throw new Error(decoded.failure);
    expect(encodeBech32(decoded.value.prefix, decoded.value.bytes)).toBe(text.toLowerCase());
  });

  it.each([
    'pzry9x0s0muk',
    '1pzry9x0s0muk',
    'x1b4n0q5v',
    'li1dgmt3',
    'A1G7SGD8',
    '10a06t8',
    '1qzzfhee',
    'a12UEL5L',
    '',
  ])('refuses "%s"', (text) => {
    expect(decodeBech32(text).ok).toBe(false);
  });

  it('holds more than the 90 characters of BIP-173, and at most 1023', () => {
    const longest = encodeBech32('addr_test', new Uint8Array(629).fill(7));
    expect(longest).toHaveLength(1023);
    expect(decodeBech32(longest)).toMatchObject({ ok: true, value: { prefix: 'addr_test' } });
    expect(decodeBech32(encodeBech32('addr_test', new Uint8Array(630))).ok).toBe(false);
  });

  it.each([
    ['bits left over that are not zero', [0, 1]],
    ['a whole group left over', [0, 0, 0]],
  ])('refuses %s: bytes have one text only', (_, words) => {
    expect(decodeBech32(bech32.encode('addr', words))).toEqual({
      ok: false,
      failure: 'its padding is wrong',
    });
  });

  it('says what is wrong with a text', () => {
    const reasons = ['a12UEL5L', 'pzry9x0s0muk', 'x1b4n0q5v', 'a12uel5q'].map((text) => decodeBech32(text));
    const mistyped = 'it has a letter that cannot be there, or its checksum is wrong';
    expect(reasons).toEqual([
      { ok: false, failure: 'it mixes capitals and small letters' },
      { ok: false, failure: 'it has no prefix' },
      { ok: false, failure: mistyped },
      { ok: false, failure: mistyped },
    ]);
  });
});
