import { block, warn, type Rule } from '../rule.ts';
import { shortened } from '../wording.ts';

export const allowedExchanges: Rule = {
  id: 'P6',
  holds:
    'Only exchanges that you allow, and did not leave out, are used: by the routes that the service states and by the scripts of the orders.',
  leavesOut: 'Where an exchange itself routes an order once it holds it.',
  judge: ({ given: { policy, scripts, terms }, orders }) => {
    if (!policy) return [];
    const leftOut = new Set(policy.excluded?.map(spelling));
    const used = orders.flatMap(({ script }) =>
      script && leftOut.has(spelling(script.exchange)) ? [script.exchange] : [],
    );
    if (used.length > 0)
      return [...new Set(used)].map((exchange) =>
        block('P6', `${exchange} would be used, which you left out of this trade.`),
      );
    const allowed = policy.limits.exchanges;
    if (!allowed) return [];
    if (terms.kind === 'dca' && policy.exchanges.length === 0)
      return [block('P6', 'The recurring order may trade at any exchange; choose those that you allow.')];
    const spelled = new Set(allowed.map(spelling));
    const stated = policy.exchanges.filter((exchange) => !spelled.has(spelling(exchange)));
    const placed = orders.flatMap(({ script }) =>
      script && !spelled.has(spelling(script.exchange)) ? [script.exchange] : [],
    );
    // Where not every script is known, an unknown one may well be an allowed exchange's.
    const judgeUnknown = scripts.complete ? block : warn;
    const unknown = new Set(orders.flatMap(({ script, scriptHash }) => (script ? [] : [scriptHash])));
    return [
      ...[...new Set([...stated, ...placed])].map((exchange) =>
        block('P6', `${exchange} would be used, which is not among the exchanges that you allow.`),
      ),
      ...Array.from(unknown, (hash) =>
        judgeUnknown(
          'P6',
          `An order is locked by a script (${shortened(hash)}) of which it is not known whose it is, so your list of allowed exchanges cannot be applied.`,
        ),
      ),
    ];
  },
};

/** Services and lists write one exchange as `MINSWAPV2` and `Minswap V2`. */
function spelling(exchange: string): string {
  return exchange.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
