import { addValues, type Value } from '#domain/amount.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import type { Utxo } from '../ports/ledger.ts';
import type { Connection } from './connection.ts';
import { command } from './options.ts';
import { withAddresses } from './addressed.ts';
import { readNames } from '../market/token-names.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { results } from './words.ts';
import { tables } from './option-tables.ts';

interface Holding {
  readonly token: Token;
  readonly quantity: bigint;
}

/** `balance`: what an address, or all addresses of a wallet's account, hold. */
export const balanceCommand = command(tables.balance, (run) =>
  withAddresses(run, async (addresses, connection) => {
    const { terminal } = run;
    const [address = ''] = addresses;
    const held = await holdings(addresses, connection);
    if (!held.ok) return terminal.failure(held.failure);
    const { total, byAddress, unread, leftOut } = held.value;
    const others = byAddress.filter((one) => one.address !== address);
    const json = (amounts: readonly Holding[]) =>
      amounts.map(({ quantity, token }) => amountJson(quantity, token));
    const lines = (amounts: readonly Holding[]): readonly string[] =>
      amounts.map(({ quantity, token }) => `  ${amountWithTicker(quantity, token)}`);
    terminal.result(
      {
        address,
        amounts: json(total),
        ...(others.length === 0
          ? {}
          : { addresses: byAddress.map((one) => ({ address: one.address, amounts: json(one.amounts) })) }),
        ...(unread === 0 ? {} : { names_not_read: unread }),
        ...(leftOut ? { coins_not_read: leftOut.data?.['count'] } : {}),
      },
      [
        others.length === 0 ? address : results.severalAddresses(byAddress.length),
        ...lines(total),
        ...(others.length === 0 ? [] : byAddress.flatMap((one) => [one.address, ...lines(one.amounts)])),
        ...(unread === 0 ? [] : [results.namesUnread(unread)]),
        ...unreadLines(leftOut),
      ],
    );
    return 0;
  }),
);

/** That coins could not be read, for a person. */
export function unreadLines(leftOut: Failure | undefined): readonly string[] {
  if (!leftOut) return [];
  const { what, advice } = failureText(leftOut);
  return [what, advice];
}

interface Holdings {
  /** Of how many tokens the name was not read. */
  readonly unread: number;
  /** How many coins are not in it because they could not be read. */
  readonly leftOut: Failure | undefined;
  readonly total: readonly Holding[];
  /** The addresses that hold something. */
  readonly byAddress: readonly { readonly address: string; readonly amounts: readonly Holding[] }[];
}

/** The holdings of addresses, with the metadata of each token. Failures: those of the ledger, a key that is refused. */
export async function holdings(
  addresses: readonly string[],
  { ledger, service, tokens }: Connection,
): Promise<Result<Holdings, Failure>> {
  const utxos = await ledger.utxosAt(addresses);
  if (!utxos.ok) return utxos;
  const sumOf = (outputs: readonly Utxo[]): Value =>
    outputs.reduce<Value>((sum, { value }) => addValues(sum, value), new Map());
  const total = sumOf(utxos.value);
  const assets = [...total.keys()];
  const { unread, refused } = await readNames(assets, tokens, service);
  if (refused) return failed(refused);
  const amountsOf = (value: Value): readonly Holding[] =>
    [...value].map(([asset, quantity]) => ({ quantity, token: tokens.shown(asset) }));
  const places = Map.groupBy(utxos.value, ({ address }) => address);
  return ok({
    unread,
    leftOut: utxos.leftOut,
    total: amountsOf(total),
    byAddress: addresses.flatMap((address) => {
      const outputs = places.get(address);
      return outputs ? [{ address, amounts: amountsOf(sumOf(outputs)) }] : [];
    }),
  });
}
