import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';

const PAGE = 100;

/**
 * Base units by asset (`lovelace`, or policy and name in hex) that an address holds, from the bytes of all its
 * transactions in their order: each output that pays it counts until an input spends it. None of the ledger's own
 * sums is used.
 */
export async function replayedBalance(
  ledgerUrl: string,
  address: string,
): Promise<ReadonlyMap<string, bigint>> {
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(ledgerUrl + path);
    if (!answer.ok) throw new Error(`the ledger answered ${answer.status} to ${path}`);
    return answer.json();
  };
  const unspent = new Map<string, CSL.Value>();
  for (let page = 1; ; page += 1) {
    const listed = (await get(
      `/addresses/${address}/transactions?order=asc&count=${PAGE}&page=${page}`,
    )) as readonly { readonly tx_hash: string }[];
    for (const { tx_hash: hash } of listed) {
      const { cbor } = (await get(`/txs/${hash}/cbor`)) as { readonly cbor: string };
      replay(CSL.Transaction.from_hex(cbor).body(), hash, address, unspent);
    }
    if (listed.length < PAGE) break;
  }
  const sums = new Map<string, bigint>();
  for (const value of unspent.values())
    for (const [asset, units] of entriesOf(value)) add(sums, asset, units);
  return sums;
}

function replay(
  body: CSL.TransactionBody,
  hash: string,
  address: string,
  unspent: Map<string, CSL.Value>,
): void {
  const inputs = body.inputs();
  for (let at = 0; at < inputs.len(); at += 1) {
    const input = inputs.get(at);
    unspent.delete(`${input.transaction_id().to_hex()}#${input.index()}`);
  }
  const outputs = body.outputs();
  for (let at = 0; at < outputs.len(); at += 1) {
    const output = outputs.get(at);
    if (output.address().to_bech32() === address) unspent.set(`${hash}#${at}`, output.amount());
  }
}

function entriesOf(value: CSL.Value): readonly (readonly [string, bigint])[] {
  const tokens = JSON.parse(value.multiasset()?.to_json() ?? '{}') as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  return [
    ['lovelace', BigInt(value.coin().to_str())],
    ...Object.entries(tokens).flatMap(([policy, names]) =>
      Object.entries(names).map(([name, units]) => [policy + name, BigInt(units)] as const),
    ),
  ];
}

function add(sums: Map<string, bigint>, asset: string, units: bigint): void {
  sums.set(asset, (sums.get(asset) ?? 0n) + units);
}
