import { block, type Rule } from '../rule.ts';

export const verifiedOnly: Rule = {
  id: 'P5',
  holds: 'Only tokens that the service calls verified are traded, when you allow no others.',
  leavesOut: 'Whether a verified token is worth anything.',
  judge: ({ given: { policy } }) =>
    policy?.limits.verifiedOnly
      ? policy.unverified.map((token) =>
          block('P5', `${token} is not verified, and your limits allow verified tokens only.`),
        )
      : [],
};
