import type { ServerResponse } from 'node:http';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { reply } from '../loopback-server.ts';
import type { ChainView } from './chain-view.ts';
import { json, ledgerServer, magicOf, type LedgerServer } from './server.ts';

const DATUM = /^\/scripts\/datum\/([0-9a-f]{64})\/cbor$/;

/**
 * Blockfrost (blockfrost/openapi 0.1.91) over a chain whose own API has its shapes. With a `token` it is the hosted one,
 * which wants it; without, one that practice is. `data`: hex of data that are looked up by their hash.
 */
export function blockfrostServer(
  chain: ChainView,
  { token, data = [] }: { readonly token?: string; readonly data?: readonly string[] } = {},
): Promise<LedgerServer> {
  const known = new Map(data.map((hex) => [blake2b256(hexBytes(hex)), hex]));
  return ledgerServer(async (response, request, server) => {
    const { trouble } = server;
    if (trouble === 'rate-limited')
      return refuse(response, 429, 'Project Over Limit', 'Usage is over limit.');
    const given = request.headers['project_id'];
    if (trouble === 'key-refused' || (token !== undefined && given !== token))
      return refuse(response, 403, 'Forbidden', 'Invalid project token.');
    const path = request.url.replace(/^\/api\/v0/, '');
    if (path === '/genesis') return json(response, { network_magic: magicOf(trouble), slot_length: 1 });
    const datum = DATUM.exec(path)?.[1];
    if (datum !== undefined && known.has(datum)) return json(response, { cbor: known.get(datum) });
    if (path === '/tx/submit') {
      server.submissions += 1;
      const taken = await chain.submit(request.body);
      if (trouble === 'cut-after-submit') return void response.destroy();
      if ('hash' in taken) return json(response, taken.hash);
      return refuse(response, 400, 'Bad Request', JSON.stringify(taken.refusal));
    }
    if (trouble === 'odd' && path === '/epochs/latest/parameters')
      return json(response, { ...(await chain.parameters()), min_fee_a: 440, protocol_major_ver: 4 });
    const answer = await fetch(chain.ledgerUrl + path);
    reply(response, await answer.text(), answer.status);
  });
}

function refuse(response: ServerResponse, status: number, error: string, message: string): void {
  json(response, { status_code: status, error, message }, status);
}
