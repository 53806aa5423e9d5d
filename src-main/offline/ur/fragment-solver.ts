/** The information in a mixture: something new, only known fragments, or a contradiction of them. */
export type Addition = 'new' | 'known' | 'contradiction';

/**
 * Finds the fragments of a message from mixtures (XOR) of them, by Gaussian elimination: it needs no more parts than any
 * other way, and holds as many rows as there are fragments, whatever comes in. BCR-2024-001 ("The Decoder") reduces
 * parts by their subsets instead, which needs more parts and keeps every mixed one.
 *
 * A row is a set of fragments (bit n of the first words: fragment n) and their mixture; the row in place n has n as its
 * lowest fragment.
 */
export class FragmentSolver {
  readonly #rows: (Uint32Array | undefined)[];
  readonly #setWords: number;
  readonly #fragmentBytes: number;
  #rank = 0;

  constructor(count: number, fragmentBytes: number) {
    this.#rows = new Array<Uint32Array | undefined>(count).fill(undefined);
    this.#setWords = Math.ceil(count / 32);
    this.#fragmentBytes = fragmentBytes;
  }

  /** How many independent mixtures have come in. At the number of fragments the message is known. */
  get rank(): number {
    return this.#rank;
  }

  /** Takes a mixture of the fragments in `chosen`. Costs at most one pass over each row. */
  add(chosen: readonly number[], mixture: Uint8Array): Addition {
    const row = new Uint32Array(this.#setWords + Math.ceil(this.#fragmentBytes / 4));
    for (const index of chosen) row[index >>> 5] = (row[index >>> 5] ?? 0) | (1 << (index & 31));
    this.#bytesOf(row).set(mixture);
    for (let lowest = this.#lowest(row, 0); lowest !== undefined; lowest = this.#lowest(row, lowest)) {
      const known = this.#rows[lowest];
      if (known === undefined) {
        this.#rows[lowest] = row;
        this.#rank += 1;
        return 'new';
      }
      mix(row, known, lowest >>> 5);
    }
    return row.some((word) => word !== 0) ? 'contradiction' : 'known';
  }

  /** All fragments in order, joined. To be called once, when the rank is the number of fragments. */
  solve(): Uint8Array {
    const joined = new Uint8Array(this.#rows.length * this.#fragmentBytes);
    for (let place = this.#rows.length - 1; place >= 0; place -= 1) {
      const row = this.#rows[place];
      if (row === undefined) throw new RangeError('fragments are missing');
      for (let next = this.#lowest(row, place + 1); next !== undefined; next = this.#lowest(row, next + 1)) {
        const known = this.#rows[next];
        if (known !== undefined) mix(row, known, next >>> 5);
      }
      joined.set(this.#bytesOf(row), place * this.#fragmentBytes);
    }
    return joined;
  }

  #bytesOf(row: Uint32Array): Uint8Array {
    return new Uint8Array(row.buffer, 4 * this.#setWords, this.#fragmentBytes);
  }

  /** The lowest fragment of a row that is at least `from`. */
  #lowest(row: Uint32Array, from: number): number | undefined {
    let mask = -1 << (from & 31);
    for (let index = from >>> 5; index < this.#setWords; index += 1) {
      const word = (row[index] ?? 0) & mask;
      if (word !== 0) return 32 * index + 31 - Math.clz32(word & -word);
      mask = -1;
    }
    return undefined;
  }
}

function mix(into: Uint32Array, other: Uint32Array, from: number): void {
  for (let index = from; index < into.length; index += 1)
    into[index] = (into[index] ?? 0) ^ (other[index] ?? 0);
}
