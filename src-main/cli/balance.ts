import { addValues, type Value } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import type { Connection } from './connection.ts';
import { command } from './options.ts';
import { addressOptions, withAddress } from './addressed.ts';
import { amountJson, amountWithTicker } from './tokens.ts';

interface Holding {
  readonly token: Token;
  readonly quantity: bigint;
}

/** `balance`: what an address, or the wallet's first address, holds. */
export const balanceCommand = command(addressOptions, (run) =>
  withAddress(run, async (address, connection) => {
    const { terminal } = run;
    const held = await holdings(address, connection);
    if (!held.ok) return terminal.failure(held.failure);
    terminal.result(
      { address, amounts: held.value.map(({ quantity, token }) => amountJson(quantity, token)) },
      [address, ...held.value.map(({ quantity, token }) => `  ${amountWithTicker(quantity, token)}`)],
    );
    return 0;
  }),
);

/** What an address holds, with what is known of each token. Failures: those of the ledger, a key that is refused. */
export async function holdings(
  address: string,
  { ledger, tokens }: Connection,
): Promise<Result<readonly Holding[], Failure>> {
  const utxos = await ledger.utxos(address);
  if (!utxos.ok) return utxos;
  const value = utxos.value.reduce<Value>((sum, utxo) => addValues(sum, utxo.value), new Map());
  const assets = [...value.keys()];
  const known = await Promise.all(assets.map((asset) => tokens.get(asset)));
  const refused = known.find((token) => !token.ok && token.failure.code === 'service-key-refused');
  if (refused?.ok === false) return refused;
  return ok(
    assets.map((asset, index) => {
      const token = known[index];
      return { quantity: value.get(asset) ?? 0n, token: token?.ok ? token.value : tokens.shown(asset) };
    }),
  );
}
