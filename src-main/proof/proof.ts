import type { Value } from '#domain/amount.ts';
import type { Agreement, ShownClaims } from '../agreement/agreement.ts';
import type { OrderScript } from './terms.ts';
import type { SentencesData } from './sentence-data.ts';
import type { Sentences } from './words.ts';

/**
 * The account that the transaction belongs to: key hashes in hex, of every derived index; a script's wallet has no
 * payment key.
 */
export interface ProvenAccount {
  readonly paymentKeyHashes: ReadonlySet<string>;
  readonly stakeKeyHashes: ReadonlySet<string>;
  readonly script?: ProvenScript;
}

/** A script that several people sign for together. */
export interface ProvenScript {
  readonly hash: string;
  /** The bech32 trading address. */
  readonly address: string;
  /** The script's keys that sign here. */
  readonly signers: ReadonlySet<string>;
  /** All keys in the script. */
  readonly keys: ReadonlySet<string>;
}

/** An input's contents, by the word of two back-ends. */
export interface AttestedOutput {
  /** Bech32, or hex where there is no such text. */
  readonly address: string;
  readonly value: Value;
}

/** Everything that a proof rests on. */
export interface ProofInput {
  /** The exact transaction, hex. */
  readonly cbor: string;
  readonly agreement: Agreement;
  /** Which transaction of the agreement this is. */
  readonly at: number;
  /** Figures of the service that were shown next to the proof's own. */
  readonly claims: ShownClaims;
  readonly account: ProvenAccount;
  /** Raw bytes (hex) of the transactions that made the inputs, by their hash. */
  readonly parents: ReadonlyMap<string, string>;
  /** Outputs on which two back-ends agree, by `hash#index`, for inputs whose parents' bytes are not available. */
  readonly attested: ReadonlyMap<string, AttestedOutput>;
  /** Known order scripts by their hash, hex. */
  readonly scripts: ReadonlyMap<string, OrderScript>;
}

/** A transaction's effect, in lovelace and base units. */
export interface ProofFigures {
  readonly bodyHash: string;
  readonly networkFee: bigint;
  /** Paid to others at once. */
  readonly others: bigint;
  /** Most that whoever fills the orders may keep. */
  readonly keeps: bigint;
  /** The rest of the orders' value, besides that and the amount sold. */
  readonly comesBack: bigint;
  /** Everything that never comes back. */
  readonly cost: bigint;
  /** The value that leaves for good, including the amount sold. */
  readonly gone: Value;
  readonly locked: Value;
  /** The minimum that the orders enforce, or the value that a cancellation returns at once. */
  readonly back: Value;
  readonly orders: number;
  /** False when the terms of an order cannot be read: what comes back is then not proven. */
  readonly ordersRead: boolean;
  /** Own key hashes that must sign, sorted. */
  readonly signers: readonly string[];
}

/** A transaction keeps to the agreement, does this, and is described by these sentences. */
export interface Proof extends ProofFigures {
  readonly sentences: Sentences;
  readonly sentenceData: SentencesData;
}

/** Why a transaction is not proven. */
export interface Objection {
  /** Stable, such as `gone-beyond`. */
  readonly code: string;
  /** A sentence that a user can read. */
  readonly message: string;
}

/** Something that a transaction does and may not. */
export function objection(code: string, message: string): Objection {
  return { code, message };
}

/** An objection where it applies. */
export function when(applies: boolean, code: string, message: string): readonly Objection[] {
  return applies ? [objection(code, message)] : [];
}
