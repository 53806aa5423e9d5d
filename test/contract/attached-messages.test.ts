import { describe, expect, it } from 'vitest';
import { attachedMessage } from '../../src-main/cardano/attached-data.ts';
import { decodeTransaction, type Transaction } from '../../src-main/cardano/transaction.ts';
import { metadata } from '../../src-main/inspect/rules/forbidden-fields.ts';
import { findings } from '../support/rule-findings.ts';
import { transactions, transactionSets } from '../support/vectors.ts';

/** Rule F10 over all that real people attached to real transactions: what it asks about, and why. */

interface Attached {
  readonly hash: string;
  readonly tx: Transaction;
  readonly message: string;
}

const SETS = Object.keys(transactionSets) as (keyof typeof transactionSets)[];
const attached = SETS.flatMap((set) =>
  transactions(set).flatMap(({ hash, cbor }): readonly Attached[] => {
    const read = decodeTransaction(cbor, { historic: true });
    if (!read.ok || read.value.auxiliaryHash === undefined) return [];
    return [{ hash: hash.slice(0, 8), tx: read.value, message: attachedMessage(read.value).message }];
  }),
);
const isAggregators = ({ message }: Attached): boolean => message.startsWith('Dexhunter Trade');

/** How often each was found, with what the rule says of it. */
function counted(all: readonly Attached[]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { tx, message } of all) {
    const words = `${message} | ${findings(metadata, { tx })
      .map((finding) =>
        finding.replace(/: .*?(\d+ bytes)?.*$/, (_all, bytes?: string) => (bytes ? ` ${bytes}` : '')),
      )
      .join(', ')}`;
    found[words] = (found[words] ?? 0) + 1;
  }
  return found;
}

describe('what is attached to real transactions', () => {
  it('is asked about at no trade of the aggregator’s users', () => {
    expect(counted(attached.filter(isAggregators))).toEqual({
      'Dexhunter Trade | info': 15,
      'Dexhunter Trade | info, info 74 bytes': 4,
      'Dexhunter Trade Partner TAPTOOLS | info': 8,
      'Dexhunter Trade Partner ETERNL | info': 2,
      'Dexhunter Trade Partner FrenBot | info, info 74 bytes': 2,
      'Dexhunter Trade Partner VESPRiOS | info': 2,
      'Dexhunter Trade Partner Basho2 | info, info 74 bytes': 1,
      'Dexhunter Trade Partner Snek.fun | info': 1,
      'Dexhunter Trade Partner TokeoPay | info': 1,
      'Dexhunter Trade Partner DCA CREATE | info': 1,
      'Dexhunter Trade cancel | info': 1,
      // Whoever runs recurring orders writes and signs this one: no user is ever handed it.
      'Dexhunter Trade DCA Execute | warn': 3,
    });
  });

  it('is asked about at every other transaction', () => {
    const others = attached.filter((one) => !isAggregators(one));
    expect(others.length).toBeGreaterThan(0);
    const silent = others.filter(({ tx }) => !findings(metadata, { tx }).join().includes('warn'));
    expect(silent.map(({ hash }) => hash)).toEqual([]);
  });
});
