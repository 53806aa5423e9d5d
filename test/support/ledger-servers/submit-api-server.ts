import { reply } from '../loopback-server.ts';
import type { ChainView } from './chain-view.ts';
import { json, ledgerServer, type LedgerServer } from './server.ts';

/** cardano-submit-api (IntersectMBO/cardano-node): 202 with the hash, 400 with the node's words, and nothing else. */
export function submitApiServer(chain: ChainView): Promise<LedgerServer> {
  return ledgerServer(async (response, request, server) => {
    if (request.method !== 'POST' || request.url !== '/api/submit/tx')
      return reply(response, 'not found', 404);
    if (request.headers['content-type'] !== 'application/cbor')
      return reply(response, 'unsupported media type', 415);
    server.submissions += 1;
    const taken = await chain.submit(request.body);
    if (server.trouble === 'cut-after-submit') return void response.destroy();
    return 'hash' in taken ? json(response, taken.hash, 202) : json(response, taken.refusal, 400);
  });
}
