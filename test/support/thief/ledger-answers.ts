import { lovelaceIn } from '#domain/amount.ts';
import { ADA, assetUnit, parseAssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { PARAMETERS } from '../../../src-main/practice/chain/parameters.ts';
import type { TxOutput } from '../../../src-main/practice/chain/transaction.ts';
import { assetOf, ASSETS } from './cast.ts';
import type { LedgerEntry } from './forked-ledger.ts';
import { figureTold, wayOf } from './levers.ts';
import type { WireAnswer, WireCall } from './transport.ts';
import type { ThiefWorld, ToldOutput } from './world.ts';

/** The ledger back-end of a thief's world, in the words of the Blockfrost API. */
export function answerLedger(world: ThiefWorld, { path, method, body }: WireCall): WireAnswer {
  const [place = ''] = path.split('?');
  const parts = place.split('/').filter((part) => part !== '');
  const { claims, ledger } = world;
  if (method === 'POST') return submit(world, body);
  switch (parts[0]) {
    case 'genesis':
      return told({ network_magic: figureTold(claims, 'ledger network_magic', 1) });
    case 'blocks': {
      const slot = figureTold(claims, 'ledger tip slot', ledger.slot);
      const time = slotToUnix('preprod', typeof slot === 'number' ? slot : ledger.slot);
      return told({ slot, time, height: ledger.height, hash: ledger.height.toString(16).padStart(64, '0') });
    }
    case 'epochs':
      return told({
        min_fee_a: figureTold(claims, 'ledger min_fee_a', Number(PARAMETERS.minFeeA)),
        min_fee_b: figureTold(claims, 'ledger min_fee_b', Number(PARAMETERS.minFeeB)),
        max_tx_size: PARAMETERS.maxTxSize,
        coins_per_utxo_size: String(
          figureTold(claims, 'ledger coins_per_utxo_size', Number(PARAMETERS.coinsPerUtxoByte)),
        ),
      });
    case 'assets':
      return asset(world, parts[1] ?? '');
    case 'txs':
      return transaction(world, parts[1] ?? '', parts[2] ?? '');
    default:
      return told({ status_code: 404 }, 404);
  }
}

function told(json: unknown, status = 200): WireAnswer {
  return { status, text: JSON.stringify(json) };
}

function asset({ claims }: ThiefWorld, unit: string): WireAnswer {
  const id = parseAssetId(unit);
  const known = ASSETS.find((one) => one.id === id && one.id !== ADA);
  if (!known) return told({ status_code: 404 }, 404);
  const { decimals, ticker } = assetOf(known.id);
  const stated = known.registered ? figureTold(claims, 'ledger asset decimals', decimals) : undefined;
  const metadata = stated === undefined ? null : { name: ticker, ticker, decimals: stated };
  return told({ quantity: '1000000000000', metadata, onchain_metadata: null });
}

function transaction(world: ThiefWorld, hash: string, part: string): WireAnswer {
  const entry = world.ledger.transaction(hash);
  if (!entry) return told({ status_code: 404 }, 404);
  const time = slotToUnix('preprod', world.ledger.slot);
  if (part === '')
    return told({
      hash,
      block_height: entry.height,
      block_time: time,
      slot: world.ledger.slot,
      fees: String(entry.tx.fee),
    });
  return part === 'cbor' ? bytes(world, entry) : told(utxos(world, entry));
}

function bytes(world: ThiefWorld, { tx, cbor }: LedgerEntry): WireAnswer {
  const way = world.bytesWay(tx.outputs, tx.hash);
  if (way.endsWith('without bytes')) return told({ status_code: 404 }, 404);
  if (!way.endsWith('bytes of another')) return told({ cbor });
  const other = world.thiefOutput();
  return told({ cbor: world.ledger.transaction(other?.ref.txHash ?? '')?.cbor ?? cbor });
}

function utxos(world: ThiefWorld, { tx }: LedgerEntry): object {
  const { ledger } = world;
  return {
    hash: tx.hash,
    inputs: tx.inputs.flatMap((ref) => {
      const output = ledger.transaction(ref.txHash)?.tx.outputs[ref.index];
      return output ? [{ ...written(output, output), tx_hash: ref.txHash, output_index: ref.index }] : [];
    }),
    outputs: tx.outputs.flatMap((output, index) => {
      const said = world.told({ txHash: tx.hash, index }, output);
      const spent = ledger.spentBy(`${tx.hash}#${index}`) ?? null;
      return said ? [{ ...written(said, output), output_index: index, consumed_by_tx: spent }] : [];
    }),
  };
}

function written({ address, value }: ToldOutput, { inlineDatum }: TxOutput): object {
  const tokens = [...value].filter(([id]) => id !== ADA);
  return {
    address,
    amount: [
      { unit: 'lovelace', quantity: String(lovelaceIn(value)) },
      ...tokens.map(([id, quantity]) => ({ unit: assetUnit(id), quantity: String(quantity) })),
    ],
    inline_datum: inlineDatum ?? null,
  };
}

function submit(world: ThiefWorld, body: WireCall['body']): WireAnswer {
  const sent = typeof body === 'string' ? new Uint8Array(Buffer.from(body, 'binary')) : new Uint8Array(body);
  world.held.push(sent);
  const way = wayOf(world.claims, 'ledger submit');
  if (way === 'silent') return { status: 500, text: '' };
  if (way === 'refused') return told({ message: 'ConwayMempoolFailure "no"' }, 400);
  const taken = world.ledger.submit(sent);
  if (!taken.ok) return told({ message: taken.failure.join('; ') }, 400);
  return told(way === 'another hash' ? 'ab'.repeat(32) : taken.value);
}
