import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { bytesOf, hash256, Unreadable } from '../../../src-main/proof/cbor.ts';
import { readParent, readTransaction, type Output } from '../../../src-main/proof/transaction.ts';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';

const KEY = '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e';
const ADDRESS = `581d60${KEY}`;
const HASH = 'ab'.repeat(32);
const POLICY = '7e'.repeat(28);
const INPUT = `825820${HASH}00`;
const OUTPUT = `82${ADDRESS}1903e8`;

/** A map with small keys, as CBOR (hex). */
function map(entries: Readonly<Record<number, string>>): string {
  const parts = Object.entries(entries).map(([key, value]) => toHex(cborInt(BigInt(key))) + value);
  return `${(0xa0 + parts.length).toString(16)}${parts.join('')}`;
}

const LEAST = { 0: `81${INPUT}`, 1: `81${OUTPUT}`, 2: '05' };

function written(body: Readonly<Record<number, string>>, witnesses = 'a0', rest = 'f5f6'): string {
  return `84${map(body)}${witnesses}${rest}`;
}

/** The least transaction with these fields as well, or instead. */
function read(body: Readonly<Record<number, string>> = {}, witnesses?: string, rest?: string) {
  return readTransaction(written({ ...LEAST, ...body }, witnesses, rest));
}

function outputOf(hex: string): Output | undefined {
  return read({ 1: `81${hex}` }).outputs[0];
}

function refuses(reading: () => unknown, reason: string): void {
  expect(reading).toThrow(Unreadable);
  expect(reading).toThrow(new Error(reason));
}

describe('a transaction', () => {
  it('is read from its bytes, with nothing where they say nothing', () => {
    const { holder: _holder, ...output } = outputOf(OUTPUT) as Output;
    expect(output).toStrictEqual({
      value: new Map([[ADA, 1_000n]]),
      datumHash: undefined,
      inlineDatum: undefined,
      carriesScript: false,
    });
    const { outputs, ...rest } = read();
    expect(outputs.map(({ holder }) => holder.hash)).toEqual([KEY]);
    expect(rest).toEqual({
      bodyHash: hash256(bytesOf(map(LEAST))),
      isValid: true,
      inputs: [`${HASH}#0`],
      collateral: [],
      collateralReturn: undefined,
      totalCollateral: undefined,
      fee: 5n,
      requiredSigners: [],
      validFrom: undefined,
      validUntil: undefined,
      networkId: undefined,
      mint: new Map(),
      withdrawals: [],
      donation: 0n,
      fields: new Set([0, 1, 2]),
      attachedStated: undefined,
      attached: undefined,
      data: new Map(),
    });
  });

  it('has each field of its body where the ledger has it', () => {
    const signers = `82581c${KEY}581c${POLICY}`;
    const tx = read({
      3: '1864',
      5: `a1581de1${KEY}07`,
      7: `5820${HASH}`,
      8: '1832',
      9: `a1581c${POLICY}a2410105410225`,
      13: `82${INPUT}825820${HASH}01`,
      14: signers,
      15: '01',
      16: OUTPUT,
      17: '1903e9',
      22: '09',
    });
    expect(tx).toMatchObject({
      validFrom: 50n,
      validUntil: 100n,
      withdrawals: [{ account: `e1${KEY}`, amount: 7n }],
      attachedStated: HASH,
      mint: new Map([
        [`${POLICY}01`, 5n],
        [`${POLICY}02`, -6n],
      ]),
      collateral: [`${HASH}#0`, `${HASH}#1`],
      requiredSigners: [KEY, POLICY],
      networkId: 1n,
      totalCollateral: 1_001n,
      donation: 9n,
      fields: new Set([0, 1, 2, 3, 5, 7, 8, 9, 13, 14, 15, 16, 17, 22]),
    });
    expect(tx.collateralReturn).toEqual(tx.outputs[0]);
  });

  it.each([4, 6, 11, 18, 19, 20, 21])('may have field %d, which is judged elsewhere', (field) => {
    expect(read({ [field]: '80' }).fields.has(field)).toBe(true);
  });

  it.each([10, 12, 23, 24])('may not have field %d, of which nothing is known', (field) => {
    refuses(() => read({ [field]: '00' }), 'its body has a field that is not known');
  });

  it('has inputs, outputs and a fee', () => {
    for (const field of [0, 1, 2]) {
      const body = Object.fromEntries(Object.entries(LEAST).filter(([key]) => key !== String(field)));
      refuses(() => readTransaction(written(body)), 'its body lacks a field that every one has');
    }
  });

  it('may mark its lists as sets, and repeats what they repeat', () => {
    expect(read({ 0: `d9010282${INPUT}${INPUT}` }).inputs).toEqual([`${HASH}#0`, `${HASH}#0`]);
    expect(read({ 13: `d9010281${INPUT}`, 14: `d9010281581c${KEY}` })).toMatchObject({
      collateral: [`${HASH}#0`],
      requiredSigners: [KEY],
    });
    // A list of 258 items is not the tag 258 with its content.
    expect(read({ 0: `990102${INPUT.repeat(258)}` }).inputs).toHaveLength(258);
    for (const other of ['d90103', 'c1', 'd90101'])
      refuses(() => read({ 0: `${other}81${INPUT}` }), 'a list of it is none');
    refuses(() => read({ 0: `d90102d9010281${INPUT}` }), 'a list of it is none');
    refuses(() => read({ 0: `a181${INPUT}00` }), 'a list of it is none');
    refuses(() => read({ 1: `d9010281${OUTPUT}` }), 'a list of it is none');
  });

  it('is a list of four, of a known length', () => {
    const reason = 'it is not a list of four';
    const body = map(LEAST);
    for (const other of [
      `83${body}a0f5`,
      `85${body}a0f5f600`,
      `9f${body}a0f5f6ff`,
      `a2${body}a0f5f6`,
      '80',
      '00',
    ])
      refuses(() => readTransaction(other), reason);
    refuses(() => readTransaction(`84${body}a0f5f600`), 'bytes follow its end');
    refuses(() => readTransaction('zz'), 'it is not hexadecimal');
  });

  it('is as large as the network takes, and no larger', () => {
    const bare = written({ ...LEAST, 11: '590000' }).length / 2;
    const sized = (bytes: number): string => {
      const filler = bytes - bare;
      return written({ ...LEAST, 11: `59${filler.toString(16).padStart(4, '0')}${'00'.repeat(filler)}` });
    };
    expect(sized(16_384).length / 2).toBe(16_384);
    expect(readTransaction(sized(16_384)).fee).toBe(5n);
    refuses(() => readTransaction(sized(16_385)), 'it is larger than the network accepts');
  });

  it('says whether its scripts succeed', () => {
    expect(read({}, 'a0', 'f4f6').isValid).toBe(false);
    const reason = 'it does not say whether its scripts succeed';
    for (const other of ['f6', 'f7', '15', '14', '00']) refuses(() => read({}, 'a0', `${other}f6`), reason);
  });

  it('has attached what is not null', () => {
    expect(read({}, 'a0', 'f5a0').attached).toBe(hash256(bytesOf('a0')));
    // A number that only looks like null, and another simple value.
    expect(read({}, 'a0', 'f516').attached).toBe(hash256(bytesOf('16')));
    expect(read({}, 'a0', 'f5f7').attached).toBe(hash256(bytesOf('f7')));
  });

  it('brings datums along, by the hash of their bytes as they are written', () => {
    const datums = ['1800', 'd87980'];
    const data = new Map(datums.map((hex) => [hash256(bytesOf(hex)), hex]));
    expect(read({}, `a10482${datums.join('')}`).data).toEqual(data);
    expect(read({}, `a104d9010282${datums.join('')}`).data).toEqual(data);
    expect(read({}, 'a800800180028003800480058006800780').data).toEqual(new Map());
    refuses(() => read({}, 'a10880'), 'its witnesses has a field that is not known');
    refuses(() => read({}, '80'), 'a map of it is none');
  });
});

describe('the parts of a transaction', () => {
  it('that are numbers are no less than nothing, but for what is minted', () => {
    const reason = 'a number of it is none';
    for (const field of [2, 3, 8, 15, 17, 22]) {
      refuses(() => read({ [field]: '20' }), reason);
      refuses(() => read({ [field]: '40' }), reason);
      refuses(() => read({ [field]: 'f5' }), reason);
    }
    refuses(() => read({ 5: `a1581de1${KEY}20` }), reason);
    refuses(() => read({ 9: `a1581c${POLICY}a14040` }), reason);
    expect(read({ 9: `a1581c${POLICY}a1401b7fffffffffffffff` }).mint).toEqual(
      new Map([[POLICY, 9_223_372_036_854_775_807n]]),
    );
  });

  it('that are hashes have their length', () => {
    const reason = 'bytes of it are not what they should be';
    for (const other of [
      { 0: `8182581f${HASH.slice(2)}00` },
      { 0: `81825821${HASH}0000` },
      { 7: `581f${HASH.slice(2)}` },
      { 14: `81581b${KEY.slice(2)}` },
      { 14: `81581d${KEY}00` },
      { 14: '8100' },
      { 9: `a1581b${POLICY.slice(2)}a14001` },
      { 5: 'a10001' },
      { 1: '81820001' },
    ])
      refuses(() => read(other), reason);
  });

  it('that are inputs are pairs of a hash and an index that an output can have', () => {
    expect(read({ 0: `81825820${HASH}19ffff` }).inputs).toEqual([`${HASH}#65535`]);
    refuses(() => read({ 0: `81825820${HASH}1a00010000` }), 'an input has an index that no output has');
    const reason = 'a pair of it is none';
    refuses(() => read({ 0: `81815820${HASH}` }), reason);
    refuses(() => read({ 0: `81835820${HASH}0000` }), reason);
    refuses(() => read({ 0: '8180' }), reason);
  });

  it('that are maps have each key once, however it is written', () => {
    const reason = 'a map of it has a key twice';
    const tokens =
      (...names: readonly string[]): (() => unknown) =>
      () =>
        read({ 9: `a1581c${POLICY}a${names.length}${names.map((name) => `${name}01`).join('')}` });
    expect(tokens('4101', '4102')).not.toThrow();
    refuses(tokens('4101', '4101'), reason);
    refuses(tokens('4101', '580101'), reason);
    refuses(tokens('420102', '5f41014102ff'), reason);
    refuses(tokens('40', '5fff'), reason);
    refuses(() => readTransaction(`84a4${map(LEAST).slice(2)}180205a0f5f6`), reason);
    refuses(() => readTransaction(`84a4${map(LEAST).slice(2)}0205a0f5f6`), reason);
    const policy = `581c${POLICY}a14001`;
    refuses(() => read({ 9: `a2${policy}${policy}` }), reason);
    // A text, a negative number and a number are distinguished, although none of them is a key here.
    refuses(() => readTransaction(`84a4${map(LEAST).slice(2)}2205a0f5f6`), 'a number of it is none');
    refuses(() => readTransaction(`84a5${map(LEAST).slice(2)}616105616205a0f5f6`), 'a number of it is none');
    refuses(() => read({ 5: '80' }), 'a map of it is none');
  });
});

describe('an output', () => {
  it('is a list of two or three, or a map', () => {
    expect(outputOf(`a200${ADDRESS}011903e8`)).toEqual(outputOf(OUTPUT));
    expect(outputOf(`83${ADDRESS}1903e85820${HASH}`)).toEqual({ ...outputOf(OUTPUT), datumHash: HASH });
    refuses(() => outputOf(`81${ADDRESS}`), 'an output is ill-formed');
    refuses(() => outputOf('80'), 'an output is ill-formed');
    refuses(() => outputOf(`84${ADDRESS}015820${HASH}00`), 'an output is ill-formed');
    refuses(() => outputOf('00'), 'a list of it is none');
  });

  it('has an address and a value', () => {
    refuses(() => outputOf('a10105'), 'an output has no address');
    refuses(() => outputOf(`a100${ADDRESS}`), 'an output has no value');
    refuses(() => outputOf(`a300${ADDRESS}01050400`), 'an output has a field that is not known');
  });

  it('holds tokens by policy and name', () => {
    const value = `821903e8a2581c${POLICY}a2400541aa06581c${KEY}a15820${HASH}07`;
    expect(outputOf(`82${ADDRESS}${value}`)?.value).toEqual(
      new Map([
        [ADA, 1_000n],
        [POLICY, 5n],
        [`${POLICY}aa`, 6n],
        [KEY + HASH, 7n],
      ]),
    );
    const holding =
      (tokens: string): (() => unknown) =>
      () =>
        outputOf(`82${ADDRESS}8205${tokens}`);
    refuses(holding(`a1581c${POLICY}a15821${HASH}0007`), "a token's name is too long");
    refuses(holding(`a1581c${POLICY}a14020`), 'a number of it is none');
    refuses(holding('80'), 'a map of it is none');
    refuses(() => outputOf(`82${ADDRESS}830500a0`), 'a pair of it is none');
    refuses(() => outputOf(`82${ADDRESS}40`), 'a list of it is none');
    refuses(() => outputOf(`82${ADDRESS}8220a0`), 'a number of it is none');
  });

  const placed = (datum: string): string => `a300${ADDRESS}010502${datum}`;

  it('names a datum by its hash, or has its bytes', () => {
    expect(outputOf(placed(`82005820${HASH}`))).toMatchObject({ datumHash: HASH, inlineDatum: undefined });
    expect(outputOf(placed('8201d81843d87980'))).toMatchObject({
      datumHash: undefined,
      inlineDatum: 'd87980',
    });
    refuses(() => outputOf(placed(`82025820${HASH}`)), 'an output has a datum of a kind that is not known');
    refuses(() => outputOf(placed(`5820${HASH}`)), 'a list of it is none');
    refuses(() => outputOf(placed(`8200581f${HASH.slice(2)}`)), 'bytes of it are not what they should be');
    refuses(() => outputOf(`83${ADDRESS}05581f${HASH.slice(2)}`), 'bytes of it are not what they should be');
  });

  it('embeds what is whole in its bytes', () => {
    const reason = 'a part of it is not embedded';
    refuses(() => outputOf(placed('820143d87980')), reason);
    refuses(() => outputOf(placed('8201d81943d87980')), reason);
    refuses(() => outputOf(placed('82018143d87980')), reason);
    refuses(() => outputOf(placed('82011818')), reason);
    // A list of 24 items is not the tag 24 with its content.
    refuses(() => outputOf(placed(`8201981843d87980${'00'.repeat(23)}`)), reason);
    refuses(() => outputOf(placed('8201d81800')), 'bytes of it are not what they should be');
    refuses(() => outputOf(placed('8201d81843d87981')), 'it ends too early');
    refuses(() => outputOf(placed('8201d81844d8798000')), 'bytes follow its end');
  });

  it('carries a script, which is embedded', () => {
    expect(outputOf(`a300${ADDRESS}010503d81843820140`)).toMatchObject({ carriesScript: true });
    refuses(() => outputOf(`a300${ADDRESS}010503820140`), 'a part of it is not embedded');
  });
});

describe('the transaction that made an input', () => {
  const body = map({ 1: `82${OUTPUT}82${ADDRESS}1903e9`, 16: OUTPUT });
  const values = (hex: string) =>
    Array.from(readParent(hex).outputs, ([at, { value }]) => [at, value.get(ADA)]);

  it('is read of every era, by its body alone', () => {
    const made = [
      [0, 1_000n],
      [1, 1_001n],
    ];
    expect(readParent(`84${body}a0f5f6`).hash).toBe(hash256(bytesOf(body)));
    expect(values(`84${body}a0f5f6`)).toEqual(made);
    expect(values(`84${body}00f500`)).toEqual(made);
    expect(values(`83${body}a0f6`)).toEqual(made);
    expect(values(`83${body}a0f4`)).toEqual(made);
    expect(values(`9f${body}a0f5f6ff`)).toEqual(made);
    // Of fields that nobody knows, too.
    expect(values(`84${map({ 1: `81${OUTPUT}`, 23: '00' })}a0f5f6`)).toEqual([[0, 1_000n]]);
  });

  it('has made the return of its collateral alone where its scripts failed', () => {
    expect(values(`84${body}a0f4f6`)).toEqual([[2, 1_000n]]);
    expect(values(`84${map({ 1: `81${OUTPUT}` })}a0f4f6`)).toEqual([]);
  });

  it('is no transaction where it is not a list of three or four that begins with a body', () => {
    const reason = 'it is not a transaction';
    for (const other of ['80', `82${body}a0`, `85${body}a0f5f600`, `a2${body}a0f5f6`, `81${body}`, '00'])
      refuses(() => readParent(other), reason);
    refuses(() => readParent('84a0a0f5f6'), 'it has no outputs');
    refuses(() => readParent(`84${body}a0f6f6`), 'it does not say whether its scripts succeed');
    refuses(() => readParent(`8480a0f5f6`), 'a map of it is none');
    refuses(() => readParent('84a12005a0f5f6'), 'a number of it is none');
  });
});
