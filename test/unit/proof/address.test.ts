import { describe, expect, it } from 'vitest';
import { holderOf, holderOfText } from '../../../src-main/proof/address.ts';
import { bytesOf, hexOf } from '../../../src-main/proof/cbor.ts';

/** The keys and script of the test vectors of CIP-19, and its addresses, by their type. */
const KEY = '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e';
const STAKE = '337b62cfff6403a06a3acbc34f8c46003c69fe79a3628cefa9c47251';
const SCRIPT = 'c37b1b5dc0669f1d3c61a6fddb2e8fde96be87b881c60bce8e8d542f';

const VECTORS = [
  [
    0,
    'key',
    KEY,
    { kind: 'key', hash: STAKE },
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  [
    1,
    'script',
    SCRIPT,
    { kind: 'key', hash: STAKE },
    'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
  ],
  [
    2,
    'key',
    KEY,
    { kind: 'script', hash: SCRIPT },
    'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
  ],
  [
    3,
    'script',
    SCRIPT,
    { kind: 'script', hash: SCRIPT },
    'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
  ],
  [4, 'key', KEY, { kind: 'pointer' }, 'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k'],
  [
    5,
    'script',
    SCRIPT,
    { kind: 'pointer' },
    'addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu',
  ],
  [6, 'key', KEY, { kind: 'none' }, 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  [7, 'script', SCRIPT, { kind: 'none' }, 'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx'],
] as const;

const ODD = { kind: 'odd', hash: '', stake: { kind: 'none' }, network: -1 };

describe('the addresses of CIP-19', () => {
  it.each(VECTORS)('of type %d are of a %s', (type, kind, hash, stake, text) => {
    const holder = holderOfText(text);
    expect(holder).toEqual({ kind, hash, stake, network: 1, text });
    const tail = 'hash' in stake ? stake.hash : stake.kind === 'pointer' ? '8198bd431b03' : '';
    const hex = `${type}1${hash}${tail}`;
    expect(holderOf(bytesOf(hex))).toEqual(holder);
    expect(holderOfText(hex)).toEqual(holder);
  });

  it('are of a test network by the last bits of their first byte, which their prefix says too', () => {
    expect(holderOf(bytesOf(`60${KEY}`))).toEqual({
      kind: 'key',
      hash: KEY,
      stake: { kind: 'none' },
      network: 0,
      text: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    });
  });

  it('are odd on any other network, and in any other type', () => {
    for (const header of ['02', '0f', '62', '6f', '80', '81', '90', 'a1', 'e1', 'f1', 'ff']) {
      const hex = header + KEY + (header.startsWith('0') ? STAKE : '');
      expect(holderOf(bytesOf(hex)), header).toEqual({ ...ODD, text: hex });
      expect(holderOfText(hex)).toEqual({ ...ODD, text: hex });
    }
  });

  it('have exactly their length', () => {
    for (const hex of [
      '',
      '61',
      `01${KEY}`,
      `01${KEY}${STAKE}00`,
      `01${KEY}${STAKE.slice(2)}`,
      `61${KEY}00`,
      `61${KEY.slice(2)}`,
      `71${KEY}${STAKE}`,
      `31${KEY}`,
    ])
      expect(holderOf(bytesOf(hex)), hex).toEqual({ ...ODD, text: hex });
  });

  it('point at three numbers, where they point', () => {
    const kind = (pointer: string): string => holderOf(bytesOf(`41${KEY}${pointer}`)).kind;
    for (const pointer of ['000000', '7f7f7f', '8198bd431b03', '81800082008300'])
      expect(kind(pointer), pointer).toBe('key');
    for (const pointer of ['', '00', '0000', '00000000', '818181', '00000081', '0000810080', '0080'])
      expect(kind(pointer), pointer).toBe('odd');
  });
});

describe('an address as text', () => {
  const [, , , , text] = VECTORS[0];

  it('is read in capitals, and not in both', () => {
    expect(holderOfText(text.toUpperCase()).text).toBe(text);
    expect(holderOfText(`A${text.slice(1)}`).kind).toBe('odd');
    expect(holderOfText(text.slice(0, -1) + text.slice(-1).toUpperCase()).kind).toBe('odd');
  });

  it('is odd with one letter changed, anywhere', () => {
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'q' ? 'p' : 'q';
      expect(holderOfText(text.slice(0, at) + other + text.slice(at + 1)), String(at)).toEqual({
        ...ODD,
        text: '',
      });
    }
  });

  it('is odd where it is none', () => {
    for (const none of [
      '',
      'no address',
      '1',
      '1qqqqqq',
      'addr',
      'addr1',
      'addr1qqqqq',
      text.slice(4),
      `${text}q`,
      ` ${text}`,
      text.replace('1', '1b'),
    ])
      expect(holderOfText(none), none).toEqual({ ...ODD, text: '' });
  });

  it.each([
    ['A12UEL5L', 'nothing'],
    ['abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', 'other bytes'],
    ['split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w', 'other bytes'],
    ['x1b4n0q5v', 'a letter that is none'],
    ['li1dgmt3', 'too short a checksum'],
    ['1pzry9x0s0muk', 'no prefix'],
    ['pzry9x0s0muk', 'no separator'],
    ['stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'a reward account of CIP-19'],
    [text.replace('addr', 'addr_test'), 'a prefix of another network'],
  ])('is odd where it is Bech32 of something else: %s, %s', (other) => {
    expect(holderOfText(other)).toEqual({ ...ODD, text: '' });
  });

  it('is hex of whole bytes, in small letters', () => {
    const hex = hexOf(bytesOf(`61${KEY}`));
    expect(holderOfText(hex).hash).toBe(KEY);
    expect(holderOfText(hex.toUpperCase()).kind).toBe('odd');
    expect(holderOfText(`${hex}0`)).toEqual({ ...ODD, text: '' });
    expect(holderOfText(`${hex}zz`)).toEqual({ ...ODD, text: '' });
    expect(holderOfText(`zz${hex}`)).toEqual({ ...ODD, text: '' });
  });
});
