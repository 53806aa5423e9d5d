import { networkId } from '#domain/network.ts';
import { parseAddressBytes } from '../../cardano/address.ts';
import type { Finding } from '../inspection.ts';
import { block, type Rule } from '../rule.ts';

export const network: Rule = {
  id: 'F6',
  holds: 'Network id and every address belong to the configured network, and every address is whole.',
  leavesOut: 'Which of the test networks it is: their addresses look alike.',
  judge: ({ tx, given }) => {
    const expected = networkId(given.network);
    const findings: Finding[] = [];
    if (tx.body.networkId !== undefined && tx.body.networkId !== expected)
      findings.push(block('F6', 'The transaction is made for another network.'));
    const { outputs, collateralReturn } = tx.body;
    for (const { addressBytes } of collateralReturn ? [...outputs, collateralReturn] : outputs) {
      const address = parseAddressBytes(addressBytes);
      if (!address.ok)
        findings.push(
          block('F6', `An address of the transaction is not a payment address: ${address.failure}.`),
        );
      else if (address.value.network !== expected)
        findings.push(block('F6', 'An address of the transaction is on another network.'));
      else if (address.value.stake === 'pointer')
        findings.push(block('F6', 'An address of the transaction hides its stake part behind a pointer.'));
    }
    return findings;
  },
};
