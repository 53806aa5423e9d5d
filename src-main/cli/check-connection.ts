import { gravest } from '#domain/connection-test.ts';
import { spokenLine, type SpokenTestLine } from '#domain/sentences/test-lines.ts';
import { connector } from '../app/connector.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { requireConnection } from './connection.ts';
import { command } from './options.ts';
import { results } from './words.ts';
import { tables } from './option-tables.ts';

/** `check-connection`: tests a service and a ledger by questions that change nothing. No keys of a wallet are needed. */
export const checkConnectionCommand = command(
  tables['check-connection'],
  async ({ values, terminal, interruption }) => {
    const connection = requireConnection(values);
    const { secondLedgerUrl, secondLedgerApi = 'koios', network } = connection;
    const chartsUrl = values['charts-url'];
    const secondLedger =
      secondLedgerUrl === undefined ? undefined : { url: secondLedgerUrl, api: secondLedgerApi };
    const { test } = connector(systemClock, systemRandom);
    const { signal } = interruption;
    const [service, ledger] = await Promise.all([
      test.service({ baseUrl: connection.baseUrl, chartsUrl }, connection.apiKey, signal),
      test.ledger(
        { ...connection, ...(secondLedger && { secondLedger }) },
        connection.ledgerKey,
        network,
        signal,
      ),
    ]);
    if (!service.ok) return terminal.failure(service.failure);
    if (!ledger.ok) return terminal.failure(ledger.failure);
    const lines = [...service.value, ...ledger.value].map((line) => spokenLine(line, 'en'));
    const verdict = gravest(lines);
    terminal.result({ verdict, network, lines: lines.map(lineJson) }, [
      ...lines.flatMap((line) => results.testLine(line)),
      results.tested(verdict),
    ]);
    return verdict === 'failed' ? 1 : 0;
  },
);

function lineJson({ of, about, verdict, what, means, advice }: SpokenTestLine): object {
  return { of, about, verdict, what, means, ...(advice === undefined ? {} : { advice }) };
}
