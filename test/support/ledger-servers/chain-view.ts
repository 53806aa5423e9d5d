/** An output as practice's own API writes it. */
export interface ViewedOutput {
  readonly tx_hash: string;
  readonly output_index: number;
  readonly address: string;
  readonly amount: readonly { readonly unit: string; readonly quantity: string }[];
  readonly data_hash: string | null;
  readonly inline_datum: string | null;
  readonly consumed_by_tx?: string | null;
}

export interface ViewedTx {
  readonly hash: string;
  readonly block_height: number;
  readonly block_time: number;
  readonly slot: number;
  readonly fees: string;
  readonly inputs: readonly ViewedOutput[];
  readonly outputs: readonly ViewedOutput[];
}

export interface ViewedTip {
  readonly hash: string;
  readonly slot: number;
  readonly time: number;
  readonly height: number;
}

export interface ViewedAsset {
  readonly policy_id: string;
  readonly asset_name: string;
  readonly quantity: string;
  readonly metadata: { readonly name: string; readonly ticker: string; readonly decimals: number } | null;
}

/** The chain's answer to a submission: the hash, or the node's own words. */
export type Taken = { readonly hash: string } | { readonly refusal: NodeRefusal };

export interface NodeRefusal {
  readonly tag: string;
  readonly contents: { readonly tag: string; readonly contents: unknown };
}

/** The state of a running practice chain, read by its own API, for servers that say it in other words. */
export class ChainView {
  readonly ledgerUrl: string;

  constructor(ledgerUrl: string) {
    this.ledgerUrl = ledgerUrl;
  }

  async tip(): Promise<ViewedTip> {
    return (await this.#get('/blocks/latest')) as ViewedTip;
  }

  async parameters(): Promise<Readonly<Record<string, number | string>>> {
    return (await this.#get('/epochs/latest/parameters')) as Readonly<Record<string, number | string>>;
  }

  utxos(address: string): Promise<readonly ViewedOutput[]> {
    return this.#pages<ViewedOutput>(`/addresses/${address}/utxos`);
  }

  accountUtxos(rewardAddress: string): Promise<readonly ViewedOutput[]> {
    return this.#pages<ViewedOutput>(`/accounts/${rewardAddress}/utxos`);
  }

  async accountAddresses(rewardAddress: string): Promise<readonly string[]> {
    const rows = await this.#pages<{ readonly address: string }>(`/accounts/${rewardAddress}/addresses`);
    return rows.map(({ address }) => address);
  }

  /** The outputs of an address, or of a credential as `addr_vkh`, that hold an asset. */
  holding(address: string, unit: string): Promise<readonly ViewedOutput[]> {
    return this.#pages<ViewedOutput>(`/addresses/${address}/utxos/${unit}`);
  }

  /** Oldest first. */
  async addressTransactions(
    address: string,
  ): Promise<
    readonly { readonly tx_hash: string; readonly block_height: number; readonly block_time: number }[]
  > {
    return this.#pages(`/addresses/${address}/transactions`);
  }

  async transaction(hash: string): Promise<ViewedTx | undefined> {
    const [tx, parts] = await Promise.all([this.#get(`/txs/${hash}`), this.#get(`/txs/${hash}/utxos`)]);
    if (tx === undefined || parts === undefined) return undefined;
    const { inputs, outputs } = parts as Pick<ViewedTx, 'inputs' | 'outputs'>;
    return {
      ...(tx as ViewedTx),
      inputs,
      outputs: outputs.map((output) => ({ ...output, tx_hash: hash })),
    };
  }

  async output(hash: string, index: number): Promise<ViewedOutput | undefined> {
    return (await this.transaction(hash))?.outputs.find((output) => output.output_index === index);
  }

  async bytes(hash: string): Promise<string | undefined> {
    return ((await this.#get(`/txs/${hash}/cbor`)) as { cbor: string } | undefined)?.cbor;
  }

  async asset(unit: string): Promise<ViewedAsset | undefined> {
    return (await this.#get(`/assets/${unit}`)) as ViewedAsset | undefined;
  }

  async inMempool(hash: string): Promise<boolean> {
    return (await this.#get(`/mempool/${hash}`)) !== undefined;
  }

  async submit(bytes: Uint8Array): Promise<Taken> {
    const answer = await fetch(`${this.ledgerUrl}/tx/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/cbor' },
      body: new Uint8Array(bytes),
    });
    const json = (await answer.json()) as unknown;
    if (answer.status === 200) return { hash: json as string };
    return { refusal: JSON.parse((json as { message: string }).message) as NodeRefusal };
  }

  async #pages<Item>(path: string): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let page = 1; ; page += 1) {
      const part = (await this.#get(`${path}?count=100&page=${page}`)) as Item[] | undefined;
      items.push(...(part ?? []));
      if ((part ?? []).length < 100) return items;
    }
  }

  async #get(path: string): Promise<unknown> {
    const answer = await fetch(this.ledgerUrl + path);
    return answer.status === 200 ? answer.json() : undefined;
  }
}
