import { NativeScript as LibraryScript } from '@emurgo/cardano-serialization-lib-nodejs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { scanCbor } from '../../../src-main/cardano/cbor-scanner.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import {
  fewestSignatures,
  keysNamedTwice,
  keysOf,
  mostSignatures,
  nativeScriptBytes,
  nativeScriptHash,
  nativeScriptIn,
  readNativeScript,
  satisfies,
  scriptLines,
  type NativeScript,
} from '../../../src-main/cardano/native-script.ts';
import { enoughSigners, withNativeScript } from '../../../src-main/cardano/script-witness.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { allows, keysIn } from '../../../src-main/practice/chain/native-scripts.ts';
import { goodTrade } from '../../support/good-trade.ts';

const hash = (nth: number): string => nth.toString(16).padStart(2, '0').repeat(28);
const keys = [1, 2, 3, 4, 5].map(hash);

/** Scripts of at most three levels, with five keys and a few slots. */
const scripts: fc.Arbitrary<NativeScript> = fc.letrec<{ script: NativeScript }>((tie) => ({
  script: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    fc.record({ kind: fc.constant('key' as const), hash: fc.constantFrom(...keys) }),
    fc.record({ kind: fc.constantFrom('from' as const, 'until' as const), slot: fc.nat(20) }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      scripts: fc.array(tie('script'), { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('at-least' as const),
      required: fc.nat(4),
      scripts: fc.array(tie('script'), { maxLength: 4 }),
    }),
  ),
})).script;

const intervals = fc.record({
  validFrom: fc.option(fc.bigInt(0n, 20n), { nil: undefined }),
  validUntil: fc.option(fc.bigInt(0n, 20n), { nil: undefined }),
});
const someKeys = fc.subarray(keys).map((some) => new Set(some));

function scanned(script: NativeScript) {
  const item = scanCbor(nativeScriptBytes(script));
  if (!item.ok) throw new Error(item.failure);
  return item.value;
}

const refusal = (json: unknown): string => {
  const read = readNativeScript(typeof json === 'string' ? json : JSON.stringify(json));
  return read.ok ? 'read' : read.failure;
};

describe('a native script', () => {
  it('has the address that others publish for it', () => {
    const never = { kind: 'all', scripts: [{ kind: 'until', slot: 0 }] } as const;
    expect(formatAddress(addressOf(1, { kind: 'script', hash: nativeScriptHash(never) }))).toBe(
      'addr1wxa7ec20249sqg87yu2aqkqp735qa02q6yd93u28gzul93ghspjnt',
    );
  });

  it('has the bytes and the hash that the chain library finds', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const library = LibraryScript.from_bytes(nativeScriptBytes(script));
        expect(library.hash().to_hex()).toBe(nativeScriptHash(script));
        library.free();
      }),
    );
  });

  it('is evaluated as the practice ledger, which has its own code for it, evaluates it', () => {
    fc.assert(
      fc.property(scripts, someKeys, intervals, (script, signed, at) => {
        const ledger = { signed, validFrom: at.validFrom, invalidFrom: at.validUntil };
        expect(satisfies(script, signed, at)).toBe(allows(scanned(script), ledger));
        expect(keysOf(script)).toEqual(new Set(keysIn(scanned(script))));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read from its bytes as from JSON, where it takes a signature', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const fromBytes = nativeScriptIn(scanned(script));
        const fromJson = readNativeScript(JSON.stringify(jsonOf(script)));
        expect(fromBytes.ok).toBe(fromJson.ok);
        if (!fromBytes.ok || !fromJson.ok) {
          // A script refused by both can be spent from by nobody, or by anybody.
          return;
        }
        expect(fromBytes.value).toEqual(script);
        expect(fromJson.value).toEqual(script);
        expect(satisfies(script, new Set(), { validFrom: 10n, validUntil: 10n })).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['another kind', { type: 'plutus' }, 'not one of sig'],
    ['a part without its list', { type: 'all' }, 'no list'],
    ['a short hash', { type: 'sig', keyHash: 'ab' }, '56 hexadecimal'],
    ['no number', { type: 'atLeast', required: '2', scripts: [] }, 'no whole number'],
    ['a negative slot', { type: 'all', scripts: [{ type: 'after', slot: -1 }] }, 'no whole number'],
    ['nothing to sign', { type: 'any', scripts: [{ type: 'after', slot: 1 }] }, 'without any signature'],
    ['a choice without a key', any([sig(1), { type: 'before', slot: 9 }]), 'without any signature'],
    ['none required', { type: 'atLeast', required: 0, scripts: [sig(1)] }, 'without any signature'],
    ['more required than there are', { type: 'atLeast', required: 2, scripts: [sig(1)] }, 'never be spent'],
    ['a choice of nothing', any([]), 'never be spent'],
    ['too many levels', nested(9), '8 levels'],
    ['too many parts', any(Array.from({ length: 64 }, () => sig(1))), '64 parts'],
    ['too much text', `{"type":"sig"${' '.repeat(10_000)}`, '10000 characters'],
  ])('is refused with %s, with the reason', (_, json, words) => {
    expect(refusal(json)).toContain(words);
  });

  it('says line by line what it asks for', () => {
    const read = readNativeScript(
      JSON.stringify({ type: 'all', scripts: [any([sig(1), sig(2)]), { type: 'after', slot: 7 }] }),
    );
    if (!read.ok) throw new Error(read.failure);
    expect(scriptLines(read.value, (slot) => `time ${slot}`)).toEqual([
      { level: 0, text: 'All 2 of these:' },
      { level: 1, text: 'Any one of these 2:' },
      { level: 2, text: 'Signature of the key', key: hash(1) },
      { level: 2, text: 'Signature of the key', key: hash(2) },
      { level: 1, text: 'Not before time 7 (slot 7)' },
    ]);
  });
});

describe('how many keys are enough', () => {
  const key = (nth: number): NativeScript => ({ kind: 'key', hash: hash(nth) });
  const atLeast = (required: number, ...parts: readonly NativeScript[]): NativeScript => ({
    kind: 'at-least',
    required,
    scripts: parts,
  });

  it.each<[string, NativeScript, number, number]>([
    ['one where two places name it', atLeast(2, key(1), key(1), key(2)), 1, 1],
    ['one where all of two places name it', { kind: 'all', scripts: [key(1), key(1)] }, 1, 1],
    [
      'one behind two lists',
      { kind: 'all', scripts: [atLeast(1, key(1), key(2)), atLeast(1, key(3), key(1))] },
      1,
      1,
    ],
    ['two of three that are named once', atLeast(2, key(1), key(2), key(3)), 2, 0],
    ['two where the third place repeats the first', atLeast(3, key(1), key(2), key(1)), 2, 1],
  ])('%s', (_, script, fewest, twice) => {
    expect([fewestSignatures(script), keysNamedTwice(script).size]).toEqual([fewest, twice]);
    expect(mostSignatures(script)).toBeLessThanOrEqual(keysOf(script).size);
  });

  it('is the size of the smallest set of keys that the ledger takes, for any script', () => {
    const always = { validFrom: 1_000_000n, validUntil: 0n };
    fc.assert(
      fc.property(scripts, (script) => {
        const named = [...keysOf(script)];
        const sizes = Array.from({ length: 2 ** named.length }, (_, bits) =>
          named.filter((_key, at) => ((bits >> at) & 1) === 1),
        )
          .filter((chosen) => satisfies(script, new Set(chosen), always))
          .map((chosen) => chosen.length);
        expect(fewestSignatures(script)).toBe(Math.min(...sizes));
      }),
      { numRuns: 500 },
    );
  });

  it('never overstated where there are too many ways to try, and soon answered', () => {
    const many = Array.from({ length: 30 }, (_, nth) => key(nth % 28));
    const fewest = fewestSignatures(atLeast(15, ...many));
    expect(fewest).toBeLessThanOrEqual(13);
    expect(fewest).toBeGreaterThan(10);
  });
});

describe('signatures for a native script', () => {
  const { cbor } = goodTrade().input;

  function carrying(script: NativeScript) {
    const made = withNativeScript(cbor, script);
    const decoded = decodeTransaction(made.ok ? made.value : '');
    if (!decoded.ok) throw new Error(decoded.failure);
    return decoded.value;
  }

  it('go with it into a transaction whose hash stays', () => {
    const before = decodeTransaction(cbor);
    const script: NativeScript = {
      kind: 'at-least',
      required: 2,
      scripts: keys.map((one) => ({ kind: 'key', hash: one })),
    };
    const tx = carrying(script);
    expect(before.ok && before.value.bodyHash).toBe(tx.bodyHash);
    expect(withNativeScript(toHex(tx.bytes), script)).toEqual({ ok: true, value: toHex(tx.bytes) });
    expect(withNativeScript(toHex(tx.bytes), { kind: 'key', hash: hash(1) }).ok).toBe(false);
  });

  it('are as many as it takes, and no more than were reckoned with', () => {
    fc.assert(
      fc.property(scripts, someKeys, (script, signed) => {
        fc.pre(nativeScriptIn(scanned(script)).ok && !withTimes(script));
        const tx = carrying(script);
        const enough = enoughSigners(tx, [...keysOf(script)], [...signed]);
        expect(enough !== undefined).toBe(satisfies(script, signed, tx.body));
        if (enough === undefined) return;
        expect(satisfies(script, enough, tx.body)).toBe(true);
        expect(enough.size).toBeLessThanOrEqual(mostSignatures(script));
      }),
      { numRuns: 300 },
    );
  });
});

function withTimes(script: NativeScript): boolean {
  return 'scripts' in script ? script.scripts.some(withTimes) : script.kind !== 'key';
}

function sig(nth: number): object {
  return { type: 'sig', keyHash: hash(nth) };
}

function any(parts: readonly object[]): object {
  return { type: 'any', scripts: parts };
}

function nested(levels: number): object {
  return levels === 0 ? sig(1) : any([nested(levels - 1)]);
}

function jsonOf(script: NativeScript): object {
  switch (script.kind) {
    case 'key':
      return { type: 'sig', keyHash: script.hash };
    case 'from':
      return { type: 'after', slot: script.slot };
    case 'until':
      return { type: 'before', slot: script.slot };
    case 'at-least':
      return { type: 'atLeast', required: script.required, scripts: script.scripts.map(jsonOf) };
    default:
      return { type: script.kind, scripts: script.scripts.map(jsonOf) };
  }
}
