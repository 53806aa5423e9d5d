import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { NetworkName } from '#domain/network.ts';
import { epochMs } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { cborOf, decodeTransaction, type Transaction } from '../../../src-main/cardano/transaction.ts';
import {
  encodeWitnessSet,
  parseWitnessSet,
  spliceWitnesses,
  withWitnesses,
} from '../../../src-main/cardano/witness.ts';
import type { VkeyWitness } from '../../../src-main/cardano/witness-set.ts';
import { assembleLocally, verifySigned } from '../../../src-main/inspect/after-signing.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { Signer } from '../../../src-main/inspect/approved-tx.ts';
import type { Clock } from '../../../src-main/ports/system.ts';
import { lendReceiptKey, type LentReceiptKey } from '../../../src-main/receipt/receipt-key.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import {
  assemble,
  signAccepted,
  type CommitmentParts,
  type SigningRequest,
} from '../../../src-main/trading/commitment.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { TradeBook } from '../../../src-main/trading/trade-book.ts';
import { agreedTo } from '../../support/agreed.ts';
import { editParts, withMapEntry } from '../../support/edit-cbor.ts';
import { goodTrade, PAYMENT, STAKE, writeDraft } from '../../support/good-trade.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { stranger } from '../../support/rivals.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { agreementTo, must } from '../../support/trader.ts';

/**
 * A thief who would have one transaction read and inspected, and another one signed or sent: a reading that is handed on
 * in place of its bytes must bring no others in.
 */

const temporary = temporaryDirectories();
const trade = goodTrade();
const input = agreedTo(trade.input);
const needed = [PAYMENT, STAKE];
const tx = read(input.cbor);
/** The thief's transaction: the owner pays all of the change as a fee. */
const stolen = writeDraft({ ...trade.draft, fee: trade.draft.fee + 90_000_000n });
/** The same body, so that our signature fits, next to a witness that nobody inspected. */
const padded = editParts(input.cbor, ({ witnesses }) => ({ witnesses: withMapEntry(witnesses, 1, '80') }));

function read(cbor: string, historic = false): Transaction {
  const decoded = decodeTransaction(cbor, { historic });
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value;
}

function signed(cbor: string): string {
  const spliced = spliceWitnesses(cbor, witnessesOver(cbor));
  if (!spliced.ok) throw new Error(spliced.failure);
  return spliced.value;
}

/** Readings that the decoder did not make of the bytes that they seem to be of. */
const forged: readonly (readonly [string, Transaction])[] = [
  ['a copy', { ...tx }],
  ['a copy with other bytes', { ...tx, bytes: read(stolen).bytes }],
  ['a copy with the hash of the inspected one', { ...read(stolen), bodyHash: tx.bodyHash }],
  ['an heir', Object.create(tx) as Transaction],
  ['a stand-in that answers as it does', new Proxy(tx, {})],
];

describe('a reading that is handed on', () => {
  it.each(forged)('is refused as %s, whatever it is for', (_, other) => {
    const refusal = 'only what the decoder made has its bytes';
    for (const use of [
      () => cborOf(other),
      () => inspectTransaction({ ...input, read: other }),
      () => verifySigned(other, signed(input.cbor), trade.sign(input.cbor), needed),
      () => assembleLocally(other, trade.sign(input.cbor), needed),
      () => withWitnesses(other, []).ok && cborOf(other),
    ])
      expect(use).toThrow(new TypeError(refusal));
  });

  it('is inspected with its own bytes alone, in the form that the network takes', () => {
    const own = must(inspectTransaction({ ...input, read: tx }));
    expect(own).toEqual(must(inspectTransaction(input)));
    expect(() => inspectTransaction({ ...input, read: read(stolen) })).toThrow(TypeError);
    expect(() => inspectTransaction({ ...input, read: read(padded) })).toThrow(TypeError);
    // Three items, without the flag: read for parents, and refused as a trade.
    const old = `83${input.cbor.slice(2, -4)}f6`;
    const historic = read(old, true);
    expect(historic.historic).toBe(true);
    expect(inspectTransaction({ ...input, cbor: old }).ok).toBe(false);
    expect(() => inspectTransaction({ ...input, cbor: old, read: historic })).toThrow(TypeError);
  });

  it('cannot be changed, nor can what it is compared by', () => {
    const mine = read(input.cbor);
    const flag: object = mine;
    expect(() => Object.assign(flag, { isValid: false })).toThrow(TypeError);
    expect(() => Object.assign(flag, { bytes: read(stolen).bytes })).toThrow(TypeError);
    expect(() => Object.assign(mine.spans.body, { end: 0 })).toThrow(TypeError);
    expect(() => Object.assign(mine.body, { fee: 0n })).toThrow(TypeError);
    expect(() => (mine.witnesses.vkeys as unknown[]).push('')).toThrow(TypeError);
    // Bytes can be written to; these are copies, and none is what is compared.
    mine.bytes.fill(0);
    for (const { addressBytes } of mine.body.outputs) addressBytes.fill(0);
    expect(cborOf(mine)).toBe(input.cbor);
    const own = trade.sign(input.cbor);
    expect(verifySigned(mine, signed(input.cbor), own, needed)).toEqual(
      verifySigned(input.cbor, signed(input.cbor), own, needed),
    );
    for (const other of [stolen, padded])
      expect(verifySigned(mine, signed(other), own, needed)).toMatchObject({
        failure: { code: 'service-changed-transaction' },
      });
    expect(must(assembleLocally(mine, own, needed)).cbor).toBe(signed(input.cbor));
  });
});

const quoted = {
  ...{ kind: 'swap', task: input.agreed.agreement.transactions[0]?.task, claims: input.claims },
  ...{ routes: [], order: { excluded: [] }, at: epochMs(0) },
};

/** The trade as reviewed, and as the journal has it: with these unsigned bytes. */
function reviewed(unsignedCbor: string, clock: Clock = systemClock) {
  const path = join(temporary(), 'journal.sqlite');
  const journal = must(openJournal(path));
  const book = new TradeBook(journal, clock);
  const inspection = must(inspectTransaction(input));
  const entry = journalEntry(
    { state: 'built', bodyHash: inspection.bodyHash },
    { unsignedCbor, ownSigners: needed, foreignSigners: [] },
  );
  book.open(entry, journalNote('built'));
  const { agreement, hash } = input.agreed;
  const review = {
    ...{ trade: entry.trade, inspection, input, agreement, agreementHash: hash, quote: quoted },
    ...{ sentence: '', costsSentence: '', buildCall: {} },
    expiresAt: epochMs(systemClock.now() + 60_000),
  } as unknown as Review;
  const asked: string[] = [];
  const answered: string[] = [];
  const reports: string[] = [];
  const signing: SigningRequest = {
    signer: (approved) => {
      asked.push(approved.cbor);
      const receiptKey = lent(approved.bodyHash);
      return Promise.resolve(ok({ witnessSet: trade.sign(approved.cbor), receiptKey }));
    },
    mayStillSign: () => ok(undefined),
    onSigned: () => reports.push('signed'),
  };
  const parts = {
    ...{ book, ledger: new ScriptedLedger(), network: 'preprod', confirmations: 15, clock: systemClock },
    service: {
      sign: (cbor: string) => {
        answered.push(cbor);
        return Promise.resolve(ok({ cbor: signed(cbor), call: {} }));
      },
    },
    checkpoint: () => undefined,
    receipts: { version: 'test', network: 'preprod' },
    pricesOf: () => ({}),
  } as unknown as CommitmentParts;
  const accept = (request: SigningRequest = signing) =>
    signAccepted(entry, review, agreementTo(review), request, parts);
  return { accept, asked, answered, reports, book, entry, parts, path, review, signing };
}

/** The key that a wallet lends with the signature of a transaction. */
function lent(bodyHash: string, network: NetworkName = 'preprod', chance = 5): LentReceiptKey {
  const accountKey = new Uint8Array(96).fill(7);
  return lendReceiptKey(accountKey, new Uint8Array(32).fill(chance), network, bodyHash);
}

describe('a signer that is no wallet', () => {
  const own = lent(tx.bodyHash);
  it.each<[string, LentReceiptKey | undefined]>([
    ['no key', undefined],
    ['the key for the receipt of another transaction', lent(read(stolen).bodyHash)],
    ['the key for a receipt on another network', lent(tx.bodyHash, 'mainnet')],
    ['a key that is not the sealed one', { ...own, seed: lent(tx.bodyHash, 'preprod', 6).seed }],
    ['a key for later records that is not derived', { ...own, addendum: lent('', 'preprod', 6).addendum }],
  ])('whose signature comes with %s has signed nothing', async (_, receiptKey) => {
    const { accept, asked, reports, book, entry, signing } = reviewed(input.cbor);
    const signer: Signer = async (approved) => {
      const made = await signing.signer(approved);
      return made.ok ? ok({ ...made.value, receiptKey }) : made;
    };
    expect(await accept({ ...signing, signer })).toMatchObject({ failure: { code: 'internal-error' } });
    expect(asked).toEqual([input.cbor]);
    const kept = book.get(entry.trade.id);
    expect([kept?.trade.state, kept?.bytes.witnessSet]).toEqual(['built', undefined]);
    expect([book.receipts(), reports]).toEqual([[], []]);
  });

  it.each<[string, (cbor: string) => readonly VkeyWitness[]]>([
    ['over another transaction', () => witnessesOver(stolen)],
    ['over it and over another one', (cbor) => [...witnessesOver(cbor), ...witnessesOver(stolen)]],
    ['of one of two keys', (cbor) => witnessesOver(cbor).slice(1)],
    ['of a stranger in place of ours', (cbor) => [...witnessesOver(cbor).slice(1), strangersOver(cbor)]],
    ['of a stranger under our key', (cbor) => withSignature(witnessesOver(cbor), strangersOver(cbor))],
  ])('with signatures %s has signed nothing', async (_, witnesses) => {
    const { accept, reports, book, entry, signing } = reviewed(input.cbor);
    const signer: Signer = ({ cbor, bodyHash }) =>
      Promise.resolve(ok({ witnessSet: encodeWitnessSet(witnesses(cbor)), receiptKey: lent(bodyHash) }));
    expect((await accept({ ...signing, signer })).ok).toBe(false);
    const kept = book.get(entry.trade.id);
    expect([kept?.trade.state, kept?.bytes.witnessSet]).toEqual(['refused', undefined]);
    expect([book.receipts(), reports]).toEqual([[], []]);
  });
});

function witnessesOver(cbor: string): readonly VkeyWitness[] {
  const own = parseWitnessSet(trade.sign(cbor));
  return own.ok ? own.value : [];
}

function strangersOver(cbor: string): VkeyWitness {
  return stranger.sign(read(cbor).bodyHash);
}

function withSignature(
  [first, ...rest]: readonly VkeyWitness[],
  { signature }: VkeyWitness,
): readonly VkeyWitness[] {
  return first ? [{ ...first, signature }, ...rest] : [];
}

describe('a journal that another program has written to', () => {
  it.each([
    ['another body', stolen],
    ['another witness', padded],
  ])('with %s in the place of what was inspected: no key is asked', async (_, unsigned) => {
    const { accept, asked, answered, book, entry, parts, review } = reviewed(unsigned);
    await expect(accept()).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
    expect(book.get(entry.trade.id)?.trade.state).toBe('built');
    const later = { ...entry, bytes: { ...entry.bytes, witnessSet: trade.sign(input.cbor) } };
    await expect(assemble(later, parts, { review })).rejects.toThrow(TypeError);
    expect(answered).toEqual([]);
  });
});

describe('a user who leaves', () => {
  it.each([
    ['before the key acts', [false], 0],
    ['while the key is opened', [true, false], 1],
  ])('%s: nothing is signed', async (_, answers, times) => {
    const { accept, asked, book, entry, signing } = reviewed(input.cbor);
    const left = [...answers];
    const result = await accept({
      ...signing,
      mayStillSign: () => (left.shift() ? ok(undefined) : failed(failure('trade-declined'))),
    });
    expect(result).toEqual(failed(failure('trade-declined')));
    expect(asked).toHaveLength(times);
    const { trade: kept, bytes } = book.get(entry.trade.id) ?? entry;
    expect([kept.state, bytes.witnessSet]).toEqual(['built', undefined]);
    expect(left).toEqual([]);
  });

  it.each([
    ['while another program holds the journal', true, 'built', 0],
    ['nowhere: what waited for the journal is signed', false, 'signed', 1],
  ])('%s', async (_, leaves, state, signatures) => {
    let held: DatabaseSync | undefined;
    let hasLeft = false;
    // The first wait for the journal is the moment in which the other program ends.
    const clock: Clock = {
      ...systemClock,
      sleep: () => {
        hasLeft = leaves;
        held?.close();
        return Promise.resolve();
      },
    };
    const { accept, asked, reports, book, entry, path, signing } = reviewed(input.cbor, clock);
    const result = await accept({
      ...signing,
      signer: (approved) => {
        held = new DatabaseSync(path);
        held.exec('BEGIN IMMEDIATE');
        return signing.signer(approved);
      },
      mayStillSign: () => (hasLeft ? failed(failure('trade-declined')) : ok(undefined)),
    });
    expect(held?.isOpen).toBe(false);
    expect(asked).toHaveLength(1);
    expect(result.ok).toBe(!leaves);
    const { trade: kept, bytes } = book.get(entry.trade.id) ?? entry;
    expect([kept.state, bytes.witnessSet === undefined]).toEqual([state, leaves]);
    expect([book.receipts().length, reports.length]).toEqual([signatures, signatures]);
  });
});
