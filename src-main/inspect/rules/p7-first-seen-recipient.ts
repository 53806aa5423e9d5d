import { warn, type Rule } from '../rule.ts';
import { shortened } from '../wording.ts';

export const firstSeenRecipient: Rule = {
  id: 'P7',
  holds: 'Whoever is paid beside the orders was paid by a transaction that you signed before.',
  leavesOut:
    'Whether the payment is right (V3); payments by other programs; and a journal that another program changed.',
  judge: ({ given: { policy }, outputs }) => {
    if (!policy) return [];
    const fresh = outputs.filter(
      ({ role, addressText }) => role === 'foreign' && !policy.seenRecipients.has(addressText),
    );
    return [...new Set(fresh.map(({ addressText }) => addressText))].map((address) =>
      warn('P7', `You have not paid the address ${shortened(address)} before.`),
    );
  },
};
