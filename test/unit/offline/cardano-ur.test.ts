import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failureText } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { cborArray, cborBytes, cborHead, cborInt, cborTag } from '../../../src-main/cardano/cbor-writer.ts';
import { concatBytes, hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import {
  readSignRequest,
  writeSignRequest,
  type CardanoSignRequest,
} from '../../../src-main/offline/ur/cardano-sign-request.ts';
import { readSignature, writeSignature } from '../../../src-main/offline/ur/cardano-signature.ts';
import { UrDecoder } from '../../../src-main/offline/ur/ur-decoder.ts';
import type { UrMessage } from '../../../src-main/offline/ur/ur-part.ts';
import { keystoneVector } from '../../support/ur-vectors.ts';

const REQUEST_ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
const INPUT = '4e3a6e7fdcb0d0efa17bf79c13aed2b4cb9baf37fb1aa2e39553d5bd720c5c99';

function messageOf(name: string): UrMessage {
  const taken = new UrDecoder().take(keystoneVector(name).text);
  if (!taken.ok || taken.value.message === undefined) throw new Error(name);
  return taken.value.message;
}

function value<T>(result: Result<T, { readonly code: string }>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** The message with a part of its CBOR (hex) replaced, which must be there once. */
function edited(message: UrMessage, part: string, other: string): UrMessage {
  const [before, after, ...more] = toHex(message.cbor).split(part);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${part} is not there once`);
  return { ...message, cbor: hexBytes(before + other + after) };
}

const request = messageOf('CardanoSignRequest');
const signature = messageOf('CardanoSignature');

describe("Keystone's own", () => {
  it('request is read field for field, and written alike', () => {
    const { hex, addresses, paths } = keystoneVector('CardanoSignRequest');
    const read = value(readSignRequest(request));
    const key = (at: number) => ({ fingerprint: '73c5da0a', path: paths[at] });
    expect(read).toEqual({
      requestId: REQUEST_ID,
      transaction: hexBytes(hex[0] ?? ''),
      inputs: [
        { transactionHash: INPUT, index: 3, amount: 10_000_000n, key: key(0), address: addresses[0] },
        { transactionHash: INPUT, index: 4, amount: 18_020_000n, key: key(1), address: addresses[1] },
      ],
      signers: [{ keyHash: 'e557890352095f1cf6fd2b7d1a28e3c3cb029f48cf34ff890a28d176', key: key(2) }],
      origin: 'cardano-wallet',
    });
    expect(writeSignRequest(read)).toEqual(request);
  });

  it('signature is read and written alike', () => {
    const read = value(readSignature(signature));
    expect(read).toEqual({ requestId: REQUEST_ID, witnessSet: keystoneVector('CardanoSignature').hex[0] });
    expect(writeSignature(read)).toEqual(signature);
  });

  it.each([readSignRequest, readSignature])('request over a hash alone is refused in words by %o', (read) => {
    const refused = read(messageOf('CardanoSignTxHashRequest'));
    if (refused.ok) throw new Error('taken');
    expect(refused.failure.code).toBe('ur-hash-only');
    expect(failureText(refused.failure).what).toMatch(/a hash without its transaction/);
  });

  it.each([
    ['CardanoSignDataRequest', 'a request to sign data'],
    ['CardanoCatalystRequest', 'register for a vote'],
    ['CardanoSignature', 'the signatures of a transaction'],
  ])('%s is no request to sign a transaction', (name, words) => {
    const refused = readSignRequest(messageOf(name));
    if (refused.ok) throw new Error('taken');
    expect(refused.failure.code).toBe('ur-other-type');
    expect(failureText(refused.failure).what).toContain(words);
    expect(failureText(refused.failure).what).toContain('not a request to sign a transaction');
  });
});

const minimal: CardanoSignRequest = {
  ...value(readSignRequest(request)),
  requestId: undefined,
  origin: undefined,
  inputs: [],
  signers: [],
};

describe('a request', () => {
  it('has neither number nor name, inputs nor signers where there are none', () => {
    const written = writeSignRequest(minimal);
    expect(toHex(written.cbor)).toMatch(/^a30258a1.*03800480$/);
    expect(readSignRequest(written)).toEqual({ ok: true, value: minimal });
  });

  const step = fc
    .tuple(fc.nat(2 ** 31 - 1), fc.boolean())
    .map(([index, hardened]) => `${index}${hardened ? "'" : ''}`);
  const key = fc.record({
    fingerprint: fc.integer({ min: 1, max: 2 ** 32 - 1 }).map((value) => value.toString(16).padStart(8, '0')),
    path: fc.array(step, { maxLength: 8 }).map((steps) => ['m', ...steps].join('/')),
  });
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex);
  const any: fc.Arbitrary<CardanoSignRequest> = fc.record({
    requestId: fc.option(fc.uuid(), { nil: undefined }),
    transaction: fc.constant(minimal.transaction),
    inputs: fc.array(
      fc.record({
        transactionHash: bytes(32),
        index: fc.nat(65_535),
        amount: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
        key,
        address: fc.constantFrom(...keystoneVector('CardanoSignRequest').addresses),
      }),
    ),
    signers: fc.array(fc.record({ keyHash: bytes(28), key })),
    origin: fc.option(fc.string({ minLength: 1, maxLength: 100 }), { nil: undefined }),
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(any, (one) => {
        expect(readSignRequest(writeSignRequest(one))).toEqual({ ok: true, value: one });
      }),
    );
  });

  it('never throws when it is read, whichever bytes are changed', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(request, signature), edits, ({ type, cbor }, changes) => {
        const changed = cbor.slice();
        for (const [at, byte] of changes) changed[at % changed.length] = byte;
        for (const read of [readSignRequest, readSignature]) read({ type, cbor: changed });
      }),
      { numRuns: 2000 },
    );
  });
});

const transaction = toHex(cborBytes(minimal.transaction));
const path = 'd90130a2018a19073cf5190717f500f502f400f4021a73c5da0a';

describe('what is ill-formed is refused in words:', () => {
  it.each<readonly [string, UrMessage, string]>([
    ['no CBOR', { ...request, cbor: request.cbor.subarray(0, -1) }, 'ends'],
    ['a list', { ...request, cbor: Uint8Array.of(0x80) }, 'not a map'],
    ['a tag around it', { ...request, cbor: cborTag(2202n, request.cbor) }, 'not a map'],
    ['an unknown field', { ...request, cbor: hexBytes('a10600') }, 'does not know'],
    ['no transaction', { ...request, cbor: hexBytes('a203800480') }, 'lacks field 2'],
    ['a hash in its place', edited(request, transaction, `5820${INPUT}`), 'not a whole transaction'],
    [
      'the body alone',
      edited(request, transaction, toHex(cborBytes(minimal.transaction.subarray(1, -3)))),
      'whole',
    ],
    ['an id of another length', edited(request, `50${REQUEST_ID.replaceAll('-', '')}`, '4100'), '16 bytes'],
    ['an id that is no UUID', edited(request, 'd82550', 'd82650'), 'tag 37'],
    [
      'an input under another tag',
      edited(
        request,
        'd90899a50158204e3a6e7fdcb0d0efa17bf79c13aed2b4cb9baf37fb1aa2e39553d5bd720c5c990203',
        `d9089aa5015820${INPUT}0203`,
      ),
      'tag 2201',
    ],
    ['an amount that is a number', edited(request, '03683130303030303030', '031a00989680'), 'amount'],
    [
      'an amount that begins with 0',
      edited(request, '03683130303030303030', '03683030303030303030'),
      'amount',
    ],
    [
      'an amount beyond 64 bits',
      edited(request, '03683130303030303030', `0374${'39'.repeat(20)}`),
      'too large',
    ],
    ['a signer of another length', edited(request, '581ce557', '581be5'), '28 bytes'],
    ['a path under another tag', edited(request, path, path.replace('d90130', 'd90131')), 'tag 304'],
    [
      'a step that is cut short',
      edited(request, path, path.replace('8a', '89').replace('00f4021a', '00021a')),
      'cut short',
    ],
    [
      'a step that is a range',
      edited(request, path, path.replace('00f4021a', '820001f4021a')),
      'a step of a key',
    ],
    [
      'a step that is hardened twice',
      edited(request, path, path.replace('00f4021a', '1a80000000f4021a')),
      'too large',
    ],
    ['a mark that is none', edited(request, path, path.replace('00f4021a', '00f6021a')), 'hardened'],
    ['no fingerprint', edited(request, path, path.replace('73c5da0a', '00000000')), 'fingerprint'],
    ['a wrong depth', edited(request, path, `${path.replace('a2', 'a3')}0304`), 'depth'],
    ['a name with a line break', edited(request, '63617264616e6f2d', '636172640a6e6f2d'), 'name of who asks'],
  ])('%s', (_, message, words) => {
    const refused = readSignRequest(message);
    if (refused.ok) throw new Error('taken');
    expect(refused.failure.code).toBe('ur-contents');
    expect(failureText(refused.failure).what).toContain(words);
  });

  it('a depth that is right is no fault', () => {
    expect(readSignRequest(edited(request, path, `${path.replace('a2', 'a3')}0305`))).toEqual(
      readSignRequest(request),
    );
  });

  const answer = (witnessSet: Uint8Array): UrMessage => ({
    type: 'cardano-signature',
    cbor: concatBytes(cborHead(5, 1n), cborInt(2n), cborBytes(witnessSet)),
  });

  it.each<readonly [string, UrMessage, string]>([
    ['no signatures', answer(hexBytes('a0')), 'no signature'],
    ['an empty list of signatures', answer(hexBytes('a10080')), 'no signature'],
    ['a script among them', answer(hexBytes('a10180')), 'does not know'],
    [
      'a signature that is short',
      answer(
        concatBytes(
          hexBytes('a10081'),
          cborArray([cborBytes(new Uint8Array(32)), cborBytes(new Uint8Array(63))]),
        ),
      ),
      '64 bytes',
    ],
    ['nothing', { type: 'cardano-signature', cbor: hexBytes('a0') }, 'lacks field 2'],
  ])('an answer with %s', (_, message, words) => {
    const refused = readSignature(message);
    if (refused.ok) throw new Error('taken');
    expect(refused.failure.code).toBe('ur-contents');
    expect(failureText(refused.failure).what).toContain(words);
  });
});

describe('what the app itself gets wrong is a bug:', () => {
  const key = { fingerprint: '73c5da0a', path: "m/1852'/1815'/0'/0/0" };
  const input = { transactionHash: INPUT, index: 0, amount: 1n, key, address: 'addr1' };

  it.each<readonly [string, Partial<CardanoSignRequest>]>([
    ['a hash for a transaction', { transaction: hexBytes(INPUT) }],
    ['an id that is no UUID', { requestId: 'one' }],
    ['a name with a line break', { origin: 'a\nb' }],
    ['a short hash', { inputs: [{ ...input, transactionHash: 'ab' }] }],
    ['an amount below 0', { inputs: [{ ...input, amount: -1n }] }],
    ['an amount beyond 64 bits', { inputs: [{ ...input, amount: 1n << 64n }] }],
    ['an address with blanks', { inputs: [{ ...input, address: 'addr 1' }] }],
    ['no fingerprint', { inputs: [{ ...input, key: { ...key, fingerprint: '00000000' } }] }],
    ['a path from nowhere', { inputs: [{ ...input, key: { ...key, path: '1852' } }] }],
    ['a step that is none', { inputs: [{ ...input, key: { ...key, path: 'm/01' } }] }],
    ['a step that is too large', { inputs: [{ ...input, key: { ...key, path: 'm/2147483648' } }] }],
    ['a signer that is none', { signers: [{ keyHash: 'ab', key }] }],
  ])('%s', (_, wrong) => {
    expect(() => writeSignRequest({ ...minimal, inputs: [input], ...wrong })).toThrow(RangeError);
  });

  it('an answer without signatures', () => {
    expect(() => writeSignature({ requestId: undefined, witnessSet: 'a0' })).toThrow(RangeError);
  });
});
