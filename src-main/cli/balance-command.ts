import { addValues, type Value } from '../../src-preload/domain/amount.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { Token } from '../../src-preload/domain/token.ts';
import { parseAddress } from '../cardano/address.ts';
import {
  checkNetwork,
  connect,
  connectionOptions,
  requireConnection,
  type Connection,
} from './connection.ts';
import { text, type Values } from './options.ts';
import { firstAddress, readKeySource, walletOptions } from './session-wallet.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';

export const balanceOptions = {
  ...connectionOptions,
  ...walletOptions,
  address: { type: 'string' },
} as const;

interface Holding {
  readonly token: Token;
  readonly quantity: bigint;
}

/** `balance`: what an address, or the wallet's first address, holds. */
export async function balanceCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const where = requireConnection(values);
  const address = await addressOf(values, where.network);
  if (!address.ok) return terminal.failure(address.failure);
  const connection = connect(where);
  try {
    const right = await checkNetwork(connection);
    if (!right.ok) return terminal.failure(right.failure);
    const held = await holdings(address.value, connection);
    if (!held.ok) return terminal.failure(held.failure);
    terminal.result(
      {
        address: address.value,
        amounts: held.value.map(({ quantity, token }) => amountJson(quantity, token)),
      },
      [address.value, ...held.value.map(({ quantity, token }) => `  ${amountWithTicker(quantity, token)}`)],
    );
    return 0;
  } finally {
    await connection.close();
  }
}

async function addressOf(values: Values, network: Connection['network']): Promise<Result<string, Failure>> {
  const given = text(values, 'address');
  if (given === undefined) return firstAddress(readKeySource(values), network);
  if (Object.keys(walletOptions).some((name) => values[name] !== undefined))
    throw new UsageError('--address takes the place of keys; leave their files out');
  const parsed = parseAddress(given);
  if (!parsed.ok) throw new UsageError(`--address takes an address such as addr1…: ${parsed.failure}`);
  if ((parsed.value.network === 1) !== (network === 'mainnet'))
    throw new UsageError(`--address is not one of ${network}; name its network with --network`);
  return ok(given.trim());
}

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
