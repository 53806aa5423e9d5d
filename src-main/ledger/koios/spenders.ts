import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { HttpClient } from '../../http/http-client.ts';
import type { Utxo } from '../../ports/ledger.ts';
import type { Answered } from '../ledger-read.ts';
import { askInParts, readPages } from './requests.ts';
import { COLUMNS, inputsSchema, spentSchema, transactionsSchema } from './schema.ts';

/** Pages of an address's transactions that are searched for a spender: most orders are filled within minutes. */
const MOST_PAGES = 5;
const MOST_REMEMBERED = 2_000;

type Reference = `${string}#${number}`;

const keyOf = ({ txHash, index }: Pick<Utxo, 'txHash' | 'index'>): Reference => `${txHash}#${index}`;

/** A back-end that answers about what it was not asked for is not believed in the rest, either. */
function unasked(path: string): Result<never, Failure> {
  return failed(failure('ledger-answer-malformed', { path }));
}

/**
 * Finds the transactions that spent outputs. Koios states that an output is spent but not by which transaction, so the
 * later transactions at its address are searched, oldest first. A result is remembered as a guess, and asked about
 * again.
 */
export class SpenderSearch {
  readonly #http: HttpClient;
  readonly #guesses = new Map<Reference, string>();

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * The hashes of the transactions that spent these outputs, which a block of this height made; unspent ones are not
   * among them. Failures: `ledger-cannot-prove` for one that is spent by nobody who can be found,
   * `ledger-answer-malformed` for an answer about others than were asked for, those of the ledger.
   */
  async of(
    outputs: readonly Utxo[],
    height: number,
    signal: AbortSignal | undefined,
  ): Answered<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    if (outputs.length === 0) return ok(found);
    const rows = await askInParts(
      this.#http,
      'utxo_info',
      outputs.map(keyOf),
      (part) => ({ _utxo_refs: part, _extended: false }),
      spentSchema,
      signal,
    );
    if (!rows.ok) return rows;
    const asked = new Map(outputs.map((output) => [keyOf(output), output]));
    const wanted = new Map<Reference, Utxo>();
    for (const { tx_hash: txHash, tx_index: index, is_spent: isSpent } of rows.value) {
      const reference = keyOf({ txHash, index });
      const output = asked.get(reference);
      if (!output) return unasked('utxo');
      if (isSpent) wanted.set(reference, output);
    }
    const guesses = new Set([...wanted.keys()].flatMap((reference) => this.#guesses.get(reference) ?? []));
    const guessed = await this.#look([...guesses], wanted, found, signal);
    if (!guessed.ok) return guessed;
    for (const [address, group] of Map.groupBy(wanted.values(), (output) => output.address)) {
      const open = (): boolean => group.some((output) => !found.has(keyOf(output)));
      if (!open()) continue;
      const body = { _addresses: [address], _after_block_height: height };
      const searched = await readPages(this.#http, 'address_txs', body, transactionsSchema, {
        order: 'block_height.asc,tx_hash.asc',
        mostPages: MOST_PAGES,
        signal,
        enough: async (page) => {
          const looked = await this.#look(
            page.map((row) => row.tx_hash),
            wanted,
            found,
            signal,
            open,
          );
          return looked.ok ? ok(!open()) : looked;
        },
      });
      if (open() && (searched.ok || searched.failure.code === 'ledger-answer-too-large'))
        return failed(failure('ledger-cannot-prove', { backEnd: 'Koios', what: 'spender' }));
      if (!searched.ok) return searched;
    }
    return ok(found);
  }

  /**
   * Notes which of the wanted outputs these transactions spent; stops once `open` says that none is left. Failures:
   * `ledger-answer-malformed` for an answer about others, those of the ledger.
   */
  async #look(
    hashes: readonly string[],
    wanted: ReadonlyMap<Reference, Utxo>,
    found: Map<string, string>,
    signal: AbortSignal | undefined,
    open: () => boolean = () => true,
  ): Answered<undefined> {
    const AT_ONCE = 12;
    for (let at = 0; at < hashes.length && open(); at += AT_ONCE) {
      const asked = hashes.slice(at, at + AT_ONCE);
      const rows = await askInParts(
        this.#http,
        'tx_info',
        asked,
        (part) => ({ _tx_hashes: part, _inputs: true }),
        inputsSchema,
        signal,
        { select: COLUMNS.inputs },
      );
      if (!rows.ok) return rows;
      if (rows.value.some((row) => !asked.includes(row.tx_hash))) return unasked('tx_hash');
      for (const row of rows.value)
        for (const input of row.inputs ?? []) {
          const reference: Reference = `${input.tx_hash}#${input.tx_index}`;
          if (wanted.has(reference)) this.#note(reference, row.tx_hash, found);
        }
    }
    return ok(undefined);
  }

  #note(reference: Reference, spender: string, found: Map<string, string>): void {
    found.set(reference, spender);
    this.#guesses.delete(reference);
    this.#guesses.set(reference, spender);
    const [oldest] = this.#guesses.keys();
    if (this.#guesses.size > MOST_REMEMBERED && oldest !== undefined) this.#guesses.delete(oldest);
  }
}
