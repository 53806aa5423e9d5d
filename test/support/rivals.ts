import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { ADA } from '#domain/asset.ts';
import { quantity, valueOf } from '#domain/amount.ts';
import { addressOf, baseAddress, formatAddress } from '../../src-main/cardano/address.ts';
import { cborArray, cborBytes, cborHead } from '../../src-main/cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { spliceWitnesses } from '../../src-main/cardano/witness.ts';
import type { VkeyWitness } from '../../src-main/cardano/witness-set.ts';
import type { JournalEntry } from '../../src-main/ports/journal.ts';
import { editParts, withBodyField } from './edit-cbor.ts';
import { writeDraft, type Draft } from './good-trade.ts';
import { journalEntry } from './journal-entry.ts';
import { ScriptedLedger } from './scripted-ledger.ts';
import { signingKey } from './signing-key.ts';

const own = signingKey(61);
const ownHash = own.sign('00'.repeat(32)).keyHash;
export const stranger = signingKey(62);
const strangersKey = stranger.sign('00'.repeat(32)).keyHash;
const myAddress = formatAddress(baseAddress(0, ownHash, ownHash));
const strangersAddress = formatAddress(baseAddress(0, strangersKey, strangersKey));
const orderAddress = formatAddress(
  addressOf(0, { kind: 'script', hash: '5c'.repeat(28) }, { kind: 'key', hash: ownHash }),
);

export interface Bytes {
  readonly hash: string;
  readonly cbor: string;
}

function hashOf(cbor: string): string {
  return CSL.FixedTransaction.from_hex(cbor).transaction_hash().to_hex();
}

function written(draft: Pick<Draft, 'inputs'> & Partial<Draft>): Bytes {
  const outputs = [{ address: strangersAddress, value: ada() }];
  const cbor = writeDraft({ outputs, fee: 200_000n, requiredSigners: [], ...draft });
  return { hash: hashOf(cbor), cbor };
}

function ada() {
  return valueOf({ asset: ADA, quantity: quantity(5_000_000n) });
}

const PLACES = [myAddress, myAddress, strangersAddress, orderAddress];

/** Made what our transaction spends: at 0 and 1 funds of ours, at 2 a stranger's, at 3 an order of ours at a script. */
export const parent = written({
  inputs: [`${'01'.repeat(32)}#0`],
  outputs: PLACES.map((address) => ({
    address,
    value: ada(),
  })),
});

export const FUNDS = `${parent.hash}#0`;
export const STRANGERS = `${parent.hash}#2`;
export const ORDER = `${parent.hash}#3` as const;

export interface RivalDraft {
  readonly inputs?: readonly string[];
  readonly collateral?: readonly string[];
  readonly validFrom?: bigint;
  readonly validUntil?: bigint;
  /** Whether the flag says that its scripts failed. */
  readonly failed?: boolean;
  /** Who signs it, given its id; the owner of the funds where absent. */
  readonly signed?: (hash: string) => readonly VkeyWitness[];
}

/** Another transaction: by default it spends our funds, is signed by our key, and may enter the chain at any time. */
export function rival({ collateral, failed, signed, inputs = [FUNDS], ...interval }: RivalDraft = {}): Bytes {
  const plain = written({ inputs, ...interval }).cbor;
  const unsigned = collateral ? withBodyField(plain, 13, references(collateral)) : plain;
  const hash = hashOf(unsigned);
  const spliced = spliceWitnesses(unsigned, signed?.(hash) ?? [own.sign(hash)]);
  if (!spliced.ok) throw new Error(spliced.failure);
  const cbor = spliced.value;
  return { hash, cbor: failed === true ? editParts(cbor, () => ({ isValid: 'f4' })) : cbor };
}

export function ownSignature(hash: string): VkeyWitness {
  return own.sign(hash);
}

function references(outputs: readonly string[]): string {
  return toHex(
    cborArray(
      outputs.map((reference) => {
        const [hash = '', index] = reference.split('#');
        return cborArray([cborBytes(hexBytes(hash)), cborHead(0, BigInt(Number(index)))]);
      }),
    ),
  );
}

/** A signed trade that spends our funds, and a ledger that says of a rival, three blocks deep, that it spent them first. */
export function overtaken(
  { hash, cbor }: Bytes,
  trade: Partial<JournalEntry['trade']> = {},
  spends: readonly number[] = [0],
): { readonly ledger: ScriptedLedger; readonly entry: JournalEntry } {
  const ledger = new ScriptedLedger();
  ledger.height = 3;
  ledger.heights.set(hash, 1);
  ledger.bytes.set(hash, cbor).set(parent.hash, parent.cbor);
  const outputs = spends.map((index) => ({
    ...{ txHash: parent.hash, index, address: PLACES[index] ?? '', value: ada(), spentBy: hash },
  }));
  ledger.chain.set(parent.hash, { hash: parent.hash, inputs: [], outputs });
  const inputs = outputs.map(({ txHash, index, address, value }) => ({ txHash, index, address, value }));
  ledger.chain.set(hash, { hash, inputs, outputs: [] });
  const entry = journalEntry(
    { state: 'submitted', ...trade },
    {
      witnessSet: 'a100',
      signedCbor: '84aa',
      owner: myAddress,
      ownSigners: [ownHash],
      inputs: spends.map((index) => ({ txHash: parent.hash, index })),
    },
  );
  return { ledger, entry };
}
