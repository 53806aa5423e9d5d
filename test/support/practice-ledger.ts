import { replayedBalance } from './ledger-replay.ts';

/** A token as the practice service tells it. */
export interface PracticeToken {
  readonly token_id: string;
  readonly ticker: string;
  readonly token_decimals?: number;
}

/** The holdings of an address, by unit as the ledger spells it; ADA is `lovelace`. */
export type Holdings = ReadonlyMap<string, bigint>;

/** Asks a running practice exchange directly, as a stranger with curl would. */
export class PracticeLedger {
  readonly baseUrl: string;
  readonly #ledgerUrl: string;
  readonly #apiKey: string;

  constructor(baseUrl: string, ledgerUrl: string, apiKey: string) {
    this.baseUrl = baseUrl;
    this.#ledgerUrl = ledgerUrl;
    this.#apiKey = apiKey;
  }

  async holdings(address: string): Promise<Holdings> {
    const response = await fetch(`${this.#ledgerUrl}/addresses/${address}`);
    if (response.status === 404) return new Map();
    const { amount } = (await response.json()) as { amount: { unit: string; quantity: string }[] };
    return new Map(amount.map(({ unit, quantity }) => [unit, BigInt(quantity)]));
  }

  /** The holdings of an address by the bytes of its transactions alone. */
  replayed(address: string): Promise<Holdings> {
    return replayedBalance(this.#ledgerUrl, address);
  }

  /** Hashes of the transactions that spend something of the address. */
  async sentBy(address: string): Promise<string[]> {
    const response = await fetch(`${this.#ledgerUrl}/addresses/${address}/transactions`);
    if (response.status === 404) return [];
    const listed = (await response.json()) as { tx_hash: string }[];
    const sent: string[] = [];
    for (const { tx_hash } of listed) {
      const utxos = await fetch(`${this.#ledgerUrl}/txs/${tx_hash}/utxos`);
      const { inputs } = (await utxos.json()) as { inputs: { address: string }[] };
      if (inputs.some((input) => input.address === address)) sent.push(tx_hash);
    }
    return sent;
  }

  async tokens(query: string, verified: boolean): Promise<readonly PracticeToken[]> {
    const response = await fetch(
      `${this.baseUrl}/swap/tokens?query=${encodeURIComponent(query)}&verified=${String(verified)}`,
      { headers: { 'X-Partner-Id': this.#apiKey } },
    );
    const told = (await response.json()) as
      null | readonly PracticeToken[] | { tokens: PracticeToken[] | null };
    // In the wild dialect a list may be in an object, and an empty one null.
    return (told !== null && 'tokens' in told ? told.tokens : told) ?? [];
  }

  /** Decimals of an asset by the ledger's own metadata. */
  async decimals(unit: string): Promise<number> {
    const response = await fetch(`${this.#ledgerUrl}/assets/${unit}`);
    const { metadata } = (await response.json()) as { metadata: { decimals: number } | null };
    if (metadata === null) throw new Error(`the ledger knows no decimals of ${unit}`);
    return metadata.decimals;
  }
}
