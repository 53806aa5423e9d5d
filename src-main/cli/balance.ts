import { addValues, type Value } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import type { Connection } from './connection.ts';
import { command } from './options.ts';
import { addressOptions, withAddress } from './addressed.ts';
import { readNames } from '../market/token-names.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { results } from './words.ts';

interface Holding {
  readonly token: Token;
  readonly quantity: bigint;
}

interface Holdings {
  readonly amounts: readonly Holding[];
  /** Of how many tokens the name was not read. */
  readonly unread: number;
}

/** `balance`: what an address, or the wallet's first address, holds. */
export const balanceCommand = command(addressOptions, (run) =>
  withAddress(run, async (address, connection) => {
    const { terminal } = run;
    const held = await holdings(address, connection);
    if (!held.ok) return terminal.failure(held.failure);
    const { amounts, unread } = held.value;
    terminal.result(
      {
        address,
        amounts: amounts.map(({ quantity, token }) => amountJson(quantity, token)),
        ...(unread === 0 ? {} : { names_not_read: unread }),
      },
      [
        address,
        ...amounts.map(({ quantity, token }) => `  ${amountWithTicker(quantity, token)}`),
        ...(unread === 0 ? [] : [results.namesUnread(unread)]),
      ],
    );
    return 0;
  }),
);

/** What an address holds, with what is known of each token. Failures: those of the ledger, a key that is refused. */
export async function holdings(
  address: string,
  { ledger, service, tokens }: Connection,
): Promise<Result<Holdings, Failure>> {
  const utxos = await ledger.utxos(address);
  if (!utxos.ok) return utxos;
  const value = utxos.value.reduce<Value>((sum, utxo) => addValues(sum, utxo.value), new Map());
  const assets = [...value.keys()];
  const { unread, refused } = await readNames(assets, tokens, service);
  if (refused) return failed(refused);
  const amounts = assets.map((asset) => ({ quantity: value.get(asset) ?? 0n, token: tokens.shown(asset) }));
  return ok({ amounts, unread });
}
